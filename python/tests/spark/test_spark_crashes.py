"""Pages that native code does not survive cost only themselves."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed: make test-spark")

import pagekin  # noqa: E402
import pagekin.spark  # noqa: E402
from pagekin import _pagekin  # noqa: E402
from pagekin._divided.extract import Settings, _classified  # noqa: E402
from pagekin._divided.isolate import Died, Note, run_isolated  # noqa: E402

from .conftest import CRASH, HANG  # noqa: E402


def write(path, pages):
    with open(path, "w") as file:
        for url, html in pages:
            file.write(json.dumps({"url": url, "html": html.decode("utf-8", "replace")}) + "\n")


def with_bad(pages):
    """The pages, and bad ones at the beginning, in the middle and at the end."""
    bad = f"<html><body><p>{CRASH}</p></body></html>".encode()
    return [
        ("http://bad.example/1", bad),
        *pages[:50],
        ("http://bad.example/2", bad),
        ("http://bad.example/3", bad),
        *pages[50:],
        ("http://bad.example/4", bad),
    ]


def test_files(spark, pages, tmp_path, on_one_machine, rows_of):
    write(tmp_path / "good.jsonl", pages)
    write(tmp_path / "all.jsonl", with_bad(pages))
    for part_bytes in (20_000, 10**9):
        result = pagekin.spark.cluster_files(spark, tmp_path / "all.jsonl", part_bytes=part_bytes, details=True)
        assert rows_of(result.pages) == on_one_machine(tmp_path / "good.jsonl")
        lost = result.incidents.orderBy("page").collect()
        assert [row.page for row in lost] == [f"http://bad.example/{number}" for number in (1, 2, 3, 4)]
        assert {(row.reason, row.skipped) for row in lost} == {("crashed", True)}
        assert all("SIGABRT" in row.detail for row in lost)
        offsets = {row.page: row.offset for row in lost}
        assert offsets == {
            page.url: page.offset for page in pagekin.read(tmp_path / "all.jsonl") if "bad.example" in page.url
        }


def test_a_data_frame(spark, pages, rows_of):
    rows = [(url, bytearray(html)) for url, html in with_bad(pages)]
    df = spark.createDataFrame(rows, "url string, html binary").repartition(3)
    result = pagekin.spark.cluster(df, "url", "html", "fingerprint", details=True)
    assert result.page_count == len(pages)
    assert sorted(row.page for row in result.incidents.collect()) == [f"http://bad.example/{n}" for n in (1, 2, 3, 4)]


def test_a_page_that_never_ends(spark, pages, tmp_path):
    write(tmp_path / "all.jsonl", [*pages[:20], ("http://slow.example/", f"<p>{HANG}".encode()), *pages[20:]])
    result = pagekin.spark.cluster_files(spark, tmp_path / "all.jsonl", "fingerprint", page_seconds=1, details=True)
    assert result.page_count == len(pages)
    (lost,) = result.incidents.collect()
    assert lost.page == "http://slow.example/" and "took more than 1 s" in lost.detail


def drain(steps):
    rows = []
    while True:
        try:
            rows.append(next(steps))
        except StopIteration as ended:
            return rows, ended.value


def test_each_row_comes_once_wherever_the_child_dies():
    import os
    import signal

    for size in (1, 3, 7):
        for bad in ({0}, {6}, {3, 4}, {0, 1, 2, 3, 4, 5, 6}, set()):

            def work(start, lost, note):
                rows = []
                for at in range(7):
                    if at < start or at in lost:
                        continue
                    note.set(at, at * 10, f"page {at}")
                    if at in bad:
                        os.kill(os.getpid(), signal.SIGSEGV)
                    rows.append(at)
                    if len(rows) == size:
                        yield at + 1, rows
                        rows = []
                yield 7, rows
                return "result"

            rows, (result, lost) = drain(run_isolated(work, 0))
            assert [at for few in rows for at in few] == [at for at in range(7) if at not in bad]
            assert result == "result"
            assert [(one.number, one.offset, one.page) for one in lost] == [
                (at, at * 10, f"page {at}") for at in sorted(bad)
            ]


def test_no_page_is_blamed_while_the_reader_waits(pages, tmp_path):
    import os
    import threading
    import time

    (tmp_path / "a.html").write_bytes(pages[0][1])
    os.mkfifo(tmp_path / "b.html")
    note, extracted, seen = Note(), threading.Event(), []

    def write_later():
        extracted.wait(10)
        limit = time.monotonic() + 10
        while note.get()[0] >= 0 and time.monotonic() < limit:
            time.sleep(0.01)
        seen.append(note.get()[0])
        (tmp_path / "b.html").write_bytes(pages[1][1])

    writer = threading.Thread(target=write_later)
    writer.start()
    with pagekin.read([tmp_path / "a.html", tmp_path / "b.html"]) as reader:
        extractor = _pagekin.PageExtractor("auto", "")
        at, _ = _pagekin.extract_pages(
            reader, extractor, note.memory, 0, 0, [], lambda _: (seen.append(note.get()[0]), extracted.set())
        )
    writer.join()
    assert at == 2 and seen == [0, -1, 1]

    def watched(reader):
        for page in reader:
            yield page
            assert note.get()[0] == -1

    pagekin.train(pages[:2], ["x", "y"], tmp_path / "a.model")
    settings = Settings(model=(tmp_path / "a.model").read_bytes())
    write(tmp_path / "few.jsonl", pages[:3])
    with pagekin.read(tmp_path / "few.jsonl") as reader:
        ((at, (batch, _)),) = _classified(settings, watched(reader), 0, str, 0, frozenset(), note)
    assert at == batch.num_rows == 3
    note.close()


def test_errors_and_deaths_outside_of_pages():
    import os

    def fails(start, lost, note):
        yield 1, "row"
        raise pagekin.InputError("the disk is gone")

    steps = run_isolated(fails, 0)
    assert next(steps) == "row"
    with pytest.raises(pagekin.InputError, match="the disk is gone"):
        next(steps)

    def dies(start, lost, note):
        yield 1, "row"
        os._exit(7)

    steps = run_isolated(dies, 0)
    assert next(steps) == "row"
    with pytest.raises(Died, match="status 7"):
        next(steps)


def test_a_consumer_that_stops_leaves_no_child():
    import os

    def endless(start, lost, note):
        at = 0
        while True:
            at += 1
            yield at, os.getpid()

    steps = run_isolated(endless, 0)
    child = next(steps)
    steps.close()
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
