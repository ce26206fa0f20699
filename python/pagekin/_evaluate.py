"""Scores of clusterings against known templates."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional

from . import _pagekin
from ._catalogue import scores, with_registries
from ._frozen import FrozenClustered
from ._pages import checked_file

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Evaluation:
    """How good a clustering is. Scores are attributes, too: ``found.f1``."""

    scores: dict[str, float]
    pages: int  #: clustered and labelled
    unlabelled: int  #: clustered, but without a label
    unassigned: int  #: labelled, but not clustered
    clusters: int  #: that hold labelled pages
    templates: int
    few_match: bool  #: fewer than half of the pages that could match do
    per_template: list[dict[str, Any]]

    def __getattr__(self, name: str) -> float:
        scores: dict[str, float] = self.__dict__.get("scores", {})
        if name in scores:
            return scores[name]
        raise AttributeError(name)

    def __getitem__(self, name: str) -> float:
        return self.scores[name]

    def to_pandas(self) -> pandas.DataFrame:
        """Precision and recall by template."""
        import pandas

        return pandas.DataFrame(self.per_template)

    def __repr__(self) -> str:
        lines = [f"{self.pages:,} pages, {self.templates:,} templates, {self.clusters:,} clusters"]
        lines += [f"{name:24} {value:.4f}" for name, value in self.scores.items()]
        return "\n".join(lines)


def to_labels(truth: Any, pages: Optional[Sequence[str]] = None) -> dict[str, str]:
    """Labels by page, from a path, a mapping, or a sequence that fits `pages`."""
    if isinstance(truth, (str, os.PathLike)):
        return _pagekin.read_labels(checked_file(truth))
    if isinstance(truth, Mapping):
        return {str(page): str(label) for page, label in truth.items() if not _is_missing(label)}
    labels = list(truth)
    if pages is None:
        raise TypeError("expected a path or a mapping from pages to labels")
    if len(labels) != len(pages):
        raise ValueError(f"expected {len(pages)} labels, one a page, got {len(labels)}")
    return {page: str(label) for page, label in zip(pages, labels) if not _is_missing(label)}


def _is_missing(label: object) -> bool:
    return label is None or label == "" or label != label


@with_registries(scores)
def evaluate(found: Any, truth: Any) -> Evaluation:
    """Scores of a clustering against known templates.

    `found`: a result of ``cluster``, or the cluster of each page as a sequence. `truth`: the template
    of each page as a sequence in the same order (None: not known), a mapping from addresses to
    templates, or the path of a table of labels.
    """
    native = getattr(found, "_native", None)
    if isinstance(native, (_pagekin.Clustered, FrozenClustered)):
        if isinstance(truth, (str, os.PathLike, Mapping)):
            return Evaluation(**native.evaluate(to_labels(truth)))
        # By row: pages that were skipped may have a label in `truth`, but have no cluster.
        found = found.labels_
    clusters = list(found)
    names = [str(row) for row in range(len(clusters))]
    if isinstance(truth, (str, os.PathLike, Mapping)):
        raise TypeError("labels by address need a result of cluster(); give a sequence in the same order")
    numbers: dict[object, int] = {}
    for name in clusters:
        if not _is_left_out(name):
            numbers.setdefault(name, len(numbers) + 1)
    return Evaluation(
        **_pagekin.evaluate_assignments(
            names, [numbers.get(name, 0) for name in clusters], to_labels(truth, names)
        )
    )


def _is_left_out(cluster: object) -> bool:
    return cluster is None or cluster == -1 or cluster != cluster
