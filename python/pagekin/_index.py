"""An index of pages: the templates of a crawl, for pages that arrive one by one."""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple, Optional, TypeVar, Union

from . import _pagekin
from ._api import cluster
from ._catalogue import spec
from ._errors import IndexBusyError, InputError, InputNotFoundError
from ._options import thread_count
from ._pages import Html, as_pair, check_page, to_source
from ._progress import Progress, Watched
from ._result import ClusterResult
from ._types import Path

_FIRST_UPDATE = 32  # kept pages after which an empty index is updated for the first time
_RETRY_SECONDS = 0.2
_Made = TypeVar("_Made")


def when_free(work: Callable[[], _Made], seconds: float = _RETRY_SECONDS) -> _Made:
    """The result of an update of an index, as soon as no other run updates it."""
    while True:
        try:
            return work()
        except IndexBusyError:
            time.sleep(seconds)


_unflushed: set[Index] = set()  # those that have kept pages; they live until these are in their files


def _flush_all() -> None:
    """Called when Python ends."""
    for index in list(_unflushed):
        try:
            index._flush_at_exit()
        except Exception as error:
            print(f"pagekin: pages that were kept for {index.path} are lost: {error}", file=sys.stderr)


atexit.register(_flush_all)


class Decision(NamedTuple):
    """The template of a page."""

    template: Union[int, str, None]  #: its id in an index, its name in a model; None: no known template
    score: float  #: 0 to 1; below 0.5 for no known template, with an index of the method auto
    is_new: bool  #: the page is of no known template
    name: str  #: the readable name that an index has for it; may be empty


class PageDecision(NamedTuple):
    """A page of many, and its template."""

    url: str
    template: Union[int, str, None]
    score: float
    is_new: bool
    name: str


class Drift(NamedTuple):
    """How far a template of an index has moved since it was learned, as the pages of a call show it."""

    template: Union[int, str]
    name: str  #: the readable name that the index has for it; may be empty
    pages: int  #: that were recognised as pages of the template
    at_addresses: int  #: that have an address of its known pages, recognised or not
    drift: float  #: 0 to 1: the share of what nearly all its pages have that differs
    is_redesign: bool  #: an alarm; otherwise the change is small
    causes: list[str]  #: what changed, in words, the largest change first: "footer: new link"


class PageDecisions(list[PageDecision]):
    """The templates of many pages. `incidents`: the pages that were skipped, with reasons. `drifts`: the templates of an
    index that have moved, the farthest first."""

    incidents: list[_pagekin.Incident]
    drifts: list[Drift]


