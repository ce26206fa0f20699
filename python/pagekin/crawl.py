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

Also an exception loses nothing. ``add`` and ``finish`` raise what ``on_template`` raised, and what ended an update of the index. Then the page
that was given has been taken, and all pages that were not returned come with the next call; a call that failed is made again. With
``errors="deliver"`` pages whose call failed are returned, with the exception in ``error``.

Memory: the pages since the last update, and the addresses of all pages. Several processes may share an index: who finds it locked tries again
later, and the pages wait.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import Any, Literal, Optional, Union

from ._errors import NoPagesError, OptionError
from ._index import Index, when_free
from ._pages import Html
from ._types import Path

__all__ = ["KnownPage", "TemplateKey", "Templates"]

TemplateKey = Union[int, str]  #: the id of a template in an index, or its name in a model

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
    error: Optional[Exception] = None  #: with ``errors="deliver"``: why there is no answer


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
        errors: Literal["raise", "deliver"] = "raise",
    ) -> None:
        """`index`: a path, or an open index; one that does not exist is begun. `on_template`: called with the first page of each
        template; with the functions for asyncio it may be a coroutine. `first`: pages before the first update; `growth`:
        further updates come when the index has grown by this share. `errors`: whether an exception of `on_template` is raised, or
        delivered with the pages of its template."""
        if errors not in ("raise", "deliver"):
            raise OptionError(f"option `errors` takes raise or deliver, got {errors!r}")
        if isinstance(first, bool) or not isinstance(first, int) or first < 1:
            raise OptionError(f"option `first` takes a number of pages above 0, got {first!r}")
        if not growth > 0:
            raise OptionError(f"option `growth` takes a share above 0, got {growth!r}")
        self.index = index if isinstance(index, Index) else Index.open(index, create=True)
        self.answers: dict[TemplateKey, Any] = {}  #: by template: what ``on_template`` returned; what you put there is not asked
        self.calls = 0  #: of ``on_template``
        self.counts: Counter[TemplateKey] = Counter()  #: pages delivered, by template
        self._on_template = on_template
        self._first, self._growth, self._retry = first, growth, retry_seconds
        self._raises = errors == "raise"
        self._lock = threading.Lock()
        self._learning = threading.Lock()
        self._held: dict[str, list[tuple[str, Html, Any]]] = {}  # by name: pages without a template so far
        self._kept: dict[str, Html] = {}  # by name: pages that the index does not have yet
        self._next_number = 0  # of a page without an address
        self._ready: list[KnownPage] = []
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="pagekin")
        self._update: Optional[Future[None]] = None
        self._names: dict[TemplateKey, str] = {}
        self._asked: dict[TemplateKey, asyncio.Future[Optional[Exception]]] = {}  # calls under way: their exceptions

    # -- what to fetch

    def budget(self, template: Optional[TemplateKey], most: int) -> bool:
        """Whether a further page of a template is wanted: whether fewer than `most` were delivered. True for None."""
        return template is None or self.counts[template] < most

    # -- pages in, decisions out

    def add(self, html: Html, url: str, item: Any = None) -> list[KnownPage]:
        """Takes a page. Returns the pages whose template is known by now: this one, earlier ones, or none."""
        self._take(html, url, item)
        return self._delivered()

    def finish(self) -> list[KnownPage]:
        """Waits for what is under way, adds all pages to the index, and returns the pages that were held."""
        self._finish_updates()
        return self._delivered()

    async def add_async(self, html: Html, url: str, item: Any = None) -> list[KnownPage]:
        """The same for asyncio."""
        self._take(html, url, item)
        return await self._delivered_async()

    async def finish_async(self) -> list[KnownPage]:
        """The same for asyncio: updates run on another thread."""
        await asyncio.to_thread(self._finish_updates)
        return await self._delivered_async()

    def __enter__(self) -> Templates:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._finish_updates()
        finally:
            self._worker.shutdown()

    # -- how it works

    def _take(self, html: Html, url: str, item: Any) -> None:
        decision = self.index.classify(html, url)
        with self._lock:
            url = url or ""
            name = url or self._new_name()
            if not self.index.is_model:
                self._kept[name] = html
            if decision.template is not None or self.index.is_model:  # a model learns nothing more: other pages have no template
                if decision.template is not None:
                    self._names.setdefault(decision.template, decision.name)
                self._deliver(url, html, item, decision.template)
            else:
                self._held.setdefault(name, []).append((url, html, item))
            update = self._update
            if update is not None and update.done():
                self._update = None
                if update.exception() is not None:
                    update.result()  # raises; the next page begins an update again
            if self._update is None and len(self._kept) >= max(self._first, int(self._growth * self.index.page_count)):
                self._update = self._worker.submit(self._learn)

    def _new_name(self) -> str:
        """A name for a page without an address: pages of one name are one page to the index."""
        number = max(self._next_number, self.index.page_count + len(self._kept))
        self._next_number = number + 1
        return f"page {number}"

    def _deliver(self, url: str, html: Html, item: Any, template: Optional[TemplateKey]) -> None:
        name = "" if template is None else self._names.get(template, "")
        self._ready.append(KnownPage(url, html, item, template, name, False, None))
        if template is not None:
            self.counts[template] += 1

    def _finish_updates(self) -> None:
        with self._lock:
            update, self._update = self._update, None
        if update is not None:
            wait([update])  # whether it failed does not matter: what it did not add is added now
        self._learn()

    def _learn(self) -> None:
        """Adds the pages that were kept to the index, and decides those that were held. Runs on any thread, one at a time."""
        with self._learning:
            self._learn_now()

    def _learn_now(self) -> None:
        with self._lock:
            pages = dict(self._kept)
        if not pages:
            return
        template_of: dict[str, Any] = {}
        try:
            result = when_free(lambda: self.index.add(pages, progress=False), self._retry)
            columns = result.table(["page", "template"]).to_dict()
            template_of = dict(zip(columns["page"], columns["template"]))
        except NoPagesError:
            pass  # none of them is HTML: they have no template
        with self._lock:
            for name, html in pages.items():
                if self._kept.get(name) is html:
                    del self._kept[name]
            for name in [name for name in self._held if name in pages]:
                template = template_of.get(name) or None
                for url, html, item in self._held.pop(name):
                    self._deliver(url, html, item, template)

    def _pop(self) -> list[KnownPage]:
        with self._lock:
            ready, self._ready = self._ready, []
            return ready

    def _put_back(self, pages: list[KnownPage]) -> None:
        with self._lock:
            self._ready = pages + self._ready

    def _delivered(self) -> list[KnownPage]:
        """The pages that are ready, with answers. They are ready again if that fails."""
        ready, done = self._pop(), list[KnownPage]()
        failed: dict[TemplateKey, Exception] = {}
        try:
            for page in ready:
                done.append(self._finished(page, failed))
        except BaseException:
            self._put_back(done + ready[len(done) :])
            raise
        return done

    async def _delivered_async(self) -> list[KnownPage]:
        ready, done = self._pop(), list[KnownPage]()
        failed: dict[TemplateKey, Exception] = {}
        try:
            for page in ready:
                done.append(await self._finished_async(page, failed))
        except BaseException:
            self._put_back(done + ready[len(done) :])
            raise
        return done

    def _known(self, page: KnownPage, failed: dict[TemplateKey, Exception]) -> Optional[KnownPage]:
        """The page with what is known without a call; None: a call is needed."""
        if page.template is None:
            return page
        if page.template in self.answers:
            return replace(page, answer=self.answers[page.template])
        if page.template in failed:  # a call that fails is not made for each page of a template
            return replace(page, error=failed[page.template])
        return None

    def _finished(self, page: KnownPage, failed: dict[TemplateKey, Exception]) -> KnownPage:
        known = self._known(page, failed)
        if known is not None or page.template is None:
            return known or page
        first = replace(page, is_first=True)
        answer = None
        if self._on_template is not None:
            self.calls += 1
            try:
                answer = self._on_template(first)
            except Exception as error:
                if self._raises:
                    raise
                failed[page.template] = error
                return replace(page, error=error)
            if inspect.isawaitable(answer):
                if inspect.iscoroutine(answer):
                    answer.close()
                raise TypeError("on_template is a coroutine: use add_async and finish_async")
        self.answers[page.template] = answer
        return replace(first, answer=answer)

    async def _finished_async(self, page: KnownPage, failed: dict[TemplateKey, Exception]) -> KnownPage:
        while True:
            known = self._known(page, failed)
            if known is not None or page.template is None:
                return known or page
            asked = self._asked.get(page.template)
            if asked is None:
                return await self._ask(page, failed)
            error = await asyncio.shield(asked)
            if error is not None:
                if self._raises:
                    raise error
                failed[page.template] = error

    async def _ask(self, page: KnownPage, failed: dict[TemplateKey, Exception]) -> KnownPage:
        assert page.template is not None
        asked: asyncio.Future[Optional[Exception]] = asyncio.get_running_loop().create_future()
        self._asked[page.template] = asked  # before the call, so that nobody else makes it
        first = replace(page, is_first=True)
        try:
            answer: Any = None
            if self._on_template is not None:
                self.calls += 1
                answer = self._on_template(first)
                if inspect.isawaitable(answer):
                    answer = await _awaited(answer)
            self.answers[page.template] = answer
        except Exception as error:
            asked.set_result(error)
            if self._raises:
                raise
            failed[page.template] = error
            return replace(page, error=error)
        finally:
            del self._asked[page.template]
            if not asked.done():  # answered; or this task was cancelled, and one that waits makes the call
                asked.set_result(None)
        return replace(first, answer=answer)


async def _awaited(value: Awaitable[Any]) -> Any:
    return await value
