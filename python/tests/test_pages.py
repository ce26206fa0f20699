"""Reading pages, and all that may be given as pages."""

from __future__ import annotations

import gc
import json
import os
import pathlib
import threading

import numpy as np
import pytest

import pagekin

SHOP = ["<html><body><div class=a><p>one</p></div></body></html>"] * 3
NEWS = ["<html><body><table><tr><td>1</td></tr></table><ul><li>x</ul></body></html>"] * 2


def test_read_iterates_in_order(crawl):
    pages = list(pagekin.read(crawl))
    assert len(pages) == 240
    assert len({page.url for page in pages}) == 240
    first = pages[0]
    assert isinstance(first.html, bytes) and len(first) == len(first.html)
    assert "<html" in first.text.lower()
    assert first.input == crawl and first.offset > 0
    assert "bytes" in repr(first)


@pytest.mark.parametrize("threads", [1, 4])
def test_read_is_the_same_for_any_number_of_threads(crawl, threads):
    assert [(p.url, p.html) for p in pagekin.read(crawl, threads=threads)] == [
        (p.url, p.html) for p in pagekin.read(crawl)
    ]


def test_read_several_paths_and_early_end(crawl):
    with pagekin.read([crawl, pathlib.Path(crawl)]) as reader:
        first = next(reader)
        assert first.url
    with pytest.raises(StopIteration):
        for _ in range(10_000):
            next(reader)
    before = len(os.listdir("/proc/self/task"))
    for _ in range(20):  # dropped in the middle: no thread stays behind
        next(pagekin.read(crawl))
    gc.collect()
    assert len(os.listdir("/proc/self/task")) <= before


def test_several_threads_may_close_a_reader(tmp_path):
    os.mkfifo(tmp_path / "pipe.html")  # nobody writes to it, so that the reader waits
    reader = pagekin.read(tmp_path / "pipe.html")
    threads = [threading.Thread(target=reader.close, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert not any(thread.is_alive() for thread in threads)


def test_read_tells_what_was_skipped(tmp_path):
    (tmp_path / "a.html").write_bytes(b"<p>a</p>")
    (tmp_path / "b.html").write_bytes(b"")
    reader = pagekin.read(tmp_path)
    assert len(list(reader)) == 1
    assert [incident.reason for incident in reader.incidents] == ["empty"]
    assert reader.incidents[0].is_skipped and reader.incidents[0].page.endswith("b.html")
    assert reader.counts.used == 1 and reader.counts.skipped == 1
    assert reader.counts.by_reason == {"empty": 1}
    assert "b.html" in str(reader.incidents[0])


def test_read_of_nothing_that_exists(tmp_path):
    for strict in (False, True):
        with pytest.raises(FileNotFoundError, match="no.warc.gz does not exist") as raised:
            pagekin.read(tmp_path / "no.warc.gz", strict=strict)
        assert isinstance(raised.value, pagekin.InputError)
        assert raised.value.where == raised.value.filename == str(tmp_path / "no.warc.gz")


def test_read_json_lines_with_other_fields(tmp_path):
    path = tmp_path / "pages.jsonl"
    path.write_text(json.dumps({"link": "http://a/", "body": "<p>a</p>"}) + "\n")
    (page,) = pagekin.read(path, url="link", html="body")
    assert (page.url, page.html) == ("http://a/", b"<p>a</p>")
    path.write_text(path.read_text() + json.dumps({"link": "http://b/", "body": "<ul><li>b</ul>"}) + "\n")
    assert pagekin.pairwise(path, url="link", html="body").shape == (2, 2)
    trained = pagekin.train(path, ["x", "y"], tmp_path / "two.model", url="link", html="body")
    assert trained["pages"] == 2


def test_file_names_of_any_bytes(tmp_path):
    name = tmp_path / "caf\udce9"
    name.mkdir()
    (name / "a.html").write_text("<p>a</p>")
    assert len(list(pagekin.read(name))) == 1


def by_template(result):
    return [sorted(np.flatnonzero(result.labels_ == label)) for label in range(len(result.templates))]


def frames():
    html = SHOP + NEWS
    urls = [f"http://a.example/{i}" for i in range(5)]
    yield "list of str", lambda: html
    yield "list of bytes", lambda: [page.encode() for page in html]
    yield "pairs", lambda: list(zip(urls, html))
    yield "mapping", lambda: dict(zip(urls, html))
    yield "mappings", lambda: [{"url": u, "html": h} for u, h in zip(urls, html)]
    yield "generator", lambda: ((u, h) for u, h in zip(urls, html))
    yield "array", lambda: np.array(html, dtype=object)

    class Response:
        def __init__(self, url, body):
            self.url, self.body = url, body

    yield "objects", lambda: [Response(u, h.encode()) for u, h in zip(urls, html)]
    try:
        import pandas
    except ImportError:
        pass
    else:
        yield "pandas", lambda: pandas.DataFrame({"id": range(5), "url": urls, "html": html})
        yield "pandas objects", lambda: pandas.DataFrame(
            {"url": np.array(urls, dtype=object), "html": np.array([h.encode() for h in html], dtype=object)}
        )
    try:
        import polars
    except ImportError:
        pass
    else:
        yield "polars", lambda: polars.DataFrame({"url": urls, "html": html, "x": [None] * 5})
        yield "polars lazy", lambda: polars.DataFrame({"url": urls, "html": html}).lazy()
        yield "polars bytes", lambda: polars.DataFrame({"url": urls, "html": [h.encode() for h in html]})
    try:
        import pyarrow
    except ImportError:
        return
    table = pyarrow.table({"n": [1, 2, 3, 4, 5], "html": html, "url": urls})
    yield "pyarrow table", lambda: table
    yield "chunks and slices", lambda: pyarrow.concat_tables([table.slice(0, 2), table.slice(2, 3)])
    yield "record batch", lambda: table.to_batches()[0]
    yield "reader", lambda: table.to_reader(max_chunksize=2)
    for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()):
        yield str(kind), lambda kind=kind: pyarrow.table(
            {"url": pyarrow.array(urls, kind), "html": pyarrow.array(html, kind)}
        )
    for kind in (pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view()):
        yield str(kind), lambda kind=kind: pyarrow.table(
            {"url": urls, "html": pyarrow.array([h.encode() for h in html], kind)}
        )
    try:
        import duckdb
    except ImportError:
        return
    yield "duckdb", lambda: duckdb.from_arrow(table)
    yield "duckdb query", lambda: duckdb.from_arrow(table).filter("n > 0").project("url, html")


@pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in frames()])
def test_whatever_serves_as_pages(make):
    for threads in (1, 3):
        result = pagekin.cluster(make(), method="fingerprint", threads=threads)
        assert by_template(result) == [[0, 1, 2], [3, 4]]


@pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in frames()])
def test_pairwise_takes_the_same(make):
    matrix = pagekin.pairwise(make(), "tag_shingles")
    assert matrix.shape == (5, 5) and matrix.dtype == np.float32
    assert matrix[0, 1] == 1 and matrix[0, 4] < 1
    assert (matrix == matrix.T).all()


def test_names_of_columns(pages):
    pytest.importorskip("pyarrow")
    import pyarrow

    table = pyarrow.table({"link": [u for u, _ in pages], "body": [h for _, h in pages]})
    found = pagekin.cluster(table, url="link", html="body")
    assert found.pages == [u for u, _ in pages]
    with pytest.raises(pagekin.InputError, match="no column 'html'; it has link, body"):
        pagekin.cluster(table)
    with pytest.raises(pagekin.InputError, match="text or bytes"):
        pagekin.cluster(pyarrow.table({"url": ["a"], "html": [1.5]}))
    with pytest.raises(pagekin.InputError, match="dictionary"):
        pagekin.cluster(pyarrow.table({"html": pyarrow.array(["<p>"]).dictionary_encode()}))


def test_columns_without_names():
    pyarrow = pytest.importorskip("pyarrow")
    import ctypes

    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    schema_words = ctypes.c_void_p * 9  # format, name, metadata, flags, number of children, children, ...
    batch = pyarrow.record_batch({"url": ["a"], "": ["b"], "body": ["<p>"]})

    class Table:
        def __arrow_c_array__(self, requested_schema=None):
            schema, array = batch.__arrow_c_array__()
            words = schema_words.from_address(pointer(schema, b"arrow_schema"))
            first = (ctypes.c_void_p * 3).from_address(words[5])[0]
            schema_words.from_address(first)[1] = None
            return schema, array

    assert pagekin.cluster(Table(), html="body", method="md5").pages == ["0"]
    nameless = "a column without a name"
    with pytest.raises(pagekin.InputError, match=f"it has {nameless}, {nameless}, body;"):
        pagekin.cluster(Table())


