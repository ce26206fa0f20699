"""Indexes and models on executors, and the program."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed: make test-spark")

import pagekin  # noqa: E402
import pagekin.spark  # noqa: E402


@pytest.fixture(scope="module")
def index(tmp_path_factory, crawl):
    path = tmp_path_factory.mktemp("index") / "crawl.index"
    pagekin.cluster(crawl, index=path)
    return path


@pytest.fixture(scope="module")
def model(tmp_path_factory, crawl, labels):
    path = tmp_path_factory.mktemp("model") / "crawl.model"
    pagekin.train(crawl, labels, path)
    return path


COLUMNS = ",".join(pagekin.spark.CLASS_COLUMNS)


@pytest.mark.parametrize("partitions", [1, 4])
def test_an_index(spark, crawl, index, on_one_machine, rows_of, partitions):
    found = pagekin.spark.classify_files(
        spark, crawl, index, part_bytes=20_000, partitions=partitions, columns=COLUMNS
    )
    expected = on_one_machine(crawl, "--model", index, "--columns", COLUMNS, command="classify")
    assert rows_of(found) == expected


def test_a_model(spark, crawl, model, pages, on_one_machine, rows_of):
    expected = on_one_machine(crawl, "--model", model, command="classify")
    expected = {page: {k: v for k, v in row.items() if v != "none"} for page, row in expected.items()}
    assert rows_of(pagekin.spark.classify_files(spark, crawl, model, part_bytes=20_000)) == expected
    df = spark.createDataFrame([(url, bytearray(html)) for url, html in pages], "url string, html binary")
    assert rows_of(pagekin.spark.classify(df, model, columns="page,template,score")) == expected
    lazy = {row.url: (row.template, row.score) for row in pagekin.spark.classify(df, model).collect()}
    assert lazy == {page: (row.get("template"), row["score"]) for page, row in expected.items()}


def test_a_file_that_is_no_model(spark, crawl):
    with pytest.raises(pagekin.PagekinError):
        pagekin.spark.classify_files(spark, crawl, crawl)


def test_the_program(spark, crawl, tmp_path, on_one_machine, rows_of):
    # It starts a session of its own, as spark-submit would.
    (tmp_path / "pages.jsonl").write_text('{"url": "http://a.example/", "html": ""}\n')
    done = subprocess.run(
        [sys.executable, "-m", "pagekin.spark", "cluster", crawl, str(tmp_path / "pages.jsonl"), "-o",
         str(tmp_path / "out"), "--format", "json", "--incidents", str(tmp_path / "skipped"), "--part-bytes", "300000", "--shuffle-partitions", "2"],
        check=True, capture_output=True, text=True,
    )
    rows = [json.loads(line) for file in (tmp_path / "out").glob("*.json") for line in file.read_text().splitlines()]
    assert {row["page"]: row for row in rows} == on_one_machine(crawl)
    assert f"pages     {len(rows):,}" in done.stdout and "empty     1" in done.stdout
    skipped = "".join(file.read_text() for file in (tmp_path / "skipped").glob("*.json"))
    assert json.loads(skipped)["page"] == "http://a.example/"


def test_copies_of_files_elsewhere(tmp_path, crawl):
    from pagekin._divided import paths as _paths

    copy = _paths.open_remote("file://" + str(crawl), str(tmp_path))
    assert open(copy, "rb").read() == open(crawl, "rb").read()
    assert _paths.is_remote("hdfs://host/a.warc.gz") and not _paths.is_remote("file:///a.warc.gz")
    with pytest.raises(pagekin.InputError, match="cannot be opened"):
        _paths.open_remote("nosuch://host/a", str(tmp_path))