class Index:
    """A file that keeps pages and their templates.

    ``Index.open(path)`` opens an index, or a model of ``pagekin.train``; ``Index.open(path, create=True)`` begins one that
    does not exist, which the first ``add`` makes. ``classify`` is quick enough to be asked for each page of a crawl, and may
    be called by several threads at once.
    """

    def __init__(self, path: Path, method: str = "auto", *, threads: int = 0, **options: object) -> None:
        self.path = os.fspath(path)
        self._method = spec(method, options)
        self._threads = thread_count(threads)
        self._lock = threading.RLock()
        self._kept: dict[str, Html] = {}  # by address: a page that comes twice counts once
        self._next_try = 0  # kept pages after which an index that was busy is tried again
        self._process = os.getpid()
        self._classifier: Optional[_pagekin.Classifier] = None
        self.is_model = False
        if os.path.exists(self.path):
            self._reopen()

    @classmethod
    def open(cls, path: Path, method: str = "auto", *, create: bool = False, threads: int = 0, **options: object) -> Index:
        """Opens an index or a model. With `create`, an index that does not exist is begun: the first pages make it;
        otherwise a missing file is a ``FileNotFoundError``. `method` and its options are for an index that is new;
        another one keeps its own."""
        if not create and not os.path.exists(os.fspath(path)):
            error = InputNotFoundError(f"{os.fspath(path)} does not exist; create=True begins a new index")
            error.filename = error.where = os.fspath(path)
            raise error
        return cls(path, method, threads=threads, **options)

    def _reopen(self) -> None:
        self._classifier = _pagekin.Classifier(self.path)
        self.is_model = self._classifier.is_model
        self._pages = self._templates = 0
        if not self.is_model:
            # The method and options with which it was made, whatever was asked for.
            self._method, self._pages, self._templates, _ = _pagekin.read_index(self.path)

    @property
    def page_count(self) -> int:
        """The pages that the index has; 0 of a model."""
        return 0 if self._classifier is None else self._pages

    @property
    def templates(self) -> list[Union[int, str]]:
        """The templates to choose from: ids in an index, names in a model."""
        return [] if self._classifier is None else self._classifier.templates()

    def classify(self, html: Html, url: str = "", *, learn: bool = False) -> Decision:
        """The template of a page. `url` matters: templates belong to sites.

        With `learn` a page that was not known is kept, and the index is updated when enough pages are
        there, so that all updates together take a time that is linear in the pages. ``flush`` updates
        it at once; the end of a ``with`` block and the end of Python do, too. While another run updates the index, pages
        stay kept, and it is tried again some pages later.
        """
        decision = self._classify(html, url)
        if learn:
            self._keep(url, html)
        return decision

    def _classify(self, html: Html, url: str) -> Decision:
        check_page(html, url)
        classifier = self._classifier
        if classifier is None:
            return Decision(None, 0.0, True, "")
        template, score, name = classifier.classify(html, url or "")
        return Decision(template, score, template is None, name)

    def _keep(self, url: str, html: Html) -> None:
        with self._lock:
            number = self.page_count + len(self._kept)
            _, page = as_pair((url, html), number)  # anything that is not a page would make each flush fail
            self._kept[url or f"page {number}"] = page
            self._process = os.getpid()
            _unflushed.add(self)
            if len(self._kept) >= max(_FIRST_UPDATE, self.page_count // 2, self._next_try):
                try:
                    self.flush()
                except IndexBusyError:
                    self._next_try = len(self._kept) + _FIRST_UPDATE

    def flush(self) -> Optional[ClusterResult]:
        """Adds the pages that ``classify(learn=True)`` has kept. They stay kept if that fails; while another run updates the index,
        that is an ``IndexBusyError``."""
        with self._lock:
            if not self._kept:
                return None
            result = self.add(self._kept, progress=False)
            self._kept = {}
            self._next_try = 0
            _unflushed.discard(self)
            return result

    def _flush_at_exit(self) -> None:
        if os.getpid() == self._process:  # a forked process has copies of the pages, not pages of its own
            when_free(self.flush)

    def classify_pages(
        self, pages: Any, *, url: str = "url", html: str = "html", progress: Progress = None
    ) -> PageDecisions:
        """The templates of many pages: anything that ``pagekin.cluster`` takes."""
        classifier = self._classifier
        if classifier is None:
            raise InputError(f"{self.path} does not exist yet; add pages first")
        with Watched(progress) as watched:
            rows, incidents, drifts = classifier.classify_pages(
                to_source(pages, url=url, html=html), self._threads, watched
            )
        found = PageDecisions(
            PageDecision(page, template, score, template is None, name)
            for page, _, template, score, name in rows
        )
        found.incidents = incidents
        found.drifts = [Drift(*moved) for moved in drifts]
        return found

    def add(self, pages: Any, *, on_duplicate: str = "replace", **options: Any) -> ClusterResult:
        """Adds pages and finds the templates of all of them together, as one run over all would.

        `pages` and `options` are those of ``pagekin.cluster``. The ids of templates that remain keep their
        meaning. Add many pages at a time: each call takes a time that grows with the index.
        """
        if self.is_model:
            raise TypeError(f"{self.path} is a model; pages are added to an index")
        with self._lock:
            options.setdefault("threads", self._threads)
            result = cluster(pages, self._method, index=self.path, on_duplicate=on_duplicate, **options)
            self._reopen()
            return result

    def __len__(self) -> int:
        return self.page_count

    def __enter__(self) -> Index:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            when_free(self.flush)

    def __reduce__(self) -> tuple[Any, ...]:
        when_free(self.flush)
        return type(self), (os.path.abspath(self.path), self._method)  # another process may work in another folder

    def __repr__(self) -> str:
        what = "model" if self.is_model else f"{self.page_count:,} pages"
        return f"Index({self.path!r}, {what}, {len(self.templates):,} templates)"
