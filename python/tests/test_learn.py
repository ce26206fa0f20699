"""Fields: learned from labels, extracted from one page and from many, the same as the program does it."""

from __future__ import annotations

import concurrent.futures
import json
import pickle

import pytest

import pagekin
from conftest import ROOT
from pagekin._learn import to_field_labels

SHOP = str(ROOT / "examples" / "shop.jsonl.gz")
NEW = str(ROOT / "examples" / "shop-new.jsonl.gz")
FIRST = "https://shop.example/p/alder-kettle-1000"
LABELS = {FIRST: {"name": "Alder Kettle", "price": "$9.00", "maker": "Northway"}}


@pytest.fixture(scope="module")
def wrapper():
    return pagekin.learn(SHOP, LABELS)


@pytest.fixture(scope="module")
def shop():
    return [(page.url, page.html) for page in pagekin.read(SHOP)]


@pytest.fixture(scope="module")
def program_wrapper(run_native, tmp_path_factory):
    folder = tmp_path_factory.mktemp("program")
    labels = folder / "labels.tsv"
    rows = [f"{FIRST}\t{field}\t{value}\n" for field, value in LABELS[FIRST].items()]
    labels.write_text("page\tfield\tvalue\n" + "".join(rows))
    run_native("learn", SHOP, "--fields", labels, "-o", folder / "shop.wrapper", "-q")
    return folder / "shop.wrapper"


def test_fields(wrapper):
    assert [field.name for field in wrapper.fields] == ["name", "price", "maker"]
    assert all(field.template == 1 and field.pages == field.filled == 48 for field in wrapper.fields)
    assert wrapper.problems == []
    assert repr(wrapper) == "Wrapper(fields: 3, templates: 1)"


def test_one_page(wrapper, shop):
    page = dict(shop)[FIRST]
    record = wrapper.extract(page, FIRST)
    assert record.template == 1 and record.page == FIRST
    assert record.fields == LABELS[FIRST]
    assert record.confidence == min(record.confidences.values()) > 0.5
    assert wrapper.extract(page.decode(), FIRST) == record
    assert wrapper.extract("<p>nothing</p>", "https://elsewhere.example/").template is None


def test_arguments_of_one_page_are_checked(wrapper, shop):
    html = dict(shop)[FIRST]
    with pytest.raises(TypeError, match="'adresses'; did you mean 'addresses'"):
        wrapper.extract(html, FIRST, adresses="kept")
    for given in ({"columns": "price"}, {"template": 1}, {"all_pages": True}, {"max_page_bytes": 5}):
        with pytest.raises(TypeError, match=f"'{next(iter(given))}' is for many pages"):
            wrapper.extract(html, FIRST, **given)
    with pytest.raises(TypeError, match="unexpected argument 'typo'"):
        wrapper.extract([html], typo=1)
    assert wrapper.extract(html, FIRST, addresses="kept") == wrapper.extract(html, FIRST)


def test_many_pages_are_the_same_as_one_by_one(wrapper, shop):
    records = wrapper.extract(shop)
    many = list(records)
    assert sum(record.template == 1 for record in many) == 48 and records.unknown == 0
    for record in many:
        assert record == wrapper.extract(dict(shop)[record.page], record.page)
    assert records.counts.used == 66
    assert {health.state for health in records.health} == {"sound"}


def test_every_kind_of_pages_gives_the_same(wrapper, shop):
    expected = list(wrapper.extract(shop))
    assert list(wrapper.extract(SHOP)) == expected
    assert list(wrapper.extract(dict(shop))) == expected
    assert list(wrapper.extract(iter(shop))) == expected
    assert list(wrapper.extract(page for page in shop)) == expected


