"""Which pages are similar, found on executors: for the method snn.

Pages that are alike are put into blocks. Two blocks are compared only if they share a key, a rare value that
similar pages would share, and if their sizes are near enough. So no page meets all others, unless the measure
knows nothing but sizes and all sizes are alike. Native code compares the pages of two blocks. See
``pagekin::NeighbourSearch`` in distribute.h.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import _pagekin
from ._rounds import collect_numbers

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray
    from pyspark.sql import DataFrame

BLOCK_PAGES = 256  #: pages of a block, at most
_BLOCK_BYTES = 8_000_000
_INDEX_BITS = 10  # of the number of a page, which is that of its block and a position
_BLOCKS_OF_A_TASK = 64  # that a block is compared with
_COMMON_VALUES = 1_000_000  # that tasks know
CLASS_BYTES = 16  #: of the hash of features

_BLOCK_SCHEMA = "block bigint, lightest bigint, heaviest bigint, pages binary, classes binary, weights binary"


class Blocks(NamedTuple):
    """Blocks of distinct pages."""

    frame: DataFrame  #: with the columns of _BLOCK_SCHEMA; Spark keeps it
    ids: NDArray[np.int64]
    lightest: NDArray[np.int64]
    heaviest: NDArray[np.int64]


def _places(method: str, measure: str, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    search = _pagekin.NeighbourSearch(method, measure)
    for batch in batches:
        places = [search.place(one) for one in batch.column("payload").to_pylist()]
        added = [pa.array([place[i] for place in places], pa.int64()) for i in range(3)]
        yield pa.RecordBatch.from_arrays(
            [*batch.columns, *added], names=[*batch.schema.names, "near", "weight", "lightest"]
        )


def _into_blocks(most: int, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa
    from pyspark import TaskContext

    task = TaskContext.get()
    first = (task.partitionId() if task is not None else 0) << 28
    held: list[tuple[Any, ...]] = []
    size = made = 0

    def block() -> pa.RecordBatch:
        classes, pages, weights, heaviest, lightest = zip(*held)
        row = (
            first + made, min(lightest), max(heaviest), zlib.compress(pickle.dumps(list(pages), protocol=5), 1),
            b"".join(classes), np.array(weights, np.int64).tobytes(),
        )
        kinds = (pa.int64(), pa.int64(), pa.int64(), pa.binary(), pa.binary(), pa.binary())
        names = [part.split()[0] for part in _BLOCK_SCHEMA.split(", ")]
        return pa.RecordBatch.from_arrays([pa.array([value], kind) for value, kind in zip(row, kinds)], names=names)

    for batch in batches:
        columns = [batch.column(name).to_pylist() for name in ("class", "payload", "pages", "weight", "lightest")]
        for row in zip(*columns):
            held.append(row)
            size += len(row[1])
            if len(held) == most or size >= _BLOCK_BYTES:
                yield block()
                held, size, made = [], 0, made + 1
    if held:
        yield block()


def pages_of(packed: bytes) -> list[bytes]:
    found: list[bytes] = pickle.loads(zlib.decompress(packed))
    return found


def make_blocks(
    classes: DataFrame, method: str, measure: str, partitions: int, most: int = BLOCK_PAGES
) -> Blocks:
    """`classes`: each distinct page once, with columns class, payload and pages (how many are equal)."""
    from pyspark import StorageLevel

    search = _pagekin.NeighbourSearch(method, measure)
    schema = "class binary, payload binary, pages bigint, near bigint, weight bigint, lightest bigint"
    placed = classes.select("class", "payload", "pages").mapInArrow(partial(_places, method, measure), schema)
    order = ["near", "weight", "class"]
    if search.has_values:
        # Pages with equal orders meet in one task; near orders mean nothing.
        sorted_pages = placed.repartition(partitions, "near").sortWithinPartitions(*order)
    else:
        sorted_pages = placed.repartitionByRange(partitions, *order).sortWithinPartitions(*order)
    made = sorted_pages.mapInArrow(partial(_into_blocks, most), _BLOCK_SCHEMA)
    frame = made.persist(StorageLevel.MEMORY_AND_DISK)
    try:
        ids, lightest, heaviest = collect_numbers(frame, ["block", "lightest", "heaviest"])
    except BaseException:
        frame.unpersist()
        raise
    order_of = np.argsort(ids)
    return Blocks(frame, ids[order_of], lightest[order_of], heaviest[order_of])


# -- keys


def _values(method: str, measure: str, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    search = _pagekin.NeighbourSearch(method, measure)
    for batch in batches:
        for packed in batch.column(0).to_pylist():
            values, counts = np.unique(search.values(pages_of(packed)), return_counts=True)
            yield pa.RecordBatch.from_arrays(
                [pa.array(values.view(np.int64)), pa.array(counts.astype(np.int64))], names=["value", "pages"]
            )


def _common_values(blocks: Blocks, method: str, measure: str) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Values of more than one page, and of how many: the most frequent ones, if there are too many."""
    from pyspark.sql import functions as F

    all_values = blocks.frame.select("pages").mapInArrow(partial(_values, method, measure), "value bigint, pages bigint")
    counted = all_values.groupBy("value").agg(F.sum("pages").alias("pages")).where("pages > 1")
    frequent = counted.orderBy(F.desc("pages"), "value").limit(_COMMON_VALUES)
    values, counts = collect_numbers(frequent, ["value", "pages"])
    return values.view(np.uint64), counts.view(np.uint64)


