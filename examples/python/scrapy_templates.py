"""Scrapy: the template of every item, and a selector that is found once a template.

    scrapy runspider scrapy_templates.py -a start=https://example.org/ -O items.jsonl

The add-on does the work; a project needs only the two settings. The index stays: the next crawl knows the templates of this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import scrapy
from scrapy.linkextractors import LinkExtractor

from pagekin.crawl import KnownPage
from pagekin.scrapy import templates_of


def find_selector(page: KnownPage) -> str:
    """Stands for what is slow or costs money: a person, a search, a language model. It is called once a template."""
    selector = scrapy.Selector(text=page.html.decode() if isinstance(page.html, bytes) else page.html)
    return next(css for css in ("h1::text", "h2::text", "title::text") if selector.css(css))


class TitlePipeline:
    """Fills in the title of an item by the selector of its template."""

    def process_item(self, item: dict[str, Any], spider: Any = None) -> dict[str, Any]:
        response = item.pop("response")
        item["title"] = response.css(item.pop("template_answer")).get(default="").strip()
        return item


class TemplateSpider(scrapy.Spider):
    name = "templates"
    custom_settings = {
        "ADDONS": {"pagekin.scrapy.TemplatesAddon": 500},
        "PAGEKIN_ON_TEMPLATE": find_selector,
        "ITEM_PIPELINES": {TitlePipeline: 300},
    }

    def __init__(self, start: str = "http://127.0.0.1:8000/", **arguments: Any) -> None:
        super().__init__(**arguments)
        self.start_urls = [start]
        self.allowed_domains = [start.split("/")[2].split(":")[0]]

    def parse(self, response: Any, **_: Any) -> Iterator[Any]:
        yield {"url": response.url, "response": response}
        for link in LinkExtractor().extract_links(response):  # not mailto: and the like
            yield response.follow(link)

    def closed(self, reason: str) -> None:
        known = templates_of(self.crawler)
        self.logger.warning("templates %d, calls %d", len(known.answers), known.calls)
