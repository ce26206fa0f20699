"""Clusters a crawl again and again on two executor processes, one of which is killed each time.

Usage: kill_executors.py CRAWL RUNS SEED METHOD MOST_ON_DRIVER
prints one JSON object a run: rows by page, executors killed
"""

from __future__ import annotations

import json
import os
import pathlib
import random
import signal
import sys
import tempfile
import threading
import time

import pyspark
from pyspark.sql import SparkSession

import pagekin.spark


def executors() -> list[int]:
    """The processes of executors below this one."""
    parents, commands = {}, {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text()
            commands[int(folder.name)] = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[1])

    def is_below(process: int) -> bool:
        while process > 1:
            if process == os.getpid():
                return True
            process = parents.get(process, 0)
        return False

    return [one for one, command in commands.items() if b"CoarseGrainedExecutorBackend" in command and is_below(one)]


def main(crawl: str, runs: int, seed: int, method: str, most_on_driver: int) -> None:
    os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "1g")
        .config("spark.task.maxFailures", "20")
        .config("spark.deploy.maxExecutorRetries", "-1")
        .config("spark.stage.maxConsecutiveAttempts", "20")
        .config("spark.sql.shuffle.partitions", "4")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("FATAL")
    checkpoints = tempfile.TemporaryDirectory()
    spark.sparkContext.setCheckpointDir(checkpoints.name)
    draw = random.Random(seed)
    seconds = 8.0
    for run in range(runs):
        killed: list[int] = []
        is_over = threading.Event()

        def kill() -> None:
            # In the first run nobody is killed: it says how long a run takes.
            if run == 0 or is_over.wait(draw.uniform(0.05, 0.8) * seconds):
                return
            alive = executors()
            if alive:
                killed.append(draw.choice(alive))
                os.kill(killed[0], signal.SIGKILL)

        killer = threading.Thread(target=kill)
        begun = time.monotonic()
        killer.start()
        result = pagekin.spark.cluster_files(
            spark, crawl, method, part_bytes=100_000, max_on_driver=most_on_driver, details=True
        )
        rows = {row.page: [row.template, row.variant, row.confidence, row.representative] for row in result.pages.collect()}
        result.unpersist()
        if run == 0:
            seconds = time.monotonic() - begun
        is_over.set()
        killer.join()
        print(json.dumps({"rows": rows, "killed": len(killed)}), flush=True)
    spark.stop()
    checkpoints.cleanup()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], int(sys.argv[5]))
