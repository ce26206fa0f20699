"""Crawlers: one call a template, every page delivered once, whatever the order."""

from __future__ import annotations

import asyncio
import collections
import concurrent.futures
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


def test_pages_without_an_address_are_pages_of_their_own(shop, tmp_path):
    known = Templates(tmp_path / "a.index", first=20)
    delivered = []
    for number, (_, html) in enumerate(shop):
        delivered += known.add(html, "", number)
    delivered += known.finish()
    assert sorted(page.item for page in delivered) == list(range(len(shop)))
    assert all(page.url == "" and page.html == shop[page.item][1] for page in delivered)
    assert len({page.template for page in delivered}) == 3 and len(known.index) == len(shop)


def test_an_address_that_comes_again_has_its_own_page(shop, tmp_path):
    known = Templates(tmp_path / "a.index", first=1000)
    url = shop[0][0]
    for number in (0, 1):
        known.add(shop[number][1], url, number)
    for number in range(2, len(shop)):
        known.add(shop[number][1], shop[number][0], number)
    delivered = known.finish()
    assert sorted(page.item for page in delivered) == list(range(len(shop)))
    assert all(page.html == shop[page.item][1] for page in delivered)


PDF = b"%PDF-1.4 \x00\x01\x02"


@pytest.mark.parametrize("number", [1, 40])
def test_a_crawl_without_a_page_of_html_ends(tmp_path, number):
    known = Templates(tmp_path / "a.index")
    delivered = [page for item in range(number) for page in known.add(PDF, f"https://a.example/{item}.pdf", item)]
    delivered += known.finish()
    assert sorted(page.item for page in delivered) == list(range(number))
    assert all(page.template is None and page.html == PDF for page in delivered)


def test_a_model_recognises_pages_and_learns_none(shop, tmp_path):
    pagekin.train(shop, {url: url.split("/")[3] for url, _ in shop}, tmp_path / "shop.model")
    asked = []
    known = Templates(tmp_path / "shop.model", on_template=lambda page: asked.append(page.template), first=10)
    delivered = [page for url, html in shop for page in known.add(html, url)]
    delivered += known.add("<html><body><form><table></table></form></body></html>", "https://shop.example/other")
    assert len(delivered) == len(shop) + 1 and known.finish() == []
    assert {page.template for page in delivered[:-1]} == {"p", "blog", "c"} and sorted(asked) == ["blog", "c", "p"]
    assert delivered[-1].template is None


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


# With the default, the clock decides how many pages the first templates are learned from, and a template of few pages may join
# another one later. Learned from all pages they are three.
@pytest.mark.parametrize("options", [{}, {"first": 66}])
def test_asyncio_asks_once_although_pages_come_at_once(shop, tmp_path, options):
    asked = []

    async def ask(page):
        asked.append(page.template)
        await asyncio.sleep(0.02)
        return page.template

    async def run():
        known = Templates(tmp_path / "a.index", on_template=ask, **options)
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
    assert len(delivered) == len(shop) == 66
    assert len(asked) == len(set(asked)) and (len(asked) == 3 if options else 3 <= len(asked) <= 6)
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


def failing(times, calls):
    """A call that fails at first."""

    def ask(page):
        calls.append(page.template)
        if len(calls) <= times:
            raise RuntimeError(f"busy {len(calls)}")
        return f"answer {page.template}"

    return ask


def check_delivered(delivered, pages):
    assert sorted(page.url for page in delivered) == sorted(url for url, _ in pages)
    assert all(page.answer == f"answer {page.template}" and page.error is None for page in delivered)
    templates = {page.template for page in delivered}
    assert sorted(page.template for page in delivered if page.is_first) == sorted(templates)


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("number, times", [(10, 1), (66, 2)])
def test_a_failing_call_loses_no_page(shop, tmp_path, is_async, number, times):
    pages, calls = shop[:number], []
    known = Templates(tmp_path / "a.index", on_template=failing(times, calls), first=1000)

    async def finish():
        return await known.finish_async()

    async def add(html, url):
        return await known.add_async(html, url)

    for url, html in pages:
        assert (asyncio.run(add(html, url)) if is_async else known.add(html, url)) == []
    for number in range(times):
        with pytest.raises(RuntimeError, match=f"busy {number + 1}"):
            asyncio.run(finish()) if is_async else known.finish()
    check_delivered(asyncio.run(finish()) if is_async else known.finish(), pages)
    assert known.finish() == []


