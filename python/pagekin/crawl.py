"""For crawlers: one costly call a template, not one a page.

    known = Templates("site.index", on_template=ask_a_model)
    for page in known.add(html, url):          # pages whose template is known by now, this one or earlier ones
        use(page.url, page.template, page.answer)
    for page in known.finish():                # at the end: all that were held
        ...

Pages are held until the first templates are known, and so is a page that is like no template: a later update of the index decides.
Nothing is lost: each page that is added is delivered once, by ``add`` or by ``finish``. ``on_template`` is called once for each
template. Updates run on a thread of their own, so that an event loop is never blocked; ``Templates`` has the same functions
for asyncio: ``await known.add_async(html, url)``, ``await known.finish_async()``.

Memory: the pages since the last update, and the addresses of all pages. Several processes may share an index: who finds it locked tries again
later, and the pages wait.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Optional, Union

from ._errors import PagekinError
from ._index import Index
from ._pages import Html
from ._result import Path

TemplateKey = Union[int, str]

_LOCKED = "being updated by another run"  # what the library says of an index that another process writes


@dataclass(frozen=True)
class KnownPage:
    """A page whose template is known."""

    url: str
    html: Html
    item: Any  #: what was given with the page
    template: Optional[TemplateKey]  #: None: the page has none, such as one that is not HTML
    name: str  #: of the template; may be empty
    is_first: bool  #: the first page of its template: ``on_template`` was called for it
    answer: Any  #: what ``on_template`` returned for the template


class Templates:
    """The templates of the pages of a crawl, as they come."""

    def __init__(
        self,
        index: Union[Path, Index],
        *,
        on_template: Optional[Callable[[KnownPage], Any]] = None,
        first: int = 32,
        growth: float = 0.5,
        retry_seconds: float = 0.2,
    ) -> None:
        """`index`: a path, or an open index; one that does not exist is begun. `on_template`: called with the first page of each
        template; with the functions for asyncio it may be a coroutine. `first`: pages before the first update; `growth`:
        further updates come when the index has grown by this share."""
        self.index = index if isinstance(index, Index) else Index.open(index, create=True)
        self.answers: dict[TemplateKey, Any] = {}  #: by template: what ``on_template`` returned
        self.calls = 0  #: of ``on_template``
        self.counts: Counter[TemplateKey] = Counter()  #: pages delivered, by template
        self._on_template = on_template
        self._first, self._growth, self._retry = first, growth, retry_seconds
        self._lock = threading.Lock()
        self._held: dict[str, tuple[Html, list[Any]]] = {}  # by address: pages without a template so far
        self._kept: dict[str, Html] = {}  # pages that the index does not have yet
        self._ready: list[KnownPage] = []
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="pagekin")
        self._update: Optional[Future[None]] = None
        self._names: dict[TemplateKey, str] = {}
        self._asked: dict[TemplateKey, asyncio.Future[Any]] = {}

    # -- what to fetch

    def budget(self, template: Optional[TemplateKey], most: int) -> bool:
        """Whether a further page of a template is wanted: whether fewer than `most` were delivered. True for None."""
        return template is None or self.counts[template] < most

    # -- pages in, decisions out

    def add(self, html: Html, url: str, item: Any = None) -> list[KnownPage]:
        """Takes a page. Returns the pages whose template is known by now: this one, earlier ones, or none."""
        self._take(html, url, item)
        return [self._finished(page) for page in self._pop()]

    def finish(self) -> list[KnownPage]:
        """Waits for what is under way, adds all pages to the index, and returns the pages that were held."""
        self._wait()
        self._learn()
        return [self._finished(page) for page in self._pop()]

    async def add_async(self, html: Html, url: str, item: Any = None) -> list[KnownPage]:
        """The same for asyncio."""
        self._take(html, url, item)
        return [await self._finished_async(page) for page in self._pop()]

    async def finish_async(self) -> list[KnownPage]:
        """The same for asyncio: updates run on another thread."""
        await asyncio.to_thread(self._wait)
        await asyncio.to_thread(self._learn)
        return [await self._finished_async(page) for page in self._pop()]

    def __enter__(self) -> Templates:
        return self

    def __exit__(self, *_: object) -> None:
        self._wait()
        self._learn()
        self._worker.shutdown()

    # -- how it works

    def _take(self, html: Html, url: str, item: Any) -> None:
        decision = self.index.classify(html, url)
        with self._lock:
            self._kept[url] = html
            if decision.template is not None:
                self._names.setdefault(decision.template, decision.name)
                self._deliver(url, html, item, decision.template)
            else:
                self._held.setdefault(url, (html, []))[1].append(item)
            if len(self._kept) < max(self._first, int(self._growth * self.index.page_count)):
                return
            if self._update is None or self._update.done():
                self._update = self._worker.submit(self._learn)

    def _deliver(self, url: str, html: Html, item: Any, template: Optional[TemplateKey]) -> None:
        name = "" if template is None else self._names.get(template, "")
        self._ready.append(KnownPage(url, html, item, template, name, False, None))
        if template is not None:
            self.counts[template] += 1

    def _wait(self) -> None:
        update = self._update
        if update is not None:
            update.result()

    def _learn(self) -> None:
        """Adds the pages that were kept to the index, and decides those that were held. Runs on any thread, one at a time."""
        with self._lock:
            pages = dict(self._kept)
        if not pages:
            return
        while True:
            try:
                result = self.index.add(pages, progress=False)
                break
            except PagekinError as error:
                if _LOCKED not in str(error):
                    raise
                time.sleep(self._retry)
        columns = result.table(["page", "template"]).to_dict()
        template_of = dict(zip(columns["page"], columns["template"]))
        with self._lock:
            for url, html in pages.items():
                if self._kept.get(url) is html:
                    del self._kept[url]
            for url in [url for url in self._held if url in pages]:
                html, items = self._held.pop(url)
                template = template_of.get(url) or None
                for item in items:
                    self._deliver(url, html, item, template)

    def _pop(self) -> list[KnownPage]:
        with self._lock:
            ready, self._ready = self._ready, []
            return ready

    def _finished(self, page: KnownPage) -> KnownPage:
        if page.template is None or page.template in self.answers:
            return page if page.template is None else replace(page, answer=self.answers[page.template])
        first = replace(page, is_first=True)
        answer = None
        if self._on_template is not None:
            self.calls += 1
            answer = self._on_template(first)
            if inspect.isawaitable(answer):
                raise TypeError("on_template is a coroutine: use add_async and finish_async")
        self.answers[page.template] = answer
        return replace(first, answer=answer)

    async def _finished_async(self, page: KnownPage) -> KnownPage:
        if page.template is None:
            return page
        known = self._asked.get(page.template)
        if known is not None:
            return replace(page, answer=await asyncio.shield(known))
        asked: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._asked[page.template] = asked  # before the call, so that nobody else makes it
        first = replace(page, is_first=True)
        try:
            answer: Any = None
            if self._on_template is not None:
                self.calls += 1
                answer = self._on_template(first)
                if inspect.isawaitable(answer):
                    answer = await _awaited(answer)
        except BaseException as error:
            del self._asked[page.template]  # the next page of the template tries again
            asked.set_exception(error)
            asked.exception()  # it was seen
            raise
        asked.set_result(answer)
        self.answers[page.template] = answer
        return replace(first, answer=answer)


async def _awaited(value: Awaitable[Any]) -> Any:
    return await value
