"""Results, pages, indexes as values: pickling; pages of a template; what is said of a poor result; inputs of all kinds."""

from __future__ import annotations

import io
import pickle
import sys

import numpy as np
import pytest

import pagekin
from conftest import CRAWL, ROOT

SHOP = str(ROOT / "examples" / "shop.jsonl.gz")


def again(value):
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize("method", ["auto", "fingerprint"])
@pytest.mark.parametrize("ending", [".tsv", ".csv.gz", ".jsonl", ".parquet"])
def test_a_result_that_was_pickled_writes_the_same_bytes(tmp_path, method, ending):
    result = pagekin.cluster(CRAWL, method)
    for name in ("whole", "named", "templates"):
        for kind in ("kept", "again"):
            # The result is described before it is pickled; that must not change what is written.
            made = again(result) if kind == "again" else result
            path = tmp_path / f"{name}-{kind}{ending}"
            if name == "templates":
                made.write_templates(path)
            else:
                made.write(path, "" if name == "whole" else pagekin.PAGE_COLUMNS)
    for name in ("whole", "named", "templates"):
        assert (tmp_path / f"{name}-kept{ending}").read_bytes() == (tmp_path / f"{name}-again{ending}").read_bytes(), name


def test_a_result_is_pickled(result, labels):
    copy = again(result)
    for name in ("labels_", "template_ids_", "variants_", "confidence_"):
        np.testing.assert_array_equal(getattr(copy, name), getattr(result, name))
    assert copy.pages == result.pages and copy.templates == result.templates
    assert copy.caution == result.caution and copy.summary == result.summary
    assert copy.counts.used == result.counts.used and repr(copy) == repr(result)
    assert copy.table("page,name").to_dict() == result.table("page,name").to_dict()
    assert copy.evaluate(labels).scores == result.evaluate(labels).scores
    assert copy.sample(3) == result.sample(3)
    assert [page.url for page in copy[1].pages()] == [page.url for page in result[1].pages()]  # the file is still there
    assert again(copy).templates == result.templates
    pytest.importorskip("pyarrow")
    assert copy.to_arrow().num_rows == 240


def test_tables_and_errors_are_pickled(result):
    table = result.table("page,template,confidence")
    assert again(table).to_dict() == table.to_dict() and again(table).column_names == table.column_names
    with pytest.raises(FileNotFoundError) as missing:
        pagekin.read("typo.warc.gz")
    copy = again(missing.value)
    assert (copy.filename, copy.where, str(copy)) == ("typo.warc.gz", "typo.warc.gz", "typo.warc.gz does not exist")
    with pytest.raises(TypeError, match="pickle `schema`"):
        again(pagekin.extract(SHOP))


def test_pages_and_counts_are_pickled(result):
    page = next(iter(pagekin.read(CRAWL)))
    copy = again(page)
    assert (copy.url, copy.html, copy.input, copy.offset, copy.text) == (page.url, page.html, page.input, page.offset, page.text)
    assert repr(again(result.counts)) == repr(result.counts)


def test_an_index_is_pickled(tmp_path, pages):
    index = pagekin.Index.open(tmp_path / "a.index", create=True)
    index.add(pages)
    copy = again(index)
    assert copy.classify(pages[0][1], pages[0][0]) == index.classify(pages[0][1], pages[0][0])


def test_an_index_is_pickled_with_its_folder(tmp_path, pages, monkeypatch):
    monkeypatch.chdir(tmp_path)
    index = pagekin.Index.open("a.index", create=True)
    index.add(pages)
    data = pickle.dumps(index)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert pickle.loads(data).page_count == index.page_count > 0


def test_pages_in_memory_are_not_pickled_with_their_result(pages):
    texts = [html.decode("utf-8", "replace") for _, html in pages]
    result = pagekin.cluster(texts)
    assert len(pickle.dumps(result)) < sum(map(len, texts)) / 2
    with pytest.raises(ValueError, match="were in memory when it was pickled"):
        again(result).prompts()
    assert len(result.prompts()) > 0


