"""Crawlers: one call a template, every page delivered once, whatever the order."""

from __future__ import annotations

import asyncio
import collections
import multiprocessing
import random
import time

import pytest

import pagekin
from conftest import ROOT
from pagekin.crawl import Templates

SHOP = str(ROOT / "examples" / "shop.jsonl.gz")


@pytest.fixture(scope="module")
def shop():
    return [(page.url, page.html) for page in pagekin.read(SHOP)]


@pytest.mark.parametrize("seed", range(4))
def test_each_page_is_delivered_once_and_each_template_asked_once(shop, tmp_path, seed):
    pages = list(shop)
    random.Random(seed).shuffle(pages)
    asked = []
    known = Templates(tmp_path / "a.index", on_template=lambda page: asked.append(page.template) or f"answer {page.template}")
    delivered = []
    for number, (url, html) in enumerate(pages):
        delivered += known.add(html, url, number)
    delivered += known.finish()
    assert sorted(page.item for page in delivered) == list(range(len(pages)))
    assert all(page.template is not None and page.answer == f"answer {page.template}" for page in delivered)
    assert collections.Counter(asked) == collections.Counter(set(asked)) and known.calls == len(asked)
    assert sum(page.is_first for page in delivered) == len(asked)
    # As many templates as one run over all pages finds, and the same groups.
    assert len(asked) == len(pagekin.cluster(shop)) == 3
    assert known.finish() == [] and len(known.index) == len(pages)


def test_pages_are_held_until_the_first_templates_are_known(shop, tmp_path):
    known = Templates(tmp_path / "a.index", first=10)
    assert [known.add(html, url) for url, html in shop[:9]] == [[]] * 9
    known.add(*reversed(shop[9]))
    for _ in range(200):
        found = known.add(*reversed(shop[10]))
        if found:
            break
        time.sleep(0.05)
    assert len(found) >= 10
    known.finish()


def test_budget(shop, tmp_path):
    known = Templates(tmp_path / "a.index", first=20)
    for url, html in shop:
        known.add(html, url)
    known.finish()
    template, pages = known.counts.most_common(1)[0]
    assert pages == 48 and not known.budget(template, 48) and known.budget(template, 49)
    assert known.budget(None, 0) and known.budget(10_000, 1)


def test_an_index_that_stays_knows_at_once(shop, tmp_path):
    with Templates(tmp_path / "a.index") as known:
        for url, html in shop:
            known.add(html, url)
    again = Templates(tmp_path / "a.index")
    first = again.add(*reversed(shop[0]))
    assert [page.url for page in first] == [shop[0][0]] and first[0].template is not None


def test_asyncio_asks_once_although_pages_come_at_once(shop, tmp_path):
    asked = []

    async def ask(page):
        asked.append(page.template)
        await asyncio.sleep(0.02)
        return page.template

    async def run():
        known = Templates(tmp_path / "a.index", on_template=ask)
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.001)

        clock = asyncio.ensure_future(tick())
        found = await asyncio.gather(*(known.add_async(html, url) for url, html in shop))
        rest = await known.finish_async()
        clock.cancel()
        assert ticks > 5  # the loop went on while the index was updated
        return [page for pages in [*found, rest] for page in pages]

    delivered = asyncio.run(run())
    assert len(delivered) == len(shop) and len(asked) == len(set(asked)) == 3
    assert all(page.answer == page.template for page in delivered)


def test_a_call_that_fails_is_made_again(shop, tmp_path):
    calls = []

    def ask(page):
        calls.append(page.template)
        if len(calls) == 1:
            raise RuntimeError("busy")
        return "x"

    with Templates(tmp_path / "a.index") as known:
        for url, html in shop:
            known.add(html, url)
    again = Templates(tmp_path / "a.index", on_template=ask)
    with pytest.raises(RuntimeError, match="busy"):
        again.add(*reversed(shop[0]))
    assert again.add(*reversed(shop[1]))[0].answer == "x"


def share(path, pages, queue):
    with Templates(path, first=5, growth=0.1) as known:
        delivered = [page.url for url, html in pages for page in known.add(html, url)]
        delivered += [page.url for page in known.finish()]
    queue.put(sorted(delivered))


def test_processes_share_an_index(shop, tmp_path):
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    halves = [shop[::2], shop[1::2]]
    processes = [context.Process(target=share, args=(str(tmp_path / "a.index"), half, queue)) for half in halves]
    for process in processes:
        process.start()
    delivered = [queue.get(timeout=120) for _ in processes]
    for process in processes:
        process.join()
    assert sorted(delivered) == sorted(sorted(url for url, _ in half) for half in halves)
    assert len(pagekin.Index.open(tmp_path / "a.index")) == len(shop)
