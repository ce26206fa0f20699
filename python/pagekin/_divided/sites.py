"""What executors do next: the pages of a site, one site after the other, to its templates.

The rows come sorted by site, and within a site in input order. So a task holds one site at a time: in the
compact form of the native method, and the names of its pages.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

import numpy as np

from .. import _pagekin
from .extract import PAGE, SITE

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

_MOST_ROWS = 10_000  # of a batch that is handed on

#: Methods that put pages with equal features into one template, however many there are.
BY_FEATURES = ("fingerprint", "md5", "mdh5")


def site_schema(order_is_text: bool) -> str:
    """The rows that this step makes, for Spark. Those of other kinds than pages are handed on. The number of
    a page is its position in the site, that of a summary the number of variants."""
    order = "string" if order_is_text else "bigint"
    return (
        f"kind int, key bigint, first {order}, second bigint, page string, input string, offset bigint, "
        "payload binary, number bigint, variant int, confidence float"
    )


class Spot(NamedTuple):
    """A page of a site: how sure it is, its place in the input, its number in the site."""

    confidence: float
    first: Any
    second: int
    number: int


class SiteSummary(NamedTuple):
    """What the driver needs of a site. Lists are by variant or by template."""

    key: int
    pages: int
    template_of: list[int]  #: by variant
    counts: list[int]  #: by variant
    firsts: list[tuple[Any, int]]  #: by variant: the place of its first page
    bests: list[Spot]  #: by variant: the page of the highest confidence, the first of equal ones
    cores: list[bytes]  #: by template
    tops: list[list[Spot]]  #: by template: the three best pages


class UniqueNames:
    """Gives a repeated name "#2", "#3" ..., the next that is free, as the command line does."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._numbers: dict[str, int] = {}

    def add(self, name: str) -> str:
        unique, number = name, self._numbers.get(name, 1)
        while unique in self._seen:
            number += 1
            unique = f"{name}#{number}"
        if unique != name:
            self._numbers[name] = number
        self._seen.add(unique)
        return unique


def make_unique(names: pa.ChunkedArray) -> pa.ChunkedArray:
    """Names in input order, each once."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pc.count_distinct(names).as_py() == len(names):
        return names
    unique = UniqueNames()
    return pa.chunked_array([pa.array([unique.add(name) for name in names.to_pylist()], pa.string())])


class _Learned(NamedTuple):
    template_of: NDArray[np.int64]
    variant_of: NDArray[np.int64]
    confidence: Optional[NDArray[np.float32]]
    variants: int
    cores: list[bytes]


class _Auto:
    """The method auto."""

    def __init__(self, method: str, keep_cores: bool) -> None:
        self._native = _pagekin.SiteLearner(method)
        self._keep_cores = keep_cores

    def add(self, features: Sequence[bytes]) -> None:
        for one in features:
            self._native.add(one)

    def finish(self) -> _Learned:
        templates, variants, confidence, count, cores = self._native.finish()
        if not self._keep_cores:
            cores = [b""] * len(cores)
        return _Learned(templates.astype(np.int64), variants.astype(np.int64), confidence, count, cores)


class _Equal:
    """Pages with equal features."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}
        self._labels: list[int] = []

    def add(self, features: Sequence[bytes]) -> None:
        for one in features:
            self._labels.append(self._numbers.setdefault(one, len(self._numbers)))

    def finish(self) -> _Learned:
        labels = np.array(self._labels, np.int64)
        found = _Learned(labels, labels, None, len(self._numbers), list(self._numbers))
        self._numbers, self._labels = {}, []
        return found


def learn_sites(
    method: str, batches: Iterable[pa.RecordBatch], keep_cores: bool = True
) -> Iterator[pa.RecordBatch]:
    """For ``mapInArrow`` over rows of the first step, sorted by kind, key and place. Without `keep_cores` the summaries lack
    what is needed to join templates of different sites."""
    learner = _Auto(method, keep_cores) if method.partition(":")[0] == "auto" else _Equal()
    present: Optional[int] = None
    held: list[pa.RecordBatch] = []
    for batch in batches:
        kinds = batch.column(0).to_numpy()
        others = int(np.searchsorted(kinds, PAGE, side="right"))
        keys = batch.column(1).to_numpy()[:others]
        bounds = [0, *(np.flatnonzero(keys[1:] != keys[:-1]) + 1).tolist(), others] if others else [0]
        for begin, end in zip(bounds, bounds[1:]):
            if present is not None and int(keys[begin]) != present:
                yield from _site(present, held, learner.finish())
                held = []
            present = int(keys[begin])
            part = batch.slice(begin, end - begin)
            learner.add(part.column(7).to_pylist())
            held.append(_copy_without_payload(part))
        if others < batch.num_rows:
            if present is not None:
                yield from _site(present, held, learner.finish())
                present, held = None, []
            yield _with_columns(batch.slice(others))
    if present is not None:
        yield from _site(present, held, learner.finish())


