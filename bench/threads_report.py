#!/usr/bin/env python3
"""Which share of `pagekin cluster` is done by one thread while the others wait?

Usage: threads_report.py PROGRAM [--pages 100000] [--sites 50,1] [--methods auto,fingerprint] [--turns 3]

Two threads of one run are compared with two runs of one thread each, at the same time: so memory, caches and
processors that share a core cost both the same. If a run of one thread takes T beside another one, and a run of two
threads takes U, the serial share is 2 U / T - 1, and by Amdahl's law 16 processors do the work of 16 / (1 + 15 * share).
Crawls are synthetic, with 200 templates. Prints the median over the turns, and the least and largest share.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

parser = argparse.ArgumentParser()
parser.add_argument("program", type=os.path.abspath)
parser.add_argument("--pages", type=int, default=100_000)
parser.add_argument("--sites", default="50,1")
parser.add_argument("--methods", default="auto,fingerprint")
parser.add_argument("--turns", type=int, default=3)
arguments = parser.parse_args()


def seconds(crawl, method, threads, runs):
    """Seconds by the clock of a run, with `runs` of them at the same time."""
    start = time.perf_counter()
    children = [subprocess.Popen([arguments.program, "cluster", crawl, "--method", method, "--threads", str(threads),
                                  "-q", "-o", "/dev/null"]) for _ in range(runs)]
    ends = []
    for child in children:
        if child.wait() != 0:
            raise SystemExit(f"{arguments.program} failed")
        ends.append(time.perf_counter() - start)
    return statistics.mean(ends)


print("| method | sites | two runs, s | two threads, s | serial share | least and largest | 16 processors |")
print("|---|---|---|---|---|---|---|")
with tempfile.TemporaryDirectory() as folder:
    for sites in arguments.sites.split(","):
        crawl = str(pathlib.Path(folder) / f"{sites}.warc.gz")
        subprocess.run([arguments.program, "synth", "-q", "-o", crawl, "--pages", str(arguments.pages), "--templates", "200",
                        "--sites", sites], check=True)
        for method in arguments.methods.split(","):
            turns = [(seconds(crawl, method, 1, 2), seconds(crawl, method, 2, 1)) for _ in range(arguments.turns)]
            shares = sorted(2 * two / one - 1 for one, two in turns)
            share = statistics.median(shares)
            print(f"| {method} | {sites} | {statistics.median(one for one, _ in turns):.2f} | "
                  f"{statistics.median(two for _, two in turns):.2f} | {share:.3f} | {shares[0]:.3f} to {shares[-1]:.3f} | "
                  f"{16 / (1 + 15 * max(share, 0)):.1f} |", flush=True)
        os.remove(crawl)