def test_pages_of_a_template(result, pages):
    template = result.templates[0]
    own = result[template.id]
    assert len(own) == template.pages == len(own.urls) == len(list(own.pages()))
    html = dict(pages)
    assert all(page.html == html[page.url] for page in own.pages())
    assert [page.url for page in own.representatives()] == list(template.representatives)
    assert result[template.name].id == template.id
    with pytest.raises(KeyError, match="no template 99"):
        result[99]
    memory = pagekin.cluster(pages)
    assert [page.html for page in memory[1].pages()] == [html[url] for url in memory[1].urls]
    once = pagekin.cluster(iter(pages))
    with pytest.raises(ValueError, match="only once"):
        list(once[1].pages())


def test_pages_of_a_template_have_the_names_that_they_were_given(pages):
    html = pages[0][1]
    names = ["https://a.example/my file.html", " https://a.example/b", "https://a.example/c\n", "<https://a.example/d>", "https://a.example/e"]
    given = [("https://a.example/again", b""), *((name, html) for name in names), (None, html)]
    given += [("https://a.example/again", html), ("https://a.example/again", html + b" ")]
    result = pagekin.cluster(given)
    found = [(page.url, page.html) for template in result for page in result[template.id].pages()]
    assert sorted(found) == sorted([*given[1:6], ("6", html), given[7], ("https://a.example/again#2", html + b" ")])
    for template in result:
        assert [page.url for page in result[template.id].pages()] == result[template.id].urls


def test_what_is_read_once_keeps_its_names_and_texts(tmp_path):
    shop = [(page.url, page.html) for page in pagekin.read(SHOP)]
    # Names that a WARC file cannot hold; text whose declared encoding is another one; nothing at all.
    given = [(url.replace("/p/", "/p and q/"), html.decode() if row % 2 else html) for row, (url, html) in enumerate(shop)]
    given += [(None, shop[0][1]), ("https://shop.example/pdf", b"%PDF-1.4 \x00\x01"), ("https://shop.example/nothing", None)]
    for function in (pagekin.extract, pagekin.clean):
        of_list, of_iterator = [list(function(pages)) for pages in (given, iter(given))]
        assert of_list == of_iterator and len(of_list) == len(shop) + 1
    labels = {given[0][0]: {"name": "Alder Kettle"}}
    assert bytes(pagekin.learn(iter(given), labels)) == bytes(pagekin.learn(given, labels))


def test_commands_of_the_program_know_pages_of_any_name(tmp_path):
    pages = [(page.url.replace("/p/", "/p and q/"), page.html) for page in pagekin.read(SHOP)]
    result = pagekin.cluster(pages)
    result.write_template_pages(tmp_path / "copies.warc.gz", 1)
    found = [page.url for page in pagekin.read(tmp_path / "copies.warc.gz")]
    assert len(found) == 48 and found == [url.replace(" ", "%20") for url in result[1].urls]
    result.report(tmp_path / "report.html")
    assert b"rows without a page" not in (tmp_path / "report.html").read_bytes()
    truth = {url: str(template) for url, template in zip(result.pages, result.template_ids_)}
    options = dict(measure="common_path_shingles", folds=3)
    renamed = [(url.replace(" ", "-"), html) for url, html in pages]
    expected = pagekin.crossval(renamed, {url.replace(" ", "-"): template for url, template in truth.items()}, **options).data
    assert pagekin.crossval(pages, truth, **options).data == expected


