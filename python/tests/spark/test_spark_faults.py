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


# Rounds are many short jobs, so these runs take longer.
@pytest.mark.parametrize("method, most_on_driver, runs", [("auto", 0, RUNS), ("fingerprint", 0, 3), ("snn", 0, 3)])
def test_lost_executors_change_nothing(crawl, corpus, on_one_machine, method, most_on_driver, runs):
    path = corpus("swde-sample") if method == "auto" else crawl
    script = pathlib.Path(__file__).with_name("kill_executors.py")
    done = subprocess.run(
        [sys.executable, script, path, str(runs + 1), "1", method, str(most_on_driver)],
        capture_output=True, text=True, timeout=3000,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    expected = {
        page: [row["template"], row["variant"], row.get("confidence"), row["representative"]]
        for page, row in on_one_machine(path, "--method", method).items()
    }
    made = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert len(made) == runs + 1
    assert all(run["rows"] == expected for run in made)
    assert sum(run["killed"] for run in made) >= runs // 2


@pytest.mark.parametrize("method", ["auto", "fingerprint", "snn"])
@pytest.mark.parametrize("partitions", [1, 3, 16])
def test_a_large_synthetic_crawl(spark, synthetic, on_one_machine, rows_of, method, partitions):
    # Comparing by trees takes the program itself too long for 100,000 pages; sets do not.
    measure = "tag_shingles" if method == "snn" else ""
    found = pagekin.spark.cluster_files(
        spark, synthetic, method, measure=measure, partitions=partitions, shuffle_partitions=partitions,
        part_bytes=4_000_000,
    )
    arguments = ["--method", method] + (["--measure", measure] if measure else [])
    assert rows_of(found) == on_one_machine(synthetic, *arguments)


def test_a_large_synthetic_crawl_in_rounds(spark, synthetic, on_one_machine, rows_of):
    found = pagekin.spark.cluster_files(spark, synthetic, "fingerprint", part_bytes=4_000_000, max_on_driver=0)
    assert rows_of(found) == on_one_machine(synthetic, "--method", "fingerprint")


@pytest.mark.parametrize("method", ["auto", "fingerprint", "snn"])
def test_all_corpora_in_one_run(spark, on_one_machine, rows_of, method):
    paths = sorted(CORPORA.glob("*.warc.gz"))
    if not paths:
        pytest.skip("the corpora are not beside the checkout")
    measure = "tag_shingles" if method == "snn" else ""
    found = pagekin.spark.cluster_files(spark, paths, method, measure=measure, shuffle_partitions=16)
    arguments = ["--method", method] + (["--measure", measure] if measure else [])
    assert rows_of(found) == on_one_machine(paths, *arguments)


@pytest.mark.parametrize("name", ["swde-sample", "trac-ckan"])
@pytest.mark.parametrize("method, measure", [("snn", "structure_style"), ("snn", "tag_shingles")])
@pytest.mark.parametrize("partitions", [1, 3, 16])
def test_shared_neighbours_of_corpora(spark, corpus, on_one_machine, rows_of, name, method, measure, partitions):
    path = corpus(name)
    found = pagekin.spark.cluster_files(
        spark, path, method, measure=measure, partitions=partitions, shuffle_partitions=partitions,
        part_bytes=1_000_000,
    )
    assert rows_of(found) == on_one_machine(path, "--method", method, "--measure", measure)


@pytest.mark.parametrize("method", ["auto", "fingerprint"])
def test_python_has_the_same_clusters(corpus, on_one_machine, method):
    import pagekin

    path = corpus("trac-ckan")
    table = pagekin.cluster(path, method).table().to_dict()
    expected = on_one_machine(path, "--method", method)
    assert dict(zip(table["page"], table["template"])) == {page: row["template"] for page, row in expected.items()}
