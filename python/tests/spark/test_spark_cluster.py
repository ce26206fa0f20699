"""The clusters of Spark are those of the command line, for any number of partitions."""

from __future__ import annotations

import gzip
import json

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed: make test-spark")

import pagekin  # noqa: E402
import pagekin.spark  # noqa: E402

ALL = ",".join(pagekin.spark.COLUMNS)


@pytest.mark.parametrize("method", ["auto", "auto:evidence=content", "fingerprint", "fingerprint:max_edits=0", "mdh5"])
@pytest.mark.parametrize("partitions", [1, 3, 16])
def test_the_example_crawl(spark, crawl, on_one_machine, rows_of, method, partitions):
    found = pagekin.spark.cluster_files(
        spark, crawl, method, partitions=partitions, shuffle_partitions=partitions, part_bytes=50_000, columns=ALL
    )
    assert found.columns == ALL.split(",")
    assert rows_of(found) == on_one_machine(crawl, "--method", method, "--columns", ALL)


@pytest.mark.parametrize("name", ["swde-sample", "trac-ckan"])
@pytest.mark.parametrize("partitions", [1, 3, 16])
@pytest.mark.parametrize("method", ["auto", "fingerprint"])
def test_corpora(spark, corpus, on_one_machine, rows_of, name, partitions, method):
    path = corpus(name)
    found = pagekin.spark.cluster_files(
        spark, path, method, partitions=partitions, shuffle_partitions=partitions, part_bytes=1_000_000
    )
    assert rows_of(found) == on_one_machine(path, "--method", method)


def test_several_files_with_equal_addresses(spark, crawl, on_one_machine, rows_of):
    # Every page is there three times: names get numbers in input order.
    found = pagekin.spark.cluster_files(spark, [crawl, crawl, crawl], part_bytes=300_000, partitions=4)
    expected = on_one_machine([crawl, crawl, crawl])
    assert any(page.endswith("#3") for page in expected)
    assert rows_of(found) == expected


@pytest.mark.parametrize("partitions", [1, 5])
def test_a_data_frame(spark, pages, on_one_machine, rows_of, tmp_path, partitions):
    path = tmp_path / "sorted.jsonl"
    with open(path, "w") as file:
        for url, html in sorted(pages):
            file.write(json.dumps({"url": url, "html": html.decode("utf-8", "replace")}) + "\n")
    rows = [(url, html.decode("utf-8", "replace")) for url, html in reversed(pages)]
    df = spark.createDataFrame(rows, "address string, body string").repartition(partitions)
    found = pagekin.spark.cluster(df, url="address", html="body")
    assert rows_of(found) == on_one_machine(path)


def test_a_data_frame_with_an_order(spark, pages, rows_of):
    rows = [(number, url, bytearray(html)) for number, (url, html) in enumerate(pages)]
    df = spark.createDataFrame(rows, "number bigint, url string, html binary").repartition(4)
    found = pagekin.spark.cluster(df, order="number")
    result = pagekin.cluster(pages)
    table = result.table().to_dict()
    expected = dict(zip(table["page"], table["template"]))
    assert {page: row["template"] for page, row in rows_of(found).items()} == expected


# With max_on_driver=0 executors cluster and number, otherwise the driver.
@pytest.mark.parametrize(
    "method, measure, most",
    [
        ("snn", "structure_style", 10**7), ("snn", "ted", 10**7), ("snn", "pq_gram", 10**7),
        ("snn", "structure_style", 0), ("snn:similar=0.7,overlap=0.6", "tag_shingles", 0),
    ],
)
def test_shared_neighbours(spark, crawl, on_one_machine, rows_of, method, measure, most):
    found = pagekin.spark.cluster_files(
        spark, crawl, method, measure=measure, part_bytes=100_000, max_on_driver=most, columns=ALL
    )
    assert rows_of(found) == on_one_machine(crawl, "--method", method, "--measure", measure, "--columns", ALL)


@pytest.mark.parametrize("partitions", [1, 3, 16])
def test_partitions_do_not_change_shared_neighbours(spark, crawl, on_one_machine, rows_of, partitions):
    found = pagekin.spark.cluster_files(
        spark, crawl, "snn", partitions=partitions, shuffle_partitions=partitions, part_bytes=50_000
    )
    assert rows_of(found) == on_one_machine(crawl, "--method", "snn")


