#!/usr/bin/env python3
"""Which share of `pagekin cluster` is done by one thread while the others wait?

Usage: threads_report.py PROGRAM [--pages 100000] [--sites 50,4,1] [--methods auto,fingerprint] [--turns 3] [--alone]

Two threads of one run are compared with two runs of one thread each, at the same time: so memory, caches and
processors that share a core cost both the same. If a run of one thread takes T beside another one, and a run of two
threads takes U, the serial share is 2 U / T - 1, and by Amdahl's law 16 processors do the work of 16 / (1 + 15 * share).
With --alone, which needs perf, the share is the processor time in which one of two threads is at work alone. Samples tell
which thread was at work when; in each twentieth of a second, what the busier thread has more than the other counts. No
times are compared, so other work on the machine hardly matters.

Crawls are synthetic, with 200 templates. Prints the median over the turns, and the least and largest share.
"""
import argparse
import collections
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser()
parser.add_argument("program", type=os.path.abspath)
parser.add_argument("--pages", type=int, default=100_000)
parser.add_argument("--sites", default="50,4,1")
parser.add_argument("--methods", default="auto,fingerprint")
parser.add_argument("--turns", type=int, default=3)
parser.add_argument("--alone", action="store_true")
arguments = parser.parse_args()
WINDOW = 0.05  # seconds


def command(crawl, method, threads):
    return [arguments.program, "cluster", crawl, "--method", method, "--threads", str(threads), "-q", "-o", "/dev/null"]


def seconds(crawl, method, threads, runs):
    """Seconds by the clock of a run, with `runs` of them at the same time."""
    start = time.perf_counter()
    children = [subprocess.Popen(command(crawl, method, threads)) for _ in range(runs)]
    ends = []
    for child in children:
        if child.wait() != 0:
            raise SystemExit(f"{arguments.program} failed")
        ends.append(time.perf_counter() - start)
    return statistics.mean(ends)


def serial_share(crawl, method):
    """Prints how long two runs and two threads take. Returns the serial share."""
    one, two = seconds(crawl, method, 1, 2), seconds(crawl, method, 2, 1)
    print(f"{method}, {pathlib.Path(crawl).stem}: two runs {one:.2f} s, two threads {two:.2f} s", file=sys.stderr)
    return 2 * two / one - 1


def alone_share(crawl, method):
    """The share of all samples of a run in which one of two threads was at work alone."""
    samples = crawl + ".samples"
    subprocess.run(["perf", "record", "-q", "-F", "499", "-o", samples, *command(crawl, method, 2)], check=True,
                   stderr=subprocess.DEVNULL)
    listed = subprocess.run(["perf", "script", "-i", samples, "-F", "tid,time"], check=True, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    windows = collections.defaultdict(collections.Counter)
    for line in listed.splitlines():
        thread, moment = line.split()[:2]
        windows[int(float(moment.rstrip(":")) / WINDOW)][thread] += 1
    alone = sum(max(0, 2 * max(busy.values()) - sum(busy.values())) for busy in windows.values())
    return alone / sum(sum(busy.values()) for busy in windows.values())


share_of = alone_share if arguments.alone else serial_share
print("| method | sites | serial share | least and largest | 16 processors |")
print("|---|---|---|---|---|")
with tempfile.TemporaryDirectory() as folder:
    for sites in arguments.sites.split(","):
        crawl = str(pathlib.Path(folder) / f"{sites}.warc.gz")
        subprocess.run([arguments.program, "synth", "-q", "-o", crawl, "--pages", str(arguments.pages), "--templates", "200",
                        "--sites", sites], check=True)
        for method in arguments.methods.split(","):
            shares = sorted(share_of(crawl, method) for _ in range(arguments.turns))
            share = statistics.median(shares)
            print(f"| {method} | {sites} | {share:.3f} | {shares[0]:.3f} to {shares[-1]:.3f} | "
                  f"{16 / (1 + 15 * max(share, 0)):.1f} |", flush=True)
        os.remove(crawl)
