"""Pages that are read more than once.

Templates are found by one reading, data by another. What can be read only once, such as an iterator, is
written to a temporary file first, as it was given, so that memory stays bounded. Functions that read it once take it as it comes.
"""

from __future__ import annotations

import inspect
import itertools
import os
import pickle
import re
import tempfile
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Optional, Union

from . import _pagekin
from ._errors import InputError, NoPagesError
from ._options import suggest
from ._pages import Html, Pair, check_pages, copied, has_address, input_names, is_file_object, is_page_text, iter_pairs, to_source

_READER = ("read_next_batch", "read_next")


def is_read_once(pages: Any) -> bool:
    """Whether a second reading would find nothing."""
    if isinstance(pages, (str, bytes, os.PathLike, Mapping, Sequence, _pagekin.Source)):
        return False
    if _is_reader(pages) or is_file_object(pages):
        return True
    if hasattr(pages, "__arrow_c_stream__") or hasattr(pages, "__arrow_c_array__") or hasattr(pages, "__array__"):
        return False
    if type(pages).__module__.partition(".")[0] in ("pandas", "polars", "duckdb"):
        return False
    return isinstance(pages, Iterable) and iter(pages) is pages


def _is_reader(pages: Any) -> bool:
    """Whether it gives batches of rows, once."""
    return any(hasattr(pages, name) for name in _READER)


def is_plain_iterator(pages: Any) -> bool:
    """Whether iterating gives the pages themselves, once: not the lines of a file, nor the batches of a reader."""
    return is_read_once(pages) and not _is_reader(pages) and not is_file_object(pages)


_READING = ("max_page_bytes", "all_status", "verify_digests", "strict", "html_encoding", "listed_pages", "archives")


