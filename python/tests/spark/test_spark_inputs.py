"""Nutch segments, Parquet files, and the format "pagekin"."""

from __future__ import annotations

import hashlib
import json
import shutil

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed: make test-spark")

import pagekin  # noqa: E402
import pagekin.spark  # noqa: E402
from pagekin._divided.paths import usual_part_bytes  # noqa: E402

from .conftest import CRASH, ROOT  # noqa: E402

SEGMENTS = ROOT.parent / "shared" / "suites" / "nutch" / "segments"
COLUMNS = "page,template,variant,confidence,representative,input,offset"


@pytest.mark.parametrize(
    "megabytes,cores,expected",
    [(1, 1, 16), (600, 1, 128), (600, 4, 50), (600, 64, 16), (10_000, 64, 10_000 // 192), (10**6, 64, 128)],
)
def test_the_usual_parts_suit_the_cores(tmp_path, megabytes, cores, expected):
    path = tmp_path / "crawl.warc.gz"
    with open(path, "wb") as file:
        file.truncate(megabytes * 10**6)  # takes no place on the disk
    made = usual_part_bytes([str(path), "s3://elsewhere/of-unknown-size.warc.gz"], cores)
    assert made // 10**6 == expected


@pytest.mark.parametrize("part_bytes", [0, -1])
def test_parts_without_bytes_are_an_error(spark, crawl, part_bytes):
    with pytest.raises(pagekin.OptionError, match=f"above 0, got {part_bytes}") as caught:
        pagekin.spark.cluster_files(spark, crawl, part_bytes=part_bytes)
    assert caught.value.option == "part_bytes"


@pytest.fixture(scope="module")
def segments():
    if not SEGMENTS.is_dir():
        pytest.skip("the segments of Nutch are not beside the checkout")
    return SEGMENTS


@pytest.mark.parametrize("part_bytes", [40_000, 10**9])
def test_segments(spark, segments, on_one_machine, rows_of, part_bytes):
    # Some have statuses, and all ways of compression are there.
    paths = [segments / name for name in ("none", "record-SnappyCodec", "block-BZip2Codec")]
    found = pagekin.spark.cluster_files(spark, paths, part_bytes=part_bytes, partitions=4, columns=COLUMNS, details=True)
    expected = on_one_machine(paths, "--columns", COLUMNS)
    assert rows_of(found.pages) == expected and len(expected) > 50
    assert found.incidents.where("reason = 'crashed'").count() == 0


def test_a_folder_of_segments(spark, segments, tmp_path, on_one_machine, rows_of):
    for name in ("none", "block"):
        shutil.copytree(segments / name, tmp_path / "crawl" / name)
    found = pagekin.spark.cluster_files(spark, tmp_path / "crawl", "fingerprint", part_bytes=40_000, partitions=4, columns=COLUMNS)
    assert rows_of(found) == on_one_machine(tmp_path / "crawl", "--method", "fingerprint", "--columns", COLUMNS)
    (tmp_path / "crawl" / "page.html").write_text("<html><p>one page beside them</p>")
    mixed = pagekin.spark.cluster_files(spark, tmp_path / "crawl", "fingerprint", columns=COLUMNS)
    assert rows_of(mixed) == on_one_machine(
        tmp_path / "crawl", "--method", "fingerprint:max_edits=1", "--columns", COLUMNS
    )


@pytest.fixture
def tables(pages, tmp_path):
    """The pages in two Parquet files with many row groups, and as JSON lines in the same order."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    folder = tmp_path / "table.parquet"
    folder.mkdir()
    half = len(pages) // 2
    for number, some in enumerate((pages[:half], pages[half:])):
        urls = pa.array([url for url, _ in some])
        html = pa.array([body.decode("utf-8", "replace") for _, body in some])
        table = pa.table({"other": pa.nulls(len(some)), "body": html, "address": urls})
        pq.write_table(table, folder / f"part-{number}.parquet", row_group_size=17)
    (folder / "_SUCCESS").touch()
    with open(tmp_path / "pages.jsonl", "w") as file:
        for url, body in pages:
            file.write(json.dumps({"url": url, "html": body.decode("utf-8", "replace")}) + "\n")
    return tmp_path


@pytest.mark.parametrize("part_bytes", [1, 10**9])
def test_parquet(spark, tables, on_one_machine, rows_of, part_bytes):
    found = pagekin.spark.cluster_files(
        spark, tables / "table.parquet", url="address", html="body", part_bytes=part_bytes, partitions=3
    )
    assert rows_of(found) == on_one_machine(tables / "pages.jsonl")


def test_what_is_wrong_with_tables(spark, tables):
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = tables / "bad.parquet"
    rows = [("http://a.example/1", "<p>a"), ("http://a.example/2", ""), ("http://a.example/3", CRASH), (None, "<p>b")]
    pq.write_table(pa.table({"url": [url for url, _ in rows], "html": [html for _, html in rows]}), path)
    result = pagekin.spark.cluster_files(spark, path, "fingerprint", details=True, columns="page,input,offset")
    found = {(row.page, row.offset, row.reason, row.input) for row in result.incidents.collect()}
    assert found == {
        ("http://a.example/2", 1, "empty", str(path)), ("http://a.example/3", 2, "crashed", str(path))
    }
    name = "page-" + hashlib.blake2b(b"<p>b", digest_size=8).hexdigest()
    assert {(row.page, row.input, row.offset) for row in result.pages.collect()} == {
        ("http://a.example/1", str(path), 0), (name, str(path), 3)
    }
    with pytest.raises(pagekin.InputError, match="no column 'text'"):
        pagekin.spark.cluster_files(spark, path, html="text")
    with pytest.raises(pagekin.InputError, match="strict"):
        pagekin.spark.cluster_files(spark, path, "fingerprint", strict=True)
    (tables / "no.parquet").write_bytes(b"nothing of that kind")
    with pytest.raises(pagekin.InputError, match="cannot be read as Parquet"):
        pagekin.spark.cluster_files(spark, tables / "no.parquet")


def test_marks_that_are_left_out_are_told(spark, tmp_path, program):
    # More different elements than marks are kept of a page: the command line reports it, too.
    path = tmp_path / "pages.jsonl"
    letters = "abcdefghijklmnopqrst"  # names that differ only in digits are one
    names = ["".join(letters[i // 20**k % 20] for k in range(4)) for i in range(20_000)]
    many = "".join(f"<div class={name}><p>x</p></div>" for name in names)
    with open(path, "w") as file:
        for number in range(3):
            html = f"<html><body>{many if number == 1 else '<p>few</p>'}</body></html>"
            file.write(json.dumps({"url": f"http://a.example/{number}", "html": html}) + "\n")
    expected = sorted((one.page, one.reason, one.is_skipped) for one in pagekin.cluster(path).incidents)
    result = pagekin.spark.cluster_files(spark, path, details=True)
    assert sorted((row.page, row.reason, row.skipped) for row in result.incidents.collect()) == expected
    assert [page for page, _, _ in expected] == ["http://a.example/1"]


def needs_data_sources(spark):
    if spark.version < "4":
        pytest.skip("PySpark 3 has no data sources in Python")


def test_the_format(spark, crawl, tmp_path):
    needs_data_sources(spark)
    # Where the wheel is installed, PySpark finds the format by itself.
    frame = spark.read.format("pagekin").load(str(crawl))
    rows = {row.page: (bytes(row.html), row.charset or "", row.input, row.offset) for row in frame.collect()}
    expected = {page.url: (page.html, page.charset, page.input, page.offset) for page in pagekin.read(crawl)}
    assert rows == expected
    for name in ("a.warc.gz", "b.warc.gz"):
        shutil.copy(crawl, tmp_path / name)
    both = spark.read.format("pagekin").load(str(tmp_path))
    assert both.rdd.getNumPartitions() == 2 and both.count() == 2 * len(expected)
    listed = spark.read.format("pagekin").load([str(tmp_path / "a.warc.gz"), str(tmp_path / "b.warc.gz"), str(crawl)])
    assert listed.count() == 3 * len(expected)
    found = pagekin.spark.cluster(frame, "page", "html", "fingerprint")
    assert found.count() == len(expected)


def test_options_of_the_format(spark, tmp_path):
    needs_data_sources(spark)
    pagekin.spark.register(spark)
    path = tmp_path / "pages.jsonl"
    path.write_text('{"at": "http://a.example/", "body": "<p>a long page</p>"}\n')
    frame = spark.read.format("pagekin").option("url", "at").option("html", "body").option("maxPageBytes", "7")
    (row,) = frame.load(str(path)).collect()
    assert (row.page, bytes(row.html)) == ("http://a.example/", b"<p>a lo")
    with pytest.raises(Exception, match="option 'colour' is not known"):
        spark.read.format("pagekin").option("colour", "red").load(str(path)).collect()
    with pytest.raises(Exception, match="expected true or false"):
        spark.read.format("pagekin").option("strict", "maybe").load(str(path)).collect()
