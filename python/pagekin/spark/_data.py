"""Data of pages as columns of a data frame: lazy, row by row, with the columns that the caller has. They work on streams, too.

What is applied (a wrapper, an index, a model) goes to the executors as the bytes of its file; a Python worker opens it once.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from .._clean import clean as clean_pages
from .._errors import InputError, NoPagesError, OptionError
from .._index import Index
from .._learn import Wrapper
from .._records import OWN, to_record

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_OPENED: dict[str, Any] = {}  # by the hash of a file, in a worker
_CLEAN = ("title", "author", "date", "language", "address", "kind", "text")


def opened(data: bytes, suffix: str, open_it: Callable[[str], Any]) -> Any:
    """What is in a file with these bytes, opened once a process."""
    key = suffix + hashlib.sha256(data).hexdigest()
    if key not in _OPENED:
        folder = tempfile.mkdtemp(prefix="pagekin-")
        path = os.path.join(folder, "file" + suffix)
        with open(path, "wb") as file:
            file.write(data)
        _OPENED[key] = open_it(path)
    return _OPENED[key]


def documents(frame: Any, url: str, html: str) -> Iterator[tuple[str, Any]]:
    """The address and the page of each row; None where there is no page."""
    addresses = frame[url] if url in frame.columns else [""] * len(frame)
    for address, page in zip(addresses, frame[html]):
        if isinstance(page, (bytearray, memoryview)):
            page = bytes(page)
        yield address if isinstance(address, str) else "", page if isinstance(page, (str, bytes)) and page else None


def is_index(data: bytes) -> bool:
    """Whether a file is an index, in which templates have numbers; the other ones are models, in which they have names."""
    return not data.startswith(b"pagekin model ")


def template_type(is_number: bool) -> str:
    """The type of a column of template ids; the same wherever they come from."""
    return "bigint" if is_number else "string"


def template_value(template: Any, kind: str) -> Any:
    """A template id as a value of such a column; None: no known template."""
    if template is None:
        return None
    return int(template) if kind == "bigint" else str(template)


def with_columns(df: DataFrame, added: dict[str, str], html: str, fill: Callable[[Any], dict[str, list[Any]]]) -> DataFrame:
    """The data frame with further columns, by name and type; `fill` makes their values for some rows."""
    if html not in df.columns:
        raise InputError(f"the data frame has no column '{html}'; it has {', '.join(df.columns)}")
    taken = [name for name in added if name in df.columns]
    if taken:
        raise OptionError(f"the data frame has a column '{taken[0]}' already; give a prefix, such as prefix='page_'")
    from pyspark.sql.types import ArrayType, DoubleType, LongType, StringType, StructType

    # Parsing the names of types would need a session on this machine.
    kinds = {"string": StringType(), "double": DoubleType(), "bigint": LongType(), "array<string>": ArrayType(StringType())}
    schema = StructType([*df.schema.fields])
    for name, kind in added.items():
        schema = schema.add(name, kinds[kind])

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        import pandas

        for frame in batches:
            columns = fill(frame)
            for name in added:
                frame[name] = pandas.Series(columns[name], index=frame.index, dtype=object)
            yield frame

    return df.mapInPandas(work, schema)


def extract(df: DataFrame, wrapper: Wrapper, url: str, html: str, prefix: str) -> DataFrame:
    """See ``pagekin.spark.extract``."""
    data = bytes(wrapper)
    fields: dict[str, bool] = {}
    for field in wrapper.fields:
        fields[field.name] = fields.get(field.name, False) or field.is_list
    kind = template_type(all(isinstance(field.template, int) for field in wrapper.fields))
    added = {prefix + "template": kind, prefix + "confidence": "double", prefix + "needs_review": "array<string>"}
    added.update({prefix + _column(name): "array<string>" if is_list else "string" for name, is_list in fields.items()})

    def fill(frame: Any) -> dict[str, list[Any]]:
        own = opened(data, ".wrapper", Wrapper.open)
        columns: dict[str, list[Any]] = {name: [] for name in added}
        for address, page in documents(frame, url, html):
            # A string is text, whatever encoding the page says of itself; and it is never a path.
            record = to_record(own._native.extract_line(page, address, True)) if page else {}
            columns[prefix + "template"].append(template_value(record.get("template"), kind))
            columns[prefix + "confidence"].append(record.get("confidence"))
            columns[prefix + "needs_review"].append(record.get("needs_review", []))
            for name, is_list in fields.items():
                columns[prefix + _column(name)].append(_value(record, name, is_list))
        return columns

    return with_columns(df, added, html, fill)


def _column(field: str) -> str:
    """Its column of records: fields may be called like those that all records have."""
    return "field_" + field if field in OWN else field


def _value(record: Any, name: str, is_list: bool) -> Any:
    if _column(name) in record:
        value = record[_column(name)]
    else:
        group, _, cell = name.partition(".")
        value = None
        for key in ("record_" + group, group) if cell else ():  # likewise a record
            rows = record.get(key)
            if isinstance(rows, list) and all(isinstance(row, dict) for row in rows):
                value = [row.get(cell) or "" for row in rows]
                break
    if is_list and value is not None and not isinstance(value, list):
        return [value]
    return value


def with_templates(df: DataFrame, data: bytes, url: str, html: str, prefix: str) -> DataFrame:
    """See ``pagekin.spark.with_templates``."""
    kind = template_type(is_index(data))
    added = {prefix + "template": kind, prefix + "score": "double"}

    def fill(frame: Any) -> dict[str, list[Any]]:
        index = opened(data, ".index", Index.open)
        templates: list[Any] = []
        scores: list[Any] = []
        for address, page in documents(frame, url, html):
            decision = None if page is None else index.classify(page, address)
            templates.append(template_value(None if decision is None else decision.template, kind))
            scores.append(None if decision is None else decision.score)
        return {prefix + "template": templates, prefix + "score": scores}

    return with_columns(df, added, html, fill)


def clean(df: DataFrame, data: bytes, url: str, html: str, prefix: str, options: dict[str, Any]) -> DataFrame:
    """See ``pagekin.spark.clean``."""
    kind = template_type(is_index(data))
    added = {prefix + "template": kind, **{prefix + name: "string" for name in _CLEAN}, prefix + "kept": "double"}

    def fill(frame: Any) -> dict[str, list[Any]]:
        path = opened(data, ".index", lambda name: name)
        rows = list(documents(frame, url, html))
        found: dict[int, Any] = {}
        left = [row for row, (_, page) in enumerate(rows) if page is not None]
        while left:  # each time the first row of each address, so that addresses name rows
            now: dict[str, int] = {}
            for row in left:
                now.setdefault(rows[row][0] or f"row {row}", row)
            left = [row for row in left if row not in set(now.values())]
            for page in _cleaned([(name, rows[row][1]) for name, row in now.items()], path, options):
                found[now[page.page]] = page
        columns: dict[str, list[Any]] = {prefix + "template": [], prefix + "kept": [], **{prefix + name: [] for name in _CLEAN}}
        for row in range(len(rows)):
            page = found.get(row)
            columns[prefix + "template"].append(template_value(None if page is None else page.template, kind))
            columns[prefix + "kept"].append(None if page is None else page.kept)
            for name in _CLEAN:
                columns[prefix + name].append(None if page is None else getattr(page, name))
        return columns

    return with_columns(df, added, html, fill)


def _cleaned(pages: list[tuple[str, Any]], path: str, options: dict[str, Any]) -> list[Any]:
    try:
        return list(clean_pages(pages, model=path, threads=1, progress=False, **options))
    except NoPagesError:  # none of these rows is HTML: they have no text
        return []
