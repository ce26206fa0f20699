"""Tables without labels, the same as the program makes them."""

from __future__ import annotations

import json
import pathlib
import pickle

import pytest

import pagekin
from conftest import ROOT, SHARED

SHOP = str(ROOT / "examples" / "shop.jsonl.gz")
NEW = str(ROOT / "examples" / "shop-new.jsonl.gz")


@pytest.fixture(scope="module")
def extracted():
    return pagekin.extract(SHOP)


def test_tables(extracted):
    assert [table.template for table in extracted.tables] == [1, 2, 3]
    assert [table.pages for table in extracted.tables] == [48, 12, 6]
    assert "price" in [column.name for column in extracted[1].columns]
    (price,) = [column for column in extracted[1].columns if column.name == "price"]
    assert price.type == "money" and price.fill == 1 and len(price.examples) >= 3
    assert extracted[extracted.tables[1].name].template == 2
    with pytest.raises(KeyError, match="there are 1, 2, 3"):
        extracted[9]
    assert len(extracted) == 3 and "3 tables, 66 pages" in repr(extracted)


def test_records(extracted):
    records = list(extracted)
    assert len(records) == 66 and {record.template for record in records} == {1, 2, 3}
    assert len(list(extracted[2])) == 12
    assert list(extracted) == records  # as often as one likes
    reader = extracted.records()
    list(reader)
    assert reader.counts.used == 66


def test_every_kind_of_pages_gives_the_same(extracted):
    expected = list(extracted)
    pages = [(page.url, page.html) for page in pagekin.read(SHOP)]
    assert list(pagekin.extract(pages)) == expected
    assert list(pagekin.extract(iter(pages))) == expected  # read three times, by a temporary file
    assert list(pagekin.extract([(url, html.decode()) for url, html in pages])) == expected


@pytest.mark.parametrize("name", ["examples", "bbpress-dhanswers", "django-mozreps", "dokuwiki", "drupal7-bfi"])
def test_same_bytes_as_the_program(name, run_native, tmp_path):
    crawl = SHOP if name == "examples" else SHARED / "corpora" / f"{name}.warc.gz"
    if not pathlib.Path(crawl).exists():
        pytest.skip("the corpus is not there")
    own, program = tmp_path / "own", tmp_path / "program"
    own.mkdir(), program.mkdir()
    extracted = pagekin.extract(crawl)
    run_native("extract", crawl, "-q", "-o", program / "all.jsonl", "--save-schema", program / "schema.json")
    extracted.write(own / "all.jsonl")
    extracted.schema.save(own / "schema.json")
    if name == "examples":
        for form in ("t.{template}.csv", "t.{template}.parquet"):
            run_native("extract", crawl, "-q", "-o", program / form)
            extracted.write(own / form)
    names = sorted(path.name for path in program.iterdir())
    assert sorted(path.name for path in own.iterdir()) == names and len(names) >= 2
    for file in names:
        assert (own / file).read_bytes() == (program / file).read_bytes(), file
    assert [dict(record) for record in extracted] == [
        json.loads(line) for line in (program / "all.jsonl").read_text().splitlines()
    ]


def test_arrow(extracted):
    pyarrow = pytest.importorskip("pyarrow")
    tables = extracted.to_arrow()
    assert {template: table.num_rows for template, table in tables.items()} == {1: 48, 2: 12, 3: 6}
    table = tables[1]
    assert table.schema.field("price").type == pyarrow.string()
    assert table.to_pylist() == [
        {name: record.get(name) for name in table.column_names} for record in extracted[1]
    ]
    # Nothing of a record is missing from its table.
    for record in extracted:
        assert set(record) <= set(tables[record.template].column_names)
    assert extracted[2].to_arrow().num_rows == 12
    pytest.importorskip("pandas")
    assert len(extracted[1].to_pandas()) == 48 and len(extracted.to_pandas()[2]) == 12


def test_types_of_values(extracted, run_native, tmp_path):
    """Numbers, money and dates as such, the same as the program writes them."""
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    for types in ("values", "both", "texts", "auto"):
        run_native("extract", SHOP, "-q", "--types", types, "-o", tmp_path / "program.jsonl")
        run_native("extract", SHOP, "-q", "--types", types, "-o", tmp_path / "program.{template}.parquet")
        typed = pagekin.extract(SHOP, types=types)
        assert [dict(record) for record in typed] == [json.loads(line) for line in (tmp_path / "program.jsonl").read_text().splitlines()]
        typed.write(tmp_path / "own.{template}.parquet")
        assert (tmp_path / "own.1.parquet").read_bytes() == (tmp_path / "program.1.parquet").read_bytes()
        table = typed.to_arrow()[1]
        assert table.schema.field("price").type == (pyarrow.float64() if types in ("values", "both") else pyarrow.string())
        assert ("price_text" in table.column_names) == (types == "both")
        if types == "values":
            written = pq.read_table(tmp_path / "own.1.parquet")
            for name in set(written.column_names) & set(table.column_names) - {"template", "confidence"}:
                assert table[name].to_pylist() == written[name].to_pylist(), name
            assert isinstance(typed.misfits, str)
    assert extracted.to_arrow()[1].schema.field("price").type == pyarrow.string()
    with pytest.raises(pagekin.OptionError, match="`types` takes auto, values, texts or both, got 'numbers'"):
        pagekin.extract(SHOP, types="numbers")