def test_same_bytes_as_the_program(wrapper, program_wrapper, run_native, tmp_path):
    wrapper.save(tmp_path / "own.wrapper")
    assert (tmp_path / "own.wrapper").read_bytes() == program_wrapper.read_bytes()
    for ending in ("jsonl", "csv", "tsv", "parquet", "jsonl.gz"):
        run_native("extract", SHOP, "--wrapper", program_wrapper, "-q", "-o", tmp_path / f"program.{ending}")
        wrapper.extract(SHOP).write(tmp_path / f"own.{ending}")
        assert (tmp_path / f"own.{ending}").read_bytes() == (tmp_path / f"program.{ending}").read_bytes(), ending
    lines = [json.dumps(record) for record in wrapper.extract(SHOP)]
    program = [json.loads(line) for line in (tmp_path / "program.jsonl").read_text().splitlines()]
    assert [json.loads(line) for line in lines] == program


def test_choices(wrapper):
    record = next(wrapper.extract(SHOP, columns="price,name", template=1))
    assert list(record.fields) == ["price", "name"]
    with pytest.raises(pagekin.OptionError, match="nothing"):
        next(wrapper.extract(SHOP, columns=["nothing"]))
    assert len(list(wrapper.extract(SHOP, all_pages=True))) == 66


class Repeated(list):
    """A list of pages that come again and again, and a count of those that were asked for."""

    def __init__(self, pages, times):
        super().__init__(pages)
        self.times, self.asked = times, 0

    def __len__(self):
        return super().__len__() * self.times

    def __iter__(self):
        for _ in range(self.times):
            for page in super().__iter__():
                self.asked += 1
                yield page


def test_types_of_values(wrapper, shop, run_native, tmp_path):
    wrapper.save(tmp_path / "w")
    for types in ("values", "both"):
        run_native("extract", SHOP, "--wrapper", tmp_path / "w", "-q", "--types", types, "-o", tmp_path / "program.jsonl")
        records = wrapper.extract(SHOP, types=types)
        assert [dict(record) for record in records] == [json.loads(line) for line in (tmp_path / "program.jsonl").read_text().splitlines()]
        wrapper.extract(SHOP, types=types).write(tmp_path / "own.jsonl")
        assert (tmp_path / "own.jsonl").read_bytes() == (tmp_path / "program.jsonl").read_bytes()
    assert isinstance(next(wrapper.extract(SHOP, types="values"))["price"], (int, float))
    with pytest.raises(pagekin.OptionError, match="`types` takes"):
        wrapper.extract(SHOP, types="x")
    with pytest.raises(TypeError, match="'types' is for many pages"):
        wrapper.extract(shop[0][1], shop[0][0], types="values")


def test_it_streams(wrapper, shop):
    """Pages are read as records are taken, some hundred kilobytes ahead."""
    pages = Repeated(shop, 200)
    records = wrapper.extract(pages)
    assert pages.asked == 0
    assert next(records).template == 1
    with pytest.raises(ValueError, match="when all pages are read"):
        records.health
    assert 0 < pages.asked < len(pages) / 2
    records.close()
    assert pages.asked < len(pages) / 2


def test_an_iterator_is_read_as_it_comes(wrapper, shop, tmp_path):
    asked = 0

    def endless():
        nonlocal asked
        while True:
            for page in shop:
                asked += 1
                yield page

    records = wrapper.extract(endless())
    assert asked == 0
    expected = list(wrapper.extract(shop))
    assert [next(records) for _ in range(len(expected))] == expected
    assert asked < 200 * len(shop)
    records.close()
    # Once, here or there.
    records = wrapper.extract(iter(shop))
    assert [health.state for health in records.write(tmp_path / "once.csv")] == ["sound"] * 3
    wrapper.extract(shop).write(tmp_path / "again.csv")
    assert (tmp_path / "once.csv").read_bytes() == (tmp_path / "again.csv").read_bytes()
    with pytest.raises(pagekin.InputError, match="read already.*give a list or a file"):
        list(records)
    with pytest.raises(TypeError, match="max_page_bytes"):
        wrapper.extract(iter(shop), max_page_byte=5)
    assert [health.is_broken for health in wrapper.health(page for page in pagekin.read(NEW))] == [True] * 3
    assert bytes(wrapper.repair(iter(pagekin.read(NEW)))) == bytes(wrapper.repair(NEW))


