"""Main texts, the same as the program writes them."""

from __future__ import annotations

import json

import pytest

import pagekin
from conftest import CRAWL, ROOT, SHARED

SHOP = str(ROOT / "examples" / "shop.jsonl.gz")


def test_texts():
    pages = pagekin.clean(SHOP)
    texts = list(pages)
    assert len(texts) == pages.counts.used == 66
    post = next(page for page in texts if "/blog/" in page.page)
    assert post.title and post.text and 0 < post.kept <= 1
    assert {page.kind for page in texts} <= {"text", "thread", "data"}


def test_pages_of_which_nothing_would_be_left_are_counted(tmp_path):
    menu = "<title>{}</title><nav><a href=/>Home</a></nav><footer>Imprint</footer>"
    pages = pagekin.clean([(f"https://a.example/{name}", menu.format(name)) for name in ("one", "two")])
    with pytest.raises(ValueError):
        pages.whole  # noqa: B018
    assert [page.text.split() for page in pages] == [["Home", "Imprint"]] * 2
    assert pages.whole == 2
    again = pagekin.clean(SHOP)
    assert again.write(tmp_path / "texts.jsonl").used == 66
    assert again.whole == 0


@pytest.mark.parametrize("options", [
    {}, {"format": "markdown", "links": "absolute"}, {"format": "html", "links": "none", "comments": "drop"},
    {"comments": "keep", "keep_optional": 0.1, "keep_labels": True},
])  # fmt: skip
def test_same_bytes_as_the_program(options, run_native, tmp_path):
    flags = []
    for name, value in options.items():
        flag = "--labels" if name == "keep_labels" else "--" + name.replace("_", "-")
        flags += [flag] if value is True else [flag, value]
    run_native("clean", SHOP, "-q", "-o", tmp_path / "program.jsonl", "--fixed", tmp_path / "program-fixed.csv", *flags)
    counts = pagekin.clean(SHOP, fixed=tmp_path / "own-fixed.csv", **options).write(tmp_path / "own.jsonl")
    assert counts.used == 66
    for name in ("{}.jsonl", "{}-fixed.csv"):
        assert (tmp_path / name.format("own")).read_bytes() == (tmp_path / name.format("program")).read_bytes()
    assert [vars(page) for page in pagekin.clean(SHOP, **options)] == [
        json.loads(line) for line in (tmp_path / "program.jsonl").read_text().splitlines()
    ]


@pytest.mark.parametrize("name", ["bbpress-dhanswers", "django-mozreps", "dokuwiki", "drupal7-bfi"])
def test_same_bytes_on_corpora(name, run_native, tmp_path):
    crawl = SHARED / "corpora" / f"{name}.warc.gz"
    if not crawl.exists():
        pytest.skip("the corpus is not there")
    run_native("clean", crawl, "-q", "-o", tmp_path / "program.parquet", "--format", "markdown")
    pagekin.clean(crawl, format="markdown").write(tmp_path / "own.parquet")
    assert (tmp_path / "own.parquet").read_bytes() == (tmp_path / "program.parquet").read_bytes()


def test_every_kind_of_pages_gives_the_same():
    expected = list(pagekin.clean(CRAWL))
    pages = [(page.url, page.html) for page in pagekin.read(CRAWL)]
    assert list(pagekin.clean(pages)) == expected
    assert list(pagekin.clean(iter(pages))) == expected
    assert list(pagekin.clean(pages, clusters=pagekin.cluster(pages))) == expected


def test_an_index_cleans_what_never_ends(tmp_path):
    path = tmp_path / "site.index"
    pages = [(page.url, page.html) for page in pagekin.read(SHOP)]
    pagekin.cluster(pages, index=path, skeletons=True)
    expected = list(pagekin.clean(pages, model=path))
    asked = 0

    def endless():
        nonlocal asked
        while True:
            for page in pages:
                asked += 1
                yield page

    texts = pagekin.clean(endless(), model=pagekin.Index.open(path))
    found = [next(texts) for _ in range(len(expected))]
    assert [(page.page, page.template, page.text) for page in found] == [
        (page.page, page.template, page.text) for page in expected
    ]
    assert asked <= 1024


@pytest.fixture(scope="module")
def skeletons(tmp_path_factory):
    """An index of the shop, its pages, and their texts."""
    path = tmp_path_factory.mktemp("index") / "site.index"
    pages = [(page.url, page.html) for page in pagekin.read(SHOP)]
    pagekin.cluster(pages, index=path, skeletons=True)
    return path, pages, list(pagekin.clean(pages, model=path))


def test_an_index_cleans_an_open_file(skeletons):
    path, _, expected = skeletons
    with open(SHOP, "rb") as file:
        assert list(pagekin.clean(file, model=path)) == expected  # not its lines


def test_an_index_cleans_readers(skeletons):
    pyarrow = pytest.importorskip("pyarrow")
    path, pages, expected = skeletons
    table = pyarrow.table({"url": [url for url, _ in pages], "html": [html for _, html in pages]})
    assert list(pagekin.clean(table.to_reader(10), model=path)) == expected