def test_missing_values_and_offsets():
    pyarrow = pytest.importorskip("pyarrow")
    html = ["<p>0", None, "", "<p>3", "<p>4", None]
    table = pyarrow.table({"url": ["a", "b", None, None, "e", "f"], "html": html})
    for view in (table, table.slice(0), pyarrow.concat_tables([table.slice(0, 4), table.slice(4)])):
        found = pagekin.cluster(view, method="md5")
        assert found.pages == ["a", "3", "e"]
        assert found.labels_.tolist() == [0, -1, -1, 0, 0, -1]
        assert found.template_ids_.tolist() == [1, 0, 0, 1, 1, 0]
        assert [i.offset for i in found.incidents] == [1, 2, 5]
        assert {i.reason for i in found.incidents} == {"empty"}
    sliced = pagekin.cluster(table.slice(3, 2), method="md5")
    assert sliced.labels_.tolist() == [0, 0]
    batch = table.to_batches()[0].slice(3, 2)
    assert pagekin.cluster(batch, method="md5").pages == ["0", "e"]


def test_integers_as_addresses():
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"url": [7, 8], "html": ["<p>a", "<p>b"]})
    assert pagekin.cluster(table, method="md5").pages == ["7", "8"]
    html = ["<p>a", "<p>b"]
    for kind, low, high in (
        (pyarrow.int32(), -(2**31), 2**31 - 1),
        (pyarrow.uint32(), 0, 2**32 - 1),
        (pyarrow.int64(), -(2**63), 2**63 - 1),
        (pyarrow.uint64(), 0, 2**64 - 1),
    ):
        table = pyarrow.table({"url": pyarrow.array([low, high], kind), "html": html})
        assert pagekin.cluster(table, method="md5").pages == [str(low), str(high)]


def test_what_is_no_page_is_named():
    with pytest.raises(TypeError, match="page 1: expected str or bytes, got int"):
        pagekin.cluster(["<p>", ("u", 5)])
    with pytest.raises(TypeError, match="has no key 'html'; it has a"):
        pagekin.cluster([{"a": 1}])
    with pytest.raises(TypeError, match=r"give a list: \[html\]"):
        pagekin.cluster("<p>a</p>")
    with pytest.raises(TypeError, match="got the bytes of one"):
        pagekin.cluster(b"<p>a</p>")
    with pytest.raises(TypeError, match="expected pages, got int"):
        pagekin.cluster(5)


def test_errors_of_the_iterator_come_through():
    def broken():
        yield "http://a/", "<p>a</p>"
        raise RuntimeError("my own error")

    with pytest.raises(RuntimeError, match="my own error"):
        pagekin.cluster(broken())


def test_iterators_run_on_the_calling_thread():
    import sqlite3

    database = sqlite3.connect(":memory:")  # refuses any other thread
    database.execute("create table pages (url, html)")
    rows = [(f"http://a.example/{i}", f"<p>{i}") for i in range(1000)]
    database.executemany("insert into pages values (?, ?)", rows)
    found = pagekin.cluster(database.execute("select url, html from pages"), method="md5", threads=2)
    assert found.page_count == 1000


def test_iterators_are_read_in_bounded_memory():
    body = b"<p>" + b"x" * 100_000
    alive = peak = 0

    class Counted(bytes):
        def __new__(cls, value):
            nonlocal alive, peak
            alive += 1
            peak = max(peak, alive)
            return super().__new__(cls, value)

        def __del__(self):
            nonlocal alive
            alive -= 1

    found = pagekin.cluster((Counted(body) for _ in range(2000)), method="fingerprint", threads=2)
    assert found.page_count == 2000
    assert peak < 600


def test_arrow_buffers_are_not_copied():
    pyarrow = pytest.importorskip("pyarrow")
    page = "<p>" + "x" * 1_000_000
    table = pyarrow.table({"url": [str(i) for i in range(100)], "html": [page] * 100})
    import resource

    pagekin.cluster(table.slice(0, 2), method="fingerprint")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    pagekin.cluster(table, method="fingerprint")
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 20_000  # KB, of 100 MB


def test_text_is_utf8_and_bytes_are_sniffed():
    text = '<meta charset="windows-1252"><p class="é">é</p>'
    assert pagekin.features(text)["tag_hash"] == pagekin.features(text.encode("cp1252"))["tag_hash"]
    assert pagekin.similarity(text, text.encode("cp1252"), "style") == 1
    assert pagekin.similarity(text, text.encode("utf-8"), "style") < 1


def test_lone_surrogates_are_a_page():
    assert pagekin.fingerprint("<p>\udce9</p>") == pagekin.fingerprint("<p></p>")
