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