def _keys(
    method: str,
    measure: str,
    common: tuple[NDArray[np.uint64], NDArray[np.uint64]],
    batches: Iterable[pa.RecordBatch],
) -> Iterator[pa.RecordBatch]:
    """The keys of blocks, each once, and whether one is a leading one of a page."""
    import pyarrow as pa

    search = _pagekin.NeighbourSearch(method, measure)
    search.set_counts(*common)
    for batch in batches:
        for block, packed in zip(batch.column(0).to_pylist(), batch.column(1).to_pylist()):
            keys, leading = search.keys(pages_of(packed))
            values, places = np.unique(keys, return_inverse=True)
            is_leading = np.zeros(len(values), bool)
            is_leading[places[leading > 0]] = True
            arrays = [
                pa.array(values.view(np.int64)), pa.array(np.full(len(values), block, np.int64)), pa.array(is_leading)
            ]
            yield pa.RecordBatch.from_arrays(arrays, names=["value", "block", "is_leading"])


def _block_pairs(
    ids: NDArray[np.int64],
    lightest: NDArray[np.int64],
    heaviest: NDArray[np.int64],
    batches: Iterable[pa.RecordBatch],
) -> Iterator[pa.RecordBatch]:
    """Rows sorted by key: pairs of blocks that share it and whose sizes are near enough."""
    import pyarrow as pa

    seen: set[tuple[int, int]] = set()
    present: Any = None
    members: list[tuple[int, bool]] = []

    def pairs() -> Iterator[pa.RecordBatch]:
        if len(members) < 2:
            return
        # Keys go with templates, so the same blocks come again and again.
        p, leads = np.array([one for one, _ in members]), np.array([lead for _, lead in members])
        at = np.searchsorted(ids, p)
        for i in range(len(p) - 1):
            rest = slice(i + 1, len(p))
            is_near = (heaviest[at[rest]] >= lightest[at[i]]) & (heaviest[at[i]] >= lightest[at[rest]])
            others = p[rest][is_near & (leads[rest] | leads[i])]
            new = [other for other in others.tolist() if (int(p[i]), other) not in seen]
            if len(seen) > 2_000_000:
                seen.clear()
            seen.update((int(p[i]), other) for other in new)
            if new:
                yield pa.RecordBatch.from_arrays(
                    [pa.array(np.full(len(new), p[i], np.int64)), pa.array(new, pa.int64())], names=["p", "q"]
                )

    for batch in batches:
        for value, block, lead in zip(*(batch.column(i).to_pylist() for i in range(3))):
            if value != present:
                yield from pairs()
                present, members = value, []
            members.append((block, lead))
    yield from pairs()