def test_files_that_are_missing_are_named(tmp_path, pages):
    typo = str(tmp_path / "typo.tsv")
    (tmp_path / "typos.tsv").write_text("page\ttemplate\n")
    result = pagekin.cluster(pages)
    calls = [
        lambda: pagekin.extract(pages, clusters=typo), lambda: pagekin.extract(pages, model=typo), lambda: pagekin.clean(pages, model=typo),
        lambda: next(iter(pagekin.clean(iter(pages), model=typo))), lambda: pagekin.learn(pages, typo), lambda: pagekin.learn(pages, answers=typo),
        lambda: pagekin.cluster(pages, hints=typo), lambda: pagekin.train(pages, typo, tmp_path / "m"), lambda: pagekin.crossval(pages, typo),
        lambda: pagekin.sweep(pages, typo), lambda: pagekin.coverage(pages, sitemap=typo), lambda: result.evaluate(typo),
        lambda: result.report(tmp_path / "r.html", truth=typo),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(FileNotFoundError, match=r"typo\.tsv does not exist; did you mean '.*typos\.tsv'") as missing:
            call()
        assert isinstance(missing.value, pagekin.InputError) and missing.value.filename == typo


def test_no_pages_at_all():
    for call in (pagekin.cluster, pagekin.extract, pagekin.clean):
        for nothing in ([], iter([])):
            with pytest.raises(pagekin.NoPagesError, match="^no pages found in the input$"):
                list(call(nothing))


def test_a_caution_is_shown(result):
    copy = again(result)
    assert "caution" not in repr(copy) and "Caution" not in copy._repr_html_()
    copy._native.caution = "few pages <b>"
    assert "caution: few pages <b>" in repr(copy)
    assert "<strong>Caution:</strong> few pages &lt;b&gt;" in copy._repr_html_()


def test_an_index_is_not_begun_by_a_typing_error(tmp_path):
    with pytest.raises(FileNotFoundError, match="create=True") as missing:
        pagekin.Index.open(tmp_path / "typo.index")
    assert isinstance(missing.value, pagekin.InputError) and missing.value.filename == str(tmp_path / "typo.index")
    assert pagekin.Index.open(tmp_path / "new.index", create=True).page_count == 0


def test_inputs_that_do_not_exist(tmp_path):
    (tmp_path / "crawl.warc.gz").write_bytes(CRAWL.read_bytes())
    wrong = str(tmp_path / "crawl.wrac.gz")
    for ask in (pagekin.read, pagekin.cluster, pagekin.extract, pagekin.clean, lambda path: pagekin.diff(path, path)):
        with pytest.raises(FileNotFoundError, match="did you mean '.*crawl.warc.gz'"):
            list(ask(wrong))
    with pytest.raises(FileNotFoundError):
        pagekin.cluster([CRAWL, wrong])
    assert pagekin.cluster(str(tmp_path / "*.warc.gz")).page_count == 240
    with pytest.raises(FileNotFoundError):
        pagekin.read(str(tmp_path / "*.nothing"))


def test_file_objects(pages):
    with open(CRAWL, "rb") as file:
        assert pagekin.cluster(file).page_count == 240
    lines = io.StringIO('{"url": "https://a.example/", "html": "<p>a"}\n{"url": "https://a.example/b", "html": "<p>b"}\n')
    assert pagekin.cluster(lines).pages == ["https://a.example/", "https://a.example/b"]
    with open(CRAWL, "rb") as file:
        assert len(list(pagekin.clean(file))) == 240


def test_addresses_of_fsspec():
    fsspec = pytest.importorskip("fsspec")
    with fsspec.open("memory://crawl.warc.gz", "wb") as file:
        file.write(CRAWL.read_bytes())
    assert pagekin.cluster("memory://crawl.warc.gz").page_count == 240
    assert len(list(pagekin.read(["memory://crawl.warc.gz"]))) == 240
    assert pagekin.cluster(f"file://{CRAWL}").page_count == 240
    texts = pagekin.clean("memory://crawl.warc.gz")
    fsspec.filesystem("memory").rm("/crawl.warc.gz")
    assert len(list(texts)) == 240  # it was copied once, for all readings
    with pytest.raises(FileNotFoundError):
        pagekin.cluster("memory://crawl.warc.gz")


def test_without_fsspec(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(pagekin.InputError, match="needs the package fsspec"):
        pagekin.cluster("memory://crawl.warc.gz")


@pytest.mark.parametrize("call, argument, meant", [
    (pagekin.cluster, "threds", "threads"), (pagekin.extract, "mesure", "measure"), (pagekin.extract, "min_fil", "min_fill"),
    (pagekin.clean, "formatt", "format"), (pagekin.clean, "max_page_byte", "max_page_bytes"),
    (pagekin.label, "max_page", "max_pages"),
])  # fmt: skip
def test_unknown_arguments(call, argument, meant):
    with pytest.raises((TypeError, pagekin.OptionError), match=f"'{argument}'; did you mean '{meant}'"):
        call(SHOP, **{argument: 1})
