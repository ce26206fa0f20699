#!/usr/bin/env python3
"""How fast pagekin.spark is beside the program, with one core each, and how time grows with the crawl.

Run it with the Python of a virtual environment that has pagekin and PySpark (make test-spark makes one). The start of
the session and one small run, which starts the Python workers, are not counted. On a busy machine wall time tells
little, so processor time is measured, too: of the program, and of the JVM and all Python processes.

Usage: spark_report.py PROGRAM [--pages N,N...] [--templates N,N...] [--method M,M...] [--files WARC...] [-o FILE.md]
"""
import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import pyspark
from pyspark.sql import SparkSession

import pagekin.spark

TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds():
    """Of this process and all below it, also of those that have ended."""
    parents, times = {}, {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(folder.name)] = int(fields[1])
        times[int(folder.name)] = sum(map(int, fields[11:15])) / TICKS
    below = {os.getpid()}
    while True:
        more = {one for one, parent in parents.items() if parent in below} - below
        if not more:
            return sum(times.get(one, 0) for one in below)
        below |= more


def native(program, paths, method):
    with tempfile.TemporaryDirectory() as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begun = time.monotonic()
        subprocess.run([program, "cluster", *paths, "--method", method, "--threads", "1", "-q", "-o",
                        f"{folder}/pages.tsv"], check=True, capture_output=True)
        wall = time.monotonic() - begun
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(f"{folder}/pages.tsv") as file:
            pages = sum(1 for _ in file) - 1
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall, pages


def on_spark(spark, paths, method):
    before, begun = processor_seconds(), time.monotonic()
    result = pagekin.spark.cluster_files(spark, paths, method, details=True)
    with tempfile.TemporaryDirectory() as folder:
        result.pages.write.mode("overwrite").parquet(f"{folder}/out")
    result.unpersist()
    return processor_seconds() - before, time.monotonic() - begun, result.page_count


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("program")
    arguments.add_argument("--pages", default="10000,100000")
    arguments.add_argument("--templates", default="200,2000", help="of synthetic crawls")
    arguments.add_argument("--method", default="auto,fingerprint")
    arguments.add_argument("--files", nargs="*", default=[], help="these instead of synthetic crawls")
    arguments.add_argument("--repeat", type=int, default=3, help="runs of each, of which the one with least processor time counts")
    arguments.add_argument("-o", "--output")
    given = arguments.parse_args()
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
             .config("spark.driver.memory", "3g").config("spark.sql.shuffle.partitions", "1").getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    lines = [f"PySpark {pyspark.__version__}, one core; the program with one thread; the best of {given.repeat} runs by processor time.", "",
             "| method | crawl | pages | program, s (wall) | Spark, s (wall) | Spark, us a page | pages a second, Spark to program (wall) |",
             "|---|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        crawls = [(pathlib.Path(path).name, path) for path in given.files]
        if not crawls:
            crawls = [(f"synthetic, {int(templates):,} templates", (int(pages), int(templates)))
                      for templates in given.templates.split(",") for pages in given.pages.split(",")]
        is_warm = False
        for name, crawl in crawls:
            path = crawl
            if not isinstance(crawl, str):
                path = f"{folder}/crawl.warc.gz"
                subprocess.run([given.program, "synth", "--pages", str(crawl[0]), "--templates", str(crawl[1]),
                                "-q", "-o", path], check=True, capture_output=True)
            for method in given.method.split(","):
                if not is_warm:
                    on_spark(spark, [path], method)
                    is_warm = True
                # In turns, so that both have the same neighbours on the machine.
                runs = [(native(given.program, [path], method), on_spark(spark, [path], method)) for _ in range(given.repeat)]
                (a, wall_a, pages), (b, wall_b, counted) = min(run[0] for run in runs), min(run[1] for run in runs)
                if pages != counted:
                    sys.exit(f"{name}: {pages} pages beside {counted}")
                lines.append(f"| `{method}` | {name} | {pages:,} | {a:.2f} ({wall_a:.1f}) | {b:.2f} ({wall_b:.1f}) | {b / pages * 1e6:.0f} | "
                             f"{a / b:.2f} ({wall_a / wall_b:.2f}) |")
                print(lines[-1], flush=True)
    spark.stop()
    text = "\n".join(lines) + "\n"
    if given.output:
        pathlib.Path(given.output).write_text(text)
    else:
        print(text)


main()