def _copy_without_payload(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The columns that are kept of a page, without the buffers of the rest."""
    import pyarrow as pa

    kept = batch.select(["first", "second", "page", "input", "offset"])
    if kept.num_rows == 0:
        return kept
    taken: pa.RecordBatch = kept.take(pa.array(np.arange(kept.num_rows)))
    return taken


def _with_columns(batch: pa.RecordBatch) -> pa.RecordBatch:
    import pyarrow as pa

    count = batch.num_rows
    arrays = [*batch.columns, pa.nulls(count, pa.int64()), pa.nulls(count, pa.int32()), pa.nulls(count, pa.float32())]
    return pa.RecordBatch.from_arrays(arrays, names=[*batch.schema.names, "number", "variant", "confidence"])


def _first_of_each(labels: NDArray[np.int64], order: NDArray[np.int64], count: int, most: int) -> list[list[int]]:
    """By label the first pages in `order` that have it, at most `most`."""
    grouped = order[np.argsort(labels[order], kind="stable")]
    begins = np.searchsorted(labels[grouped], np.arange(count + 1))
    return [grouped[b : min(b + most, e)].tolist() for b, e in zip(begins[:-1], begins[1:])]


def _site(key: int, held: list[pa.RecordBatch], found: _Learned) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    table = pa.Table.from_batches(held)
    count = table.num_rows
    first, second = table.column("first"), table.column("second")

    def place(page: int) -> tuple[Any, int]:
        return first[page].as_py(), second[page].as_py()

    def spot(page: int) -> Spot:
        sure = 1.0 if found.confidence is None else float(found.confidence[page])
        return Spot(sure, *place(page), page)

    in_order = np.arange(count)
    best_first = in_order
    if found.confidence is not None:
        best_first = np.argsort(-found.confidence, kind="stable")
    variants = found.variants
    counts = np.bincount(found.variant_of, minlength=variants)
    firsts = _first_of_each(found.variant_of, in_order, variants, 1)
    bests = _first_of_each(found.variant_of, best_first, variants, 1)
    tops = _first_of_each(found.template_of, best_first, len(found.cores), 3)
    template_of = np.zeros(variants, np.int64)
    template_of[found.variant_of] = found.template_of
    nowhere = (None, 0)
    summary = SiteSummary(
        key,
        count,
        template_of.tolist(),
        counts.tolist(),
        [place(pages[0]) if pages else nowhere for pages in firsts],
        [spot(pages[0]) if pages else Spot(0.0, *nowhere, 0) for pages in bests],
        found.cores,
        [[spot(page) for page in pages] for pages in tops],
    )
    names = make_unique(table.column("page"))
    pages = pa.table(
        {
            "kind": pa.array(np.full(count, PAGE, np.int32)),
            "key": pa.array(np.full(count, key, np.int64)),
            "first": first,
            "second": second,
            "page": names,
            "input": table.column("input"),
            "offset": table.column("offset"),
            "payload": pa.nulls(count, pa.binary()),
            "number": pa.array(in_order),
            "variant": pa.array(found.variant_of.astype(np.int32)),
            "confidence": pa.nulls(count, pa.float32())
            if found.confidence is None
            else pa.array(found.confidence),
        }
    )
    yield from pages.to_batches(max_chunksize=_MOST_ROWS)
    yield pa.RecordBatch.from_arrays(
        [
            pa.array([SITE], pa.int32()),
            pa.array([key], pa.int64()),
            pa.nulls(1, first.type),
            pa.nulls(1, pa.int64()),
            pa.nulls(1, pa.string()),
            pa.nulls(1, pa.string()),
            pa.nulls(1, pa.int64()),
            pa.array([pickle.dumps(tuple(summary), protocol=5)], pa.binary()),
            pa.array([variants], pa.int64()),
            pa.nulls(1, pa.int32()),
            pa.nulls(1, pa.float32()),
        ],
        names=pages.schema.names,
    )


def read_summary(payload: bytes) -> SiteSummary:
    """A summary that a task has sent."""
    found = SiteSummary(*pickle.loads(payload))
    return found._replace(
        bests=[Spot(*one) for one in found.bests], tops=[[Spot(*one) for one in few] for few in found.tops]
    )