def test_readers_are_read_as_they_come(wrapper, shop):
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"url": [url for url, _ in shop], "html": [html for _, html in shop]})
    assert list(wrapper.extract(table.to_reader(5))) == list(wrapper.extract(shop))


def test_health_and_repair_after_a_redesign(wrapper, program_wrapper, run_native, tmp_path):
    health = wrapper.health(NEW)
    assert [field.field for field in health if field.is_broken] == ["name", "price", "maker"]
    assert all(field.reason for field in health if field.is_broken)
    mended = wrapper.repair(NEW)
    assert not any(field.is_broken for field in mended.health(NEW))
    mended.save(tmp_path / "own.wrapper")
    run_native("extract", NEW, "--wrapper", program_wrapper, "-q", "-o", tmp_path / "x.csv", "--repair", tmp_path / "new.wrapper")
    assert (tmp_path / "own.wrapper").read_bytes() == (tmp_path / "new.wrapper").read_bytes()
    assert wrapper.repair(SHOP) is wrapper
    for some in ({"columns": "price"}, {"template": 1}):  # the others would be lost
        with pytest.raises(pagekin.OptionError, match="repair"):
            wrapper.repair(NEW, **some)


def topic(i, posts):
    rows = "".join(f"<div class=post><b class=author>Writer {13 * i + k}</b><p class=words>Words {31 * i + k}</p></div>" for k in range(posts))
    return f"<body class=forum><nav><a href=/>Forum</a></nav><h1>Topic {i}</h1><div class=posts>{rows}</div><footer>Imprint</footer>"


def test_records_have_a_health():
    pages = {f"https://f.example/t/{i}": topic(i, 4) for i in range(20)}
    first = "https://f.example/t/0"
    wrapper = pagekin.learn(
        pages, {first: {"posts.author": [f"Writer {k}" for k in range(4)], "posts.words": [f"Words {k}" for k in range(4)]}}
    )
    (posts,) = wrapper.health(pages)
    assert (posts.field, posts.state, posts.details["filled"], posts.details["rows_per_page"]) == ("posts", "sound", 20, 4)
    empty = wrapper.extract({url: topic(i, 0) for i, url in enumerate(pages)})
    assert all(record.needs_review == ["posts"] for record in empty)
    assert [posts.is_broken for posts in empty.health] == [True]


def test_selectors(wrapper, program_wrapper, run_native):
    for form in ("text", "json", "crawl4ai", "scrapy", "console"):
        assert wrapper.selectors(form, SHOP).encode() == run_native("selectors", program_wrapper, SHOP, "--format", form, "-q").stdout
    assert wrapper.selectors("parsel", SHOP, best=1) == wrapper.selectors("scrapy", SHOP, best=1)
    with pytest.raises(pagekin.OptionError, match="did you mean 'scrapy'"):
        wrapper.selectors("scrapi", SHOP)


def test_it_is_a_value(wrapper, shop, tmp_path):
    copy = pickle.loads(pickle.dumps(wrapper))
    assert bytes(copy) == bytes(wrapper) and copy.learned == wrapper.learned
    wrapper.save(tmp_path / "w")
    opened = pagekin.Wrapper.open(tmp_path / "w")
    assert list(opened.extract(shop)) == list(wrapper.extract(shop))
    with pytest.raises(FileNotFoundError, match="typo"):
        pagekin.Wrapper.open("typo")
    (tmp_path / "bad").write_bytes(b"x" * 100)
    with pytest.raises(pagekin.PagekinError, match="bad"):
        pagekin.Wrapper.open(tmp_path / "bad")


def test_threads(wrapper, shop):
    expected = [wrapper.extract(html, url) for url, html in shop]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda page: wrapper.extract(page[1], page[0]), shop)) == expected


