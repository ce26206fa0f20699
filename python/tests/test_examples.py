"""The examples, with the real frameworks, against a site on this machine; the notebook."""

from __future__ import annotations

import asyncio
import json
import os
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
