"""A helper for Crawlee: its selector extractors ask a model once a template.

    extractor = PydanticAiSelectorExtractor(model)           # of Crawlee; it caches selectors by `cache_tag`
    pages = TemplateExtraction("site.index", extractor, Product)

    @crawler.router.default_handler
    async def handle(context):
        for page in await pages.add(context):                 # this page, earlier ones, or none
            await context.push_data({"url": page.url, **page.data.model_dump()})
        await context.enqueue_links()

    await crawler.run([start])
    for page in await pages.finish():                         # those that were held
        ...

Crawlee's extractors keep the selectors that a model found under a tag, and try them on further pages with this tag. Without a tag all pages
share one bucket, which forgets; a label of the router is a tag only if somebody wrote the rules for it. Here the tag is the
template of the page. Pages are held until their template is known (``pagekin.crawl.Templates``); nothing is lost, and each page is
delivered once. Needs Crawlee 1.8 or newer for its own extractors; anything with a coroutine ``extract(html, schema, cache_tag=...)`` will do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Optional, Union

from ._index import Index
from ._pages import Html
from ._types import Path
from .crawl import KnownPage, TemplateKey, Templates

__all__ = ["ExtractedPage", "TemplateExtraction", "cache_tag"]

_NO_TEMPLATE = "pagekin-none"


def cache_tag(template: Optional[TemplateKey]) -> str:
    """The tag of a template."""
    return _NO_TEMPLATE if template is None else f"pagekin-{template}"


@dataclass(frozen=True)
class ExtractedPage:
    """A page with what was extracted from it."""

    url: str
    template: Optional[TemplateKey]  #: None: the page has none
    name: str  #: of the template; may be empty
    data: Any  #: an object of the schema; None: there is no schema for the template, or an error
    error: Optional[Exception]  #: why nothing was extracted
    html: Html  #: of the page, so that it can be tried again
    item: Any  #: what was given with the page


class TemplateExtraction:
    """The pages of a crawl, extracted with the selectors of their templates."""

    def __init__(
        self,
        index: Union[Path, Index],
        extractor: Any,
        schema: Any,
        *,
        first: int = 32,
        growth: float = 0.5,
    ) -> None:
        """`index`: see ``pagekin.crawl.Templates``; it stays, so that the next crawl uses the same tags. `extractor`: of Crawlee.
        `schema`: the pydantic model of the data, or a function from a ``KnownPage`` to one, or to None for a template of
        which nothing is wanted. It is asked once a template."""
        self.templates = Templates(index, first=first, growth=growth)
        self.extractor = extractor
        self.failed = 0  #: pages that could not be extracted
        self._schema = schema
        self._schema_of: dict[Optional[TemplateKey], Any] = {}

    async def add(self, context: Any, item: Any = None, *, html: Optional[Html] = None) -> list[ExtractedPage]:
        """Takes the page of a context of Crawlee: with a selector (Parsel), a browser page (Playwright) or an HTTP response. `html`
        is taken instead, if it is given. Returns the pages whose template is known by now, extracted."""
        page = await _html_of(context) if html is None else html
        url = str(getattr(context.request, "loaded_url", None) or context.request.url)
        return await self._extracted(await self.templates.add_async(page, url, item))

    async def finish(self) -> list[ExtractedPage]:
        """Decides what is still held, and extracts it."""
        return await self._extracted(await self.templates.finish_async())

    async def _extracted(self, pages: list[KnownPage]) -> list[ExtractedPage]:
        return [await self._extract(page) for page in pages]

    async def _extract(self, page: KnownPage) -> ExtractedPage:
        data: Any = None
        error: Optional[Exception] = None
        try:
            schema = self._schema_for(page)
            if schema is not None:
                text = page.html if isinstance(page.html, str) else page.html.decode("utf-8", "replace")
                data = await self.extractor.extract(text, schema, cache_tag=cache_tag(page.template))
        except Exception as failed:  # one page must not cost the others that are delivered with it
            error = failed
            self.failed += 1
        return ExtractedPage(page.url, page.template, page.name, data, error, page.html, page.item)

    def _schema_for(self, page: KnownPage) -> Any:
        if isinstance(self._schema, type):
            return self._schema
        if page.template not in self._schema_of:
            choose: Callable[[KnownPage], Any] = self._schema
            self._schema_of[page.template] = choose(page)
        return self._schema_of[page.template]


async def _html_of(context: Any) -> Html:
    selector = getattr(context, "selector", None)
    if selector is not None:
        return str(selector.get())
    browser_page = getattr(context, "page", None)
    if browser_page is not None:
        return str(await browser_page.content())
    body: bytes = await context.http_response.read()
    return body
