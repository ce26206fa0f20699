"""pagekin on Apache Spark: crawls that are too large for one machine.

>>> import pagekin.spark                                              # doctest: +SKIP
>>> pages = pagekin.spark.cluster_files(spark, "/crawl/*.warc.gz")    # doctest: +SKIP
>>> pages.write.parquet("/crawl/templates")                           # doctest: +SKIP

The clusters and the ids of templates are those of ``pagekin cluster`` over the same pages, whatever the
number of partitions. docs/spark.md explains how it is run on a cluster. It needs PySpark 3.5 or newer,
pyarrow and pandas.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, Optional, Union, overload

from .. import _pagekin
from .._catalogue import spec
from .._errors import InputError
from . import _data
from .._divided.extract import Settings
from ._job import CLASS_COLUMNS, Plan, SparkResult, classify_rows, cluster_rows, file_rows, frame_rows
from .._divided.numbers import COLUMNS, check_columns
from .._divided.paths import divide_all, is_remote, local_path, open_remote, path_list
from .._learn import Wrapper
from .._pages import checked_inputs
from .._types import Path

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = [
    "CLASS_COLUMNS",
    "COLUMNS",
    "SparkResult",
    "classify",
    "classify_files",
    "clean",
    "cluster",
    "cluster_files",
    "extract",
    "register",
    "with_templates",
]

Columns = Union[str, Sequence[str]]

_USUAL = "page,template,variant,confidence,representative"
_USUAL_CLASS = "page,template,score"
_BATCH_ROWS = 500


def register(spark: SparkSession) -> None:
    """Makes ``spark.read.format("pagekin").load(path)`` known to a session. PySpark 4 finds it by itself where
    the wheel is installed, so this is needed only where the package comes in another way."""
    try:
        from ._source import PagekinSource
    except ImportError as missing:
        raise ImportError(f"the format 'pagekin' needs PySpark 4.0 or newer: {missing}") from missing
    spark.dataSource.register(PagekinSource)


def _answer(result: SparkResult, details: bool) -> Any:
    return result if details else result.pages


def _need_spark() -> None:
    try:
        import pyarrow  # noqa: F401
        import pyspark  # noqa: F401
    except ImportError as missing:
        raise ImportError(f"pagekin.spark needs pyspark, pyarrow and pandas: {missing}") from missing


@overload
def cluster(
    df: DataFrame, url: str = ..., html: str = ..., method: str = ..., *, details: Literal[False] = ..., **options: Any
) -> DataFrame: ...
@overload
def cluster(
    df: DataFrame, url: str = ..., html: str = ..., method: str = ..., *, details: Literal[True], **options: Any
) -> SparkResult: ...
def cluster(
    df: DataFrame,
    url: str = "url",
    html: str = "html",
    method: str = "auto",
    *,
    details: bool = False,
    measure: str = "",
    columns: Columns = _USUAL,
    order: Optional[str] = None,
    max_page_bytes: int = 10_000_000,
    page_seconds: float = 300.0,
    shuffle_partitions: Optional[int] = None,
    batch_rows: int = _BATCH_ROWS,
    max_compared: int = 200_000,
    max_on_driver: int = 10_000_000,
    join_sites: bool = True,
    **options: object,
) -> Any:
    """Groups the pages of a data frame by template.

    `url` and `html` name the columns of addresses and documents; documents are strings or binary. Rows of
    a data frame have no order of their own, and templates of one size are numbered by their first page. So
    pages are taken in the order of their addresses, or of the whole numbers in column `order`. The result
    is that of ``pagekin cluster`` over the pages in that order.

    `columns`: see ``COLUMNS``. `page_seconds`: a page that takes longer is skipped, like one that crashes
    native code; 0: no limit. `shuffle_partitions`: by default what Spark is set to. `batch_rows`: how many
    rows a Python worker gets at once. `max_on_driver`: with the methods fingerprint and snn, the driver holds
    up to this many distinct pages and pairs of similar pages; beyond that, executors do its work, in rounds.
    `max_compared`: other methods that compare pages do it on the driver, up to this many pages. Without
    `join_sites` each site has templates of its own (method auto): the driver then does not compare the templates of all sites with each
    other, and the result is not that of one run. Further `options` are those of the method. With `details` the answer is a
    ``SparkResult``, which has the pages that were skipped.
    """
    _need_spark()
    settings = Settings(
        method=spec(method, options),
        measure=measure,
        max_page_bytes=max_page_bytes,
        page_seconds=page_seconds,
        order_is_text=order is None,
    )
    wanted = check_columns(columns, COLUMNS)
    _pagekin.PageExtractor(settings.method, settings.measure)  # raises OptionError
    rows = frame_rows(df, url, html, order, settings)
    plan = Plan(wanted, shuffle_partitions, batch_rows, max_compared, max_on_driver, join_sites)
    return _answer(cluster_rows(rows, plan), details)


@overload
def cluster_files(
    spark: SparkSession,
    paths: Union[Path, Sequence[Path]],
    method: str = ...,
    *,
    details: Literal[False] = ...,
    **options: Any,
) -> DataFrame: ...
@overload
def cluster_files(
    spark: SparkSession, paths: Union[Path, Sequence[Path]], method: str = ..., *, details: Literal[True], **options: Any
) -> SparkResult: ...
def cluster_files(
    spark: SparkSession,
    paths: Union[Path, Sequence[Path]],
    method: str = "auto",
    *,
    details: bool = False,
    measure: str = "",
    columns: Columns = _USUAL,
    url: str = "url",
    html: str = "html",
    html_encoding: str = "auto",
    max_page_bytes: int = 10_000_000,
    all_status: bool = False,
    verify_digests: bool = False,
    strict: bool = False,
    page_seconds: float = 300.0,
    part_bytes: Optional[int] = None,
    partitions: Optional[int] = None,
    shuffle_partitions: Optional[int] = None,
    batch_rows: int = _BATCH_ROWS,
    max_compared: int = 200_000,
    max_on_driver: int = 10_000_000,
    join_sites: bool = True,
    **options: object,
) -> Any:
    """Groups the pages of files by template. Page bytes do not enter the JVM.

    `paths`: anything that ``pagekin cluster`` reads, folders of archives and Nutch segments included, at
    paths that the driver and all executors see; or addresses of files (hdfs://, s3://, gs://) that pyarrow can
    open, which an executor copies one at a time to a temporary folder. Files that end in .parquet are tables of
    pages. Large files are read in parts of `part_bytes`; by default 16 to 128 MB, so that each core of the
    application gets several parts. `partitions`: the number of tasks that read; by default one for each part.
    `url` and `html` name the fields of JSON lines and the columns of tables. Other options are those of
    ``cluster`` and of ``pagekin.cluster``.
    """
    _need_spark()
    settings = Settings(
        method=spec(method, options),
        measure=measure,
        max_page_bytes=max_page_bytes,
        all_status=all_status,
        verify_digests=verify_digests,
        strict=strict,
        url_field=url,
        html_field=html,
        html_encoding=html_encoding,
        page_seconds=page_seconds,
    )
    wanted = check_columns(columns, COLUMNS)
    _pagekin.PageExtractor(settings.method, settings.measure)  # raises OptionError
    parts = divide_all(path_list(paths), part_bytes, _cores(spark))
    settings = replace(settings, keep_input="input" in wanted, parts=tuple(parts))
    rows = file_rows(spark, settings, partitions)
    plan = Plan(wanted, shuffle_partitions, batch_rows, max_compared, max_on_driver, join_sites)
    return _answer(cluster_rows(rows, plan), details)


def _cores(spark: SparkSession) -> int:
    """The cores of the application, as far as Spark reports them."""
    try:
        return max(1, int(spark.sparkContext.defaultParallelism))
    except Exception:  # Spark Connect has no context; the server may be anywhere
        return max(1, int(spark.conf.get("spark.default.parallelism", None) or os.cpu_count() or 1))


def _fetched(spark: SparkSession, given: Path, folder: str) -> str:
    """A file that is here, or a copy of one that is elsewhere."""
    path = os.fsdecode(os.fspath(given))
    if not is_remote(path):
        (name,) = checked_inputs([local_path(path)])
        return name
    try:
        return open_remote(path, folder)
    except InputError as failed:
        # Spark may know file systems, and have rights, that pyarrow does not.
        try:
            row = spark.read.format("binaryFile").load(path).select("content").first()
        except Exception as refused:
            raise failed from refused
        if row is None:
            raise
        copy = os.path.join(folder, "file")
        with open(copy, "wb") as file:
            file.write(row.content)
        return copy


def _model_bytes(spark: SparkSession, model: Path) -> bytes:
    with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
        name = _fetched(spark, model, folder)
        _pagekin.Classifier(name)  # raises PagekinError for a file that is not a model
        with open(name, "rb") as file:
            return file.read()


def classify(
    df: DataFrame,
    model: Path,
    url: str = "url",
    html: str = "html",
    *,
    details: bool = False,
    columns: Optional[Columns] = None,
    prefix: str = "",
    max_page_bytes: int = 10_000_000,
    page_seconds: float = 300.0,
    shuffle_partitions: Optional[int] = None,
    batch_rows: int = _BATCH_ROWS,
) -> Any:
    """Names the template of each page of a data frame.

    `model` is a model of ``pagekin train`` or an index of ``pagekin cluster --index``: its path, or its address on a file system that
    pyarrow or Spark knows. The driver reads it and sends it to the executors. The answer is the data frame with two more columns, `template` (null for a page of no known
    template) and `score`, as ``with_templates`` makes it: lazy, with the caller's columns, also of a stream.

    With `columns` or `details` it is a table of its own: see ``CLASS_COLUMNS``. That is made at once; addresses that come twice get
    numbers, and a page that crashes native code is skipped and named instead of ending its task. Other options are those of ``cluster``,
    for such a table.
    """
    _need_spark()
    if columns is None and not details:
        return _data.with_templates(df, _model_bytes(df.sparkSession, model), url, html, prefix)
    columns = _USUAL_CLASS if columns is None else columns
    wanted = check_columns(columns, CLASS_COLUMNS)
    settings = Settings(
        model=_model_bytes(df.sparkSession, model), max_page_bytes=max_page_bytes, page_seconds=page_seconds, order_is_text=True
    )
    rows = frame_rows(df, url, html, None, settings)
    return _answer(classify_rows(rows, wanted, shuffle_partitions, batch_rows), details)


def with_templates(df: DataFrame, model: Path, url: str = "url", html: str = "html", *, prefix: str = "") -> DataFrame:
    """The data frame with two more columns, `template` and `score`: the known template of each page; null for none. An index gives whole numbers, a model names. Lazy: nothing runs
    before Spark needs the rows; works on streams. The driver reads `model`, an index or a model. A page that
    crashes native code ends its task; ``classify(details=True)`` skips and names such a page instead."""
    _need_spark()
    return _data.with_templates(df, _model_bytes(df.sparkSession, model), url, html, prefix)


def extract(df: DataFrame, wrapper: Any, url: str = "url", html: str = "html", *, prefix: str = "") -> DataFrame:
    """The data frame with the fields of its pages as further columns: `template`, `confidence`, `needs_review`, and one for each field
    (text, or a list of texts). The type of `template` is that of ``classify``. `wrapper`: a ``pagekin.Wrapper``, or its path or address. Lazy; works on streams. `prefix` stands before
    the names of new columns."""
    _need_spark()
    if not isinstance(wrapper, Wrapper):
        with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
            wrapper = Wrapper.open(_fetched(df.sparkSession, wrapper, folder))
    return _data.extract(df, wrapper, url, html, prefix)


def clean(
    df: DataFrame,
    model: Path,
    url: str = "url",
    html: str = "html",
    *,
    format: str = "text",
    links: str = "kept",
    comments: str = "auto",
    keep_optional: float = 0.5,
    keep_labels: bool = False,
    prefix: str = "",
) -> DataFrame:
    """The data frame with the main text of its pages: `template`, `title`, `author`, `date`, `language`, `address`, `kind`, `kept`,
    `text`. `model`: an index that was made with ``skeletons=True``; what the pages of a template share is known from it. A page of no
    known template has null. Other options are those of ``pagekin.clean``. Lazy; works on streams."""
    _need_spark()
    options = dict(format=format, links=links, comments=comments, keep_optional=keep_optional, keep_labels=keep_labels)
    return _data.clean(df, _model_bytes(df.sparkSession, model), url, html, prefix, options)


def classify_files(
    spark: SparkSession,
    paths: Union[Path, Sequence[Path]],
    model: Path,
    *,
    details: bool = False,
    columns: Columns = _USUAL_CLASS,
    url: str = "url",
    html: str = "html",
    html_encoding: str = "auto",
    max_page_bytes: int = 10_000_000,
    all_status: bool = False,
    verify_digests: bool = False,
    strict: bool = False,
    page_seconds: float = 300.0,
    part_bytes: Optional[int] = None,
    partitions: Optional[int] = None,
    shuffle_partitions: Optional[int] = None,
    batch_rows: int = _BATCH_ROWS,
) -> Any:
    """Names the template of each page of files; see ``classify`` and ``cluster_files``."""
    _need_spark()
    wanted = check_columns(columns, CLASS_COLUMNS)
    settings = Settings(
        model=_model_bytes(spark, model),
        max_page_bytes=max_page_bytes,
        all_status=all_status,
        verify_digests=verify_digests,
        strict=strict,
        url_field=url,
        html_field=html,
        html_encoding=html_encoding,
        page_seconds=page_seconds,
        keep_input="input" in wanted,
        parts=tuple(divide_all(path_list(paths), part_bytes, _cores(spark))),
    )
    rows = file_rows(spark, settings, partitions)
    return _answer(classify_rows(rows, wanted, shuffle_partitions, batch_rows), details)
