"""Fields, texts and templates as columns of a data frame: the same as without Spark, beside the caller's columns."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed: make test-spark")

from pyspark.sql import functions as F  # noqa: E402

import pagekin  # noqa: E402
import pagekin.spark  # noqa: E402

from .conftest import ROOT  # noqa: E402

SHOP = str(ROOT / "examples" / "shop.jsonl.gz")
FIRST = "https://shop.example/p/alder-kettle-1000"


@pytest.fixture(scope="module")
def shop():
    return [(page.url, page.html) for page in pagekin.read(SHOP)]


@pytest.fixture(scope="module")
def frame(spark, shop):
    rows = [(url, bytearray(html), number) for number, (url, html) in enumerate(shop)]
    rows += [("https://nowhere.example/", None, 1000), (shop[0][0], bytearray(shop[0][1]), 1001)]
    return spark.createDataFrame(rows, "url string, html binary, number int").repartition(3)


def by_number(df):
    return {row["number"]: row.asDict() for row in df.collect()}


def test_fields(frame, shop):
    wrapper = pagekin.learn(shop, {FIRST: {"name": "Alder Kettle", "price": "$9.00"}})
    found = pagekin.spark.extract(frame, wrapper)
    assert found.columns[:3] == ["url", "html", "number"]
    rows = by_number(found)
    assert len(rows) == 68 and rows[1000]["template"] is None and rows[1001]["price"] == "$9.00"
    for number, (url, html) in enumerate(shop):
        record = wrapper.extract(html, url)
        assert rows[number]["template"] == record.template
        assert rows[number]["price"] == record.get("price")
        assert rows[number]["confidence"] == record.confidence
    with pytest.raises(pagekin.OptionError, match="prefix"):
        pagekin.spark.extract(frame.withColumnRenamed("number", "price"), wrapper)
    assert "x_price" in pagekin.spark.extract(frame, wrapper, prefix="x_").columns
    with pytest.raises(pagekin.InputError, match="no column 'body'"):
        pagekin.spark.extract(frame, wrapper, html="body")


def test_strings_are_text_whatever_encoding_they_say(spark):
    """What a column of strings has was decoded already: a page that names another encoding is not decoded again."""
    head = '<html><head><meta charset="iso-8859-1"><title>t</title></head><body><main class=product>'
    pages = {f"https://a.example/p/{i}": f"{head}<h1>Käse {i}</h1><p class=price>{i} €</p></main>" for i in range(1, 9)}
    wrapper = pagekin.learn(pages, {"https://a.example/p/1": {"name": "Käse 1", "price": "1 €"}})
    frame = spark.createDataFrame([*pages.items(), ("https://a.example/none", "no markup")], "url string, html string")
    rows = {row.url: row.asDict() for row in pagekin.spark.extract(frame, wrapper).collect()}
    for number in range(1, 9):
        row = rows[f"https://a.example/p/{number}"]
        assert (row["name"], row["price"]) == (f"Käse {number}", f"{number} €")
    assert rows["https://a.example/none"]["name"] is None


def test_a_template_has_one_type(frame, shop, tmp_path):
    wrapper = pagekin.learn(shop, {FIRST: {"name": "Alder Kettle"}})
    path = tmp_path / "site.index"
    pagekin.cluster(shop, index=path, skeletons=True)
    frames = [
        pagekin.spark.extract(frame, wrapper),
        pagekin.spark.clean(frame, path),
        pagekin.spark.with_templates(frame, path),
        pagekin.spark.classify(frame, path, columns="page,template"),
        pagekin.spark.cluster(frame.where("number < 1000")),
    ]
    assert {dict(one.dtypes)["template"] for one in frames} == {"bigint"}
    joined = frames[0].join(frames[2].select("number", F.col("template").alias("known")), "number")
    assert joined.where("template = known").count() == 67


def test_fields_that_are_called_like_columns(frame, shop):
    wrapper = pagekin.learn(shop, {FIRST: {"template": "Alder Kettle", "page": "$9.00"}})
    row = by_number(pagekin.spark.extract(frame, wrapper))[1001]
    assert (row["template"], row["field_template"], row["field_page"]) == (1, "Alder Kettle", "$9.00")


def test_templates_and_texts(frame, shop, tmp_path):
    path = tmp_path / "site.index"
    pagekin.cluster(shop, index=path, skeletons=True)
    index = pagekin.Index.open(path)
    rows = by_number(pagekin.spark.with_templates(frame, path))
    expected = {page.page: page for page in pagekin.clean(shop, model=path, format="markdown")}
    texts = by_number(pagekin.spark.clean(frame, path, format="markdown"))
    assert len(rows) == len(texts) == 68 and texts[1000]["text"] is None and rows[1000]["template"] is None
    for number, (url, html) in enumerate(shop):
        decision = index.classify(html, url)
        assert rows[number]["template"] == decision.template and rows[number]["score"] == decision.score
        assert texts[number]["text"] == expected[url].text and texts[number]["title"] == expected[url].title
    assert texts[1001]["text"] == texts[0]["text"]  # the same address again


def test_models_of_any_file_system(spark, frame, shop, tmp_path, monkeypatch):
    folder = tmp_path / "of models"
    folder.mkdir()
    wrapper = pagekin.learn(shop, {FIRST: {"price": "$9.00"}})
    wrapper.save(folder / "shop.wrapper")
    pagekin.cluster(shop, index=folder / "site.index", skeletons=True)
    expected = by_number(pagekin.spark.with_templates(frame, folder / "site.index"))
    index, saved = (folder / "site.index").as_uri(), (folder / "shop.wrapper").as_uri()
    assert index.startswith("file:///") and "%20" in index
    assert by_number(pagekin.spark.with_templates(frame, index)) == expected
    assert by_number(pagekin.spark.extract(frame, saved))[0]["price"] == "$9.00"
    with pytest.raises(FileNotFoundError, match="typo.index does not exist"):
        pagekin.spark.classify(frame, (folder / "typo.index").as_uri())

    # Elsewhere: what pyarrow can open, and what Spark alone can.
    monkeypatch.setattr(pagekin.spark, "is_remote", lambda path: True)
    assert by_number(pagekin.spark.with_templates(frame, index)) == expected

    def cannot(path, folder):
        raise pagekin.InputError(f"{path}: cannot be opened")

    monkeypatch.setattr(pagekin.spark, "open_remote", cannot)
    index = (folder / "site.index").rename(tmp_path / "plain.index").as_uri()  # Spark takes %20 for letters of a name
    assert by_number(pagekin.spark.with_templates(frame, index)) == expected
    assert pagekin.spark.clean(frame, index).where("text is not null").count() == 67
    with pytest.raises(pagekin.InputError, match="cannot be opened"):
        pagekin.spark.classify(frame, (folder / "typo.index").as_uri())


def test_classify_is_lazy_and_keeps_columns(spark, frame, shop, tmp_path):
    path = tmp_path / "site.index"
    pagekin.cluster(shop, index=path)
    made = pagekin.spark.classify(frame, path, prefix="known_")
    assert made.columns == ["url", "html", "number", "known_template", "known_score"]
    assert dict(made.dtypes)["known_template"] == "bigint"
    expected = by_number(pagekin.spark.with_templates(frame, path))
    rows = by_number(made)
    assert {number: row["known_template"] for number, row in rows.items()} == {
        number: row["template"] for number, row in expected.items()
    }


def test_streams(spark, frame, shop, tmp_path):
    """Rows of a stream get what the same rows of a table get, batch by batch."""
    path = tmp_path / "site.index"
    pagekin.cluster(shop, index=path, skeletons=True)
    wrapper = pagekin.learn(shop, {FIRST: {"name": "Alder Kettle", "price": "$9.00"}})
    folder = tmp_path / "pages"
    frame.coalesce(2).write.parquet(str(folder))  # two files, a batch each

    def of_a_stream(function):
        made = function(spark.readStream.schema(frame.schema).option("maxFilesPerTrigger", 1).parquet(str(folder)))
        assert made.isStreaming
        query = made.writeStream.format("memory").queryName("found").trigger(availableNow=True).start()
        assert query.awaitTermination(240)
        assert len([batch for batch in query.recentProgress if batch["numInputRows"] > 0]) == 2
        rows = by_number(spark.table("found").drop("html"))
        spark.catalog.dropTempView("found")
        return rows

    for function in (
        lambda pages: pagekin.spark.classify(pages, path),
        lambda pages: pagekin.spark.extract(pages, wrapper),
        lambda pages: pagekin.spark.clean(pages, path, format="markdown"),
    ):
        expected = by_number(function(frame).drop("html"))
        assert len(expected) == 68 and len({str(row["template"]) for row in expected.values()}) >= 2
        assert of_a_stream(function) == expected
