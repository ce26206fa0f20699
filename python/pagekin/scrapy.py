"""A Scrapy add-on: every item gets the template of its page, and a costly call is made once a template.

    # in the settings of the project
    ADDONS = {"pagekin.scrapy.TemplatesAddon": 500}
    PAGEKIN_INDEX = "templates.index"              # stays: the next crawl knows the templates of this one
    PAGEKIN_ON_TEMPLATE = "project.ask.ask"        # optional: called with the first page of each template (KnownPage)

Items of HTML pages wait in the pipeline until the template of their page is known; then the field ``template`` is set, and ``template_answer`` to
what the call returned, if there is one. An item whose class has no such field passes without it, and a warning names the class. If no page comes and
nothing is downloaded for ``PAGEKIN_QUIET_SECONDS`` (1), those that wait are decided with what is there, so that no crawl stands still. If the call or the index fails, the items that wait for it end with that error, as if a pipeline
had raised it. Needs the asyncio reactor, which is the default of Scrapy.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Optional

from scrapy import Request, signals
from scrapy.http import HtmlResponse
from scrapy.utils.misc import load_object

from .crawl import KnownPage, Templates

__all__ = ["PageMiddleware", "TemplatePipeline", "TemplatesAddon", "templates_of"]

_LOGGER = logging.getLogger(__name__)


class TemplatesAddon:
    """Puts the two components into the settings."""

    def update_settings(self, settings: Any) -> None:
        """Called by Scrapy."""
        settings.setdefault_in_component_priority_dict("SPIDER_MIDDLEWARES", PageMiddleware, 10)  # after others, which drop and change items
        settings.setdefault_in_component_priority_dict("ITEM_PIPELINES", TemplatePipeline, 50)


class _Pages:
    """The pages of items on their way from the spider to the pipeline, one table a crawler."""

    def __init__(self) -> None:
        self.of_item: dict[int, tuple[str, bytes, Any]] = {}

    def remember(self, output: Any, response: Any) -> None:
        """Called with all that a spider gives for a response."""
        if not isinstance(output, Request) and isinstance(response, HtmlResponse):
            # The item stays with its entry, so that no other object has its number.
            self.of_item[id(output)] = (response.url, response.body, output)

    def forget(self, item: Any) -> None:
        """Called by Scrapy when an item was dropped, or a pipeline failed."""
        self.of_item.pop(id(item), None)

    def forget_all(self) -> None:
        """Called by Scrapy when no item is under way: what is left was replaced by other objects."""
        self.of_item.clear()


def _pages_of(crawler: Any) -> _Pages:
    if not hasattr(crawler, "pagekin_pages"):
        crawler.pagekin_pages = made = _Pages()
        crawler.signals.connect(made.forget, signals.item_dropped)
        crawler.signals.connect(made.forget, signals.item_error)
        crawler.signals.connect(made.forget_all, signals.spider_idle)
    pages: _Pages = crawler.pagekin_pages
    return pages


def templates_of(crawler: Any) -> Templates:
    """The templates of a crawl: ``answers``, ``calls``, ``counts``, ``budget``."""
    templates: Templates = crawler.pagekin_templates
    return templates


class PageMiddleware:
    """Remembers the page of each item."""

    def __init__(self, pages: _Pages) -> None:
        self._pages = pages

    @classmethod
    def from_crawler(cls, crawler: Any) -> PageMiddleware:
        """Called by Scrapy."""
        return cls(_pages_of(crawler))

    async def process_spider_output_async(self, response: Any, result: Any, spider: Any = None) -> Any:
        """Called by Scrapy."""
        async for output in result:
            self._pages.remember(output, response)
            yield output

    def process_spider_output(self, response: Any, result: Any, spider: Any = None) -> Any:
        """Called by Scrapy."""
        for output in result:
            self._pages.remember(output, response)
            yield output


class TemplatePipeline:
    """Sets the template of each item; items wait until it is known."""

    def __init__(
        self, pages: _Pages, templates: Templates, quiet_seconds: float, has_call: bool, is_busy: Callable[[], bool]
    ) -> None:
        """`is_busy`: whether pages are being downloaded."""
        self._pages = pages
        self.templates = templates
        self._quiet_seconds = quiet_seconds
        self._has_call = has_call
        self._is_busy = is_busy
        self._adding = 0  # pages that are being classified, or wait for a call
        self._quiet_looks = 0  # how often nothing was seen to happen since the last page
        self._named: set[type] = set()  # classes of items without a field
        self._timer: Optional[asyncio.TimerHandle] = None
        self._flushing: set[asyncio.Task[None]] = set()
        self._waiting: set[asyncio.Future[KnownPage]] = set()

    @classmethod
    def from_crawler(cls, crawler: Any) -> TemplatePipeline:
        """Called by Scrapy."""
        call = crawler.settings.get("PAGEKIN_ON_TEMPLATE")
        templates = Templates(
            crawler.settings.get("PAGEKIN_INDEX", "templates.index"),
            on_template=load_object(call) if isinstance(call, str) else call,
            first=crawler.settings.getint("PAGEKIN_FIRST", 32),
            errors="deliver",  # an item whose call failed has an error; the others go on
        )
        made = cls(
            _pages_of(crawler),
            templates,
            crawler.settings.getfloat("PAGEKIN_QUIET_SECONDS", 1.0),
            call is not None,
            lambda: bool(crawler.engine.downloader.active),
        )
        crawler.signals.connect(made.spider_closed, signals.spider_closed)
        crawler.pagekin_templates = templates
        return made

    async def process_item(self, item: Any, spider: Any = None) -> Any:
        """Called by Scrapy."""
        page = self._pages.of_item.pop(id(item), None)
        if page is None:
            return item  # not of a page
        url, body, _ = page
        known: asyncio.Future[KnownPage] = asyncio.get_running_loop().create_future()
        self._waiting.add(known)
        known.add_done_callback(self._waiting.discard)
        self._adding += 1
        try:
            self._answer(await self.templates.add_async(body, url, known))
        except Exception:
            # An update of the index failed. Nothing is lost; when the crawl is quiet it is tried again.
            _LOGGER.exception("an update of the templates failed; it is tried again")
        finally:
            self._adding -= 1
            self._quiet_looks = 0
            self._restart_timer()
        found = await known
        self._set(item, "template", found.template)
        if self._has_call:
            self._set(item, "template_answer", found.answer)
        return item

    def _set(self, item: Any, field: str, value: Any) -> None:
        from itemadapter import ItemAdapter

        try:
            ItemAdapter(item)[field] = value
        except (KeyError, TypeError):  # a class with other fields, or one that Scrapy knows nothing of
            if type(item) not in self._named:
                self._named.add(type(item))
                _LOGGER.warning("items of the class %s have no field %r: they pass without it", type(item).__qualname__, field)

    def _answer(self, pages: list[KnownPage]) -> None:
        for page in pages:
            if page.item.done():
                continue
            if isinstance(page.error, StopIteration):  # futures refuse it
                page.item.set_exception(RuntimeError("PAGEKIN_ON_TEMPLATE raised StopIteration"))
            elif page.error is not None:
                page.item.set_exception(page.error)
            else:
                page.item.set_result(page)

    def _restart_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(self._quiet_seconds / 2, self._look)

    def _look(self) -> None:
        self._quiet_looks = 0 if self._adding or self._is_busy() else self._quiet_looks + 1
        if self._quiet_looks < 2:  # between a response and the next request nothing is downloaded, either
            self._restart_timer()
            return
        task = asyncio.ensure_future(self._flush())
        self._flushing.add(task)
        task.add_done_callback(self._flushing.discard)

    async def _flush(self) -> None:
        waiting = list(self._waiting)
        try:
            self._answer(await self.templates.finish_async())
        except Exception as error:
            # Whoever waits must hear it, or else the spider would never close.
            for known in waiting:
                if not known.done():
                    known.set_exception(error)

    async def spider_closed(self) -> None:
        """Called by Scrapy: all items are done."""
        if self._timer is not None:
            self._timer.cancel()
        await asyncio.to_thread(self.templates.__exit__)  # it may wait for another process that uses the index