def test_a_stream_goes_on_after_pages_that_cannot_be_used(skeletons, monkeypatch):
    path, pages, expected = skeletons
    monkeypatch.setattr("pagekin._clean._CHUNK_PAGES", 3)
    bad = [(f"https://shop.example/{i}.png", b"\x89PNG\r\n\x1a\n\0\0\0") for i in range(7)]
    mixed = [*pages[:5], *bad, *pages[5:], *bad]
    found = list(pagekin.clean(iter(mixed), model=path))
    assert [(page.page, page.text) for page in found] == [(page.page, page.text) for page in expected]
    with pytest.raises(pagekin.NoPagesError, match="binary"):
        list(pagekin.clean(iter(bad), model=path))


def test_a_stream_takes_the_options_of_reading(skeletons):
    path, pages, expected = skeletons
    with pytest.raises(TypeError, match="did you mean 'max_page_bytes'"):
        pagekin.clean(iter(pages), model=path, max_page_byte=5)
    cut = list(pagekin.clean(iter(pages), model=path, max_page_bytes=600))
    assert cut == list(pagekin.clean(pages, model=path, max_page_bytes=600)) != expected


def test_a_stream_says_what_became_of_its_pages(skeletons, monkeypatch, tmp_path):
    path, pages, expected = skeletons
    monkeypatch.setattr("pagekin._clean._CHUNK_PAGES", 4)
    bad = [(None, b"\x89PNG\r\n\x1a\n\0\0\0"), ("https://shop.example/nothing", None)]
    given = [*pages[:5], *bad, *pages[5:], *bad * 3]
    reports = []
    stream = pagekin.clean(iter(given), model=path, progress=lambda *report: reports.append(report))
    with pytest.raises(ValueError, match="iterate to the end first"):
        stream.counts  # noqa: B018
    assert list(stream) == expected
    whole = pagekin.clean(given, model=path)
    list(whole)
    assert repr(stream.counts) == repr(whole.counts) and stream.counts.by_reason == whole.counts.by_reason
    assert [(i.page, i.offset, i.reason) for i in stream.incidents] == [(i.page, i.offset, i.reason) for i in whole.incidents]
    assert len(stream.incidents) == 8 and stream.whole == whole.whole
    assert reports[0][:3] == ("cleaning", "pages", 4) and reports[-1][2] == len(given)
    # As a table it is that of a list.
    whole.write(tmp_path / "list.jsonl")
    stream = pagekin.clean(iter(given), model=path)
    with pytest.raises(pagekin.OptionError, match="ends in"):
        stream.write(tmp_path / "x.doc")
    assert stream.write(tmp_path / "stream.jsonl").used == stream.counts.used == len(pages)
    assert (tmp_path / "stream.jsonl").read_bytes() == (tmp_path / "list.jsonl").read_bytes()
    with pytest.raises(pagekin.InputError, match="read already"):
        list(stream)


def test_a_stream_needs_skeletons(tmp_path, labels):
    """Without them a text would depend on the pages that come with it; that is said before a page is taken."""
    pages = [(page.url, page.html) for page in pagekin.read(SHOP)]
    pagekin.cluster(pages, index=tmp_path / "site.index")
    pagekin.train(CRAWL, labels, tmp_path / "a.model")

    def never():
        raise AssertionError("a page was taken")
        yield

    for model in (tmp_path / "site.index", pagekin.Index.open(tmp_path / "site.index")):
        with pytest.raises(pagekin.OptionError, match=r"site\.index has no skeletons.*skeletons=True"):
            pagekin.clean(never(), model=model)
    with pytest.raises(pagekin.OptionError, match="is a model of pagekin.train"):
        pagekin.clean(never(), model=tmp_path / "a.model")
    assert len(list(pagekin.clean(pages, model=tmp_path / "site.index"))) == len(pages)


def test_an_iteration_shows_progress(skeletons):
    """What is given as `progress` hears of the readings; what it raises ends the iteration."""
    _, pages, expected = skeletons
    many = [(f"{url}?{n}", html) for n in range(80) for url, html in pages]
    phases = []  # a short one may be over between two calls
    assert len(list(pagekin.clean(many, progress=lambda phase, *_: phases.append(phase)))) == len(many)
    assert phases
    extracted = pagekin.extract(many)
    extracted._progress = lambda phase, *_: phases.append(f"extract {phase}")
    assert len(list(extracted)) == len(many) and any(phase.startswith("extract") for phase in phases)

    def stop(*_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        list(pagekin.clean(many, progress=stop))


def test_a_page_of_no_template_has_a_text(tmp_path):
    path = tmp_path / "site.index"
    pages = [(page.url, page.html) for page in pagekin.read(SHOP)]
    pagekin.cluster(pages, index=path, skeletons=True)
    foreign = ("https://other.example/", "<dl><dt>term</dt><dd>meaning</dd></dl><table><tr><td>cell</table>")
    (only,) = pagekin.clean([foreign], model=path)
    assert only.template is None
    assert only.text.split() == ["term", "meaning", "cell"]


def test_options():
    with pytest.raises(pagekin.OptionError, match="text or markdown or html"):
        pagekin.clean(SHOP, format="word").write("x.jsonl")
    with pytest.raises(pagekin.OptionError, match="ends in"):
        pagekin.clean(SHOP).write("x.doc")
    pytest.importorskip("pyarrow")
    assert pagekin.clean(SHOP).to_arrow().num_rows == 66
