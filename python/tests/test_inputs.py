"""What may be given as pages, and what is said of that which may not."""

from __future__ import annotations

import io
import json
import os
import pathlib
import tracemalloc
import zipfile

import pytest

import pagekin
from conftest import CRAWL, LABELS
from pagekin._spool import Again

SHOP = str(CRAWL.with_name("shop.jsonl.gz"))

pa = pytest.importorskip("pyarrow")
np = pytest.importorskip("numpy")

import pyarrow.dataset as ds  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402


@pytest.fixture(scope="module")
def table():
    pages = [(page.url, page.text) for page in pagekin.read(CRAWL)][:60]
    return pa.table({"number": range(60), "url": [url for url, _ in pages], "html": [html for _, html in pages]})


@pytest.fixture(scope="module")
def expected(table):
    return pagekin.cluster(table).template_ids_.tolist()


@pytest.fixture
def folder(tmp_path, table, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "set" / "day=1").mkdir(parents=True)
    pq.write_table(table.slice(0, 30), "set/day=1/a.parquet")
    pq.write_table(table.slice(30), "set/day=1/b.parquet")
    (tmp_path / "set" / "_SUCCESS").touch()
    pq.write_table(table, "x.parquet")
    with pa.OSFile("x.arrow", "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    with zipfile.ZipFile("z.zip", "w") as archive:
        archive.write("x.parquet", "x.parquet")
    return tmp_path


FILES = ["x.parquet", "x.arrow", "set", "set/*/*.parquet", ["set/day=1/a.parquet", pathlib.Path("set/day=1/b.parquet")]]


@pytest.mark.parametrize("given", FILES, ids=str)
def test_files_of_tables(folder, expected, given):
    assert pagekin.cluster(given).template_ids_.tolist() == expected
    assert len(list(pagekin.read(given))) == 60


@pytest.mark.parametrize("make", [lambda: ds.dataset("set"), lambda: ds.dataset("set").scanner(), lambda: pq.ParquetFile("x.parquet")],
                         ids=["dataset", "scanner", "ParquetFile"])  # fmt: skip
def test_tables_of_pyarrow_that_are_read_batch_by_batch(folder, expected, make):
    assert pagekin.cluster(make()).template_ids_.tolist() == expected
    assert pagekin.pairwise(make(), "fingerprint").shape == (60, 60)
    assert sum(table.rows if hasattr(table, "rows") else 1 for table in pagekin.extract(make()).tables) > 0
    with pytest.raises(pagekin.InputError, match="no column 'text'; it has number, url, html"):
        pagekin.cluster(make(), html="text")


def test_addresses_of_fsspec(folder, expected):
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    memory.pipe("/here/x.parquet", pathlib.Path("x.parquet").read_bytes())
    for name in ("a", "b"):
        memory.pipe(f"/many/{name}.parquet", pathlib.Path(f"set/day=1/{name}.parquet").read_bytes())
    for address in ("memory://here/x.parquet", "memory://many/*.parquet", "zip://x.parquet::z.zip", f"file://{folder}/x.parquet"):
        assert pagekin.cluster(address).template_ids_.tolist() == expected, address
        assert len(list(pagekin.read(address))) == 60, address
    for address in ("memory://here/typo.parquet", "memory://none/*.parquet"):
        for function in (pagekin.read, pagekin.cluster):
            with pytest.raises(FileNotFoundError, match="does not exist") as raised:
                function(address)
            assert raised.value.filename == address


def test_open_files(folder):
    for opened in (open(CRAWL, "rb"), io.BytesIO(pathlib.Path(CRAWL).read_bytes())):
        with opened:
            assert len(list(pagekin.read(opened))) == 240
            opened.seek(0)
            assert pagekin.cluster(opened).page_count == 240
    with open("x.html", "w") as opened, pytest.raises(io.UnsupportedOperation):
        pagekin.cluster(opened)


BIG = 200_000  # letters of a page


def big_pages(number):
    return [(f"https://a.example/{i}", f"<p>{i}" + "x" * BIG) for i in range(number)]


def test_what_is_read_once_is_not_held_in_memory(tmp_path):
    """Functions that read more than once write it to a temporary file, some pages at a time."""
    pages = big_pages(100)
    schema = pa.schema([("number", pa.int64()), ("url", pa.string()), ("html", pa.string())])

    arrow: list[int] = []

    def batches():
        for number, (url, html) in enumerate(pages):
            arrow.append(pa.total_allocated_bytes())
            yield pa.record_batch([[number], [url], [html]], schema)

    whole = pa.RecordBatchReader.from_batches(schema, batches()).read_all()
    pq.write_table(whole, tmp_path / "x.parquet", row_group_size=1)
    with open(tmp_path / "x.jsonl", "w") as file:
        for url, html in pages:
            print(json.dumps({"url": url, "html": html}), file=file)
    del whole

    def make():
        yield pa.RecordBatchReader.from_batches(schema, batches())
        yield open(tmp_path / "x.jsonl", "rb")
        yield iter(pages)

    for given in make():
        tracemalloc.start()
        before = pa.total_allocated_bytes()
        arrow.clear()
        again = Again(given)
        held = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert again.spooled and held < 20 * BIG and max(arrow, default=0) - before < 20 * BIG, (type(given), held)
        for _ in range(2):  # as often as one likes
            assert [url for url, _ in again.pairs()] == [url for url, _ in pages]
        again_is_gone = [*again.paths(), getattr(again.pages, "path", again.pages)]
        del again
        assert not any(map(os.path.exists, again_is_gone))


def test_an_open_file_is_read_as_it_is(tmp_path, folder):
    """With the options of reading, and the names of its columns."""
    (tmp_path / "x.jsonl").write_text('{"at": "https://a.example/", "text": "<p>one"}\n')
    with open(tmp_path / "x.jsonl") as opened:
        assert [page.page for page in pagekin.clean(opened, url="at", html="text")] == ["https://a.example/"]
    with open("x.parquet", "rb") as opened:
        assert len(list(pagekin.clean(opened))) == 60
    with open("x.arrow", "rb") as opened, pa.ipc.open_file(opened) as reader:
        stream = pa.RecordBatchReader.from_batches(reader.schema, (reader.get_batch(i) for i in range(reader.num_record_batches)))
        assert [page.page for page in pagekin.clean(stream)] == [page.url for page in pagekin.read("x.parquet")]


@pytest.mark.parametrize(
    "function",
    [
        pagekin.read, pagekin.cluster, pagekin.extract, pagekin.clean, pagekin.label, pagekin.pairwise, pagekin.divide,
        pagekin.read_labels, pagekin.Index.open, pagekin.Wrapper.open, pagekin.Schema.open,
        lambda name: pagekin.learn(name, {"a": {"b": "c"}}), lambda name: pagekin.diff(name, CRAWL),
        lambda name: pagekin.coverage(CRAWL, against=name), lambda name: pagekin.crossval(name, {"a": "b"}),
        lambda name: pagekin.train(name, {"a": "b"}, "model"), lambda name: pagekin.sweep(name, {"a": "b"}),
    ],
)  # fmt: skip
def test_a_file_that_is_not_there(tmp_path, function):
    for name in (str(tmp_path / "typo.warc.gz"), tmp_path / "typo.warc.gz"):
        with pytest.raises(FileNotFoundError, match=r"typo\.warc\.gz does not exist") as raised:
            function(name)
        assert raised.value.filename == os.fspath(name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "call",
    [
        lambda: pagekin.read(CRAWL, thread=1), lambda: pagekin.cluster(CRAWL, thread=1), lambda: pagekin.extract(CRAWL, thread=1),
        lambda: pagekin.clean(CRAWL, thread=1), lambda: pagekin.diff(CRAWL, CRAWL, thread=1), lambda: pagekin.pairwise(CRAWL, thread=1),
        lambda: pagekin.train(CRAWL, {}, "m", thread=1), lambda: pagekin.sweep(CRAWL, {}, thread=1),
    ],
)  # fmt: skip
def test_an_argument_that_is_not_there(call):
    with pytest.raises((TypeError, pagekin.OptionError), match="'thread'; did you mean 'threads'"):
        call()


WITH_THREADS = [
    lambda threads: list(pagekin.read(CRAWL, threads=threads)),
    lambda threads: pagekin.cluster(CRAWL, threads=threads),
    lambda threads: pagekin.pairwise(["<p>a", "<p>b"], threads=threads),
    lambda threads: pagekin.sweep(CRAWL, str(LABELS), methods="md5", threads=threads),
    lambda threads: pagekin.train(CRAWL, str(LABELS), "a.model", threads=threads),
    lambda threads: pagekin.extract(CRAWL, threads=threads),
    lambda threads: pagekin.label(CRAWL, threads=threads),
    lambda threads: next(pagekin.clean(CRAWL, threads=threads)),
    lambda threads: pagekin.diff(CRAWL, CRAWL, threads=threads),
    lambda threads: pagekin.coverage(CRAWL, against=CRAWL, threads=threads),
    lambda threads: pagekin.Index.open("an.index", create=True, threads=threads),
]


@pytest.mark.parametrize("call", WITH_THREADS)
def test_numbers_of_threads(call, tmp_path, monkeypatch):
    """-1 is one per core, as in scikit-learn; what is no number of threads is refused in words."""
    monkeypatch.chdir(tmp_path)
    call(-1)
    for wrong in (-2, 1.5, "4", None, True, 10**9):
        with pytest.raises(pagekin.OptionError, match=r"`threads` takes a number from 1 to \d+, or 0 or -1 for one per core, got") as raised:
            call(wrong)
        assert raised.value.option == "threads"


def test_what_is_no_page(tmp_path):
    """A single page is str or bytes. The name of a file is not compared as if it were a page."""
    (tmp_path / "a.html").write_text("<p>a")
    index = pagekin.Index.open(tmp_path / "an.index", create=True)
    known = pagekin.crawl.Templates(tmp_path / "another.index")
    add = lambda page: known.add(page, "https://a.example/")  # noqa: E731
    of_index = (index.classify, add)
    of_page = (pagekin.fingerprint, pagekin.features, lambda page: pagekin.similarity("<p>", page))
    for _ in range(2):  # an empty index, and one with pages
        for function in (*of_page, *of_index):
            for page, kind in ((None, "NoneType"), (5, "int"), ([60, 112], "list"), (next(iter(pagekin.read(CRAWL))), "Page; give its html and its url")):
                with pytest.raises(TypeError, match=f"expected a page as str or bytes, got {kind}"):
                    function(page)
        for function in (*of_page, index.classify):
            for page in (b"<p>", bytearray(b"<p>"), memoryview(b"<p>"), "<p>", "no markup"):
                function(page)
        index.add(CRAWL)
    for function in of_page:
        for path in (tmp_path / "a.html", str(tmp_path / "a.html")):
            with pytest.raises(TypeError, match="expected a page as str or bytes, got .*: read it with open"):
                function(path)
    for function in (index.classify, known.add):
        with pytest.raises(TypeError, match="the page comes first, then its address"):
            function("https://a.example/", "<p>a")
        with pytest.raises(TypeError, match="address of the page as a string, got bytes"):
            function("<p>a", b"https://a.example/")
        function("<p>a", None)
    assert [page.url for page in known.finish()] == [""]


def test_what_is_not_pages():
    """It is said at once, not when the first result is asked for."""
    page = next(iter(pagekin.read(CRAWL)))
    wrapper = pagekin.learn(SHOP, {"https://shop.example/p/alder-kettle-1000": {"name": "Alder Kettle"}})
    functions = (pagekin.cluster, pagekin.extract, pagekin.clean, pagekin.label, pagekin.pairwise, lambda pages: pagekin.diff(pages, SHOP))
    for function in (*functions, wrapper.extract):
        for given, told in ((None, "NoneType"), (5, "int"), ((page.url, page.html), r"an address and a page; give a list: \[\(url, html\)\]")):
            with pytest.raises(TypeError, match=f"expected .*pages, got {told}"):
                function(given)
        with pytest.raises(TypeError, match="got Page; give"):
            function(page)
    for function in functions:
        for one, told in ((page.html, "the bytes of one"), (page.text, "a single string of HTML"), ("", "an empty string")):
            with pytest.raises(TypeError, match=f"expected pages, got {told}"):
                function(one)
    for given, told in ((None, "NoneType"), (5, "int"), (b"<p>", "bytes"), (["<p>a"], "a page"), ([("a", "<p>")], "tuple"), ([page], "Page")):
        with pytest.raises(TypeError, match=f"expected the names of files, got {told}"):
            pagekin.read(given)
    for nothing in ([], ()):
        with pytest.raises(pagekin.InputError, match="no input was given"):
            pagekin.read(nothing)
    with pytest.raises(TypeError, match="the page comes first"):
        wrapper.extract(page.url, page.text)
    assert wrapper.extract(page.html, "https://a.example/<b>").page == "https://a.example/<b>"
    assert wrapper.extract(page.html, None).page == ""


def test_nothing_to_compare():
    for call in (lambda: pagekin.diff([], SHOP), lambda: pagekin.diff(SHOP, iter([])), lambda: pagekin.coverage(SHOP, against=[]), lambda: pagekin.crossval([], {"a": "b"})):
        with pytest.raises(pagekin.NoPagesError, match="^no pages found in the input$"):
            call()
    with pytest.raises(pagekin.InputError, match="no label was given"):
        pagekin.crossval(CRAWL, {})
    with pytest.raises(pagekin.NoPagesError, match=r"page 0: empty: the page has no bytes\)$"):
        pagekin.cluster([None, ""])  # no option of the program is named


@pytest.mark.parametrize(
    "options, told",
    [
        ({"max_page_bytes": -1}, "`max_page_bytes` takes a whole number, 0 or more, got -1"), ({"max_page_bytes": "x"}, "`max_page_bytes` takes a whole number"),
        ({"strict": "yes"}, "`strict` takes True or False, got 'yes'"), ({"url": None}, "`url` takes a text, got None"), ({"html": 5}, "`html` takes a text"),
        ({"archives": 5}, "`archives` takes a text, got 5"), ({"ask": -1}, "`ask` takes a whole number"), ({"ask": True}, "`ask` takes a whole number.*, got True"),
        ({"describe": "yes"}, "`describe` takes True or False, got 'yes'"), ({"checkpoint_seconds": "x"}, "`checkpoint_seconds` takes a number, got 'x'"),
        ({"method": None}, "expected the name of a method, got None"),
    ],
    ids=str,
)  # fmt: skip
def test_values_of_options(options, told):
    with pytest.raises(pagekin.OptionError, match=told):
        pagekin.cluster(["<p>a"], **options)


def test_more_values_of_options(result, tmp_path):
    calls = [
        (lambda: pagekin.clean(CRAWL, format="markdwon"), "text or markdown or html"), (lambda: pagekin.clean(CRAWL, keep_optional=2), "from 0 to 1, got 2"),
        (lambda: pagekin.extract(CRAWL, max_columns=1.5), "`max_columns` takes a whole number"), (lambda: result.sample(-1), "`total` takes a whole number"),
        (lambda: pagekin.divide(CRAWL, -5), "`part_bytes` takes a whole number above 0, got -5"), (lambda: pagekin.divide(CRAWL, 0), "`part_bytes`"),
        (lambda: pagekin.crawl.Templates("x", first=0), "`first` takes a number of pages above 0"), (lambda: pagekin.crawl.Templates("x", growth=-1), "`growth` takes a share above 0"),
        (lambda: pagekin.crossval(CRAWL, str(LABELS), folds=1), "`folds` takes a whole number, 2 or more"),
        (lambda: result.write_template_pages(tmp_path / "x.tsv", 99), "^`template` 99: clusters.tsv has no template"),
    ]  # fmt: skip
    for call, told in calls:
        with pytest.raises(pagekin.OptionError, match=told):
            call()
    assert pagekin.cluster(["<p>a", "<p>b"], max_page_bytes=np.int64(100), strict=np.bool_(False)).page_count == 2
    with pytest.raises(TypeError, match="`progress` is True, False, None or a function, got 5"):
        pagekin.cluster(CRAWL, progress=5)
    with pytest.raises(TypeError, match="expected hints as a path"):
        pagekin.cluster(CRAWL, hints=5)


def test_addresses_of_bytes():
    """They are text, not what Python shows of them: templates belong to hosts."""
    given = [(b"https://a.example/1", "<p>a"), [b"https://a.example/\xc3\xa9", "<p>b"]]
    for pages in (given, iter(given), [{"url": url, "html": html} for url, html in given]):
        assert pagekin.cluster(pages).pages == ["https://a.example/1", "https://a.example/é"]


def test_pandas_columns_of_several_kinds():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"url": ["a", 5, None], "html": ["<p>a", b"<p>b", float("nan")]})
    for function in (lambda: pagekin.cluster(frame).pages, lambda: [page.page for page in pagekin.clean(frame)]):
        assert function() == ["a", "5"]


