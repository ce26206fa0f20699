"""What executors do first: read pages and keep what the method needs of each."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from .. import _pagekin
from .._api import read
from .._errors import InputError
from .._parts import Part
from .isolate import Died, Note, Steps, run_isolated
from .paths import PARQUET, is_remote, open_remote, open_table

if TYPE_CHECKING:
    import pyarrow as pa

PAGE, ENDS, INCIDENT, SITE = 0, 1, 2, 3  # kinds of rows

_MOST_PAGES = 256  # of a batch of rows
_MOST_BYTES = 4_000_000
_TABLE_ROWS = 64  # of a batch of a Parquet file
_MOST_ROWS = 2048  # of a data frame, in one child
_MOST_ROW_BYTES = 64_000_000

#: For tests: a page with this text in it kills the process that works on it, one with the other never ends.
_CRASH, _HANG = "PAGEKIN_TEST_CRASH", "PAGEKIN_TEST_HANG"


@dataclass(frozen=True)
class Settings:
    """How pages are read and what is kept of them; the same in all tasks."""

    method: str = "auto"
    measure: str = ""
    model: Optional[bytes] = None  #: classify with it instead
    max_page_bytes: int = 10_000_000
    all_status: bool = False
    verify_digests: bool = False
    strict: bool = False
    url_field: str = "url"
    html_field: str = "html"
    html_encoding: str = "auto"
    page_seconds: float = 300.0
    order_is_text: bool = False
    keep_input: bool = False
    parts: tuple[Part, ...] = field(default=(), repr=False)


def row_schema(order_is_text: bool) -> str:
    """The rows of the first step, for Spark."""
    order = "string" if order_is_text else "bigint"
    return (
        f"kind int, key bigint, first {order}, second bigint, page string, input string, "
        "offset bigint, payload binary"
    )


def arrow_schema(order_is_text: bool) -> pa.Schema:
    """The same, for Arrow."""
    import pyarrow as pa

    return pa.schema(
        [
            ("kind", pa.int32()),
            ("key", pa.int64()),
            ("first", pa.string() if order_is_text else pa.int64()),
            ("second", pa.int64()),
            ("page", pa.string()),
            ("input", pa.string()),
            ("offset", pa.int64()),
            ("payload", pa.binary()),
        ]
    )


class Rows:
    """Collects rows as columns."""

    def __init__(self, order_is_text: bool) -> None:
        self._schema = arrow_schema(order_is_text)
        self._rows: list[tuple[Any, ...]] = []
        self.bytes = 0

    def add(
        self,
        kind: int,
        key: int,
        first: Any,
        second: int,
        page: Optional[str],
        input_name: Optional[str],
        offset: Optional[int],
        payload: bytes,
    ) -> None:
        self._rows.append((kind, key, first, second, page, input_name, offset, payload))
        self.bytes += len(payload)

    def __len__(self) -> int:
        return len(self._rows)

    def take(self) -> pa.RecordBatch:
        import pyarrow as pa

        columns = list(zip(*self._rows)) if self._rows else [() for _ in self._schema]
        arrays = [
            pa.array(column, type=kind.type) for column, kind in zip(columns, self._schema)
        ]
        self._rows, self.bytes = [], 0
        return pa.RecordBatch.from_arrays(arrays, schema=self._schema)


def incident_payload(reason: str, detail: str, is_skipped: bool) -> bytes:
    return json.dumps({"reason": reason, "detail": detail, "skipped": is_skipped}).encode()


def _crash_if_asked(html: Union[str, bytes]) -> None:
    for name in (_CRASH, _HANG):
        text = os.environ.get(name)
        if text and (text in html if isinstance(html, str) else text.encode() in html):
            if name == _CRASH:
                os.abort()
            while True:
                pass


def _has_hook() -> bool:
    return bool(os.environ.get(_CRASH) or os.environ.get(_HANG))


Kept = tuple[str, int, bytes, Optional[_pagekin.Incident]]  # name, site, payload


class _Keeper:
    """What is kept of a page: features, or the template that a model gives."""

    def __init__(self, settings: Settings) -> None:
        self._has_hook = _has_hook()
        self._most = settings.max_page_bytes
        self._model: Optional[_pagekin.Classifier] = None
        if settings.model is not None:
            self._model = _classifier(settings.model)
        else:
            self._extractor = _pagekin.PageExtractor(settings.method, settings.measure)

    def of_file(self, page: _pagekin.Page) -> Kept:
        if self._has_hook:
            _crash_if_asked(page.html)
        assert self._model is not None  # features are extracted natively
        name, site, decision, incident = _pagekin.classify_read(self._model, page)
        return name, site, json.dumps(decision).encode(), incident

    def of_row(self, html: Union[str, bytes], url: str) -> Kept:
        if self._has_hook:
            _crash_if_asked(html)
        if self._model is None:
            return self._extractor.extract_supplied(html, url, self._most)
        name, site, decision, incident = _pagekin.classify_supplied(self._model, html, url, self._most)
        return name, site, json.dumps(decision).encode(), incident


_open_models: dict[bytes, _pagekin.Classifier] = {}  # of this process


def _classifier(model: bytes) -> _pagekin.Classifier:
    key = hashlib.blake2b(model).digest()
    if key not in _open_models:
        with tempfile.NamedTemporaryFile(suffix=".pagekin") as file:
            file.write(model)
            file.flush()
            _open_models[key] = _pagekin.Classifier(file.name)
    return _open_models[key]


# -- files


def read_parts(settings: Settings, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """For ``mapInArrow`` over the numbers of parts."""
    for batch in batches:
        for number in batch.column(0).to_pylist():
            yield from _read_part(settings, number)


def _read_part(settings: Settings, number: int) -> Iterator[pa.RecordBatch]:
    part = settings.parts[number]
    is_table = part.path.startswith(PARQUET)
    name = part.path.removeprefix(PARQUET)
    part = part._replace(path=name)
    folder = None
    try:
        if is_remote(name):
            folder = tempfile.mkdtemp(prefix="pagekin-")
            part = part._replace(path=open_remote(name, folder))
        yield from (_read_table if is_table else _read_local)(settings, number, part, name)
    finally:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def _read_local(
    settings: Settings, number: int, part: Part, name: str
) -> Iterator[pa.RecordBatch]:
    _ready(settings)

    def work(start: int, lost: frozenset[int], note: Note) -> Steps:
        with read(
            part,
            threads=1,
            max_page_bytes=settings.max_page_bytes,
            all_status=settings.all_status,
            verify_digests=settings.verify_digests,
            strict=settings.strict,
            url=settings.url_field,
            html=settings.html_field,
            html_encoding=settings.html_encoding,
        ) as reader:
            make = _extracted if settings.model is None else _classified
            yield from make(settings, reader, number, lambda found: _origin(found, part.path, name), start, lost, note)
            read_incidents = [
                (_origin(one.input, part.path, name), one.page, one.offset, one.reason, one.detail, one.is_skipped)
                for one in reader.incidents
            ]
            return reader.ends, read_incidents

    all_limited: list[tuple[str, int, str, str]] = []
    steps = run_isolated(work, settings.page_seconds)
    last = Rows(settings.order_is_text)
    pages = 0
    try:
        while True:
            try:
                batch, limited = next(steps)
            except StopIteration as ended:
                (ends, incidents), lost = ended.value
                break
            all_limited += limited
            pages += batch.num_rows
            yield batch
    except Died as died:
        # Reading itself failed, not a page: what was read is good, the rest of the part is left out.
        detail = f"{died}; the rest of bytes {part.begin} to {part.end} was left out"
        last.add(INCIDENT, number, number, 0, None, name, part.begin, incident_payload("crashed", detail, True))
        last.add(ENDS, number, number, 0, None, name, None, json.dumps([[None, part.end, True], True]).encode())
        yield last.take()
        return
    known = {(offset, reason_page) for _, reason_page, offset, _, _, _ in incidents}
    for origin, page, offset, reason, detail, is_skipped in incidents:
        last.add(INCIDENT, number, number, 0, page, origin, offset, incident_payload(reason, detail, is_skipped))
    for page, offset, reason, detail in all_limited:
        if (offset, page) not in known:  # one incident a page, the first
            last.add(INCIDENT, number, number, 0, page, name, offset, incident_payload(reason, detail, False))
    for one in lost:
        last.add(
            INCIDENT, number, number, 0, one.page, name, one.offset, incident_payload("crashed", one.detail, True)
        )
    is_empty = pages == 0 and len(last) == 0
    last.add(ENDS, number, number, 0, None, name, None, json.dumps([ends, not is_empty]).encode())
    yield last.take()


_LocalSteps = Iterator[tuple[int, tuple["pa.RecordBatch", list[tuple[str, int, str, str]]]]]


def _extracted(
    settings: Settings,
    reader: _pagekin.PageReader,
    part: int,
    origin: Callable[[str], str],
    start: int,
    lost: frozenset[int],
    note: Note,
) -> _LocalSteps:
    """Features of pages, made natively batch by batch."""
    import pyarrow as pa

    extractor = _pagekin.PageExtractor(settings.method, settings.measure)
    probe = _crash_if_asked if _has_hook() else None
    schema = arrow_schema(settings.order_is_text)
    at = 0
    while True:
        at, found = _pagekin.extract_pages(reader, extractor, note.memory, at, start, sorted(lost), probe)
        if found is None:
            return
        sites, numbers, offsets, ids, inputs, features, incidents = found
        count = len(numbers)
        names = _texts(pa.string(), inputs)
        batch = pa.RecordBatch.from_arrays(
            [
                pa.array(np.full(count, PAGE, np.int32)),
                pa.array(sites),
                pa.array(np.full(count, part, np.int64)),
                pa.array(numbers),
                _texts(pa.string(), ids),
                pa.array([origin(one) for one in names.to_pylist()], pa.string())
                if settings.keep_input
                else pa.nulls(count, pa.string()),
                pa.array(offsets),
                _texts(pa.binary(), features),
            ],
            schema=schema,
        )
        yield at, (batch, [(page, offset, one.reason, one.detail) for page, offset, one in incidents])


def _texts(kind: pa.DataType, column: tuple[Any, bytes]) -> pa.Array:
    import pyarrow as pa

    ends, data = column
    return pa.Array.from_buffers(kind, len(ends) - 1, [None, pa.py_buffer(ends), pa.py_buffer(data)])


def _classified(
    settings: Settings,
    reader: _pagekin.PageReader,
    part: int,
    origin: Callable[[str], str],
    start: int,
    lost: frozenset[int],
    note: Note,
) -> _LocalSteps:
    """Templates that a model gives to pages."""
    keeper = _Keeper(settings)
    rows = Rows(settings.order_is_text)
    limited: list[tuple[str, int, str, str]] = []
    at = -1
    for at, page in enumerate(reader):
        if at < start or at in lost:
            continue
        note.set(at, page.offset, page.url)
        page_id, site, kept, incident = keeper.of_file(page)
        note.clear()
        if incident is not None:
            limited.append((page_id, page.offset, incident.reason, incident.detail))
        name = origin(page.input) if settings.keep_input else None
        rows.add(PAGE, site, part, at, page_id, name, page.offset, kept)
        if len(rows) >= _MOST_PAGES or rows.bytes >= _MOST_BYTES:
            yield at + 1, (rows.take(), limited)
            limited = []
    if len(rows) > 0:
        yield at + 1, (rows.take(), limited)


def _origin(found: str, local: str, name: str) -> str:
    """The name of an input. A copy of a file that is elsewhere has the name of the file; a part of a folder
    has inputs with names of their own."""
    if local != name and (found == local or found.startswith(local + "/")):
        return name + found[len(local) :]
    return found


# -- Parquet files


def _read_table(settings: Settings, number: int, part: Part, name: str) -> Iterator[pa.RecordBatch]:
    """Pages of row groups of a Parquet file. Their offset is the number of their row."""
    table = open_table(part.path)
    known = table.schema_arrow.names
    for column in (settings.url_field, settings.html_field):
        if column not in known:
            raise InputError(f"{name}: the table has no column '{column}'; it has {', '.join(known)}")
    import pyarrow as pa

    kind = table.schema_arrow.field(settings.html_field).type
    if not any(test(kind) for test in (pa.types.is_string, pa.types.is_large_string, pa.types.is_binary,
                                       pa.types.is_large_binary)):
        raise InputError(f"{name}: column '{settings.html_field}': expected string or binary, got {kind}")
    _ready(settings)
    groups = range(part.begin, min(part.end, table.metadata.num_row_groups))
    first_row = sum(table.metadata.row_group(group).num_rows for group in range(part.begin))

    def work(start: int, lost: frozenset[int], note: Note) -> Steps:
        keeper = _Keeper(settings)
        rows = Rows(settings.order_is_text)
        at = -1
        columns = [settings.url_field, settings.html_field]
        # Opened again: the child of a fork must not read with the threads of its parent.
        for batch in open_table(part.path).iter_batches(_TABLE_ROWS, list(groups), columns, use_threads=False):
            urls, pages = batch.column(0), batch.column(1)
            for row in range(batch.num_rows):
                at += 1
                if at < start or at in lost:
                    continue
                html = pages[row].as_py()
                html = b"" if html is None else html
                url = urls[row].as_py()
                url = _name_of(None if url is None else str(url), html)
                place = first_row + at
                note.set(at, place, url)
                page_id, site, kept, incident = keeper.of_row(html, url)
                note.clear()
                if incident is not None:
                    if settings.strict and incident.is_skipped:
                        raise InputError(f"{name}: {page_id}: {incident.reason}: {incident.detail} (strict)")
                    rows.add(
                        INCIDENT, number, number, 0, page_id, name, place,
                        incident_payload(incident.reason, incident.detail, incident.is_skipped),
                    )
                if incident is None or not incident.is_skipped:
                    rows.add(PAGE, site, number, at, page_id, name if settings.keep_input else None, place, kept)
                if len(rows) >= _MOST_PAGES or rows.bytes >= _MOST_BYTES:
                    yield at + 1, rows.take()
        if len(rows) > 0:
            yield at + 1, rows.take()
        return None

    _, lost = yield from run_isolated(work, settings.page_seconds)
    last = Rows(settings.order_is_text)
    for one in lost:
        last.add(INCIDENT, number, number, 0, one.page, name, one.offset, incident_payload("crashed", one.detail, True))
    last.add(ENDS, number, number, 0, None, name, None, json.dumps([[None, part.end, True], True]).encode())
    yield last.take()


def _ready(settings: Settings) -> None:
    """Opens what all children of this process share, so that it is opened once."""
    if settings.model is not None:
        _classifier(settings.model)


# -- data frames


def read_rows(settings: Settings, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """For ``mapInArrow`` over the columns url, html and, if there is one, order."""
    _ready(settings)
    waiting: list[pa.RecordBatch] = []
    rows = size = 0
    for batch in batches:
        waiting.append(batch)
        rows += batch.num_rows
        size += batch.nbytes
        if rows >= _MOST_ROWS or size >= _MOST_ROW_BYTES:
            yield from _read_rows(settings, waiting)
            waiting, rows, size = [], 0, 0
    if waiting:
        yield from _read_rows(settings, waiting)


def _name_of(url: Optional[str], html: Union[str, bytes]) -> str:
    """The address; a page without one is named by its content, so that its place does not matter."""
    if url is not None:
        return url
    data = html.encode("utf-8", "surrogatepass") if isinstance(html, str) else html
    return "page-" + hashlib.blake2b(data, digest_size=8).hexdigest()


def _signed_hash(*parts: Union[str, bytes]) -> int:
    digest = hashlib.blake2b(digest_size=8)
    for part in parts:
        digest.update(part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part)
        digest.update(b"\0")
    return int.from_bytes(digest.digest(), "little", signed=True)


def _read_rows(settings: Settings, batches: list[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    def work(start: int, lost: frozenset[int], note: Note) -> Steps:
        keeper = _Keeper(settings)
        rows = Rows(settings.order_is_text)
        at = -1
        for batch in batches:
            urls, pages = batch.column(0), batch.column(1)
            orders = batch.column(2) if batch.num_columns > 2 else None
            for row in range(batch.num_rows):
                at += 1
                if at < start or at in lost:
                    continue
                html = pages[row].as_py()
                html = b"" if html is None else html
                url = _name_of(urls[row].as_py(), html)
                second = _signed_hash(url, html)
                first = url if orders is None else orders[row].as_py()
                note.set(at, second, url)
                page_id, site, kept, incident = keeper.of_row(html, url)
                note.clear()
                if incident is not None:
                    rows.add(
                        INCIDENT, second, first, second, page_id, None, None,
                        incident_payload(incident.reason, incident.detail, incident.is_skipped),
                    )
                if incident is None or not incident.is_skipped:
                    rows.add(PAGE, site, first, second, page_id, None, None, kept)
                if len(rows) >= _MOST_PAGES or rows.bytes >= _MOST_BYTES:
                    yield at + 1, rows.take()
        if len(rows) > 0:
            yield at + 1, rows.take()
        return None

    _, lost = yield from run_isolated(work, settings.page_seconds)
    rows = Rows(settings.order_is_text)
    for one in lost:
        first = one.page if settings.order_is_text else 0
        rows.add(
            INCIDENT, one.offset, first, one.offset, one.page, None, None,
            incident_payload("crashed", one.detail, True),
        )
    if len(rows) > 0:
        yield rows.take()
