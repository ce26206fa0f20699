"""Clustering: results, tables, equality with the command line, threads, Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import pagekin
from conftest import SHARED


def test_the_result(result):
    assert result.page_count == 240 and len(result.pages) == 240
    assert len(result) == len(list(result)) == len(result.templates)
    assert result.labels_.shape == (240,) and result.labels_.min() == 0
    assert result.template_ids_.min() >= 1
    assert ((result.confidence_ >= 0) & (result.confidence_ <= 1)).all()
    sizes = np.bincount(result.labels_)
    assert [template.pages for template in result.templates] == sizes.tolist()
    assert sorted(sizes, reverse=True) == sizes.tolist()
    assert result.counts.used == 240
    assert "240 pages" in repr(result)
    assert result.summary.count("\n") > 3


def test_caution(result):
    assert result.caution == ""
    pages = [(site + page, f"<body class=site-{site}><p>{site}{page}") for site in "abcdef" for page in "abcdefghij"]
    mixed = pagekin.cluster(pages)
    assert "several sites" in mixed.caution and "caution" in mixed.summary


def test_templates_are_described(result):
    for template in result.templates:
        members = set(np.array(result.pages)[result.labels_ == template.label])
        assert template.exemplar in members
        assert template.representatives and set(template.representatives) <= members
        assert template.id in result.template_ids_
        assert template.name
        assert 0 < template.share <= 1
    assert any(template.marks for template in result.templates)
    assert len({template.name for template in result.templates}) == len(result.templates)


def test_pages_that_are_read_once_have_names(pages):
    found = pagekin.cluster(iter(pages))
    assert all(template.name and not template.marks for template in found.templates)
    with pytest.raises(pagekin.OptionError, match="can be read only once"):
        pagekin.cluster(iter(pages), describe=True)


CASES = [
    ("auto", {}, []),
    ("auto", {"evidence": "content"}, ["--method", "auto:evidence=content"]),
    ("fingerprint", {"length": 40}, ["--method", "fingerprint:length=40"]),
    ("snn", {"similar": 0.9, "overlap": 0.9}, ["--method", "snn:similar=0.9,overlap=0.9"]),
    ("ahc", {"linkage": "average", "threshold": 0.6}, ["--method", "ahc:linkage=average,threshold=0.6"]),
    ("md5", {}, ["--method", "md5"]),
]


@pytest.mark.parametrize(("method", "options", "flags"), CASES)
@pytest.mark.parametrize("ending", ["tsv", "csv.gz", "jsonl", "parquet", "parquet.zst"])
def test_files_equal_those_of_the_program(method, options, flags, ending, crawl, run_native, tmp_path):
    theirs, ours = tmp_path / f"theirs.{ending}", tmp_path / f"ours.{ending}"
    run_native("cluster", crawl, *flags, "-o", theirs)
    found = pagekin.cluster(crawl, method, **options)
    found.write(ours)
    assert ours.read_bytes() == theirs.read_bytes()
    assert len(found.templates) > 0  # describes them, which changes nothing
    found.write(ours)
    assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.parametrize("method", ["auto", "fingerprint"])
def test_tables_of_templates_equal_those_of_the_program(method, crawl, run_native, tmp_path):
    flags = ["--method", method, "--templates", tmp_path / "theirs.parquet"]
    columns = ",".join(pagekin.PAGE_COLUMNS)
    run_native("cluster", crawl, *flags, "-o", tmp_path / "pages.csv", "--columns", columns)
    for describe in (True, False):
        found = pagekin.cluster(crawl, method, describe=describe)
        found.write_templates(tmp_path / "ours.parquet")
        assert (tmp_path / "ours.parquet").read_bytes() == (tmp_path / "theirs.parquet").read_bytes()
        found.write(tmp_path / "ours.csv", pagekin.PAGE_COLUMNS)
        assert (tmp_path / "ours.csv").read_bytes() == (tmp_path / "pages.csv").read_bytes()


def test_an_index_equals_that_of_the_program(crawl, run_native, tmp_path):
    run_native("cluster", crawl, "--index", tmp_path / "theirs.index", "-o", tmp_path / "theirs.tsv")
    run_native("cluster", crawl, "--index", tmp_path / "theirs.index", "-o", tmp_path / "theirs.tsv")
    pagekin.cluster(crawl, index=tmp_path / "ours.index")
    again = pagekin.cluster(crawl, index=tmp_path / "ours.index")
    again.write(tmp_path / "ours.tsv")
    assert (tmp_path / "ours.tsv").read_bytes() == (tmp_path / "theirs.tsv").read_bytes()
    assert (tmp_path / "ours.index").read_bytes() == (tmp_path / "theirs.index").read_bytes()
    assert {change["fate"] for change in again.changes} <= {"same", "odd"}
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "ours.index", "ours.tsv", "theirs.index", "theirs.tsv",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["swde-sample", "trac-ckan"])
def test_corpora_equal_the_program(name, run_native, tmp_path):
    corpus = SHARED / "corpora" / f"{name}.warc.gz"
    if not corpus.exists():
        pytest.skip("the corpora are not there")
    run_native("cluster", corpus, "-o", tmp_path / "theirs.tsv")
    pagekin.cluster(corpus).write(tmp_path / "ours.tsv")
    assert (tmp_path / "ours.tsv").read_bytes() == (tmp_path / "theirs.tsv").read_bytes()


def test_the_same_again_and_from_threads(crawl, pages, result):
    def run(way):
        given = [crawl, pages, dict(pages), iter(pages)][way % 4]
        found = pagekin.cluster(given, threads=1 + way % 3)
        return found.pages, found.labels_.tolist(), found.confidence_.tolist()

    expected = result.pages, result.labels_.tolist(), result.confidence_.tolist()
    assert run(0) == run(1) == expected
    with ThreadPoolExecutor(4) as pool:
        assert all(found == expected for found in pool.map(run, range(12)))


def test_templates_from_several_threads(crawl):
    found = pagekin.cluster(crawl)
    with ThreadPoolExecutor(4) as pool:
        all_templates = list(pool.map(lambda _: found.templates, range(8)))
    assert all(templates == all_templates[0] for templates in all_templates)


def test_other_threads_run_meanwhile(crawl):
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.monotonic()
    pagekin.cluster([crawl] * 40, threads=1)
    end = time.monotonic()
    done.set()
    thread.join()
    if end - begin > 0.2:
        longest = max(b - a for a, b in zip([begin, *ticks], [*ticks, end]))
        assert longest < 0.5 * (end - begin) + 0.1


def test_progress_is_told(crawl):
    told = []
    pagekin.cluster([crawl] * 30, progress=lambda *values: told.append(values))
    assert told and all(len(values) == 5 for values in told)
    assert told[-1][0] in {"reading", "comparing"}


def test_an_error_in_the_progress_function_ends_the_call(crawl):
    def fail(*_):
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        pagekin.cluster([crawl] * 200, progress=fail)


def seen_in_a_terminal(code, crawl):
    import pty

    leader, follower = pty.openpty()
    shown = ""
    with subprocess.Popen([sys.executable, "-c", code, crawl], stderr=follower) as process:
        os.close(follower)
        with contextlib.suppress(OSError):  # which tells that nobody writes any more
            while piece := os.read(leader, 65536):
                shown += piece.decode()
    os.close(leader)
    assert process.returncode == 0
    return shown


def test_a_bar_in_a_terminal(crawl):
    """Drawn on standard error if that is a terminal, and removed in the end."""
    code = "import pagekin, sys; pagekin._progress._DELAY = 0; pagekin.cluster([sys.argv[1]] * 60)"
    shown = seen_in_a_terminal(code, crawl)
    assert "pages" in shown and "\r" in shown
    assert shown.endswith("\r")
    quiet = subprocess.run([sys.executable, "-c", code, crawl], capture_output=True, check=True)
    assert quiet.stderr == b""


def test_a_bar_of_an_iteration_ends_before_the_first_text(crawl):
    code = """
