"""One session for all tests of pagekin.spark."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
CORPORA = ROOT.parent / "shared" / "corpora"

#: A page with this text kills the process that works on it.
CRASH = "pagekin-test-crash-7f3a"
HANG = "pagekin-test-hang-7f3a"


@pytest.fixture(scope="session")
def spark():
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PAGEKIN_TEST_CRASH"] = CRASH
    os.environ["PAGEKIN_TEST_HANG"] = HANG
    session = (
        SparkSession.builder.master("local[2]")
        .appName("pagekin tests")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.memory", "1g")
        .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        .config("spark.sql.adaptive.enabled", "false")
        # For so few rows, compiling a query takes longer than the query.
        .config("spark.sql.codegen.wholeStage", "false")
        .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
        .config("spark.sql.shuffle.partitions", "3")
        .config("spark.python.worker.faulthandler.enabled", "false")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def keyed(rows):
    """Rows by their pages; what has no value is left out."""
    made, count = {}, 0
    for row in rows:
        count += 1
        made[row["page"]] = {name: value for name, value in row.items() if value is not None}
    assert len(made) == count, "a page is there twice"
    return made


@pytest.fixture(scope="session")
def on_one_machine(program, tmp_path_factory):
    """The table of the command line program as a dict from pages to rows; the answers are kept."""
    known = {}

    def run(inputs, *arguments, command="cluster"):
        inputs = [str(one) for one in (inputs if isinstance(inputs, (list, tuple)) else [inputs])]
        key = (command, *inputs, *arguments)
        if key not in known:
            path = tmp_path_factory.mktemp("native") / "pages.jsonl"
            done = [program, command, *inputs, *map(str, arguments), "-q", "-o", str(path)]
            subprocess.run(done, check=True, capture_output=True)
            known[key] = keyed(json.loads(line) for line in path.read_text().splitlines())
        return known[key]

    return run


@pytest.fixture(scope="session")
def rows_of():
    return lambda frame: keyed(row.asDict() for row in frame.collect())


@pytest.fixture(scope="session")
def corpus():
    def find(name):
        path = CORPORA / f"{name}.warc.gz"
        if not path.exists():
            pytest.skip(f"corpus {name} is not beside the checkout")
        return path

    return find