def block_pairs(blocks: Blocks, method: str, measure: str, partitions: int) -> DataFrame:
    """Pairs p < q of blocks that are to be compared."""
    search = _pagekin.NeighbourSearch(method, measure)
    nothing = np.zeros(0, np.uint64)
    common = _common_values(blocks, method, measure) if search.has_values else (nothing, nothing)
    keys = blocks.frame.select("block", "pages").mapInArrow(
        partial(_keys, method, measure, common), "value bigint, block bigint, is_leading boolean"
    )
    by_value = keys.repartition(partitions, "value").sortWithinPartitions("value", "block")
    pairs = by_value.mapInArrow(
        partial(_block_pairs, blocks.ids, blocks.lightest, blocks.heaviest), "p bigint, q bigint"
    )
    return pairs.distinct()


# -- similar pages


def _similar(method: str, measure: str, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Rows sorted by task: a block, then those that it is compared with."""
    import pyarrow as pa

    search = _pagekin.NeighbourSearch(method, measure)
    own_block, own_part, own = -1, -1, list[bytes]()
    for batch in batches:
        for block, part, other, packed in zip(*(batch.column(i).to_pylist() for i in range(4))):
            pages = pages_of(packed)
            if other < 0:
                own_block, own_part, own = block, part, pages
                if part > 0:
                    continue
                first, second = search.pairs(own)
                other = block
            else:
                assert (own_block, own_part) == (block, part), "a block is missing"
                first, second = search.pairs(own, pages)
            arrays = [
                pa.array((block << _INDEX_BITS) + first.astype(np.int64)),
                pa.array((other << _INDEX_BITS) + second.astype(np.int64)),
            ]
            yield pa.RecordBatch.from_arrays(arrays, names=["u", "v"])


def similar_pages(blocks: Blocks, pairs: DataFrame, method: str, measure: str, partitions: int) -> DataFrame:
    """Pairs u, v of similar pages, each once, by their numbers: see ``members``."""
    from pyspark.sql import functions as F

    many = pairs.groupBy("p").agg(F.ceil(F.count("*") / F.lit(_BLOCKS_OF_A_TASK)).alias("parts"))
    parted = pairs.join(many, "p").withColumn("part", F.pmod(F.xxhash64("q"), F.col("parts")))
    packed = blocks.frame.select("block", "pages")
    own_parts = parted.selectExpr("p as block", "part").unionAll(packed.selectExpr("block", "0L as part")).distinct()
    own = own_parts.join(packed, "block").selectExpr("block as p", "part", "-1L as q", "pages")
    others = parted.join(packed, parted["q"] == packed["block"]).select("p", "part", "q", "pages")
    rows = own.unionAll(others).repartition(partitions, "p", "part").sortWithinPartitions("p", "part", "q")
    return rows.mapInArrow(partial(_similar, method, measure), "u bigint, v bigint")


def _members(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    for batch in batches:
        for block, classes, weights in zip(*(batch.column(i).to_pylist() for i in range(3))):
            count = len(classes) // CLASS_BYTES
            arrays = [
                pa.array((block << _INDEX_BITS) + np.arange(count, dtype=np.int64)),
                pa.array([classes[i * CLASS_BYTES : (i + 1) * CLASS_BYTES] for i in range(count)], pa.binary()),
                pa.array(np.frombuffer(weights, np.int64)),
            ]
            yield pa.RecordBatch.from_arrays(arrays, names=["number", "class", "weight"])


def members(blocks: Blocks) -> DataFrame:
    """(number, class, weight) of each distinct page."""
    rows = blocks.frame.select("block", "classes", "weights")
    return rows.mapInArrow(_members, "number bigint, class binary, weight bigint")
