"""Crawlee: a costly call once a template instead of once a page.

    python crawlee_templates.py https://example.org/

The call stands for a language model that is asked how to read a page. Its answer, a selector, is good
for all pages of the template.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any, Union

from crawlee.crawlers import ParselCrawler, ParselCrawlingContext

from pagekin.crawl import KnownPage, Templates


async def ask_a_model(html: str) -> str:
    """Put the call to a model here."""
    return "h1::text" if "<h1" in html else "title::text"


async def crawl(
    start: str,
    index_path: Union[str, "os.PathLike[str]"] = "templates.index",
    ask: Callable[[str], Awaitable[str]] = ask_a_model,
    most: int = 200,
) -> tuple[list[dict[str, Any]], int]:
    async def on_template(page: KnownPage) -> str:
        return await ask(page.html if isinstance(page.html, str) else page.html.decode())

    known = Templates(index_path, on_template=on_template)
    items: list[dict[str, Any]] = []
    crawler = ParselCrawler(max_requests_per_crawl=most)

    def use(pages: list[KnownPage]) -> None:
        for page in pages:
            title = page.item.css(page.answer).get(default="").strip()
            items.append({"url": page.url, "template": page.template, "title": title})

    @crawler.router.default_handler
    async def handle(context: ParselCrawlingContext) -> None:
        use(await known.add_async(context.selector.get(), context.request.url, context.selector))
        await context.enqueue_links()

    await crawler.run([start])
    use(await known.finish_async())
    return items, known.calls


if __name__ == "__main__":
    pages, calls = asyncio.run(crawl(sys.argv[1]))
    print(f"{len(pages)} pages, {len({page['template'] for page in pages})} templates, {calls} calls")