def test_labels_in_all_forms(shop, tmp_path):
    other = "https://shop.example/c/kettle"
    rows = [{"page": FIRST, "field": "price", "css": "p.price"}, {"page": other, "field": "price", "value": None}]
    wrapper = pagekin.learn(shop, rows)
    assert wrapper.extract(dict(shop)[FIRST], FIRST)["price"] == "$9.00"
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([{"page": FIRST, "field": "price", "value": "$9.00"}])
    assert [field.name for field in pagekin.learn(shop, frame).fields] == ["price"]
    with pytest.raises(TypeError, match="label 0"):
        pagekin.learn(shop, [{"page": FIRST, "feild": "price"}])
    with pytest.raises(pagekin.OptionError, match="labels"):
        pagekin.learn(shop)


ROWS = [
    {"page": FIRST, "field": "name", "value": "Alder Kettle", "css": None, "slot": None},
    {"page": FIRST, "field": "price", "value": None, "css": "p.price", "slot": None},
]


def tables():
    yield "pandas", lambda m: m.DataFrame(ROWS)
    yield "pandas", lambda m: m.DataFrame(ROWS).astype({"slot": "float64"}).convert_dtypes()
    yield "polars", lambda m: m.DataFrame(ROWS)
    yield "polars", lambda m: m.DataFrame(ROWS).lazy()
    yield "pyarrow", lambda m: m.Table.from_pylist(ROWS)
    yield "pyarrow", lambda m: m.RecordBatch.from_pylist(ROWS)
    yield "pyarrow", lambda m: m.Table.from_pylist(ROWS).to_reader()


@pytest.mark.parametrize("package, make", list(tables()))
def test_labels_of_tables(shop, package, make):
    module = pytest.importorskip(package)
    expected = pagekin.learn(shop, ROWS)
    assert {field.name for field in expected.fields} == {"name", "price"}
    assert bytes(pagekin.learn(shop, make(module))) == bytes(expected)


def test_labels_of_tables_with_lists():
    rows = [{"page": "a", "field": "x", "value": ["1", "2"]}]
    expected = [{"page": "a", "field": "x", "value": "1"}, {"page": "a", "field": "x", "value": "2"}]
    for package, make in (
        ("polars", lambda m: m.DataFrame(rows)), ("pyarrow", lambda m: m.Table.from_pylist(rows)),
        ("duckdb", lambda m: m.sql("select 'a' page, 'x' field, ['1', '2'] as value")),
    ):  # fmt: skip
        assert to_field_labels(make(pytest.importorskip(package))) == expected
    numpy = pytest.importorskip("numpy")
    assert to_field_labels([{"page": "a", "field": "x", "value": numpy.array(["1", "2"])}]) == expected


def test_labels_that_cannot_be_used_are_named():
    with pytest.warns(pagekin.LabelWarning, match=r"\$9\.99"):
        wrapper = pagekin.learn(SHOP, {FIRST: {"price": "$9.99", "name": "Alder Kettle"}})
    (problem,) = wrapper.problems
    assert (problem.page, problem.field) == (FIRST, "price") and "nearest" in problem.problem


def test_tables(wrapper):
    pytest.importorskip("pyarrow")
    table = wrapper.extract(SHOP).to_arrow()
    assert table.num_rows == len(list(wrapper.extract(SHOP))) and "price" in table.column_names
    pytest.importorskip("pandas")
    assert len(wrapper.extract(SHOP, template=1).to_pandas()) == 48


def test_templates_of_a_result(shop):
    result = pagekin.cluster(shop)
    wrapper = pagekin.learn(shop, LABELS, clusters=result)
    assert wrapper.fields[0].template == result.templates[0].id
    with pytest.raises(TypeError, match="give one of them"):
        pagekin.learn(shop, LABELS, clusters=result, model="x")


def test_an_exception_of_the_pages_reaches_the_caller(wrapper):
    def broken():
        yield "https://shop.example/a", "<p>a"
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        list(wrapper.extract(broken()))

    class Pages(list):
        def __iter__(self):
            return broken()

    with pytest.raises(RuntimeError, match="no more"):
        list(wrapper.extract(Pages([1])))
