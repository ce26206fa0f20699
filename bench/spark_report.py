#!/usr/bin/env python3
"""How fast pagekin.spark is beside the program, with one core each, and how time grows with the crawl.

Run it with the Python of a virtual environment that has pagekin and PySpark (make test-spark makes one).
The start of the session and one small run, which starts the Python workers, are not counted.

Usage: spark_report.py PROGRAM [--pages N,N...] [--templates N] [--method M,M...] [--files WARC...] [-o FILE.md]
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import pyspark
from pyspark.sql import SparkSession

import pagekin.spark


def native(program, paths, method):
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "cluster", *paths, "--method", method, "--threads", "1", "-q", "-o",
                        f"{folder}/pages.tsv"], check=True, capture_output=True)
        with open(f"{folder}/pages.tsv") as file:
            pages = sum(1 for _ in file) - 1
    return time.monotonic() - begun, pages


def on_spark(spark, paths, method):
    begun = time.monotonic()
    result = pagekin.spark.cluster_files(spark, paths, method, details=True)
    with tempfile.TemporaryDirectory() as folder:
        result.pages.write.mode("overwrite").parquet(f"{folder}/out")
    result.unpersist()
    return time.monotonic() - begun, result.page_count


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("program")
    arguments.add_argument("--pages", default="10000,100000")
    arguments.add_argument("--templates", type=int, default=200)
    arguments.add_argument("--method", default="auto,fingerprint")
    arguments.add_argument("--files", nargs="*", default=[], help="these instead of synthetic crawls")
    arguments.add_argument("--repeat", type=int, default=3, help="runs of each, of which the fastest counts")
    arguments.add_argument("-o", "--output")
    given = arguments.parse_args()
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
             .config("spark.driver.memory", "2g").config("spark.sql.shuffle.partitions", "1").getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    lines = [f"PySpark {pyspark.__version__}, one core; the program with one thread; fastest of {given.repeat} runs.", "",
             "| method | crawl | pages | program, s | Spark, s | Spark, us a page | pages a second, Spark to program |",
             "|---|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        crawls = [(pathlib.Path(path).name, [path]) for path in given.files]
        if not crawls:
            for pages in map(int, given.pages.split(",")):
                path = f"{folder}/{pages}.warc.gz"
                subprocess.run([given.program, "synth", "--pages", str(pages), "--templates", str(given.templates),
                                "-q", "-o", path], check=True)
                crawls.append((f"synthetic, {given.templates} templates", [path]))
        on_spark(spark, crawls[0][1], "fingerprint")
        for method in given.method.split(","):
            for name, paths in crawls:
                alone = [native(given.program, paths, method) for _ in range(given.repeat)]
                spread = [on_spark(spark, paths, method) for _ in range(given.repeat)]
                (a, pages), (b, counted) = min(alone), min(spread)
                if pages != counted:
                    sys.exit(f"{name}: {pages} pages beside {counted}")
                lines.append(f"| `{method}` | {name} | {pages:,} | {a:.2f} | {b:.2f} | {b / pages * 1e6:.0f} | {a / b:.2f} |")
                print(lines[-1], flush=True)
    spark.stop()
    text = "\n".join(lines) + "\n"
    if given.output:
        pathlib.Path(given.output).write_text(text)
    else:
        print(text)


main()