import pagekin, sys
pagekin._progress._DELAY = 0
for text in pagekin.clean([sys.argv[1]] * 20{more}):
    sys.stderr.write("text")
"""
    shown = seen_in_a_terminal(code.replace("{more}", ""), crawl)
    before, _, rest = shown.partition("text")
    assert "pages" in before and before.endswith("\r") and not rest.strip("text")
    asked = seen_in_a_terminal(code.replace("{more}", ", progress=True"), crawl)
    assert "pages" in asked.partition("text")[0]
    assert seen_in_a_terminal(code.replace("{more}", ", progress=False"), crawl).strip("text") == ""


INTERRUPTED = textwrap.dedent(
    """
    import os, signal, sys, threading, time
    import pagekin
    def pages():
        for number in range(10**9):
            yield f"http://a.example/{number}", "<p>" * (number % 50)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # may be ignored where tests run
    sent = 0
    def interrupt():
        global sent
        sent = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)
    threading.Timer(0.7, interrupt).start()
    try:
        if sys.argv[1] == "iterator":
            pagekin.cluster(pages(), threads=2)
        elif sys.argv[1] == "paths":
            pagekin.cluster([sys.argv[2]] * 100_000, index=sys.argv[3])
        elif sys.argv[1] == "sleep":
            pagekin.cluster(time.sleep(60) for _ in range(3))
        else:
            for page in pagekin.read([sys.argv[2]] * 100_000):
                pass
    except KeyboardInterrupt:
        print("interrupted", time.monotonic() - sent < 5, threading.active_count() == 1)
    print(pagekin.fingerprint("<p>") == pagekin.fingerprint("<p>"))
    """
)


@pytest.mark.parametrize("what", ["iterator", "paths", "read", "sleep"])
def test_ctrl_c(what, crawl, tmp_path):
    index = tmp_path / "site.index"
    found = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, what, crawl, str(index)],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert found.stdout.split() == ["interrupted", "True", "True", "True"]
    # A run with an index leaves a checkpoint, from which the same run goes on, and nothing else.
    assert {path.name for path in tmp_path.iterdir()} <= {"site.index.part"}


def test_incidents(pages):
    bad = [*pages, ("http://bad.example/", b""), ("http://bin.example/", b"\0\1\2\3\4\5\6\7")]
    found = pagekin.cluster(bad)
    assert [(i.page, i.reason, i.offset) for i in found.incidents] == [
        ("http://bad.example/", "empty", 240),
        ("http://bin.example/", "binary", 241),
    ]
    assert found.labels_.tolist()[-2:] == [-1, -1] and len(found.labels_) == 242
    assert np.isnan(found.confidence_[-2:]).all()
    assert found.page_count == 240
    import pickle

    again = pickle.loads(pickle.dumps(found.incidents))
    assert [str(i) for i in again] == [str(i) for i in found.incidents]


def test_errors(tmp_path, crawl):
    with pytest.raises(FileNotFoundError, match="nothing.warc.gz does not exist") as missing:
        pagekin.cluster(tmp_path / "nothing.warc.gz")
    assert isinstance(missing.value, pagekin.InputError) and missing.value.filename.endswith("nothing.warc.gz")
    with pytest.raises(pagekin.InputError):
        pagekin.cluster([])
    with pytest.raises(pagekin.OptionError, match="there is no|unknown|did you mean"):
        pagekin.cluster(crawl, "autoo")
    with pytest.raises(pagekin.OptionError, match="length"):
        pagekin.cluster(crawl, "fingerprint", length=-1)
    with pytest.raises(pagekin.OptionError, match="needs a method that keeps an index"):
        pagekin.cluster(crawl, "md5", index=tmp_path / "x")
    with pytest.raises(pagekin.OptionError, match="on_duplicate"):
        pagekin.cluster(crawl, index=tmp_path / "x", on_duplicate="perhaps")
    (tmp_path / "wrong").write_text("not an index")
    with pytest.raises(pagekin.PagekinError, match="wrong"):
        pagekin.cluster(crawl, index=tmp_path / "wrong")
    result = pagekin.cluster(crawl, "md5")
    with pytest.raises(pagekin.OptionError, match="no column 'colour'"):
        result.table("page,colour")
    with pytest.raises(ValueError, match=".parquet"):
        result.to_parquet(tmp_path / "x.csv")
    with pytest.raises(pagekin.OptionError):
        result.sample(per_template=1, fraction=5.0)
    assert issubclass(pagekin.InputError, OSError)


def test_sample(result):
    sample = result.sample(10)
    assert len(sample) == 10
    assert {page.template for page in sample} <= set(result.template_ids_)
    assert sample[0].drawn == "representative"
    more = result.sample(20)
    assert {page.url for page in sample} <= {page.url for page in more}
    assert len(result.sample(per_template=1)) == len(result.templates)


def test_tables_in_memory(result):
    table = result.table()
    assert table.column_names == ["page", "template", "variant", "confidence", "representative"]
    columns = table.to_dict()
    assert columns["page"] == result.pages
    assert columns["template"] == result.template_ids_.tolist()
    assert sum(columns["representative"]) >= len(result.templates)
    assert result.table(["page", "name"]).to_dict()["name"][0] in {t.name for t in result.templates}
    assert "240 rows" in repr(table)


def test_arrow_out(result, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    table = result.to_arrow(pagekin.PAGE_COLUMNS)
    table.validate(full=True)
    assert table.num_rows == 240
    assert table.column("page").to_pylist() == result.pages
    result.to_parquet(tmp_path / "pages.parquet")
    stored = pyarrow.parquet.read_table(tmp_path / "pages.parquet")
    assert stored.to_pylist() == result.to_arrow().to_pylist()
    templates = result.template_table().to_arrow()
    templates.validate(full=True)
    assert templates.column("marks").to_pylist() == [list(t.marks) for t in result.templates]
    assert pyarrow.table(result).num_rows == 240  # the result itself is Arrow data
    view = result.table()
    first = pyarrow.table(view).column("template").chunk(0).buffers()[1].address
    assert pyarrow.table(view).column("template").chunk(0).buffers()[1].address == first  # no copy
    del view, result
    assert len(table.to_pylist()) == 240  # the buffers live on
    empty = pyarrow.schema(pyarrow.table(templates).schema)
    assert empty.field("template").type == pyarrow.int64()


def test_missing_values_in_arrow(crawl):
    pytest.importorskip("pyarrow")
    column = pagekin.cluster(crawl, "md5").to_arrow("confidence").column("confidence")
    assert column.null_count == 240


def test_pandas_and_polars(result):
    pandas = pytest.importorskip("pandas")
    frame = result.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame["page"]) == result.pages
    polars = pytest.importorskip("polars")
    other = result.to_polars()
    assert isinstance(other, polars.DataFrame) and other["page"].to_list() == result.pages
    assert result.template_table().to_polars()["marks"].to_list()[0] == list(result.templates[0].marks)
    duckdb = pytest.importorskip("duckdb")
    assert duckdb.from_arrow(result.to_arrow()).count("*").fetchall() == [(240,)]


def test_html_is_safe(tmp_path):
    evil = 'http://a.example/"><script>alert(1)</script>'
    pages = [(f"{evil}{i}", f"<div class='\"><img onerror=x>'><p id='<b>'>{i}</p></div>") for i in range(5)]
    found = pagekin.cluster(pages)
    html = found._repr_html_()
    assert "<script" not in html and "<img" not in html and "<b>" not in html
    found.report(tmp_path / "report.html")
    report = (tmp_path / "report.html").read_text()
    assert report.lower().startswith("<!doctype html>") and "<script>alert" not in report
    assert "Content-Security-Policy" in report


def test_the_wall_shows_the_templates(result):
    import html as escaping

    shown = result._repr_html_()
    assert "240 pages" in shown
    for template in result.templates[:5]:
        assert escaping.escape(template.name) in shown


def test_deep_and_large_pages():
    deep = "<div>" * 100_000
    large = "<p class=x>text</p>" * 600_000  # 11 MB
    found = pagekin.cluster({"http://a.example/1": deep, "http://a.example/2": large, "http://a.example/3": "<p>"})
    assert {incident.reason for incident in found.incidents} >= {"too long", "too deep"}
    assert not any(incident.is_skipped for incident in found.incidents)
    assert found.page_count == 3


def test_results_outlive_what_they_were_made_of(pages):
    pyarrow = pytest.importorskip("pyarrow")
    import gc

    table = pyarrow.table({"url": [u for u, _ in pages], "html": [h for _, h in pages]})
    found = pagekin.cluster(table)
    del table
    gc.collect()
    assert any(template.marks for template in found.templates)


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no such signal")
def test_signal_handlers_run_during_a_call(crawl):
    seen = []
    old = signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        pagekin.cluster([crawl] * 60)
    finally:
        signal.signal(signal.SIGALRM, old)
    assert seen


@pytest.mark.parametrize("how", [{"n": 12}, {"per_template": 2}, {"fraction": 0.1, "random_share": 0.5, "seed": 7}])
def test_sample_after_unpickling(result, pages, how):
    import pickle

    for found in (result, pagekin.cluster([("", "<p>one"), *pages, ("x", "")])):
        again = pickle.loads(pickle.dumps(found))
        assert again.sample(**how) == found.sample(**how)
        assert pickle.loads(pickle.dumps(again)).sample(**how) == found.sample(**how)
    with pytest.raises(pagekin.OptionError):
        again.sample(fraction=5.0)
