"""Longer tests: lost executors, and larger crawls. make test-spark-faults"""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed: make test-spark")
if not os.environ.get("PAGEKIN_SPARK_FAULTS"):
    pytest.skip("longer tests: make test-spark-faults", allow_module_level=True)

import pagekin.spark  # noqa: E402

from .conftest import CORPORA  # noqa: E402

RUNS = 10  # with a lost executor


@pytest.fixture(scope="module")
def synthetic(program, tmp_path_factory):
    path = tmp_path_factory.mktemp("synth") / "crawl.warc.gz"
    subprocess.run(
        [program, "synth", "--pages", "100000", "--templates", "400", "-q", "-o", str(path)],
        check=True, capture_output=True,
    )
    return path


def test_lost_executors_change_nothing(corpus, on_one_machine):
    path = corpus("swde-sample")
    script = pathlib.Path(__file__).with_name("kill_executors.py")
    done = subprocess.run(
        [sys.executable, script, path, str(RUNS + 1), "1"], capture_output=True, text=True, timeout=3000
    )
    assert done.returncode == 0, done.stderr[-3000:]
    expected = {
        page: [row["template"], row["variant"], row["confidence"], row["representative"]]
        for page, row in on_one_machine(path).items()
    }
    runs = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert len(runs) == RUNS + 1
    assert all(run["rows"] == expected for run in runs)
    assert sum(run["killed"] for run in runs) >= RUNS // 2


@pytest.mark.parametrize("method", ["auto", "fingerprint"])
@pytest.mark.parametrize("partitions", [1, 3, 16])
def test_a_large_synthetic_crawl(spark, synthetic, on_one_machine, rows_of, method, partitions):
    found = pagekin.spark.cluster_files(
        spark, synthetic, method, partitions=partitions, shuffle_partitions=partitions, part_bytes=4_000_000
    )
    assert rows_of(found) == on_one_machine(synthetic, "--method", method)


@pytest.mark.parametrize("method", ["auto", "fingerprint"])
def test_all_corpora_in_one_run(spark, on_one_machine, rows_of, method):
    paths = sorted(CORPORA.glob("*.warc.gz"))
    if not paths:
        pytest.skip("the corpora are not beside the checkout")
    found = pagekin.spark.cluster_files(spark, paths, method, shuffle_partitions=16)
    assert rows_of(found) == on_one_machine(paths, "--method", method)
