"""What one process does for all sites: joins their templates and numbers them as the program does, natively.

The native functions choose ids and representatives. What is left here turns the places of pages, texts or pairs
of whole numbers, into the whole numbers that they know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from .. import _pagekin
from .._errors import OptionError
from .sites import SiteSummary

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

REPRESENTATIVES = 3  #: of a template, at most: as distribute.h has it

#: The columns of ``cluster -o`` that there are, with their types in Spark. Names need the pages again.
COLUMNS = {
    "page": "string",
    "template": "bigint",
    "variant": "bigint",
    "confidence": "double",
    "representative": "boolean",
    "cluster": "bigint",
    "host": "string",
    "url_shape": "string",
    "input": "string",
    "offset": "bigint",
}


@dataclass(frozen=True)
class Numbering:
    """By site, and by variant of all sites one after the other: what pages are called."""

    keys: NDArray[np.int64]  #: of sites, ascending
    variant_begin: NDArray[np.int64]  #: by site: the number of its first variant
    page_begin: NDArray[np.int64]  #: by site: the number of its first page
    template: NDArray[np.int64]  #: by variant: the id of its template
    variant: NDArray[np.int64]  #: by variant: its id
    representatives: NDArray[np.int64]  #: numbers of pages, ascending
    pages: int
    templates: int

    def is_representative(self, pages: NDArray[np.int64]) -> NDArray[np.bool_]:
        """By number of a page: whether it stands for its template."""
        if len(self.representatives) == 0:
            return np.zeros(len(pages), np.bool_)
        at = np.minimum(np.searchsorted(self.representatives, pages), len(self.representatives) - 1)
        found: NDArray[np.bool_] = self.representatives[at] == pages
        return found


def _joined(
    method: str, sites: list[SiteSummary], labels: Optional[Mapping[bytes, int]], join_sites: bool
) -> list[int]:
    """By template of all sites: the number of its joined template."""
    cores = [core for site in sites for core in site.cores]
    if labels is not None:
        return [labels[core] for core in cores]
    if not join_sites:
        return list(range(len(cores)))
    if method.partition(":")[0] == "auto":
        keys = [site.key for site in sites for _ in site.cores]
        return [int(one) for one in _pagekin.join_sites(keys, cores)]
    # A template is what has equal features. The native method joins those that are alike.
    numbers: dict[bytes, int] = {}
    number_of = [numbers.setdefault(core, len(numbers)) for core in cores]
    if not numbers:
        return []
    clusterer = _pagekin.FeatureClusterer(method)
    for core, number in numbers.items():
        clusterer.add(str(number), core)
    clusters = clusterer.finish(["cluster"]).to_dict()["cluster"]
    return [int(clusters[number]) - 1 for number in number_of]


def number_sites(
    method: str,
    sites: Iterable[SiteSummary],
    labels: Optional[Mapping[bytes, int]] = None,
    join_sites: bool = True,
) -> Numbering:
    """Joins and numbers the templates of sites. `labels`: by core, the number of its joined template, if that
    is known. Without `join_sites` each site has templates of its own."""
    ordered = sorted(sites, key=lambda site: site.key)
    joined = _joined(method, ordered, labels, join_sites)
    variants: list[tuple[int, int, Any, int]] = []  # joined, pages, place of the first page, number of the best
    tops: list[tuple[int, int, Any, float]] = []  # joined, number, place, confidence
    variant_begin, page_begin, template_begin = [0], [0], 0
    for site in ordered:
        pages = page_begin[-1]
        for number, top in enumerate(site.tops):
            label = joined[template_begin + number]
            tops += [(label, pages + spot.number, (spot.first, spot.second), spot.confidence) for spot in top]
        for number, size, first, best in zip(site.template_of, site.counts, site.firsts, site.bests):
            variants.append((joined[template_begin + number], size, first, pages + best.number))
        template_begin += len(site.cores)
        variant_begin.append(len(variants))
        page_begin.append(pages + site.pages)
    # The library knows places as whole numbers that have their order.
    places = {place for _, size, place, _ in variants if size > 0} | {place for _, _, place, _ in tops}
    order = {place: rank for rank, place in enumerate(sorted(places))}
    template, variant, representatives, templates = _pagekin.number_sites(
        np.array([label for label, *_ in variants], np.uint32),
        np.array([size for _, size, _, _ in variants], np.uint64),
        np.array([order.get(place, 0) for _, _, place, _ in variants], np.uint64),
        np.array([best for *_, best in variants], np.uint64),
        np.array([label for label, *_ in tops], np.uint32),
        np.array([page for _, page, _, _ in tops], np.uint64),
        np.array([order[place] for _, _, place, _ in tops], np.uint64),
        np.array([confidence for *_, confidence in tops], np.float32),
        method.partition(":")[0] == "auto",
    )
    return Numbering(
        np.array([site.key for site in ordered], np.int64),
        np.array(variant_begin[:-1], np.int64),
        np.array(page_begin[:-1], np.int64),
        template.astype(np.int64),
        variant.astype(np.int64),
        representatives.astype(np.int64),
        page_begin[-1],
        templates,
    )


def finish_pages(
    numbering: Numbering, columns: Sequence[str], batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """For ``mapInArrow`` over the pages of all sites: the columns that were asked for."""
    import pyarrow as pa

    for batch in batches:
        if batch.num_rows == 0:
            continue
        by_name = dict(zip(batch.schema.names, batch.columns))
        site = np.searchsorted(numbering.keys, by_name["key"].to_numpy())
        variant = numbering.variant_begin[site] + by_name["variant"].to_numpy()
        page = numbering.page_begin[site] + by_name["number"].to_numpy()
        made: dict[str, Any] = {name: by_name[name] for name in ("page", "input", "offset")}
        made["template"] = pa.array(numbering.template[variant])
        made["cluster"] = made["template"]
        made["variant"] = pa.array(numbering.variant[variant])
        made["confidence"] = _thousandths(by_name["confidence"])
        made["representative"] = pa.array(numbering.is_representative(page))
        yield chosen_columns(made, columns)


def chosen_columns(made: dict[str, Any], columns: Sequence[str]) -> pa.RecordBatch:
    """The columns that were asked for; those of addresses are made here."""
    import pyarrow as pa

    if "host" in columns or "url_shape" in columns:
        parts = [_pagekin.address_parts(name) for name in made["page"].to_pylist()]
        made["host"] = pa.array([host for host, _ in parts], pa.string())
        made["url_shape"] = pa.array([shape for _, shape in parts], pa.string())
    return pa.RecordBatch.from_arrays([made[name] for name in columns], names=list(columns))


def _thousandths(confidence: pa.Array) -> pa.Array:
    """The 32-bit values as the decimal fractions that they stand for."""
    import pyarrow as pa

    if confidence.null_count == len(confidence):
        return pa.nulls(len(confidence), pa.float64())
    values = np.ascontiguousarray(confidence.to_numpy(zero_copy_only=False), np.float32)
    return pa.array(_pagekin.shown_confidence(values))


def check_columns(columns: Optional[Sequence[str]], known: Iterable[str]) -> tuple[str, ...]:
    """The columns that were asked for. Raises OptionError for one that there is not."""
    names = list(known)
    wanted = [name.strip() for name in columns.split(",")] if isinstance(columns, str) else list(columns or ())
    for name in wanted:
        if name not in names:
            error = OptionError(f"column '{name}' is not known to Spark; expected: {', '.join(names)}")
            error.option = "columns"
            raise error
        if wanted.count(name) > 1:
            error = OptionError(f"column '{name}' is there twice")
            error.option = "columns"
            raise error
    return tuple(wanted)
