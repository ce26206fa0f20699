"""The main text of pages."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _pagekin
from ._errors import NoPagesError
from ._options import collect, with_options
from ._pages import Pair, as_pair
from ._progress import Progress, Watched
from ._records import TableReader
from ._result import Path
from ._spool import Again, check_reading, is_plain_iterator
from ._templates_of import Clusters, TemplatesOf

if TYPE_CHECKING:
    from ._index import Index

_CHUNK_BYTES = 32 << 20  # of pages that are cleaned together by an index
_CHUNK_PAGES = 1024


@dataclass(frozen=True)
class CleanPage:
    """The main text of a page, and what the page says of itself; empty where it says nothing."""

    page: str
    template: Union[None, int, str]  #: None: no template of the index or table
    title: str
    author: str
    date: str
    language: str
    address: str
    kind: str  #: text (running text), thread, data
    kept: float  #: share of the page's text that stayed
    text: str


def _to_page(line: bytes) -> CleanPage:
    return CleanPage(**json.loads(line))


class CleanPages(TableReader):
    """The texts of pages, one by one, in their order. ``counts`` and ``whole`` are known at the end."""

    def __init__(self, pages: Again, templates: TemplatesOf, options: dict[str, Any], threads: int, progress: Progress) -> None:
        super().__init__(self._start, _to_page)
        self._pages, self._templates, self._options = pages, templates, options
        self._threads, self._progress = threads, progress
        self._given = templates.__enter__()  # the files of it stay as long as this object
        self._written: Optional[_pagekin.StreamEnd] = None

    def _start(self) -> _pagekin.LineStream:
        return _pagekin.clean_stream(self._pages.source(), self._given, self._options, self._threads)

    def __next__(self) -> CleanPage:
        page: CleanPage = super().__next__()
        return page

    def write(self, path: Path) -> _pagekin.PageCounts:
        """Writes all texts to .tsv, .csv, .jsonl or .parquet, each also with .gz or .zst after it: the bytes of
        ``pagekin clean -o``. Reads the pages from their beginning."""
        with Watched(self._progress) as watched:
            self._written = _pagekin.write_clean(
                self._pages.source(), os.fspath(path), self._given, self._options, self._threads, watched
            )
        return self._written.counts

    @property
    def whole(self) -> int:
        """Of how many pages the rules would have left nothing, so that more of them stayed; known at the end, and after
        ``write``."""
        return (self._written or self._end()).whole


@with_options("clean")
def clean(
    pages: Any,
    *,
    clusters: Clusters = None,
    model: Union[None, Path, Index] = None,
    method: str = "auto",
    measure: str = "",
    # options of clean
    format: str = "text",
    links: str = "kept",
    comments: str = "auto",
    keep_optional: float = 0.5,
    keep_labels: bool = False,
    fixed: Optional[Path] = None,
    # end of options
    url: str = "url",
    html: str = "html",
    threads: int = 0,
    progress: Progress = None,
    **reading: Any,
) -> Union[CleanPages, Iterator[CleanPage]]:
    """The main text of each page, in the order of the pages: an iterator of ``CleanPage``, in bounded memory.

    `pages`: anything that ``pagekin.cluster`` takes. Menus, footers, and what other pages of the site repeat go; to know
    that, the pages are read more than once, and an iterator is written to a temporary file first. With `model`, an index
    that was made with ``skeletons=True``, an iterator is cleaned as it comes, some hundred pages at a time: nothing is
    written, and the iterator may be endless; pages that cannot be used are left out, and ``NoPagesError`` at its end says that all were. The templates come from a clustering by `method`, from `clusters` (a
    ``ClusterResult`` or the path of its table), or from `model`.
    """
    options = collect("clean", locals())
    templates = TemplatesOf(clusters, model, method, measure)
    if model is not None and is_plain_iterator(pages) and fixed is None:
        check_reading(reading)
        return _in_chunks(pages, templates, options, url, html, threads, reading)
    return CleanPages(Again(pages, url=url, html=html, **reading), templates, options, threads, progress)


def _in_chunks(
    pages: Any, templates: TemplatesOf, options: dict[str, Any], url: str, html: str, threads: int, reading: dict[str, Any]
) -> Iterator[CleanPage]:
    chunk: list[Pair] = []
    size = row = used = 0
    nothing: Optional[NoPagesError] = None
    with templates as given:

        def cleaned() -> Iterator[CleanPage]:
            nonlocal used, nothing
            source = Again(chunk, **reading).source()
            try:
                for lines in _pagekin.clean_stream(source, given, options, threads):
                    used += len(lines)
                    yield from map(_to_page, lines)
            except NoPagesError as error:  # of this chunk; others may have some
                nothing = error

        for page in pages:
            address, document = as_pair(page, row, url, html)
            chunk.append((str(row) if address is None else address, document))
            size += len(document)
            row += 1
            if size >= _CHUNK_BYTES or len(chunk) >= _CHUNK_PAGES:
                yield from cleaned()
                chunk, size = [], 0
        if chunk:
            yield from cleaned()
        if used == 0 and nothing is not None:
            raise nothing
