"""Spark Connect: a client that has no context of Spark. In a process of its own, as a process has one kind of session."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

pytest.importorskip("pyspark", minversion="4.0", reason="PySpark 4 is not installed: make test-spark")
pytest.importorskip("grpc_status", reason="Spark Connect needs grpcio-status")

CODE = """
import json, sys
import pagekin, pagekin.spark
from pyspark.sql import SparkSession

crawl, index = sys.argv[1:]
spark = (SparkSession.builder.remote("local[2]").config("spark.ui.enabled", "false").config("spark.driver.memory", "1g")
         .config("spark.sql.shuffle.partitions", "3").getOrCreate())
pages = [(page.url, bytearray(page.html)) for page in pagekin.read(crawl)]
pagekin.cluster(crawl, index=index)
df = spark.createDataFrame(pages, "url string, html binary")
found = {
    "files": sorted((row.page, row.template) for row in pagekin.spark.cluster_files(spark, crawl).collect()),
    "fingerprint": pagekin.spark.cluster(df, method="fingerprint").count(),
    "classify": sorted((row.url, row.template) for row in pagekin.spark.classify(df, index).collect()),
}
spark.stop()
print(json.dumps(found))
"""


def test_connect(crawl, tmp_path):
    import pagekin

    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable}
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(crawl), str(tmp_path / "a.index")],
        capture_output=True, text=True, env=environment, timeout=400,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.splitlines()[-1])
    one_run = pagekin.cluster(crawl).table("page,template").to_dict()
    assert found["files"] == sorted([page, template] for page, template in zip(one_run["page"], one_run["template"]))
    assert found["fingerprint"] == 240
    index = pagekin.Index.open(tmp_path / "a.index")
    assert found["classify"] == sorted([page.url, index.classify(page.html, page.url).template] for page in pagekin.read(crawl))
