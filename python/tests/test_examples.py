"""The examples, with the real frameworks, against a site on this machine; the notebook."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT
from site_on_loopback import ARTICLES, PRODUCTS, serve

EXAMPLES = ROOT / "examples" / "python"


def kind_of(url: str) -> str:
    return url.split("/")[3]


def check_items(items):
    items = list({item["url"]: item for item in items}.values())  # frameworks may ask for the start twice
    assert len(items) == 1 + PRODUCTS + ARTICLES
    known = [item for item in items if item["template"] is not None]
    assert len(known) == len(items)  # late decisions are delivered
    assert len({item["template"] for item in items}) == 3
    by_kind: dict[str, set[str]] = {}
    for item in known:
        by_kind.setdefault(kind_of(item["url"]), set()).add(item["template"])
    assert by_kind["product"].isdisjoint(by_kind["article"])
    for item in items:
        kind = kind_of(item["url"])
        if kind:
            assert item["title"] == f"{kind.capitalize()} {item['url'].rpartition('/')[2]}"


def test_scrapy(tmp_path):
    pytest.importorskip("scrapy")
    with serve() as address:
        done = subprocess.run(
            [sys.executable, "-m", "scrapy", "runspider", EXAMPLES / "scrapy_templates.py", "-a", f"start={address}",
             "-O", "items.jsonl", "-s", "TELNETCONSOLE_ENABLED=0", "-s", "LOG_LEVEL=WARNING",
             "-s", "PAGEKIN_INDEX=site.index"],
            cwd=tmp_path, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Error" not in done.stderr, done.stderr
    assert "templates 3, calls 3" in done.stderr  # for 121 pages
    check_items([json.loads(line) for line in (tmp_path / "items.jsonl").read_text().splitlines()])
    import pagekin

    assert len(pagekin.Index.open(tmp_path / "site.index")) == 1 + PRODUCTS + ARTICLES


def test_crawlee(tmp_path, monkeypatch):
    pytest.importorskip("crawlee")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CRAWLEE_STORAGE_DIR", str(tmp_path / "storage"))
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import crawlee_templates

    asked = []

    async def ask(html):
        asked.append(html)
        return "h1::text" if "<h1" in html else "h2::text" if "<h2" in html else "title::text"

    with serve() as address:
        items, calls = asyncio.run(crawlee_templates.crawl(address, tmp_path / "site.index", ask))
    check_items(items)
    assert calls == len(asked) == 3  # for 121 pages


ARCHIVES = [str(ROOT / "examples" / "crawl.warc.gz"), str(ROOT / "examples" / "shop.jsonl.gz")]


def check_run(folder, run_native):
    run_native("cluster", *ARCHIVES, "-o", folder / "whole.tsv", "-q")
    assert (folder / "pages.tsv").read_bytes() == (folder / "whole.tsv").read_bytes()
    assert len(list((folder / "run" / "features").glob("*.json"))) == 2


def test_steps_in_datatrove(tmp_path, run_native):
    pytest.importorskip("pyarrow")
    pytest.importorskip("datatrove")
    done = subprocess.run(
        [sys.executable, EXAMPLES / "datatrove_templates.py", "run", "pages.tsv", *ARCHIVES],
        cwd=tmp_path, capture_output=True, text=True, timeout=500,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    check_run(tmp_path, run_native)


def test_stages_of_curator(tmp_path, run_native, monkeypatch):
    """The stages, one task after the other: Curator's executors start a Ray cluster, which is too much for a test."""
    pytest.importorskip("pyarrow")
    pytest.importorskip("nemo_curator", reason="NeMo Curator needs torch and Ray; it is not installed", exc_type=ImportError)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.chdir(tmp_path)
    import curator_templates
    from nemo_curator.tasks import EmptyTask

    from pagekin.steps import Run

    run = Run.plan("run", ARCHIVES)
    for first, then, count in (
        (curator_templates.Archives("run"), curator_templates.Features("run"), len(ARCHIVES)),
        (curator_templates.Archives("run", buckets=True), curator_templates.Templates("run"), run.buckets),
    ):
        tasks = first.process(EmptyTask() if isinstance(EmptyTask, type) else EmptyTask)
        assert [then.process(task) for task in tasks] == tasks and len(tasks) == count
    run.join()
    run.write("pages.tsv")
    check_run(tmp_path, run_native)


def test_what_a_package_index_shows(tmp_path, monkeypatch, capsys):
    """The blocks of python/README.md run, one after the other."""
    for archive in ARCHIVES:
        shutil.copy(archive, tmp_path)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / "python" / "README.md").read_text(), flags=re.M | re.S)
    names: dict[str, object] = {}
    printed = []
    for code in blocks:
        exec(code, names)
        printed.append(capsys.readouterr().out)
    assert len(blocks) == 4 and "Alder Kettle $9.00" in printed[1] and "https://shop.example/" in printed[3]
    assert (tmp_path / "pages.jsonl").exists() and (tmp_path / "site.index").exists()


def test_three_lines_for_each_kind_of_user(tmp_path, monkeypatch, capsys):
    """docs/python.md opens with them, and they run as they stand."""
    pytest.importorskip("pandas")
    import pagekin

    for name in ("crawl", "next"):
        shutil.copy(EXAMPLES.parent / "crawl.warc.gz", tmp_path / f"{name}.warc.gz")
    (tmp_path / "tables").mkdir()
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", text[: text.index("The package is a thin layer")], flags=re.M | re.S)
    assert [block.count("\n") for block in blocks] == [3, 3, 3, 3]
    page = next(iter(pagekin.read("crawl.warc.gz")))
    used = []
    names = {
        "pagekin": pagekin, "html": page.html, "url": page.url, "use": used.append, "ask_once": lambda page: "answer",
        "ask_a_model": lambda prompt: '{"name": %s}' % re.search(r"^(\d+): ", prompt, flags=re.M)[1],
    }  # fmt: skip
    for block in blocks:
        exec(block, names)
    assert len(names["table"]) == 240 and names["record"]["name"] and [page.answer for page in used] == ["answer"]
    assert (tmp_path / "texts.parquet").exists() and {f"{one.id}.parquet" for one in names["result"]} <= {path.name for path in (tmp_path / "tables").iterdir()}
    assert "changed" in capsys.readouterr().out


def test_notebook(tmp_path):
    pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("matplotlib")
    pytest.importorskip("pandas")
    from nbclient import NotebookClient

    notebook = nbformat.read(EXAMPLES / "templates.ipynb", as_version=4)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    lines = [line for cell in cells for line in cell.source.splitlines() if line.strip()]
    assert len(lines) < 25
    os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    # A busy machine takes minutes to start a kernel.
    client = NotebookClient(notebook, timeout=600, startup_timeout=600, resources={"metadata": {"path": str(EXAMPLES)}})
    client.execute()
    kinds = {kind for cell in cells for output in cell.outputs for kind in output.get("data", {})}
    assert {"text/html", "image/png"} <= kinds
    wall = cells[0].outputs[-1]["data"]["text/html"]
    assert "pagekin-wall" in wall and "240 pages" in wall
    sample = cells[3].outputs[0]["text"].splitlines()
    assert len(sample) == 12