@pytest.mark.parametrize("measure", ["structure_style", "tag_shingles", "ted", "structure_style:kappa=0.9"])
def test_blocks_of_a_few_pages(spark, crawl, measure, monkeypatch):
    # With so many blocks, all depends on keys and sizes. The pairs are those of comparing all with all.
    from pagekin.spark import _pairs

    extractor = pagekin._pagekin.PageExtractor("snn", measure)
    search = pagekin._pagekin.NeighbourSearch("snn", measure)
    with pagekin.read(crawl) as reader:
        distinct = sorted({extractor.extract(page)[2] for page in reader})
    name_of = {features: number.to_bytes(16, "big") for number, features in enumerate(distinct)}
    first, second = search.pairs(distinct)
    expected = sorted(zip(first.tolist(), second.tolist()))
    classes = spark.createDataFrame(
        [(bytearray(name_of[one]), bytearray(one), 1) for one in distinct], "class binary, payload binary, pages bigint"
    )
    blocks = _pairs.make_blocks(classes, "snn", measure, 3, most=4)
    pairs = _pairs.block_pairs(blocks, "snn", measure, 3)
    found = _pairs.similar_pages(blocks, pairs, "snn", measure, 3).collect()
    number_of = {row.number: int.from_bytes(row["class"], "big") for row in _pairs.members(blocks).collect()}
    assert sorted(tuple(sorted((number_of[row.u], number_of[row.v]))) for row in found) == expected
    compared, most = pairs.count(), len(blocks.ids) * (len(blocks.ids) - 1) // 2
    assert 0 < compared < most, "all blocks were compared with all"
    blocks.frame.unpersist()


@pytest.mark.parametrize(
    "method, partitions", [("fingerprint", 1), ("fingerprint", 16), ("fingerprint:length=12", 3), ("mdh5", 3)]
)
def test_more_fingerprints_than_the_driver_holds(spark, crawl, on_one_machine, rows_of, method, partitions):
    found = pagekin.spark.cluster_files(
        spark, crawl, method, partitions=partitions, shuffle_partitions=partitions, part_bytes=50_000, max_on_driver=0,
        columns=ALL,
    )
    assert rows_of(found) == on_one_machine(crawl, "--method", method, "--columns", ALL)


def test_counts_of_runs_in_rounds(spark, crawl, pages):
    rows = [(url, bytearray(html)) for url, html in pages]
    df = spark.createDataFrame([*rows, ("http://empty.example/", bytearray())], "url string, html binary")
    for method in ("fingerprint", "snn"):
        few = pagekin.spark.cluster(df, method=method, details=True)
        many = pagekin.spark.cluster(df, method=method, details=True, max_on_driver=0)
        assert few.page_count == many.page_count == many.pages.count() == len(pages)
        assert few.template_count == many.template_count
        assert sorted(map(tuple, few.pages.collect())) == sorted(map(tuple, many.pages.collect()))
        assert [row.page for row in many.incidents.collect()] == ["http://empty.example/"]
        few.unpersist()
        many.unpersist()


@pytest.mark.parametrize(
    "method, measure", [("ahc", "style"), ("snn", "path_cosine"), ("snn:search=lsh", "style"), ("snn:neighbours=5", "style")]
)
def test_methods_whose_pages_the_driver_compares(spark, crawl, on_one_machine, rows_of, method, measure):
    found = pagekin.spark.cluster_files(spark, crawl, method, measure=measure, part_bytes=100_000)
    assert rows_of(found) == on_one_machine(crawl, "--method", method, "--measure", measure)


def test_too_many_pages_to_compare(spark, crawl):
    with pytest.raises(pagekin.OptionError, match="max_compared") as caught:
        pagekin.spark.cluster_files(spark, crawl, "ahc", max_compared=10)
    assert caught.value.option == "max_compared"


def test_what_was_skipped(spark, tmp_path, pages):
    path = tmp_path / "pages.jsonl"
    with open(path, "w") as file:
        for url, html in pages:
            file.write(json.dumps({"url": url, "html": html.decode("utf-8", "replace")}) + "\n")
        file.write('{"url": "http://empty.example/", "html": ""}\n')
        file.write("this is not JSON\n")
    result = pagekin.spark.cluster_files(spark, path, details=True)
    expected = pagekin.cluster(path)
    assert result.page_count == expected.page_count == result.pages.count()
    assert result.template_count == len(expected.templates)
    found = sorted((row.input, row.offset, row.reason, row.skipped, row.detail) for row in result.incidents.collect())
    assert found == sorted((one.input, one.offset, one.reason, one.is_skipped, one.detail) for one in expected.incidents)
    result.unpersist()


def test_skipped_rows_of_a_data_frame(spark, pages):
    rows = [(url, bytearray(html)) for url, html in pages]
    rows += [("http://empty.example/", bytearray()), ("http://binary.example/", bytearray(b"\x00\x01\x02" * 50)), (None, None)]
    result = pagekin.spark.cluster(spark.createDataFrame(rows, "url string, html binary"), details=True)
    assert result.page_count == len(pages)
    reasons = {row.page: row.reason for row in result.incidents.collect()}
    assert reasons.pop("http://empty.example/") == "empty" and reasons.pop("http://binary.example/") == "binary"
    assert list(reasons.values()) == ["empty"]


