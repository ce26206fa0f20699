"""The index that a crawler asks for each page."""

from __future__ import annotations

import contextlib
import fcntl
import pickle
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import pagekin


@pytest.fixture(scope="module")
def index(tmp_path_factory, crawl):
    made = pagekin.Index.open(tmp_path_factory.mktemp("index") / "site.index", create=True)
    assert made.classify("<p>") == (None, 0.0, True, "")
    assert len(made) == 0 and made.templates == []
    with pytest.raises(pagekin.InputError, match="does not exist yet"):
        made.classify_pages(["<p>"])
    made.add(crawl)
    return made


def test_known_pages(index, pages, result):
    assert len(index) == 240
    for row in range(0, 240, 17):
        url, html = pages[row]
        decision = index.classify(html, url)
        assert decision.template == result.template_ids_[row]
        assert not decision.is_new and decision.score == 1
        assert decision.name
    assert index.classify("<table><td>x", "http://elsewhere.example/").is_new
    assert "240 pages" in repr(index)


def test_equals_the_program(index, crawl, run_native, tmp_path):
    run_native("classify", crawl, "--model", index.path, "-o", tmp_path / "classes.tsv")
    lines = (tmp_path / "classes.tsv").read_text().splitlines()
    header = lines[0].split("\t")
    rows = [dict(zip(header, line.split("\t"))) for line in lines[1:]]
    found = index.classify_pages(crawl)
    assert [row["page"] for row in rows] == [decision.url for decision in found]
    template = "template" if "template" in header else "class"
    assert [row[template] for row in rows] == [str(decision.template or "none") for decision in found]


def test_from_several_threads(index, pages):
    expected = [index.classify(html, url) for url, html in pages[:40]]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            assert list(pool.map(lambda page: index.classify(page[1], page[0]), pages[:40])) == expected


def test_add_in_parts_gives_the_templates_of_one_run(pages, tmp_path, result):
    index = pagekin.Index(tmp_path / "parts.index")
    for begin in range(0, 240, 80):
        found = index.add(pages[begin : begin + 80])
        assert found.labels_.shape == (80,)
    assert found.page_count == 240
    whole = pagekin.cluster(pages, index=tmp_path / "parts.index")
    assert whole.labels_.tolist() == result.labels_.tolist()
    index.add(pages[:10], on_duplicate="skip")
    assert len(index) == 240


def test_learning_while_crawling(pages, tmp_path):
    with pagekin.Index.open(tmp_path / "crawl.index", create=True) as index:
        new = [index.classify(html, url, learn=True).is_new for url, html in pages]
        assert all(new[:32])
        assert sum(new[120:]) < 40
    reopened = pagekin.Index.open(tmp_path / "crawl.index")
    assert len(reopened) == 240
    assert not reopened.classify(pages[3][1], pages[3][0]).is_new


def test_pages_that_could_not_be_added_are_kept(pages, tmp_path):
    index = pagekin.Index.open(tmp_path / "later" / "crawl.index", create=True)
    for url, html in pages[:20]:
        index.classify(html, url, learn=True)
    with pytest.raises(TypeError, match="expected a page as str or bytes, got int"):
        index.classify(5, "http://a.example/", learn=True)
    with pytest.raises(pagekin.PagekinError):  # there is no such folder
        index.flush()
    (tmp_path / "later").mkdir()
    assert index.flush().page_count == len(index) == 20
    assert index.flush() is None


