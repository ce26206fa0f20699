#!/usr/bin/env python3
"""For which share of its processor time does a run of two threads have one thread at work alone?

Usage: alone_report.py PROGRAM [--pages 100000] [--sites 4,1] [--methods auto] [--turns 3]

Needs perf. Samples say which thread was at work when. In each twentieth of a second, what the busier thread has more
than the other counts as alone. Unlike threads_report.py it does not compare times, so other work on the machine hardly
matters. If the share is s, 16 processors do the work of 16 / (1 + 15 s) by Amdahl's law. Crawls are synthetic, with 200
templates. Prints the median over the turns, and the least and largest share.
"""
import argparse
import collections
import os
import pathlib
import statistics
import subprocess
import tempfile

WINDOW = 0.05  # seconds

parser = argparse.ArgumentParser()
parser.add_argument("program", type=os.path.abspath)
parser.add_argument("--pages", type=int, default=100_000)
parser.add_argument("--sites", default="4,1")
parser.add_argument("--methods", default="auto")
parser.add_argument("--turns", type=int, default=3)
arguments = parser.parse_args()


def alone_share(crawl, method, folder):
    """The share of all samples of a run in which one thread was at work alone."""
    samples = folder / "samples"
    subprocess.run(["perf", "record", "-q", "-F", "499", "-o", samples, arguments.program, "cluster", crawl, "--method",
                    method, "--threads", "2", "-q", "-o", "/dev/null"], check=True, stderr=subprocess.DEVNULL)
    listed = subprocess.run(["perf", "script", "-i", samples, "-F", "tid,time"], check=True, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    windows = collections.defaultdict(collections.Counter)
    for line in listed.splitlines():
        thread, time = line.split()[:2]
        windows[int(float(time.rstrip(":")) / WINDOW)][thread] += 1
    alone = sum(max(0, 2 * max(busy.values()) - busy.total()) for busy in windows.values())
    return alone / sum(busy.total() for busy in windows.values())


print("| method | sites | one thread alone | least and largest | 16 processors |")
print("|---|---|---|---|---|")
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    for sites in arguments.sites.split(","):
        crawl = folder / f"{sites}.warc.gz"
        subprocess.run([arguments.program, "synth", "-q", "-o", crawl, "--pages", str(arguments.pages), "--templates", "200",
                        "--sites", sites], check=True)
        for method in arguments.methods.split(","):
            shares = sorted(alone_share(crawl, method, folder) for _ in range(arguments.turns))
            share = statistics.median(shares)
            print(f"| {method} | {sites} | {share:.3f} | {shares[0]:.3f} to {shares[-1]:.3f} | {16 / (1 + 15 * share):.1f} |",
                  flush=True)
        crawl.unlink()
