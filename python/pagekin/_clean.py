"""The main text of pages."""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union, cast

from . import _pagekin
from ._errors import InputError, NoPagesError, OptionError
from ._options import collect, thread_count, with_options
from ._pages import Pair, as_pair
from ._progress import Progress, ProgressFunction, Watched
from ._records import TableReader
from ._spool import Again, Once, check_reading, is_plain_iterator
from ._templates_of import Clusters, TemplatesOf
from ._types import Path

if TYPE_CHECKING:
    from ._index import Index

_CHUNK_BYTES = 32 << 20  # of pages that are cleaned together by an index
_CHUNK_PAGES = 1024
_MOST_INCIDENTS = 100_000


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

    def __init__(self, pages: Union[Again, Once], templates: TemplatesOf, options: dict[str, Any], threads: int, progress: Progress) -> None:
        super().__init__(self._start, _to_page, progress)
        self._pages, self._templates, self._options = pages, templates, options
        self._threads, self._progress = threads, progress
        self._given = templates.__enter__()  # the files of it stay as long as this object

    def _start(self, progress: Optional[ProgressFunction]) -> _pagekin.LineStream:
        return _pagekin.clean_stream(self._pages.source(), self._given, self._options, self._threads, progress)

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
        """How many pages kept more text, because the rules would have left nothing; known at the end, and after
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
) -> CleanPages:
    """The main text of each page, in the order of the pages: an iterator of ``CleanPage``, in bounded memory.

    `pages`: anything that ``pagekin.cluster`` takes. Drops menus, footers, and what other pages of the site repeat. To
    know that, the pages are read more than once, and an iterator is written to a temporary file first. With `model`, an index
    that was made with ``skeletons=True``, an iterator is cleaned as it comes, some hundred pages at a time: nothing is
    written, and the iterator may be endless. The result is then a ``CleanStream``, without tables. Pages that cannot be used are left out; if all were, the end is a ``NoPagesError``. The templates come from a clustering by `method`, from `clusters` (a
    ``ClusterResult`` or the path of its table), or from `model`.
    """
    threads = thread_count(threads)
    options = collect("clean", locals())
    _pagekin.check_clean_options(options)  # now, not when the first text is asked for
    templates = TemplatesOf(clusters, model, method, measure)
    if templates.model is not None and is_plain_iterator(pages) and fixed is None:
        check_reading(reading)
        _check_skeletons(templates.model)
        return CleanStream(pages, templates, options, url, html, threads, progress, reading)
    return CleanPages(Again(pages, url=url, html=html, **reading), templates, options, threads, progress)


class CleanStream(CleanPages):
    """The texts of the pages of an iterator, which is read as the iteration goes on and stored nowhere; it may be endless. ``write``,
    ``to_arrow`` and ``to_pandas`` work in place of iterating: they keep the pages in a temporary file."""

    def __init__(
        self, pages: Iterable[Any], templates: TemplatesOf, options: dict[str, Any], url: str, html: str, threads: int,
        progress: Progress, reading: dict[str, Any],
    ) -> None:  # fmt: skip
        self._iterator: Optional[Iterator[Any]] = iter(pages)
        self._url, self._html, self._reading = url, html, reading
        super().__init__(Once(self._iterator, url=url, html=html, **reading), templates, options, threads, progress)
        self._counts = _pagekin.sum_counts([], [])
        self._incidents: list[_pagekin.Incident] = []
        self._whole = self._row = 0
        self._is_over = False
        self._texts: Optional[Generator[CleanPage, None, None]] = None

    def __next__(self) -> CleanPage:
        if self._texts is None:
            self._texts = self._all(self._take())
        return next(self._texts)

    def close(self) -> None:
        """Ends the reading."""
        if self._texts is not None:
            self._texts.close()

    def write(self, path: Path) -> _pagekin.PageCounts:
        """Writes all texts, as ``CleanPages.write`` does; the pages are kept in a temporary file."""
        if not _pagekin.is_table_name(os.fspath(path)):  # before the iterator is read
            raise OptionError(f"expected a file that ends in {_pagekin.table_endings()}, got '{os.fspath(path)}'")
        whole = CleanPages(Again(self._take(), url=self._url, html=self._html, **self._reading), self._templates, self._options,
                           self._threads, self._progress)  # fmt: skip
        counts = whole.write(path)
        self._counts, self._whole, self._is_over = counts, whole.whole, True
        return counts

    @property
    def counts(self) -> _pagekin.PageCounts:
        """How many pages were read, used and skipped; known at the end."""
        self._check_over()
        return self._counts

    @property
    def incidents(self) -> list[_pagekin.Incident]:
        """The pages that were skipped or cut, with reasons; known at the end. At most 100,000."""
        self._check_over()
        return self._incidents

    @property
    def whole(self) -> int:
        """How many pages kept more text, because the rules would have left nothing; known at the end."""
        self._check_over()
        return self._whole

    def _check_over(self) -> None:
        if not self._is_over:
            raise ValueError("this is known when all pages are read: iterate to the end first")

    @property
    def misfits(self) -> str:
        return ""

    def drain(self) -> _pagekin.StreamEnd:
        raise TypeError("a stream of texts has no single end: iterate over it, then ask for counts")

    def _take(self) -> Iterator[Any]:
        if self._iterator is None:
            raise InputError("these pages have been read already, and came from what can be read only once; give a list or a file")
        pages, self._iterator = self._iterator, None
        return pages

    def _all(self, pages: Iterator[Any]) -> Generator[CleanPage, None, None]:
        nothing: Optional[NoPagesError] = None
        is_any = False
        with Watched(self._progress) as progress:
            for begin, chunk in self._chunks(pages):
                if progress is not None:
                    progress("cleaning", "pages", self._row, 0, self._row)
                stream = _pagekin.clean_stream(Again(chunk, **self._reading).source(), self._given, self._options, self._threads)
                try:
                    for lines in stream:
                        is_any = True
                        yield from map(_to_page, lines)
                except NoPagesError as error:  # of this chunk; others may have some
                    nothing = error
                finally:
                    stream.close()
                self._add(stream, begin)
        if not is_any:
            raise nothing or NoPagesError("no pages found in the input")
        self._is_over = True

    def _add(self, stream: _pagekin.LineStream, begin: int) -> None:
        """Counts what became of a chunk."""
        incidents = stream.incidents
        counts = [self._counts] if stream.end is None else [self._counts, stream.end.counts]
        self._counts = _pagekin.sum_counts(counts, incidents if stream.end is None else [])
        self._whole += 0 if stream.end is None else stream.end.whole
        for incident in incidents[: _MOST_INCIDENTS - len(self._incidents)]:
            place, page, row, reason, detail = incident.__getstate__()
            moved = _pagekin.Incident.__new__(_pagekin.Incident)
            moved.__setstate__((place, page, begin + cast(int, row), reason, detail))
            self._incidents.append(moved)

    def _chunks(self, pages: Iterator[Any]) -> Iterator[tuple[int, list[Pair]]]:
        """Pages that are cleaned together, with the number of the first."""
        chunk: list[Pair] = []
        size = begin = 0
        for page in pages:
            address, document = as_pair(page, self._row, self._url, self._html)
            chunk.append((str(self._row) if address is None else address, document))
            size += len(document)
            self._row += 1
            if size >= _CHUNK_BYTES or len(chunk) >= _CHUNK_PAGES:
                yield begin, chunk
                chunk, size, begin = [], 0, self._row
        if chunk:
            yield begin, chunk


def _check_skeletons(model: str) -> None:
    """Without them the texts of a page would depend on the pages that happen to come with it."""
    if _pagekin.Classifier(model).is_model:
        raise OptionError(f"option `model`: {model} is a model of pagekin.train; an iterator is cleaned by an index with skeletons")
    if _pagekin.read_index(model)[3] == 0:
        raise OptionError(
            f"option `model`: the index {model} has no skeletons, by which an iterator is cleaned as it comes; make it with"
            " pagekin.cluster(pages, index=..., skeletons=True), or give a list or a file, which can be read twice"
        )
