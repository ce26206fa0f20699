"""Commands that the program does in a child process: their bytes are its own."""

from __future__ import annotations

import json
import sys

import pytest

import pagekin
from conftest import CRAWL, LABELS, ROOT

SHOP = str(ROOT / "examples" / "shop.jsonl.gz")
NEW = str(ROOT / "examples" / "shop-new.jsonl.gz")


def test_diff(run_native, tmp_path):
    found = pagekin.diff(SHOP, NEW, output=tmp_path / "own.tsv")
    assert found.json == run_native("diff", SHOP, NEW, "--json", "-q").stdout
    run_native("diff", SHOP, NEW, "-q", "-o", tmp_path / "program.tsv")
    assert (tmp_path / "own.tsv").read_bytes() == (tmp_path / "program.tsv").read_bytes()
    assert found.counts["changed"] == 1 and found.of("changed")[0]["old_pages"] == 48
    assert len(found) == 3 and repr(found) == "Diff(1 changed, 2 same)"
    pages = [[(page.url, page.html) for page in pagekin.read(path)] for path in (SHOP, NEW)]
    assert pagekin.diff(*pages).data == found.data
    assert pagekin.diff(iter(pages[0]), dict(pages[1])).data == found.data
    assert found.caution == "" and "fewer than 50 pages" in pagekin.diff(pages[0][:5], pages[0][:5]).caution
    tables = pagekin.diff(pagekin.cluster(SHOP), pagekin.cluster(NEW))
    assert tables.data["old"]["pages"] == 66 and tables.note


def test_coverage(run_native, tmp_path):
    found = pagekin.coverage(NEW, against=SHOP, not_crawled=tmp_path / "own.tsv")
    program = run_native("coverage", NEW, "--against", SHOP, "--json", "-q", "--not-crawled", tmp_path / "program.tsv")
    assert found.json == program.stdout
    assert (tmp_path / "own.tsv").read_bytes() == (tmp_path / "program.tsv").read_bytes()
    assert [row["state"] for row in found.missing] == ["replaced"]
    few = [(page.url, page.html) for page in pagekin.read(SHOP)][:5]
    assert found.caution == "" and "fewer than 50 pages" in pagekin.coverage(few, against=few).caution
    with pytest.raises(pagekin.OptionError, match="against"):
        pagekin.coverage(NEW)


def test_crossval(run_native):
    found = pagekin.crossval(CRAWL, LABELS, measure="common_path_shingles", folds=3)
    program = run_native("crossval", CRAWL, "--truth", LABELS, "--measure", "common_path_shingles", "--folds", 3, "--json", "--no-time", "-q")
    assert found.json == program.stdout
    pages = [(page.url, page.html) for page in pagekin.read(CRAWL)]
    truth = pagekin.read_labels(LABELS)
    assert pagekin.crossval(pages, truth, measure="common_path_shingles", folds=3).data == found.data


def test_scores_by_a_measure(run_native, tmp_path):
    result = pagekin.cluster(SHOP)
    result.write(tmp_path / "clusters.tsv")
    program = run_native("evaluate", tmp_path / "clusters.tsv", SHOP, "--measure", "path_cosine", "--json", "-q")
    assert result.evaluate_by_measure("path_cosine") == json.loads(program.stdout)
    memory = pagekin.cluster([(page.url, page.html) for page in pagekin.read(SHOP)])
    assert memory.evaluate_by_measure("path_cosine") == json.loads(program.stdout)
    with pytest.raises(pagekin.OptionError, match="path_cosine"):
        result.evaluate_by_measure("path_cosin")


def test_report(run_native, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    result = pagekin.cluster(SHOP)
    result.report(tmp_path / "own.html", title="Shop")
    result.write(tmp_path / "clusters.tsv")
    run_native("report", tmp_path / "clusters.tsv", SHOP, "-q", "--title", "Shop", "-o", tmp_path / "program.html")
    own, program = (tmp_path / "own.html").read_bytes(), (tmp_path / "program.html").read_bytes()
    # They differ in the command line that they show: the names of the table and of the report.
    assert abs(len(own) - len(program)) < 2000 and own[:2000] == program[:2000] and own[-2000:] == program[-2000:]
    assert len(own) > 100_000
    once = pagekin.cluster(iter([(page.url, page.html) for page in pagekin.read(SHOP)]))
    with pytest.raises(ValueError, match="only once"):
        once.report(tmp_path / "x.html")
    once.report(tmp_path / "once.html", pages=SHOP)
    assert (tmp_path / "once.html").stat().st_size > 100_000
    with pytest.raises(pagekin.OptionError, match="FILE.html"):
        result.report(tmp_path / "report.pdf")


def test_sample_and_pages(run_native, tmp_path):
    result = pagekin.cluster(SHOP)
    result.write(tmp_path / "clusters.tsv")
    clusters = tmp_path / "clusters.tsv"
    result.write_sample(tmp_path / "own.tsv", per_template=2)
    run_native("sample", clusters, "--per-template", 2, "-q", "-o", tmp_path / "program.tsv")
    assert (tmp_path / "own.tsv").read_bytes() == (tmp_path / "program.tsv").read_bytes()
    result.write_template_pages(tmp_path / "own.jsonl", [2, 3])
    run_native("pages", clusters, "--template", "2,3", "-q", "-o", tmp_path / "program.jsonl")
    assert (tmp_path / "own.jsonl").read_bytes() == (tmp_path / "program.jsonl").read_bytes()
    result.write_template_pages(tmp_path / "copies.warc.gz", 2)
    assert [page.url for page in pagekin.read(tmp_path / "copies.warc.gz")] == result[2].urls


def test_copies_go_to_a_folder_that_is_there(tmp_path):
    result = pagekin.cluster(SHOP)
    (tmp_path / "copies").mkdir()
    result.write_sample(tmp_path / "copies", per_template=1)
    assert pagekin.cluster(tmp_path / "copies").page_count == 3


def test_the_name_of_a_table_is_checked_before_the_work(tmp_path):
    for command in (lambda **how: pagekin.diff(SHOP, NEW, **how), lambda **how: pagekin.coverage(NEW, against=SHOP, **how)):
        with pytest.raises(pagekin.OptionError, match="x.xlsx"):
            command(output=tmp_path / "x.xlsx", report=tmp_path / "report.html")
        assert not (tmp_path / "report.html").exists()


def test_label(run_native):
    assert pagekin.label(SHOP) == json.loads(run_native("label", SHOP, "--representatives", "-q").stdout)


def test_modules_of_the_working_folder_are_not_imported(tmp_path, monkeypatch):
    for name in ("argparse", "json", "pagekin", "signal"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong module')\n")
    monkeypatch.chdir(tmp_path)
    assert pagekin.diff(SHOP, SHOP).counts["same"] == 3


def test_an_interpreter_without_a_name_is_named(monkeypatch):
    monkeypatch.setattr(sys, "executable", "")
    with pytest.raises(pagekin.PagekinError, match=r"pagekin diff .* sys\.executable"):
        pagekin.diff(SHOP, SHOP)
