"""The method fingerprint on executors: fingerprints that match find each other by keys.

A fingerprint has some fifty keys (see ``_pagekin.FingerprintMatcher``). All that share one are joined with
one of its centres. What is then connected is a cluster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from .. import _pagekin
from ._rounds import components, keep, relabelled

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

_MOST_ROWS = 20_000


def _keys(method: str, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    matcher = _pagekin.FingerprintMatcher(method)
    values: list[bytes] = []
    centres: list[bool] = []
    owners: list[int] = []

    def rows() -> pa.RecordBatch:
        arrays = [pa.array(values, pa.binary()), pa.array(centres, pa.bool_()), pa.array(owners, pa.int64())]
        return pa.RecordBatch.from_arrays(arrays, names=["value", "is_centre", "id"])

    for batch in batches:
        for number, features in zip(batch.column(0).to_pylist(), batch.column(1).to_pylist()):
            for value, is_centre in matcher.keys(features):
                values.append(value)
                centres.append(is_centre)
                owners.append(number)
            if len(values) >= _MOST_ROWS:
                yield rows()
                values, centres, owners = [], [], []
    if values:
        yield rows()


def label_fingerprints(method: str, classes: DataFrame, partitions: int) -> DataFrame:
    """`classes`: each distinct feature once, in column class. Returns (class, label)."""
    from pyspark.sql import functions as F

    ordered = classes.select("class").repartition(partitions, "class").sortWithinPartitions("class")
    labels = keep(ordered.withColumn("label", F.monotonically_increasing_id()))
    if method.partition(":")[0] != "fingerprint":
        return labels  # equal features are a cluster
    keys = labels.select("label", "class").mapInArrow(
        partial(_keys, method), "value binary, is_centre boolean, id bigint"
    )
    # Keys of one fingerprint are most of them, and join nothing.
    shared = keys.repartition(partitions, "value").sortWithinPartitions("value", "id")
    edges = shared.mapInArrow(_joined, "u bigint, v bigint")
    return relabelled(labels, "label", components(edges))


def _joined(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Rows sorted by key: all that have a key, joined with its first centre."""
    import pyarrow as pa

    present = None
    centre = None
    waiting: list[int] = []  # those before the centre
    u: list[int] = []
    v: list[int] = []
    for batch in batches:
        for value, is_centre, number in zip(*(batch.column(i).to_pylist() for i in range(3))):
            if value != present:
                present, centre, waiting = value, None, []
            if centre is not None:
                u.append(number)
                v.append(centre)
            elif is_centre:
                centre = number
                u += waiting
                v += [centre] * len(waiting)
            else:
                waiting.append(number)
        if u:
            yield pa.RecordBatch.from_arrays([pa.array(u, pa.int64()), pa.array(v, pa.int64())], names=["u", "v"])
            u, v = [], []
