"""Clusters of shared near neighbours, in rounds on executors: cluster/shared_neighbours.cc for graphs that the
driver should not hold.

A place is what has the same neighbours; all its pages are one cluster from the first round on. A cluster has
the set of places that are neighbours of its pages. In each round, clusters that touch each other are compared
by these sets, and what overlaps enough is joined, with all that is connected.

A task holds two such sets: 16 bytes a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ._rounds import components, keep, relabelled

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray
    from pyspark.sql import DataFrame

_SET_SCHEMA = "cluster bigint, total bigint, places binary, weights binary"


def reaches(part: NDArray[np.int64], whole: NDArray[np.int64], at_least: float) -> NDArray[np.bool_]:
    """Compares as 32-bit numbers, as similarities are compared with a threshold."""
    found: NDArray[np.bool_] = (part / whole).astype(np.float32) >= np.float32(at_least)
    return found


def _packed(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Rows (cluster, place, weight), sorted, as one row for each cluster."""
    import pyarrow as pa

    present: Any = None
    held: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []

    def row() -> pa.RecordBatch:
        places, weights = (np.concatenate(few) for few in zip(*held))
        arrays = [
            pa.array([present], pa.int64()), pa.array([int(weights.sum())], pa.int64()),
            pa.array([places.tobytes()], pa.binary()), pa.array([weights.tobytes()], pa.binary()),
        ]
        return pa.RecordBatch.from_arrays(arrays, names=["cluster", "total", "places", "weights"])

    for batch in batches:
        if batch.num_rows == 0:
            continue
        clusters, places, weights = (batch.column(i).to_numpy() for i in range(3))
        bounds = [0, *(np.flatnonzero(clusters[1:] != clusters[:-1]) + 1).tolist(), len(clusters)]
        for begin, end in zip(bounds, bounds[1:]):
            if present is not None and int(clusters[begin]) != present:
                yield row()
                held = []
            present = int(clusters[begin])
            held.append((places[begin:end].copy(), weights[begin:end].copy()))
    if held:
        yield row()


def _overlapping(overlap: float, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Rows (u, v, total, places, weights) sorted by u: its own set, with v = -1, then those of others."""
    import pyarrow as pa

    own: Any = None
    u: list[int] = []
    v: list[int] = []
    for batch in batches:
        for one, other, total, places, weights in zip(*(batch.column(i).to_pylist() for i in range(5))):
            found = np.frombuffer(places, np.int64)
            if other < 0:
                own = (one, total, found)
                continue
            assert own[0] == one, "a set is missing"
            mine = own[2]
            at = np.minimum(np.searchsorted(mine, found), len(mine) - 1)
            common = int(np.frombuffer(weights, np.int64)[mine[at] == found].sum())
            if reaches(np.array(common), np.array(own[1] + total - common), overlap):
                u.append(one)
                v.append(other)
        if u:
            yield pa.RecordBatch.from_arrays([pa.array(u, pa.int64()), pa.array(v, pa.int64())], names=["u", "v"])
            u, v = [], []


def shared_neighbours(
    nodes: DataFrame, edges: DataFrame, overlap: float, max_iterations: int, partitions: int
) -> DataFrame:
    """`nodes`: number and weight; `edges`: u and v, each pair once. Returns (number, label)."""
    from pyspark.sql import functions as F

    both = edges.select("u", "v").unionAll(edges.selectExpr("v as u", "u as v"))
    both = keep(both.unionAll(nodes.selectExpr("number as u", "number as v")))
    marks = both.groupBy("u").agg(
        F.count("*").alias("n"), F.bit_xor(F.xxhash64("v")).alias("h1"), F.bit_xor(F.xxhash64("v", F.lit(1))).alias("h2")
    )
    firsts = marks.groupBy("n", "h1", "h2").agg(F.min("u").alias("place"))
    place_of = keep(marks.join(firsts, ["n", "h1", "h2"]).selectExpr("u as number", "place"))
    weights = keep(nodes.join(place_of, "number").groupBy("place").agg(F.sum("weight").alias("weight")))
    sets = (
        both.join(place_of, both["v"] == place_of["number"]).select("u", "place")
        .join(weights.select(F.col("place").alias("u")), "u")  # sets of places, not of all nodes
        .selectExpr("u as cluster", "place").distinct()
    )
    sets = keep(sets.join(weights, "place").select("cluster", "place", "weight"))
    cluster_of = keep(weights.selectExpr("place", "place as cluster"))
    for _ in range(max_iterations):
        in_order = sets.repartition(partitions, "cluster").sortWithinPartitions("cluster", "place")
        packed = keep(in_order.mapInArrow(_packed, _SET_SCHEMA))
        touching = (
            sets.select(F.col("cluster").alias("u"), "place").join(cluster_of, "place")
            .selectExpr("u", "cluster as v").where("u < v").distinct()
        )
        totals = packed.select("cluster", "total")
        sized = touching.join(totals.toDF("u", "total_u"), "u").join(totals.toDF("v", "total_v"), "v")
        near = sized.where(
            f"cast(least(total_u, total_v) / greatest(total_u, total_v) as float) >= cast({overlap!r}D as float)"
        ).select("u", "v")
        others = near.join(packed, near["v"] == packed["cluster"]).select("u", "v", "total", "places", "weights")
        own = packed.selectExpr("cluster as u", "-1L as v", "total", "places", "weights")
        own = own.join(near.select("u").distinct(), "u", "left_semi")
        rows = own.unionAll(others).repartition(partitions, "u").sortWithinPartitions("u", "v")
        joined = keep(rows.mapInArrow(partial(_overlapping, overlap), "u bigint, v bigint"))
        if joined.isEmpty():
            break
        roots = components(joined)
        cluster_of = keep(relabelled(cluster_of, "cluster", roots))
        sets = keep(relabelled(sets, "cluster", roots).distinct())
    return place_of.join(cluster_of, "place").selectExpr("number", "cluster as label")