def test_bytes_that_look_like_records(spark, crawl, tmp_path, on_one_machine, rows_of):
    plain = tmp_path / "plain.warc"
    inner = gzip.open(crawl).read()
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><pre>\r\n\r\n" + inner[:300_000]
    outer = (
        b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://outer.example/\r\n"
        b"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%b\r\n\r\n" % (len(body), body)
    )
    plain.write_bytes(outer + inner)
    found = pagekin.spark.cluster_files(spark, plain, "fingerprint", part_bytes=20_000)
    assert rows_of(found) == on_one_machine(plain, "--method", "fingerprint")


def test_a_folder_of_archives(spark, crawl, tmp_path, on_one_machine, rows_of):
    data = open(crawl, "rb").read()
    for name in ("b.warc.gz", "a/z.warc.gz"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    found = pagekin.spark.cluster_files(spark, tmp_path, part_bytes=300_000)
    assert rows_of(found) == on_one_machine([tmp_path / "a/z.warc.gz", tmp_path / "b.warc.gz"])


def test_a_folder_of_pages(spark, pages, tmp_path, on_one_machine, rows_of):
    for number, (_, html) in enumerate(pages[:60]):
        (tmp_path / f"{number % 7}").mkdir(exist_ok=True)
        (tmp_path / f"{number % 7}" / f"{number}.html").write_bytes(html)
    columns = "page,template,variant,confidence,representative,input"
    found = pagekin.spark.cluster_files(spark, tmp_path, columns=columns)
    assert rows_of(found) == on_one_machine(tmp_path, "--columns", columns)


def test_one_site_with_most_pages_and_many_small_ones(spark, program, tmp_path, on_one_machine, rows_of):
    import subprocess

    path = tmp_path / "synth.warc.gz"
    subprocess.run([program, "synth", "--pages", "3000", "--templates", "40", "-o", str(path)], check=True, capture_output=True)
    for partitions in (2, 7):
        found = pagekin.spark.cluster_files(spark, path, part_bytes=200_000, shuffle_partitions=partitions)
        assert rows_of(found) == on_one_machine(path)


def test_errors_are_those_of_pagekin(spark, crawl, tmp_path):
    with pytest.raises(pagekin.OptionError, match="no_such"):
        pagekin.spark.cluster_files(spark, crawl, "no_such")
    with pytest.raises(pagekin.OptionError, match="name"):
        pagekin.spark.cluster_files(spark, crawl, columns="page,name")
    with pytest.raises(pagekin.OptionError, match="twice"):
        pagekin.spark.cluster_files(spark, crawl, columns="page,page")
    with pytest.raises(pagekin.InputError, match="no such file"):
        pagekin.spark.cluster_files(spark, tmp_path / "nowhere.warc.gz")
    with pytest.raises(pagekin.InputError, match="no file has such a name"):
        pagekin.spark.cluster_files(spark, str(tmp_path / "*.warc.gz"))
    (tmp_path / "bad.jsonl").write_text('{"url": "http://a.example/", "html": "<p>a"}\nno JSON\n')
    with pytest.raises(pagekin.InputError, match="strict"):
        pagekin.spark.cluster_files(spark, tmp_path / "bad.jsonl", strict=True)
    (tmp_path / "empty.jsonl").write_text('{"url": "http://a.example/", "html": ""}\n')
    with pytest.raises(pagekin.InputError, match="no page could be used"):
        pagekin.spark.cluster_files(spark, tmp_path / "empty.jsonl")
    df = spark.createDataFrame([("http://a.example/", 5)], "url string, html int")
    with pytest.raises(pagekin.InputError, match="expected string or binary"):
        pagekin.spark.cluster(df)
    with pytest.raises(pagekin.InputError, match="no column 'body'"):
        pagekin.spark.cluster(df, html="body")


def test_settings_of_the_session_stay(spark, crawl):
    name = "spark.sql.execution.arrow.maxRecordsPerBatch"
    before = spark.conf.get(name)
    pagekin.spark.cluster_files(spark, crawl, "fingerprint")
    assert spark.conf.get(name) == before


def test_sites_that_are_not_joined(spark, crawl):
    joined = pagekin.spark.cluster_files(spark, crawl, details=True)
    alone = pagekin.spark.cluster_files(spark, crawl, details=True, join_sites=False, columns="page,template,host")
    hosts: dict[int, set[str]] = {}
    for row in alone.pages.collect():
        hosts.setdefault(row.template, set()).add(row.host)
    assert all(len(few) == 1 for few in hosts.values()) and len(hosts) == alone.template_count > joined.template_count
    assert alone.page_count == joined.page_count
    with pytest.raises(pagekin.OptionError, match="only auto"):
        pagekin.spark.cluster_files(spark, crawl, "fingerprint", join_sites=False)
