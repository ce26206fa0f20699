"""The table of docs/commands.md: all commands, against the program, C++, Python and Spark, without a gap that is not explained."""

from __future__ import annotations

import inspect
import re

import pytest

import pagekin
from conftest import ROOT
from pagekin._options import _USE_CASES

HEADERS = "".join(path.read_text() for path in (ROOT / "include" / "pagekin").glob("*.h"))
SPARK = (ROOT / "python" / "pagekin" / "spark" / "__init__.py").read_text()


def rows():
    text = (ROOT / "docs" / "commands.md").read_text()
    text = text[text.index("## The same from C++, Python and Spark") :]
    text = text[: text.index("\n## ", 5)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| `")]


def test_all_commands_are_there():
    commands = re.findall(r"COMMAND\((\w+)\)", (ROOT / "cli" / "commands.inc").read_text())
    assert [row[0].strip("`") for row in rows()] == commands


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0].strip("`"))
def test_names_exist_and_gaps_are_explained(row):
    for cell in row[1:]:
        assert re.fullmatch(r"`[\w.]+`|no: .{10,}", cell), cell
    command = row[0].strip("`")
    # What has a header of its own is there.
    assert row[1].startswith("`") or not (ROOT / "include" / "pagekin" / f"{command}.h").exists()
    cpp, python, spark = (cell.strip("`") if cell.startswith("`") else None for cell in row[1:])
    if cpp:
        assert re.search(rf"\b{cpp}\b", HEADERS), cpp
    if python:
        value = pagekin
        for name in python.split("."):
            value = getattr(value, name)
        assert value.__doc__
    if spark:
        assert re.search(rf"^def {spark}\(", SPARK, flags=re.M), spark


# Options that several commands have, and use cases that the program or a class has.
NO_FUNCTION = {"reading", "documents", "templates", "table", "records", "scores"} | {
    "classify", "pages", "compare", "matrix", "synth", "crawl"
}  # fmt: skip
METHODS = {
    "sample": pagekin.ClusterResult.sample,
    "report": pagekin.ClusterResult.report,
    "selectors": pagekin.Wrapper.selectors,
    "evaluate": pagekin.ClusterResult.evaluate_by_measure,
}
# `total` of a sample is its first argument, n; `format` of selectors is `form`. docs/options.md, which tools/make_options.py makes, says
# of every option what it is in Python, or why there is none.
GAPS = {"sample": ["total"], "selectors": ["format"], "fingerprint": ["tags"]}


def test_options_are_arguments():
    for name, options in _USE_CASES.items():
        if name in NO_FUNCTION:
            continue
        known = set(inspect.signature(METHODS.get(name) or getattr(pagekin, name)).parameters)
        missing = [o["name"] for o in options if not known & {o["name"], o["flag"].replace("-", "_")}]
        assert missing == GAPS.get(name, []), (name, missing)
