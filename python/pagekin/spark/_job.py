"""The steps of a run, put together: see docs/spark.md."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from .. import _errors, _pagekin
from .._errors import InputError, NoPagesError, OptionError, PagekinError
from .._parts import Part, PartChain
from .._divided.extract import ENDS, INCIDENT, PAGE, SITE, Settings, read_parts, read_rows, row_schema
from ._data import is_index, template_type, template_value
from ._groups import groups_of, number_groups
from ._near import label_fingerprints
from ._neighbours import shared_neighbours
from .._divided.numbers import COLUMNS, chosen_columns, finish_pages, number_sites
from ._pairs import block_pairs, make_blocks, members, similar_pages
from ._rounds import collect_numbers, keep
from .._divided.sites import BY_FEATURES, learn_sites, make_unique, read_summary, site_schema

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

_BATCH_ROWS = "spark.sql.execution.arrow.maxRecordsPerBatch"
_BATCH_BYTES = "spark.sql.execution.arrow.maxBytesPerBatch"  # Spark 4


@dataclass
class SparkResult:
    """A run, with what was skipped. The data frames come from rows that Spark keeps until ``unpersist``."""

    pages: DataFrame  #: the columns of ``cluster -o``
    incidents: DataFrame  #: pages that were skipped or limited: input, page, offset, reason, skipped, detail
    page_count: int
    template_count: int
    _kept: Sequence[DataFrame]

    def unpersist(self) -> None:
        """Lets Spark forget the rows."""
        for frame in self._kept:
            frame.unpersist()


@contextmanager
def _settings_of(spark: SparkSession, batch_rows: int) -> Iterator[None]:
    """Bounds the batches that Python workers get while a run is planned and carried out."""
    wanted = {_BATCH_ROWS: str(batch_rows), _BATCH_BYTES: str(64 << 20)}
    before: dict[str, Optional[str]] = {}
    for name, value in wanted.items():
        try:
            before[name] = spark.conf.get(name, None)
            spark.conf.set(name, value)
        except Exception:  # a version that does not know the setting
            before.pop(name, None)
    try:
        yield
    finally:
        for name, old in before.items():
            if old is None:
                spark.conf.unset(name)
            else:
                spark.conf.set(name, old)


@contextmanager
def _typed_errors() -> Iterator[None]:
    """Raises an error of pagekin that ended a task as what it was."""
    try:
        yield
    except PagekinError:
        raise
    except Exception as failed:
        found = re.findall(r"^pagekin\._errors\.(\w+): (.*)$", str(failed), re.MULTILINE)
        kind = getattr(_errors, found[-1][0], None) if found else None
        if kind is None:
            raise
        raise kind(found[-1][1]) from failed


# -- the first step, for files and for data frames


@dataclass(frozen=True)
class Rows:
    """A source of rows of the first step, which can be made again after a look at the ends of parts."""

    spark: SparkSession
    settings: Settings
    make: Callable[[Settings], DataFrame]
    has_parts: bool


def file_rows(spark: SparkSession, settings: Settings, partitions: Optional[int]) -> Rows:
    def make(now: Settings) -> DataFrame:
        count = len(now.parts)
        slices = max(1, min(count, partitions or count))
        numbers = spark.range(0, count, 1, slices)
        return numbers.mapInArrow(partial(read_parts, now), row_schema(False))

    return Rows(spark, settings, make, True)


def frame_rows(df: DataFrame, url: str, html: str, order: Optional[str], settings: Settings) -> Rows:
    from pyspark.sql import functions as F

    for name in (url, html, order):
        if name is not None and name not in df.columns:
            raise InputError(f"the data frame has no column '{name}'; it has {', '.join(df.columns)}")
    kinds = dict(df.dtypes)
    if kinds[html] not in ("string", "binary"):
        raise InputError(f"column '{html}': expected string or binary, got {kinds[html]}")
    columns = [F.col(f"`{url}`").cast("string").alias("url"), F.col(f"`{html}`").alias("html")]
    if order is not None:
        columns.append(F.coalesce(F.col(f"`{order}`").cast("bigint"), F.lit(0)).alias("order"))
    chosen = df.select(*columns)

    def make(now: Settings) -> DataFrame:
        return chosen.mapInArrow(partial(read_rows, now), row_schema(now.order_is_text))

    return Rows(df.sparkSession, settings, make, False)


# -- whether the parts of files join


def _mended(parts: Sequence[Part], ends: dict[int, Any], tries: int) -> Optional[list[Part]]:
    """None: the parts join. Otherwise those to read instead."""
    made: list[list[Part]] = []  # by file: one may be there several times
    chain, is_broken = PartChain(), False
    broken: set[int] = set()
    is_changed = False
    for number, part in enumerate(parts):
        if part.begin == 0:
            made.append([])
            chain, is_broken = PartChain(), False
        if number not in ends:
            raise PagekinError(f"{part.path}: nothing is known of the part that begins at byte {part.begin}")
        its_ends, has_rows = ends[number]
        verdict = True if is_broken or _is_whole(part) else chain.add(part, its_ends)
        if verdict is True or (verdict is False and not has_rows):
            made[-1].append(part)
            continue
        is_changed = True
        if isinstance(verdict, Part):
            made[-1].append(verdict)
            is_broken = True  # the parts after it can be judged when it was read
            broken.add(len(made) - 1)
    if not is_changed:
        return None
    if tries > 0:
        # Bytes in these files look like records again and again: read them from front to back.
        for file in broken:
            made[file] = [Part(made[file][0].path)]
    return [part for file in made for part in file]


def _is_whole(part: Part) -> bool:
    return part.begin == 0 and part.end == Part("").end


# -- methods that learn site by site


def _site_rows(
    rows: DataFrame, method: str, order_is_text: bool, partitions: Optional[int], keep_cores: bool = True
) -> DataFrame:
    shuffled = rows.repartition(partitions, "key") if partitions else rows.repartition("key")
    in_order = shuffled.sortWithinPartitions("kind", "key", "first", "second")
    return in_order.mapInArrow(partial(learn_sites, method, keep_cores=keep_cores), site_schema(order_is_text))


def _kept_rows(rows: Rows, step: Callable[[DataFrame], DataFrame]) -> tuple[DataFrame, int]:
    """Carries out a step, and again with other parts where the parts did not join. Returns its rows, which
    Spark keeps, and the sum of the numbers of its summaries of sites: see ``site_schema``."""
    from pyspark import StorageLevel
    from pyspark.sql import functions as F

    settings, tries = rows.settings, 0
    while True:
        kept = step(rows.make(settings)).persist(StorageLevel.MEMORY_AND_DISK)
        number = F.col("number") if "number" in kept.columns else F.lit(0)
        try:
            # One job for both: each job costs some tenths of a second.
            rows_of_ends = kept.where(F.col("kind").isin(ENDS, SITE)).select(
                F.when(F.col("kind") == ENDS, F.struct("first", "payload")).alias("ends"),
                F.when(F.col("kind") == SITE, number).alias("number"),
            )
            found = rows_of_ends.agg(F.collect_list("ends").alias("ends"), F.sum("number").alias("number")).first()
            assert found is not None
            mended = None
            if rows.has_parts:
                ends = {int(one.first): json.loads(one.payload) for one in found.ends}
                mended = _mended(settings.parts, ends, tries)
        except BaseException:
            kept.unpersist()
            raise
        if mended is None:
            return kept, int(found.number or 0)
        kept.unpersist()
        settings = replace(settings, parts=tuple(mended))
        tries += 1


def _incidents(kept: DataFrame) -> DataFrame:
    from pyspark.sql import functions as F

    saved = F.from_json(F.col("payload").cast("string"), "reason string, detail string, skipped boolean")
    rows = kept.where(f"kind = {INCIDENT}").select("input", "page", "offset", saved.alias("saved"))
    return rows.select("input", "page", "offset", "saved.reason", "saved.skipped", "saved.detail")


def _no_pages(incidents: DataFrame) -> NoPagesError:
    few = incidents.limit(3).collect()
    shown = "; ".join(f"{row.page or row.input or 'a page'}: {row.reason}" for row in few)
    return NoPagesError("no page could be used" + (f" ({shown})" if shown else ""))


@dataclass(frozen=True)
class Plan:
    """How a run is carried out."""

    columns: tuple[str, ...]
    partitions: Optional[int]  #: of shuffles; None: what Spark is set to
    batch_rows: int
    most_compared: int  #: pages that the driver compares
    most_on_driver: int  #: distinct pages of sites and similar pairs that the driver holds
    join_sites: bool = True  #: whether templates of different sites may be one

    @property
    def schema(self) -> str:
        return ", ".join(f"{column} {COLUMNS[column]}" for column in self.columns)

    def shuffles(self, spark: SparkSession) -> int:
        """The number of partitions of shuffles."""
        return self.partitions or int(spark.conf.get("spark.sql.shuffle.partitions") or 200)


def cluster_rows(rows: Rows, plan: Plan) -> SparkResult:
    """Clusters."""
    settings = rows.settings
    name = settings.method.partition(":")[0]
    if not plan.join_sites and name != "auto":
        error = OptionError(f"join_sites: only auto can keep sites apart; the method is '{settings.method}'")
        error.option = "join_sites"
        raise error
    with _settings_of(rows.spark, plan.batch_rows), _typed_errors():
        if name != "auto" and name not in BY_FEATURES:
            if _pagekin.NeighbourSearch(settings.method, settings.measure).is_divisible:
                return _neighbour_rows(rows, plan)
            return _compare_rows(rows, plan)
        kept, group_count = _kept_rows(
            rows, lambda made: _site_rows(made, settings.method, settings.order_is_text, plan.partitions, plan.join_sites)
        )
        with _released_on_error([kept]):
            if name == "auto" or group_count <= plan.most_on_driver:
                return _number_on_driver(rows, plan, kept, kept, [kept], None)
            groups = groups_of(kept, settings.order_is_text)
            labels = label_fingerprints(settings.method, groups.select("class").distinct(), plan.shuffles(rows.spark))
            return _number_on_executors(plan, kept, kept, [kept], groups, labels)


@contextmanager
def _released_on_error(frames: list[DataFrame]) -> Iterator[None]:
    try:
        yield
    except BaseException:
        for frame in frames:
            frame.unpersist()
        raise


def _group_count(sites: DataFrame) -> int:
    """The number of distinct pages, counted in each site."""
    found = sites.where(f"kind = {SITE}").selectExpr("sum(number)").first()
    return int(found[0] or 0) if found is not None else 0


def _number_on_driver(
    rows: Rows,
    plan: Plan,
    sites: DataFrame,
    with_incidents: DataFrame,
    kept: list[DataFrame],
    labels: Optional[Mapping[bytes, int]],
) -> SparkResult:
    """`with_incidents`: the rows that have the incidents."""
    incidents = _incidents(with_incidents)
    summaries = sites.where(f"kind = {SITE}").select("payload").collect()
    numbering = number_sites(
        rows.settings.method, (read_summary(bytes(row.payload)) for row in summaries), labels, plan.join_sites
    )
    if numbering.pages == 0:
        raise _no_pages(incidents)
    pages = sites.where(f"kind = {PAGE}").select("key", "page", "input", "offset", "number", "variant", "confidence")
    finished = pages.mapInArrow(partial(finish_pages, numbering, plan.columns), plan.schema)
    return SparkResult(finished, incidents, numbering.pages, numbering.templates, kept)


def _number_on_executors(
    plan: Plan, sites: DataFrame, with_incidents: DataFrame, kept: list[DataFrame], groups: DataFrame, labels: DataFrame
) -> SparkResult:
    incidents = _incidents(with_incidents)
    finished, pages, templates = number_groups(sites, groups, labels, plan.columns, plan.schema)
    if pages == 0:
        raise _no_pages(incidents)
    return SparkResult(finished, incidents, pages, templates, kept)


# -- snn: executors find similar pages

_CLASS = "unhex(substring(sha2(payload, 256), 1, 32))"  # of CLASS_BYTES
_BLOCK_ROWS = 16  # of a batch; a row is a block


def _neighbour_rows(rows: Rows, plan: Plan) -> SparkResult:
    """Pages with equal features become one. Executors find similar ones, block by block. The driver
    clusters them, or executors do it if there are too many."""
    from pyspark import StorageLevel
    from pyspark.sql import functions as F

    settings, partitions = rows.settings, plan.shuffles(rows.spark)
    method, measure = settings.method, settings.measure
    made, _ = _kept_rows(rows, lambda frame: frame)
    kept = [made]
    with _released_on_error(kept):
        pages = made.where(f"kind = {PAGE}").withColumn("class", F.expr(_CLASS))
        classes = pages.groupBy("class").agg(F.first("payload").alias("payload"), F.count("*").alias("pages"))
        hashed = pages.withColumn("payload", F.col("class")).drop("class")
        sites = _site_rows(hashed, method, settings.order_is_text, partitions).persist(StorageLevel.MEMORY_AND_DISK)
        kept.append(sites)
        group_count = _group_count(sites)
        if group_count == 0:
            raise _no_pages(_incidents(made))
        with _settings_of(rows.spark, _BLOCK_ROWS):
            blocks = make_blocks(classes, method, measure, partitions)
            pairs = block_pairs(blocks, method, measure, partitions).persist(StorageLevel.MEMORY_AND_DISK)
            edges = similar_pages(blocks, pairs, method, measure, partitions).persist(StorageLevel.MEMORY_AND_DISK)
            edge_count = edges.count()
        search = _pagekin.NeighbourSearch(method, measure)
        nodes = members(blocks)
        try:
            if group_count + edge_count <= plan.most_on_driver:
                labels = _labels_on_driver(search, nodes, edges)
                return _number_on_driver(rows, plan, sites, made, kept, labels)
            nodes = nodes.persist(StorageLevel.MEMORY_AND_DISK)
            with _settings_of(rows.spark, _BLOCK_ROWS):
                of_node = shared_neighbours(
                    nodes.select("number", "weight"), edges, search.overlap, search.max_iterations, partitions
                )
                of_class = keep(nodes.select("number", "class").join(of_node, "number").select("class", "label"))
            groups = groups_of(sites, settings.order_is_text)
            return _number_on_executors(plan, sites, made, kept, groups, of_class)
        finally:
            for frame in (blocks.frame, pairs, edges, nodes):
                frame.unpersist()


def _labels_on_driver(search: _pagekin.NeighbourSearch, nodes: DataFrame, edges: DataFrame) -> dict[bytes, int]:
    rows = nodes.collect()
    numbers = np.array([row.number for row in rows], np.int64)
    order = np.argsort(numbers)
    weights = np.array([min(row.weight, 2**32 - 1) for row in rows], np.uint32)[order]
    first, second = (np.searchsorted(numbers[order], one) for one in collect_numbers(edges, ["u", "v"]))
    labels = search.cluster(weights, first.astype(np.uint32), second.astype(np.uint32))
    return {bytes(rows[place]["class"]): int(label) for place, label in zip(order.tolist(), labels.tolist())}


# -- methods that compare pages: the driver does it


def _compare_rows(rows: Rows, plan: Plan) -> SparkResult:
    settings, columns, most = rows.settings, plan.columns, plan.most_compared
    kept, _ = _kept_rows(rows, lambda made: made)
    try:
        pages = kept.where(f"kind = {PAGE}")
        count = pages.count()
        if count == 0:
            raise _no_pages(_incidents(kept))
        if count > most:
            error = OptionError(
                f"method '{settings.method}' compares pages on the driver: {count:,} pages are more than "
                f"max_compared = {most:,}; use 'auto' or 'fingerprint', or a larger max_compared"
            )
            error.option = "max_compared"
            raise error
        clusterer = _pagekin.FeatureClusterer(settings.method, settings.measure)
        origins: list[tuple[Any, Any]] = []
        ordered = pages.orderBy("first", "second").select("page", "input", "offset", "payload")
        for row in ordered.toLocalIterator(prefetchPartitions=True):
            clusterer.add(row.page, bytes(row.payload))
            origins.append((row.input, row.offset))
        native = [name for name in columns if name not in ("input", "offset")]
        found = clusterer.finish(sorted({*native, "cluster"})).to_dict()
        found["input"] = [origin for origin, _ in origins]
        found["offset"] = [offset for _, offset in origins]
        templates = len(set(found["cluster"]) - {0})
        table = list(zip(*(found[column] for column in columns)))
        frame = rows.spark.createDataFrame(table, plan.schema)
    except BaseException:
        kept.unpersist()
        raise
    return SparkResult(frame, _incidents(kept), count, templates, [kept])


# -- classification

CLASS_COLUMNS = {
    "page": "string",
    "template": "string",
    "score": "double",
    "confidence": "double",
    "name": "string",
    "host": "string",
    "url_shape": "string",
    "input": "string",
    "offset": "bigint",
}


def _unique_pages(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """For ``mapInArrow`` over rows sorted by kind, key and place: gives repeated names of a site numbers."""
    import numpy as np
    import pyarrow as pa

    def finish(held: list[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        table = pa.Table.from_batches(held)
        at = table.schema.get_field_index("page")
        table = table.set_column(at, "page", make_unique(table.column("page")))
        yield from table.to_batches(max_chunksize=10_000)

    held: list[pa.RecordBatch] = []
    present: Any = None
    for batch in batches:
        if batch.num_rows == 0:
            continue
        kinds, keys = batch.column(0).to_numpy(), batch.column(1).to_numpy()
        is_new = (kinds[1:] != kinds[:-1]) | (keys[1:] != keys[:-1])
        bounds = [0, *(np.flatnonzero(is_new) + 1).tolist(), batch.num_rows]
        for begin, end in zip(bounds, bounds[1:]):
            group = (int(kinds[begin]), int(keys[begin]))
            if held and group != present:
                yield from finish(held)
                held = []
            present = group
            part = batch.slice(begin, end - begin)
            if group[0] == PAGE:
                held.append(part)
            else:
                yield part
    if held:
        yield from finish(held)


def _finish_classes(
    columns: Sequence[str], kind: str, batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    for batch in batches:
        by_name = dict(zip(batch.schema.names, batch.columns))
        decisions = [json.loads(one) for one in by_name["payload"].to_pylist()]
        made: dict[str, Any] = {name: by_name[name] for name in ("page", "input", "offset")}
        templates = [template or None for template, _, _ in decisions]
        its_type = pa.int64() if kind == "bigint" else pa.string()
        made["template"] = pa.array([template_value(one, kind) for one in templates], its_type)
        made["score"] = pa.array([score for _, score, _ in decisions], pa.float64())
        made["confidence"] = pa.array(
            [score if template else None for template, score, _ in decisions], pa.float64()
        )
        made["name"] = pa.array(
            [(title or template) if template else None for template, _, title in decisions], pa.string()
        )
        yield chosen_columns(made, columns)


def classify_rows(
    rows: Rows, columns: tuple[str, ...], partitions: Optional[int], batch_rows: int
) -> SparkResult:
    """Classifies."""
    model = rows.settings.model
    assert model is not None
    kind = template_type(is_index(model))

    def step(made: DataFrame) -> DataFrame:
        shuffled = made.repartition(partitions, "key") if partitions else made.repartition("key")
        in_order = shuffled.sortWithinPartitions("kind", "key", "first", "second")
        return in_order.mapInArrow(_unique_pages, row_schema(rows.settings.order_is_text))

    with _settings_of(rows.spark, batch_rows), _typed_errors():
        kept, _ = _kept_rows(rows, step)
        pages = kept.where(f"kind = {PAGE}")
        count = pages.count()
        if count == 0:
            error = _no_pages(_incidents(kept))
            kept.unpersist()
            raise error
        types = dict(CLASS_COLUMNS, template=kind)
        schema = ", ".join(f"{column} {types[column]}" for column in columns)
        chosen = pages.select("page", "input", "offset", "payload")
        finished = chosen.mapInArrow(partial(_finish_classes, columns, kind), schema)
        return SparkResult(finished, _incidents(kept), count, 0, [kept])
