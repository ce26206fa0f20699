"""Crawlee's own selector extractor with templates as tags, on a site of this machine: how often the model is asked.

Crawlee keeps its stores for the life of a process, and they belong to one event loop. So each crawl has a process of its own.
"""

from __future__ import annotations

import asyncio
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

from site_on_loopback import ARTICLES, PRODUCTS, serve

pytest.importorskip("crawlee")
pytest.importorskip("pydantic_ai")

from crawlee.crawlers import ParselCrawler, PydanticAiSelectorExtractor  # noqa: E402
from pydantic import BaseModel  # noqa: E402
from pydantic_ai.messages import ModelResponse, ToolCallPart  # noqa: E402
from pydantic_ai.models.function import FunctionModel  # noqa: E402

from pagekin.crawlee import TemplateExtraction  # noqa: E402

PAGES = 1 + PRODUCTS + ARTICLES


class Titled(BaseModel):
    title: str


class Facts(BaseModel):
    title: str
    parts: list[str]


@pytest.mark.parametrize("scenario", ["once_a_template", "a_schema_for_each_template", "an_error_costs_one_page"])
def test_crawl(tmp_path, scenario):
    environment = {**os.environ, "CRAWLEE_STORAGE_DIR": str(tmp_path / "storage")}
    done = subprocess.run(
        [sys.executable, __file__, scenario], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr


def stand_in(asked):
    """A model that finds the selectors of a page as a person would."""

    def answer(messages, info):
        prompt = str(messages[-1].parts[-1].content)
        asked.append(prompt)
        skeleton = prompt.partition("Page skeleton:")[2]
        tag = next(tag for tag in ("h1", "h2", "title") if re.search(f"<{tag}[ >]", skeleton))
        selectors = {"title": {"selector": f"{tag}::text"}}
        if "parts" in prompt.partition("Page skeleton:")[0]:
            selectors["parts"] = {"selector": "table.facts td::text"}
        (tool,) = info.output_tools
        return ModelResponse(parts=[ToolCallPart(tool.name, json.dumps({"selectors": selectors}))])

    return FunctionModel(answer)


async def crawl(address, pages):
    found = []
    crawler = ParselCrawler(max_requests_per_crawl=500)

    @crawler.router.default_handler
    async def handle(context):
        found.extend(await pages.add(context, item=context.request.url))
        await context.enqueue_links()

    await crawler.run([address])
    return found + await pages.finish()


def kind_of(url):
    return url.split("/")[3]


def by_address(found):
    return list({page.url: page for page in found}.values())  # Crawlee may ask for the start twice


def once_a_template(folder):
    asked = []

    async def run():
        async with PydanticAiSelectorExtractor(stand_in(asked)) as extractor:
            pages = TemplateExtraction(folder / "site.index", extractor, Titled)
            with serve() as address:
                found = await crawl(address, pages)
            return found, pages, extractor.ai_usage.requests

    found, pages, requests = asyncio.run(run())
    found = by_address(found)
    assert len(found) == PAGES and pages.failed == 0
    assert len({page.template for page in found}) == 3 and all(page.template for page in found)
    assert len(asked) == requests == 3  # for 121 pages
    for page in found:
        kind = kind_of(page.url)
        assert page.data.title == (f"{kind.capitalize()} {page.url.rpartition('/')[2]}" if kind else "Home")


def a_schema_for_each_template(folder):
    asked, chosen = [], []

    def schema(page):
        chosen.append(page.template)
        text = page.html if isinstance(page.html, str) else page.html.decode()
        return Facts if 'class="facts"' in text else None

    async def run():
        async with PydanticAiSelectorExtractor(stand_in(asked)) as extractor:
            with serve() as address:
                return await crawl(address, TemplateExtraction(folder / "site.index", extractor, schema))

    found = by_address(asyncio.run(run()))
    assert len(found) == PAGES and len(asked) == 1 and len(chosen) == len(set(chosen)) == 3
    kinds = collections.Counter((kind_of(page.url), page.data is not None) for page in found)
    assert kinds == {("", False): 1, ("product", True): PRODUCTS, ("article", False): ARTICLES}
    for page in found:
        if page.data is not None:
            number = int(page.url.rpartition("/")[2])
            assert page.data.parts == [f"{number}.{i}" for i in range(3 + number % 4)]


def an_error_costs_one_page(folder):
    class Extractor:
        calls = 0

        async def extract(self, html, schema, *, cache_tag):
            self.calls += 1
            if self.calls % 10 == 0:
                raise RuntimeError("busy")
            return cache_tag

    async def run():
        extractor = Extractor()
        pages = TemplateExtraction(folder / "site.index", extractor, Titled)
        with serve() as address:
            return await crawl(address, pages), pages

    found, pages = asyncio.run(run())
    assert len(by_address(found)) == PAGES
    lost = [page for page in found if page.error is not None]
    assert len(lost) == pages.failed == len(found) // 10 and all("busy" in str(page.error) for page in lost)
    assert all(page.data == f"pagekin-{page.template}" for page in found if page.error is None)
    assert all(page.item == page.url or page.item for page in found)


if __name__ == "__main__":
    globals()[sys.argv[1]](pathlib.Path.cwd())