def test_all_pairs_say_what_they_cost(monkeypatch, caplog):
    from pagekin import _api

    with caplog.at_level("INFO", "pagekin"):
        pagekin.pairwise(["<p>a", "<p>b", "<p>c"])
    assert "3 pages have 3 pairs; the matrix takes 36 bytes" in caplog.text
    with pytest.raises(MemoryError, match="10,000,000 pages have 49,999,995,000,000 pairs"):
        _api.check_matrix(10_000_000)


def test_what_was_passed_over_is_counted_and_pickled(tmp_path):
    import pickle

    (tmp_path / "a.html").write_text("<p>a page")
    (tmp_path / "style.css").write_text("p {}")
    (tmp_path / "logo.png").write_bytes(b"\x89PNG")
    found = pagekin.cluster(tmp_path)
    assert found.counts.passed_over == {"other name": 2}
    assert found.counts.read == 1 and found.counts.skipped == 0
    again = pickle.loads(pickle.dumps(found.counts))
    assert again.passed_over == {"other name": 2} and again.by_reason == found.counts.by_reason
    assert pickle.loads(pickle.dumps(found)).counts.passed_over == {"other name": 2}


def _coordinates(folder, count=5):
    """An archive below the folder, and a table of the places of some of its records."""
    (folder / "archives").mkdir()
    (folder / "archives" / "crawl.warc.gz").write_bytes(CRAWL.read_bytes())
    places = [(page.url, page.offset) for page in pagekin.read(CRAWL)][10 : 10 + count + 1]
    rows = [f"{url}\tcrawl.warc.gz\t{at}\t{after - at}\n" for (url, at), (_, after) in zip(places, places[1:])]
    (folder / "places.tsv").write_text("url\tfilename\toffset\tlength\n" + "".join(rows))
    return f"cdx:{folder / 'places.tsv'}", [url for url, _ in places[:-1]]


