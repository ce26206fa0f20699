"""Crawlee: a costly call once a template instead of once a page.

    python crawlee_templates.py https://example.org/

The call stands for a language model that is asked how to read a page. Its answer, a selector, is good
for all pages of the template.
"""

import asyncio
import sys

from crawlee.crawlers import ParselCrawler, ParselCrawlingContext

import pagekin


class Reader:
    def __init__(self, index_path, ask):
        self.index = pagekin.Index.open(index_path)
        self.ask = ask  # async function: HTML to a selector
        self.answers = {}  # by template
        self.calls = 0

    async def read(self, context: ParselCrawlingContext):
        html = context.selector.get()
        found = self.index.classify(html, context.request.url, learn=True)
        selector = self.answers.get(found.template)
        if selector is None:
            self.calls += 1
            selector = await self.ask(html)
            if found.template is not None:
                self.answers[found.template] = selector
        return {
            "url": context.request.url,
            "template": found.template,
            "title": context.selector.css(selector).get(default="").strip(),
        }


async def ask_a_model(html):
    """Put the call to a model here."""
    return "h1::text" if "<h1" in html else "title::text"


async def crawl(start, index_path="templates.index", ask=ask_a_model, most=200):
    reader = Reader(index_path, ask)
    items = []
    crawler = ParselCrawler(max_requests_per_crawl=most)

    @crawler.router.default_handler
    async def handle(context: ParselCrawlingContext):
        items.append(await reader.read(context))
        await context.enqueue_links()

    await crawler.run([start])
    reader.index.flush()
    return items, reader.calls


if __name__ == "__main__":
    pages, calls = asyncio.run(crawl(sys.argv[1]))
    print(f"{len(pages)} pages, {len({page['template'] for page in pages})} templates, {calls} calls")
