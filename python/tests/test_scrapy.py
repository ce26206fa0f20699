"""The Scrapy add-on where things go wrong: every item ends, and the spider closes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from site_on_loopback import ARTICLES, PRODUCTS, serve

pytest.importorskip("scrapy")

PAGES = 1 + PRODUCTS + ARTICLES

SPIDER = """
import scrapy
from scrapy.linkextractors import LinkExtractor
from pagekin.scrapy import templates_of

{code}

class TheSpider(scrapy.Spider):
    name = "templates"
    custom_settings = {{"ADDONS": {{"pagekin.scrapy.TemplatesAddon": 500}}, "PAGEKIN_INDEX": "site.index", "TELNETCONSOLE_ENABLED": False,
        "LOG_LEVEL": "WARNING", {settings}}}
    start_urls = ["{start}"]

    def parse(self, response):
        yield item_of(response)
        for link in LinkExtractor().extract_links(response):
            yield response.follow(link)

    def closed(self, reason):
        known = templates_of(self.crawler)
        stats = self.crawler.stats.get_stats()
        self.logger.warning("extra %s", extra() if "extra" in globals() else "")
        self.logger.warning("closed %s, calls %d, scraped %d", reason, known.calls, stats.get("item_scraped_count", 0))
"""
ITEM = "def item_of(response): return {'url': response.url}\n"


def crawl(folder, code, settings="", start=None):
    """Runs a spider; returns its items and what it logged."""
    with serve() as address:
        (folder / "spider.py").write_text(SPIDER.format(code=code, settings=settings, start=start or address))
        done = subprocess.run(
            [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-O", "items.jsonl"],
            cwd=folder, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in (folder / "items.jsonl").read_text().splitlines()], done.stderr


def test_a_call_that_always_fails(tmp_path):
    code = ITEM + "def ask(page): raise ValueError('no credit')\n"
    items, log = crawl(tmp_path, code, '"PAGEKIN_ON_TEMPLATE": ask')
    assert items == [] and "closed finished" in log and "no credit" in log


def test_a_call_that_fails_once(tmp_path):
    code = ITEM + (
        "failed = []\n"
        "def ask(page):\n"
        "    if not failed:\n"
        "        failed.append(page.template)\n"
        "        next(iter([]))\n"  # StopIteration, which futures do not take
        "    return page.name\n"
    )
    items, log = crawl(tmp_path, code, '"PAGEKIN_ON_TEMPLATE": ask')
    assert "closed finished" in log and "StopIteration" in log
    # The items of one template that were ready at that moment have the error; all others are there. The start is asked for twice.
    assert 0 < len(items) < PAGES + 1 and any(f"calls {n}" in log for n in (3, 4))


def test_an_index_that_cannot_be_written(tmp_path):
    items, log = crawl(tmp_path, ITEM, '"PAGEKIN_INDEX": "nowhere/site.index"')
    assert items == [] and "closed finished" in log and "nowhere" in log


ITEMS = """
import dataclasses, scrapy

class WithoutField(scrapy.Item):
    url = scrapy.Field()

@dataclasses.dataclass
class Bare:
    url: str

@dataclasses.dataclass
class Full:
    url: str
    template: object = None

def item_of(response):
    kinds = {"product": WithoutField, "article": Bare}
    return kinds.get(response.url.split("/")[3], Full)(url=response.url)
"""


def test_items_without_a_field_are_not_lost(tmp_path):
    items, log = crawl(tmp_path, ITEMS)
    assert len({item["url"] for item in items}) == PAGES and "closed finished" in log
    assert all(("template" in item) == (item["url"].count("/") == 3) for item in items)
    for name in ("WithoutField", "Bare"):
        assert log.count(f"items of the class {name} have no field 'template'") == 1  # not once an item


def test_a_response_that_is_not_html_has_no_template(tmp_path):
    items, log = crawl(tmp_path, ITEM, start='data:application/json,{\\"a\\": 1}')
    assert len(items) == 1 and "template" not in items[0]


COUNTED = ITEM + """
import pagekin
updates = []
add = pagekin.Index.add
pagekin.Index.add = lambda self, *given, **options: updates.append(1) or add(self, *given, **options)
def extra(): return f"updates {len(updates)}"
"""


def test_a_slow_site_is_not_quiet(tmp_path):
    """While pages are downloaded, those that wait go on waiting: an update for each page would be a template for each."""
    settings = '"DOWNLOAD_DELAY": 0.05, "RANDOMIZE_DOWNLOAD_DELAY": False, "CONCURRENT_REQUESTS": 1, "PAGEKIN_QUIET_SECONDS": 0.02'
    items, log = crawl(tmp_path, COUNTED, settings)
    assert len({item["url"] for item in items}) == PAGES
    updates = int(log.partition("updates ")[2].split()[0])
    assert updates <= 8, log


def test_pages_of_items_that_are_gone_are_forgotten():
    from scrapy.http import HtmlResponse, Request, TextResponse

    from pagekin.scrapy import PageMiddleware, _Pages

    pages = _Pages()
    middleware = PageMiddleware(pages)
    page = HtmlResponse("https://a.example/", body=b"<p>", encoding="utf-8")
    outputs = [{"url": "1"}, Request("https://a.example/2"), {"url": "3"}]
    assert list(middleware.process_spider_output(page, outputs)) == outputs and len(pages.of_item) == 2
    pages.forget(outputs[0])
    pages.forget(outputs[0])
    assert [item for _, _, item in pages.of_item.values()] == [outputs[2]]
    list(middleware.process_spider_output(TextResponse("https://a.example/x", body=b"a,b"), [{"url": "4"}]))
    assert len(pages.of_item) == 1
    pages.forget_all()
    assert not pages.of_item


DROPPED = ITEM + """
from scrapy.exceptions import DropItem
class Pipeline:
    most = 0
    def process_item(self, item, spider=None):
        Pipeline.most = max(Pipeline.most, len(spider_pages()))
        if "/article/" in item["url"]:
            raise DropItem("not wanted")
        return item
def spider_pages():
    import gc, pagekin.scrapy
    return next(one for one in gc.get_objects() if isinstance(one, pagekin.scrapy._Pages)).of_item
def extra(): return f"left {len(spider_pages())} most {Pipeline.most}"
"""


def test_dropped_items_leave_nothing_behind(tmp_path):
    items, log = crawl(tmp_path, DROPPED, '"ITEM_PIPELINES": {Pipeline: 10}')
    assert len({item["url"] for item in items}) == 1 + PRODUCTS and "left 0 " in log
    assert int(log.partition(" most ")[2].split()[0]) < 40  # those of the moment, not all that were dropped
