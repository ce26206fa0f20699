"""What the driver does: joins the templates of all sites and numbers them as the command line does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from .. import _pagekin
from ._sites import SiteSummary, Spot

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

_DOUBTFUL = float(np.float32(0.4))  # as templates/certainty.h has it
REPRESENTATIVES = 3  #: of a template, at most

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


def _ranks(sizes: Sequence[int], firsts: Sequence[Any]) -> list[int]:
    """From 1 by falling size, ties by the first page; 0 for what has no pages."""
    order = sorted((i for i, size in enumerate(sizes) if size > 0), key=lambda i: (-sizes[i], firsts[i]))
    ranks = [0] * len(sizes)
    for rank, i in enumerate(order, 1):
        ranks[i] = rank
    return ranks


def _joined(method: str, sites: list[SiteSummary], labels: Optional[Mapping[bytes, int]]) -> list[int]:
    """By template of all sites: the number of its joined template."""
    cores = [core for site in sites for core in site.cores]
    if labels is not None:
        return [labels[core] for core in cores]
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
    method: str, sites: Iterable[SiteSummary], labels: Optional[Mapping[bytes, int]] = None
) -> Numbering:
    """Joins and numbers the templates of sites. `labels`: by core, the number of its joined template, if that
    is known."""
    ordered = sorted(sites, key=lambda site: site.key)
    joined = _joined(method, ordered, labels)
    has_variants = method.partition(":")[0] == "auto"
    count = max(joined, default=-1) + 1
    sizes = [0] * count
    firsts: list[Any] = [None] * count
    tops: list[list[tuple[Any, int]]] = [[] for _ in range(count)]  # with the number of the page
    bests: list[list[int]] = [[] for _ in range(count)]  # of variants
    variant_sizes: list[int] = []
    variant_firsts: list[Any] = []
    label_of_variant: list[int] = []
    variant_begin, page_begin, template_begin = [0], [0], 0
    for site in ordered:
        pages = page_begin[-1]
        for number, top in enumerate(site.tops):
            tops[joined[template_begin + number]] += [(spot, pages + spot.number) for spot in top]
        for number, size, first, best in zip(site.template_of, site.counts, site.firsts, site.bests):
            label = joined[template_begin + number]
            label_of_variant.append(label)
            variant_sizes.append(size)
            variant_firsts.append(first)
            if size == 0:
                continue
            sizes[label] += size
            known = firsts[label]
            firsts[label] = first if known is None else min(known, first)
            bests[label].append(pages + best.number)
        template_begin += len(site.cores)
        variant_begin.append(len(variant_sizes))
        page_begin.append(pages + site.pages)
    ranks = _ranks(sizes, firsts)
    template = [ranks[label] for label in label_of_variant]
    variant = _ranks(variant_sizes, variant_firsts) if has_variants else template
    chosen: list[int] = []
    for label in range(count):
        chosen += _chosen(tops[label], bests[label] if has_variants else [])
    return Numbering(
        np.array([site.key for site in ordered], np.int64),
        np.array(variant_begin[:-1], np.int64),
        np.array(page_begin[:-1], np.int64),
        np.array(template, np.int64),
        np.array(variant, np.int64),
        np.unique(np.array(chosen, np.int64)),
        page_begin[-1],
        sum(size > 0 for size in sizes),
    )


def _chosen(top: list[tuple[Spot, int]], bests: list[int]) -> list[int]:
    """The pages that stand for a template, as pipeline/representatives.cc chooses them."""
    best = sorted(top, key=lambda one: (-one[0].confidence, one[0].first, one[0].second))[:REPRESENTATIVES]
    while len(best) > 1 and best[-1][0].confidence < _DOUBTFUL:
        best.pop()
    chosen = list(bests)
    for _, page in best:
        if bests and len(chosen) >= REPRESENTATIVES:
            break
        if page not in chosen:
            chosen.append(page)
    return chosen


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
        at = np.searchsorted(numbering.representatives, page)
        at = np.minimum(at, len(numbering.representatives) - 1)
        made["representative"] = pa.array(numbering.representatives[at] == page)
        if "host" in columns or "url_shape" in columns:
            parts = [_pagekin.address_parts(name) for name in by_name["page"].to_pylist()]
            made["host"] = pa.array([host for host, _ in parts], pa.string())
            made["url_shape"] = pa.array([shape for _, shape in parts], pa.string())
        yield pa.RecordBatch.from_arrays([made[name] for name in columns], names=list(columns))


def _thousandths(confidence: pa.Array) -> pa.Array:
    """The 32-bit values as the decimal fractions that they stand for."""
    import pyarrow as pa

    if confidence.null_count == len(confidence):
        return pa.nulls(len(confidence), pa.float64())
    values = np.rint(confidence.to_numpy(zero_copy_only=False) * np.float32(1000)).astype(np.float64)
    return pa.array(values / 1000)


def check_columns(columns: Optional[Sequence[str]], known: Iterable[str]) -> tuple[str, ...]:
    """The columns that were asked for. Raises OptionError for one that there is not."""
    from .._errors import OptionError

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