def test_a_schema_gives_the_same_columns_again(extracted, tmp_path, run_native):
    again = pagekin.extract(SHOP, schema=extracted.schema)
    assert list(again) == list(extracted)
    assert again.health and not any(column.is_broken for column in again.health)
    broken = pagekin.extract(NEW, schema=extracted.schema).health
    assert any(column.is_broken for column in broken)
    extracted.schema.save(tmp_path / "schema.json")
    run_native("extract", NEW, "-q", "--schema", tmp_path / "schema.json", "-o", tmp_path / "x.jsonl", "--health", tmp_path / "health.json")
    rows = json.loads((tmp_path / "health.json").read_text())["fields"]
    assert [dict(column.details) for column in broken] == rows


def test_rename(extracted, tmp_path):
    schema = extracted.schema.rename({"price": "cost"}, template=1)
    assert "cost" in schema.templates[1] and "price" not in schema.templates[1]
    records = list(pagekin.extract(SHOP, schema=schema)[1])
    assert [record["cost"] for record in records] == [record["price"] for record in extracted[1]]
    assert extracted.schema.rename({1: {"price": "cost"}}) == schema
    with pytest.raises(pagekin.OptionError, match="did you mean 'price'"):
        extracted.schema.rename({"prise": "cost"})
    with pytest.raises(pagekin.OptionError, match="two columns"):
        extracted.schema.rename({"price": extracted[1].columns[0].name})
    with pytest.raises(pagekin.OptionError, match="no template 9"):
        extracted.schema.rename({"price": "cost"}, template=9)
    schema.save(tmp_path / "s.json")
    assert pagekin.Schema.open(tmp_path / "s.json") == schema
    assert pickle.loads(pickle.dumps(schema)) == schema
    with pytest.raises(FileNotFoundError):
        pagekin.Schema.open(tmp_path / "typo.json")
    (tmp_path / "no.json").write_text("{}")
    with pytest.raises(pagekin.OptionError, match="not a schema"):
        pagekin.Schema.open(tmp_path / "no.json")


def test_a_summary_that_a_model_can_read(extracted):
    lines = [json.loads(line) for line in extracted.schema.summary().splitlines()]
    heads = [line for line in lines if "template" in line]
    assert [head["pages"] for head in heads] == [48, 12, 6]
    (price,) = [line for line in lines if line.get("name") == "price"]
    assert price["type"] == "money" and price["fill"] == 1 and len(price["examples"]) == 3
    assert any("label" in line for line in lines)
    assert len(extracted.schema.summary()) < len(bytes(extracted.schema)) / 3
    small = extracted.schema.summary(1500)
    assert len(small.encode()) <= 1500
    left = sum(json.loads(line).get("columns_left_out", 0) for line in small.splitlines())
    shown = sum("type" in json.loads(line) for line in small.splitlines())
    assert left > 0 and shown + left == sum(map(len, extracted.schema.templates.values()))


def test_a_summary_of_many_templates_keeps_to_its_size():
    column = {"name": "price", "type": "money", "fill": 1, "examples": ["$9.00"]}
    many = [{"template": number, "name": f"template number {number}", "pages": 1000 - number, "columns": [column]} for number in range(1000)]
    schema = pagekin.Schema(json.dumps({"pagekin_schema": 1, "templates": many}).encode())
    for size in (24_000, 2_000, 200):
        text = schema.summary(size)
        lines = [json.loads(line) for line in text.splitlines()]
        shown = sum("template" in line for line in lines)
        assert len(text.encode()) <= size and shown > 0
        assert lines[-1] == {"templates_left_out": 1000 - shown}
        # What is shown has columns, or says how many it lacks.
        assert sum("type" in line for line in lines) + sum(line.get("columns_left_out", 0) for line in lines) == shown
    assert sum("type" in json.loads(line) for line in schema.summary().splitlines()) > 50


def test_names_of_columns_are_texts(extracted):
    for name in (None, "", " ", 3):
        with pytest.raises(pagekin.OptionError, match="expected the name of a column"):
            extracted.schema.rename({"price": name})
    with pytest.raises(pagekin.OptionError, match="not a schema"):
        pagekin.Schema(b"{}").summary()


def test_choices():
    extracted = pagekin.extract(SHOP, template=1, columns="price")
    assert [[column.name for column in table.columns] for table in extracted.tables] == [["price"]]
    with pytest.raises(pagekin.OptionError):
        pagekin.extract(SHOP, template="nothing")
    with pytest.raises(pagekin.OptionError, match="min_fill"):
        pagekin.extract(SHOP, min_fill=2)
    with pytest.raises(pagekin.OptionError, match="from 0 to 1, got nan"):
        pagekin.extract(SHOP, min_fill=float("nan"))
    with pytest.raises(FileNotFoundError, match="typo"):
        pagekin.extract("typo")
