"""Connected components on executors, in rounds, and what rounds need: rows that are kept between them.

Large-star and small-star: in a round each node is joined with the smallest node that it knows of, first
from its larger neighbours, then from its smaller ones, until each component is a star around its smallest
node. That takes O(log^2 n) rounds at most; on real graphs it is a handful.

Source: Kiveris, Lattanzi, Mirrokni, Rastogi, Vassilvitskii: Connected Components in MapReduce and Beyond,
SoCC 2014.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray
    from pyspark.sql import DataFrame, SparkSession


def has_checkpoint_folder(session: SparkSession) -> bool:
    """Whether rows can be kept where a lost executor does not take them along."""
    try:
        return session.sparkContext.getCheckpointDir() is not None
    except Exception:  # Spark Connect has no context, and no class for that in all versions
        return bool(session.conf.get("spark.checkpoint.dir", None))


def keep(frame: DataFrame) -> DataFrame:
    """The rows, computed and without their history, which would grow from round to round.

    They go to the checkpoint folder of the session, if it has one. Otherwise executors keep them, with
    Spark 4 twice; then a run does not survive the loss of all executors that have a row, but ends with an
    error of Spark.
    """
    from pyspark import StorageLevel

    session = frame.sparkSession
    if has_checkpoint_folder(session):
        return frame.checkpoint()
    if session.version < "4":
        return frame.localCheckpoint()
    return frame.localCheckpoint(True, StorageLevel.MEMORY_AND_DISK_2)


def components(edges: DataFrame) -> DataFrame:
    """(node, root) for each node of `edges` (columns u and v) but the smallest of a component, its root."""
    stars = keep(_small_star(edges.where("u != v")))
    before = None
    while True:
        now = _mark(stars)
        if now == before:
            return stars.selectExpr("u as node", "v as root")
        before = now
        stars = keep(_small_star(_large_star(stars)))


def _mark(edges: DataFrame) -> tuple[Any, ...]:
    """Differs for different sets of edges."""
    first, second = "bit_xor(xxhash64(u, v))", "bit_xor(xxhash64(v, u, 1))"
    return tuple(edges.selectExpr("count(*)", first, second).first() or ())


# The least neighbour has its node under another name: Spark 3 does not join two frames that share a column.


def _large_star(edges: DataFrame) -> DataFrame:
    from pyspark.sql import functions as F

    both = edges.select("u", "v").unionAll(edges.selectExpr("v as u", "u as v"))
    least = both.groupBy("u").agg({"v": "min"}).selectExpr("u as node", "least(u, `min(v)`) as m")
    return both.join(least, F.expr("u = node")).where("v > u").selectExpr("v as u", "m as v")


def _small_star(edges: DataFrame) -> DataFrame:
    from pyspark.sql import functions as F

    down = edges.selectExpr("greatest(u, v) as u", "least(u, v) as v").distinct()
    least = down.groupBy("u").agg({"v": "min"}).selectExpr("u as node", "`min(v)` as m")
    others = down.join(least, F.expr("u = node")).where("v != m").selectExpr("v as u", "m as v")
    return others.unionAll(least.selectExpr("node as u", "m as v")).distinct()


def relabelled(frame: DataFrame, column: str, roots: DataFrame) -> DataFrame:
    """The rows with the root of each component in place of its nodes."""
    from pyspark.sql import functions as F

    found = frame.join(roots, frame[column] == roots["node"], "left")
    return found.withColumn(column, F.coalesce("root", column)).drop("node", "root")


# -- many numbers to the driver


def _pack(columns: Sequence[str], batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    held: list[list[Any]] = []
    rows = 0

    def packed() -> pa.RecordBatch:
        arrays = [np.concatenate(few) for few in zip(*held)]
        return pa.RecordBatch.from_arrays([pa.array([pickle.dumps(arrays, protocol=5)], pa.binary())], names=["packed"])

    for batch in batches:
        if batch.num_rows == 0:
            continue
        held.append([batch.column(name).to_numpy(zero_copy_only=False) for name in columns])
        rows += batch.num_rows
        if rows > 1_000_000:
            yield packed()
            held, rows = [], 0
    if held:
        yield packed()


def collect_numbers(frame: DataFrame, columns: Sequence[str]) -> list[NDArray[np.int64]]:
    """Columns of whole numbers as arrays, some ten times faster than by rows."""
    rows = frame.select(*columns).mapInArrow(partial(_pack, tuple(columns)), "packed binary").collect()
    parts = [pickle.loads(row.packed) for row in rows]
    if not parts:
        return [np.zeros(0, np.int64) for _ in columns]
    return [np.concatenate([part[i] for part in parts]) for i in range(len(columns))]


def numbered(frame: DataFrame, column: str) -> DataFrame:
    """Rows in their order, with numbers 1, 2, 3 ... in a new column."""
    from pyspark.sql import functions as F

    marked = keep(frame.withColumn("_mark", F.monotonically_increasing_id()))
    part = F.shiftright("_mark", 33)
    counts = {row.part: row["count"] for row in marked.groupBy(part.alias("part")).count().collect()}
    begins, total = [], 0
    for number in sorted(counts):
        begins.append((number, total))
        total += counts[number]
    starts = frame.sparkSession.createDataFrame(begins or [(0, 0)], "_part long, _begin long")
    row = F.col("_mark").bitwiseAND(F.lit((1 << 33) - 1))
    found = marked.withColumn("_part", part).join(F.broadcast(starts), "_part")
    return found.withColumn(column, F.col("_begin") + row + 1).drop("_mark", "_part", "_begin")