def check_reading(reading: Mapping[str, Any]) -> None:
    """Raises TypeError for an argument that no function has, with what was probably meant: the arguments of the function that
    was called, too."""
    for name in reading:
        if name in _READING:
            continue
        names = set(_READING)
        frame = inspect.currentframe()
        while frame is not None and frame.f_globals.get("__name__", "").startswith("pagekin"):
            code = frame.f_code
            names.update(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
            frame = frame.f_back
        known = sorted(name for name in names if not name.startswith("_") and name not in ("self", "reading", "cls"))
        raise TypeError(f"unexpected argument '{name}'{suggest(name, known)}")


_NOT_IN_HEADERS = re.compile(r"[\x00-\x20\x7f<>]")


def header_name(name: str) -> str:
    """The name of a page as a header of a WARC file can hold it: what it could not is escaped as in addresses."""
    return _NOT_IN_HEADERS.sub(lambda found: f"%{ord(found[0]):02X}", name) or "%20"


def _record(row: int, pair: Pair) -> bytes:
    address, page = pair
    name = header_name(str(row) if address is None else address)
    if isinstance(page, str):
        head, body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n", page.encode("utf-8", "surrogatepass")
    else:
        head, body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", bytes(page)
    uri = name.encode("utf-8", "replace")
    return (
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + uri
        + b"\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: "
        + str(len(head) + len(body)).encode() + b"\r\n\r\n" + head + body + b"\r\n\r\n"
    )


def _remove(path: str) -> None:
    if os.path.exists(path):
        os.unlink(path)


def write_warc(pairs: Iterable[Pair]) -> str:
    """Writes pages to a new temporary file and returns its name."""
    handle, path = tempfile.mkstemp(prefix="pagekin-", suffix=".warc")
    try:
        with os.fdopen(handle, "wb") as file:
            for row, pair in enumerate(pairs):
                file.write(_record(row, pair))
            if file.tell() == 0:
                raise NoPagesError("no pages found in the input")
    except BaseException:
        _remove(path)
        raise
    return path


class Spooled(Sequence[Pair]):
    """Pages in a temporary file, as they were given. The file is removed with this object."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        handle, self.path = tempfile.mkstemp(prefix="pagekin-", suffix=".pages")
        weakref.finalize(self, _remove, self.path)
        self._rows = 0
        with os.fdopen(handle, "wb") as file:
            for pair in pairs:
                pickle.dump(pair, file, pickle.HIGHEST_PROTOCOL)
                self._rows += 1

    def __len__(self) -> int:
        return self._rows

    def __iter__(self) -> Iterator[Pair]:
        with open(self.path, "rb") as file:
            for _ in range(self._rows):
                yield pickle.load(file)

    def __getitem__(self, at: Any) -> Any:
        rows = range(self._rows)[at]
        if isinstance(rows, int):
            return next(itertools.islice(self, rows, None))
        return [pair for row, pair in enumerate(self) if row in rows]


def _may_be_paths(pages: Any) -> bool:
    """Looks at the first of a list alone: iterating may be work."""
    first = pages[0] if isinstance(pages, (list, tuple)) and len(pages) > 0 else pages
    return isinstance(first, os.PathLike) or (isinstance(first, str) and not is_page_text(first))


class Again:
    """Pages that can be read any number of times: ``source()`` makes what the library reads."""

    def __init__(self, pages: Any, *, url: str = "url", html: str = "html", **reading: Any) -> None:
        check_reading(reading)
        if not is_read_once(pages):
            check_pages(pages)
        self._url, self._html, self._reading = url, html, reading
        self.spooled = False
        self._written: Optional[str] = None
        if is_read_once(pages):
            self.spooled = True
            if is_file_object(pages):
                pages = copied(pages)
                weakref.finalize(self, _remove, pages)
            else:
                pages = Spooled(iter_pairs(pages, url, html))
        elif has_address(pages):
            pages = input_names(pages)  # copied to this machine once, for all readings
        elif _may_be_paths(pages):
            input_names(pages)  # raises FileNotFoundError now, not when the first page is asked for
        self.pages = pages

    @property
    def is_named(self) -> bool:
        """Whether the pages are files of the caller."""
        return not self.spooled and input_names(self.pages) is not None

    def source(self) -> _pagekin.Source:
        return to_source(self.pages, url=self._url, html=self._html, **self._reading)

    def pairs(self) -> Iterator[Pair]:
        """The pages that are objects of Python."""
        return iter_pairs(self.pages, self._url, self._html)

    def made(self, name: str, html: Html, place: int) -> _pagekin.Page:
        """A page of these, as reading makes it."""
        most = self._reading.get("max_page_bytes") or None
        body = html.encode("utf-8", "surrogatepass") if isinstance(html, str) else html
        page = _pagekin.Page.__new__(_pagekin.Page)
        page.__setstate__((name.encode("utf-8", "surrogatepass"), body[:most], b"utf-8" if isinstance(html, str) else b"", b"", place))
        return page

    def paths(self) -> list[str]:
        """Files with these pages, for the commands of the program. Pages in memory are written to a temporary one, in which they have
        their ``header_name``."""
        names = [self._written] if self._written is not None else input_names(self.pages)
        if names is None:
            self._written = write_warc(iter_pairs(self.pages, self._url, self._html))
            weakref.finalize(self, _remove, self._written)
            names = [self._written]
        return names

    def name_in_paths(self, name: str) -> str:
        """The name that a page has in the files of ``paths()``, which must be called first."""
        return name if self._written is None else header_name(name)


class Once:
    """Pages that are read as they come, and stored nowhere: an iterator or a reader of batches, for functions that need them once."""

    def __init__(self, pages: Any, *, url: str = "url", html: str = "html", **reading: Any) -> None:
        check_reading(reading)
        self._pages, self._url, self._html, self._reading = pages, url, html, reading

    def source(self) -> _pagekin.Source:
        if self._pages is None:
            raise InputError("these pages have been read already, and came from what can be read only once; give a list or a file")
        pages, self._pages = self._pages, None
        return to_source(pages, url=self._url, html=self._html, **self._reading)


def read_as_they_come(pages: Any, **options: Any) -> Union[Again, Once]:
    """Pages for a function that reads them once, unless it is asked again."""
    return Once(pages, **options) if is_read_once(pages) and not is_file_object(pages) else Again(pages, **options)
