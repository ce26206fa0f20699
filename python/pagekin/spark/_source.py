"""``spark.read.format("pagekin")``: pages of files as a data frame. PySpark 4.0 or newer.

For what pagekin.spark does not do itself: other analyses of the pages of a crawl, or Parquet files of it. To
find templates, ``pagekin.spark.cluster_files`` is faster: its pages never enter the JVM.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from .._api import read
from .._errors import InputError, OptionError
from .._divided.extract import _origin
from .._divided.paths import PARQUET, divide_all, is_remote, open_remote, path_list

if TYPE_CHECKING:
    import pyarrow as pa

SCHEMA = "page string, html binary, charset string, input string, offset bigint"

_SWITCHES = {"allstatus": "all_status", "verifydigests": "verify_digests", "strict": "strict"}
_TEXTS = {"url": "url", "html": "html", "htmlencoding": "html_encoding"}
_BATCH_BYTES = 8_000_000
_BATCH_PAGES = 256


class _File(InputPartition):
    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class PagekinSource(DataSource):
    """Options: ``maxPageBytes``, ``allStatus``, ``verifyDigests``, ``strict``, ``url``, ``html`` and
    ``htmlEncoding``, as those of ``pagekin.read``. One file is one partition."""

    @classmethod
    def name(cls) -> str:
        return "pagekin"

    def schema(self) -> str:
        return SCHEMA

    def reader(self, schema: Any) -> DataSourceReader:
        return _Reader({name.lower(): value for name, value in self.options.items()})


def _reading(options: dict[str, str]) -> dict[str, Any]:
    """The options of ``pagekin.read``."""
    found: dict[str, Any] = {"threads": 1}
    for name, value in options.items():
        if name in ("path", "paths"):
            continue
        if name in _SWITCHES:
            if value.lower() not in ("true", "false"):
                raise _wrong(name, f"option '{name}': expected true or false, got '{value}'")
            found[_SWITCHES[name]] = value.lower() == "true"
        elif name in _TEXTS:
            found[_TEXTS[name]] = value
        elif name == "maxpagebytes":
            if not value.isdigit():
                raise _wrong(name, f"option '{name}': expected a number of bytes, got '{value}'")
            found["max_page_bytes"] = int(value)
        else:
            known = ", ".join(["maxPageBytes", "allStatus", "verifyDigests", "strict", *_TEXTS.values()])
            raise _wrong(name, f"option '{name}' is not known; expected: {known}")
    return found


def _wrong(name: str, message: str) -> OptionError:
    error = OptionError(message)
    error.option = name
    return error


class _Reader(DataSourceReader):
    def __init__(self, options: dict[str, str]) -> None:
        # Spark hands a list of paths over as a text of JSON.
        self._paths: list[str] = json.loads(options["paths"]) if "paths" in options else []
        self._paths += [options["path"]] if "path" in options else []
        if not self._paths:
            raise InputError("no input was given: load(path)")
        self._reading = _reading(options)

    def partitions(self) -> list[InputPartition]:
        # A file is read by one task: whether parts of it join is known only when all are read.
        parts = divide_all(path_list(self._paths), 2**63)
        for part in parts:
            if part.path.startswith(PARQUET):
                raise InputError(f"{part.path.removeprefix(PARQUET)}: read Parquet files with spark.read.parquet")
        return [_File(part.path) for part in parts]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        assert isinstance(partition, _File)
        name = path = partition.path
        folder = None
        if is_remote(name):
            folder = tempfile.mkdtemp(prefix="pagekin-")
        kinds = (pa.string(), pa.binary(), pa.string(), pa.string(), pa.int64())
        names = [part.split()[0] for part in SCHEMA.split(", ")]
        rows: list[tuple[Any, ...]] = []
        size = 0

        def batch() -> pa.RecordBatch:
            arrays = [pa.array(column, kind) for column, kind in zip(zip(*rows), kinds)]
            return pa.RecordBatch.from_arrays(arrays, names=names)

        try:
            if folder is not None:
                path = open_remote(name, folder)
            with read(path, **self._reading) as reader:
                for page in reader:
                    html = page.html
                    rows.append((page.url, html, page.charset or None, _origin(page.input, path, name), page.offset))
                    size += len(html)
                    if len(rows) >= _BATCH_PAGES or size >= _BATCH_BYTES:
                        yield batch()
                        rows, size = [], 0
            if rows:
                yield batch()
        finally:
            if folder is not None and os.path.isdir(folder):
                shutil.rmtree(folder, ignore_errors=True)