@contextlib.contextmanager
def another_run(path):
    """What a run that updates the index does: it holds the lock."""
    with open(f"{path}.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def test_an_index_that_is_busy(pages, tmp_path):
    path = tmp_path / "busy.index"
    index = pagekin.Index.open(path, create=True)
    with another_run(path):
        decisions = [index.classify(html, url, learn=True) for url, html in pages[:100]]
        assert all(decision.is_new for decision in decisions) and len(index) == 0
        with pytest.raises(pagekin.IndexBusyError, match="another run") as raised:
            index.flush()
        assert raised.value.where == str(path)
        with pytest.raises(pagekin.IndexBusyError):
            index.add(pages[:5])
    for url, html in pages[100:132]:
        index.classify(html, url, learn=True)
    assert len(index) > 100  # tried again
    index.flush()
    assert len(index) == 132


def test_the_end_of_a_block_waits_for_another_run(pages, tmp_path):
    path = tmp_path / "busy.index"
    held = threading.Event()

    def hold():
        with another_run(path):
            held.set()
            time.sleep(0.5)

    thread = threading.Thread(target=hold)
    with pagekin.Index.open(path, create=True) as index:
        for url, html in pages[:20]:
            index.classify(html, url, learn=True)
        thread.start()
        held.wait()
    assert len(index) == 20
    thread.join()


LEARN = """
import sys, pagekin
index = pagekin.Index.open(sys.argv[1], create=True)
for page in list(pagekin.read(sys.argv[2]))[:20]:
    index.classify(page.html, page.url, learn=True)
if "gone" in sys.argv:
    del index
"""


@pytest.mark.parametrize("how", ["kept", "gone"])
def test_what_was_learned_is_written_when_python_ends(crawl, tmp_path, how):
    path = tmp_path / "end.index"
    subprocess.run([sys.executable, "-c", LEARN, path, crawl, how], check=True)
    assert len(pagekin.Index.open(path)) == 20


def test_what_cannot_be_written_when_python_ends_is_named(crawl, tmp_path):
    path = tmp_path / "nowhere" / "end.index"
    done = subprocess.run([sys.executable, "-c", LEARN, path, crawl], capture_output=True, text=True)
    assert done.returncode == 0 and f"pages that were kept for {path} are lost" in done.stderr


def test_learning_from_several_threads(pages, tmp_path):
    index = pagekin.Index.open(tmp_path / "threads.index", create=True)
    threads = [
        threading.Thread(target=lambda part=part: [index.classify(h, u, learn=True) for u, h in pages[part::4]])
        for part in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    index.flush()
    assert len(index) == 240


def test_pickle(index, pages):
    again = pickle.loads(pickle.dumps(index))
    url, html = pages[0]
    assert again.classify(html, url) == index.classify(html, url)


def test_fingerprint_index(tmp_path, crawl, pages):
    index = pagekin.Index.open(tmp_path / "prints.index", method="fingerprint", create=True, length=30)
    index.add(crawl)
    url, html = pages[0]
    assert index.classify(html, url).template
    assert pagekin.Index.open(tmp_path / "prints.index").add(pages[:5]).page_count == 240


def test_damaged_files(tmp_path, index):
    damaged = tmp_path / "damaged.index"
    content = bytearray(open(index.path, "rb").read())
    content[len(content) // 2] ^= 0xFF
    damaged.write_bytes(content)
    with pytest.raises(pagekin.PagekinError, match="damaged.index"):
        pagekin.Index.open(damaged)
    (tmp_path / "text").write_text("hello")
    with pytest.raises(pagekin.InputError, match="neither a model nor an index"):
        pagekin.Index.open(tmp_path / "text")


def test_what_moved_has_causes_in_words(tmp_path):
    def pages(footer):
        return {
            f"https://a.example/{letter}": f"<html><head><title>Word {letter}</title></head><body><header><nav><a href=/>Home</a></nav></header>"
            f"<main><div class=entry><h1>Word {letter}</h1><p>Text of {letter}</p></div></main><footer>{footer}</footer></body></html>"
            for letter in "abcdefghijkl"
        }

    about = "<ul><li><a href=/about>About</a></li></ul>"
    index = pagekin.Index.open(tmp_path / "site.index", create=True)
    index.add(pages(about))
    assert index.classify_pages(pages(about)).drifts == []
    (drift,) = index.classify_pages(pages(about + "<p><a rel=license href=/l>License</a></p>")).drifts
    assert isinstance(drift, pagekin.Drift)
    assert drift.template == 1
    assert drift.pages == drift.at_addresses == 12
    assert 0 < drift.drift < 0.4
    assert not drift.is_redesign
    assert drift.causes == ["footer: new paragraph"]