@pytest.mark.parametrize("is_async", [False, True])
def test_what_was_answered_before_a_failing_call_is_delivered_too(shop, tmp_path, is_async):
    pages, calls = shop, []

    def ask(page):
        calls.append(page.template)
        if len(calls) == 2:
            raise RuntimeError("busy")
        return f"answer {page.template}"

    known = Templates(tmp_path / "a.index", on_template=ask, first=1000)
    for url, html in pages:
        known.add(html, url)

    def finish():
        return asyncio.run(known.finish_async()) if is_async else known.finish()

    with pytest.raises(RuntimeError, match="busy"):
        finish()
    check_delivered(finish(), pages)
    assert len(calls) == len(set(calls)) + 1  # the first template was not asked again


@pytest.mark.parametrize("is_async", [False, True])
def test_errors_are_delivered_if_asked_for(shop, tmp_path, is_async):
    pages, calls = shop, []
    known = Templates(tmp_path / "a.index", on_template=failing(1, calls), first=1000, errors="deliver")
    for url, html in pages:
        known.add(html, url)
    found = asyncio.run(known.finish_async()) if is_async else known.finish()
    assert sorted(page.url for page in found) == sorted(url for url, _ in pages)
    failed = [page for page in found if page.error is not None]
    assert {page.template for page in failed} == {calls[0]} and all(str(page.error) == "busy 1" for page in failed)
    assert all(page.answer == f"answer {page.template}" for page in found if page.error is None)
    assert calls.count(calls[0]) == 1  # not once a page
    again = known.add(*reversed(next((url, html) for url, html in pages if url == failed[0].url)))
    assert again[0].answer == f"answer {calls[0]}" and again[0].is_first
    with pytest.raises(pagekin.OptionError, match="raise or deliver"):
        Templates(tmp_path / "a.index", errors="ignore")


@pytest.mark.parametrize("is_async", [False, True])
def test_answers_that_are_there_already_are_not_asked_for(shop, tmp_path, is_async):
    with Templates(tmp_path / "a.index") as known:
        for url, html in shop:
            known.add(html, url)
    again = Templates(tmp_path / "a.index", on_template=lambda page: pytest.fail("it was asked"))
    again.answers.update({template: f"old {template}" for template in again.index.templates})
    url, html = shop[0]
    (page,) = asyncio.run(again.add_async(html, url)) if is_async else again.add(html, url)
    assert page.answer == f"old {page.template}" and not page.is_first and again.calls == 0


@pytest.mark.parametrize("is_async", [False, True])
def test_a_failing_update_is_heard_and_tried_again(shop, tmp_path, monkeypatch, is_async):
    known = Templates(tmp_path / "a.index", first=10)
    tried = []
    add = known.index.add

    def failing_add(*arguments, **options):
        tried.append(1)
        if len(tried) == 1:
            raise OSError("no space left")
        return add(*arguments, **options)

    monkeypatch.setattr(known.index, "add", failing_add)
    delivered, heard = [], 0
    for url, html in shop:
        try:
            delivered += asyncio.run(known.add_async(html, url)) if is_async else known.add(html, url)
        except OSError as error:
            heard += str(error) == "no space left"
        if known._update is not None and not heard:
            concurrent.futures.wait([known._update])
    delivered += known.finish()
    assert heard == 1 and sorted(page.url for page in delivered) == sorted(url for url, _ in shop)
    assert len(known.index) == len(shop)


def test_finish_tries_a_failed_update_again(shop, tmp_path, monkeypatch):
    known = Templates(tmp_path / "a.index", first=5)
    add, fails = known.index.add, [True, True]

    def failing_add(*arguments, **options):
        if fails:
            fails.pop()
            raise OSError("no space left")
        return add(*arguments, **options)

    monkeypatch.setattr(known.index, "add", failing_add)
    for url, html in shop[:5]:
        known.add(html, url)
    with pytest.raises(OSError, match="no space left"):
        known.finish()
    assert len(known.finish()) == 5


def test_a_cancelled_call_is_made_by_the_next(shop, tmp_path):
    with Templates(tmp_path / "a.index") as known:
        for url, html in shop:
            known.add(html, url)
    asked = []

    async def ask(page):
        asked.append(page.url)
        await asyncio.sleep(0.05 if len(asked) > 1 else 60)
        return "x"

    async def run():
        again = Templates(tmp_path / "a.index", on_template=ask)
        first = asyncio.ensure_future(again.add_async(*reversed(shop[0])))
        await asyncio.sleep(0.01)
        second = asyncio.ensure_future(again.add_async(*reversed(shop[1])))
        await asyncio.sleep(0.01)
        first.cancel()
        found = await second  # not cancelled with the first
        with pytest.raises(asyncio.CancelledError):
            await first
        return found + await again.finish_async()

    found = asyncio.run(run())
    assert sorted(page.url for page in found) == sorted(url for url, _ in shop[:2])
    assert all(page.answer == "x" for page in found) and asked == [shop[0][0], shop[1][0]]


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