def test_records_by_coordinates(tmp_path):
    table, wanted = _coordinates(tmp_path)
    assert [page.url for page in pagekin.read(table, archives=tmp_path / "archives")] == wanted
    found = pagekin.cluster(table, archives=str(tmp_path / "archives"))
    assert found.pages == wanted
    assert [page.page for page in pagekin.clean(table, archives=tmp_path / "archives")] == wanted
    found.report(tmp_path / "report.html")  # the program reads the same records
    assert (tmp_path / "report.html").stat().st_size > 10_000
    with pytest.raises(pagekin.InputError):
        pagekin.cluster(table, archives=tmp_path)


def test_links_in_the_place_of_outputs(tmp_path, result):
    schema = pagekin.extract(CRAWL.with_name("shop.jsonl.gz")).schema
    (tmp_path / "precious.tsv").write_text("precious")
    link = tmp_path / "link.tsv"
    link.symlink_to("precious.tsv")
    page = tmp_path / "link.html"
    page.symlink_to("precious.tsv")
    with pytest.raises(pagekin.PagekinError, match="symbolic link to precious.tsv.*follow_links"):
        result.write(link)
    with pytest.raises(pagekin.PagekinError, match="symbolic link to precious.tsv.*follow_links"):
        result.report(page)
    with pytest.raises(pagekin.PagekinError, match="symbolic link to precious.tsv.*follow_links"):
        schema.save(link)
    assert (tmp_path / "precious.tsv").read_text() == "precious"
    assert pagekin.follow_links() is False
    try:
        result.write(link)
        result.report(page)
        schema.save(link)
        assert (tmp_path / "precious.tsv").read_bytes() == bytes(schema)
        result.report(page)
    finally:
        assert pagekin.follow_links(False) is True
    assert link.is_symlink() and page.is_symlink()
    assert (tmp_path / "precious.tsv").read_text().startswith("<!")
    kept = tmp_path / "kept.json"
    kept.write_text("kept")
    os.link(kept, tmp_path / "other.json")
    schema.save(kept)  # a new file, not new bytes in the old one
    assert kept.read_bytes() == bytes(schema) and (tmp_path / "other.json").read_text() == "kept"
