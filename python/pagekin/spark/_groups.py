"""Templates numbered on executors, for runs with more groups than the driver should hold.

A group is what has equal features in one site: a template of the summary of the site. Groups of one cluster
have one label. See _divided/numbers.py for the same on the driver.

Spark orders the templates and the best pages of each, and no native function does: that takes all groups in one
process, which is what this module is for. Methods that come here give no confidence, so the first pages of a
template, by place, are the ones that the native function would choose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from .._divided.extract import PAGE, SITE
from .._divided.numbers import REPRESENTATIVES, chosen_columns
from ._rounds import keep, numbered
from .._divided.sites import read_summary

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

_MOST_ROWS = 10_000


def _group_types(order_is_text: bool) -> tuple[str, Any]:
    import pyarrow as pa

    order, arrow_order = ("string", pa.string()) if order_is_text else ("bigint", pa.int64())
    spot = pa.struct([("first", arrow_order), ("second", pa.int64()), ("number", pa.int64())])
    schema = pa.schema(
        [
            ("key", pa.int64()), ("variant", pa.int32()), ("class", pa.binary()), ("pages", pa.int64()),
            ("place", pa.struct([("first", arrow_order), ("second", pa.int64())])), ("tops", pa.list_(spot)),
        ]
    )
    text = (
        f"key bigint, variant int, class binary, pages bigint, place struct<first: {order}, second: bigint>, "
        f"tops array<struct<first: {order}, second: bigint, number: bigint>>"
    )
    return text, schema


def _open(order_is_text: bool, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Summaries of sites as a row for each group."""
    import pyarrow as pa

    _, schema = _group_types(order_is_text)
    rows: list[tuple[Any, ...]] = []

    def made() -> pa.RecordBatch:
        columns = list(zip(*rows))
        return pa.RecordBatch.from_arrays(
            [pa.array(column, field.type) for column, field in zip(columns, schema)], schema=schema
        )

    for batch in batches:
        for payload in batch.column(0).to_pylist():
            site = read_summary(payload)
            for variant, (core, pages, first) in enumerate(zip(site.cores, site.counts, site.firsts)):
                tops = [{"first": one.first, "second": one.second, "number": one.number} for one in site.tops[variant]]
                place = {"first": first[0], "second": first[1]}
                rows.append((site.key, variant, core, pages, place, tops))
                if len(rows) >= _MOST_ROWS:
                    yield made()
                    rows = []
    if rows:
        yield made()


def groups_of(sites: DataFrame, order_is_text: bool) -> DataFrame:
    """The groups of all sites."""
    text, _ = _group_types(order_is_text)
    summaries = sites.where(f"kind = {SITE}").select("payload")
    return summaries.mapInArrow(partial(_open, order_is_text), text)


def _finish(columns: Sequence[str], batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    for batch in batches:
        if batch.num_rows == 0:
            continue
        made: dict[str, Any] = dict(zip(batch.schema.names, batch.columns))
        made["cluster"] = made["variant"] = made["template"]
        made["confidence"] = pa.nulls(batch.num_rows, pa.float64())
        yield chosen_columns(made, columns)


def number_groups(
    sites: DataFrame, groups: DataFrame, labels: DataFrame, columns: Sequence[str], schema: str
) -> tuple[DataFrame, int, int]:
    """`labels`: (class, label). Returns the finished pages, and the numbers of pages and of templates."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    labelled = keep(groups.join(labels, "class").drop("class"))
    found = labelled.groupBy("label").agg(F.sum("pages").alias("size"), F.min("place").alias("place"))
    ids = keep(numbered(found.orderBy(F.desc("size"), "place"), "template").select("label", "template", "size"))
    totals = ids.agg(F.sum("size").alias("pages"), F.count("*").alias("templates")).first()
    pages_count = int(totals.pages or 0) if totals is not None else 0
    template_count = int(totals.templates) if totals is not None else 0

    by_place = Window.partitionBy("label").orderBy("top.first", "top.second")
    tops = labelled.select("label", "key", F.explode("tops").alias("top"))
    best = tops.withColumn("rank", F.row_number().over(by_place)).where(F.col("rank") <= REPRESENTATIVES)
    chosen = best.select("key", F.col("top.number").alias("number"), F.lit(True).alias("is_chosen"))
    of_group = labelled.join(ids, "label").select("key", "variant", "template")
    pages = sites.where(f"kind = {PAGE}").select("key", "variant", "number", "page", "input", "offset")
    joined = pages.join(of_group, ["key", "variant"]).join(chosen, ["key", "number"], "left")
    wanted = joined.select(
        "page", "input", "offset", "template", F.coalesce("is_chosen", F.lit(False)).alias("representative")
    )
    return wanted.mapInArrow(partial(_finish, tuple(columns)), schema), pages_count, template_count
