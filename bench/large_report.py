#!/usr/bin/env python3
"""Do time and memory a page stay the same from 10,000 to ten million pages, which no disk need hold?

Usage: large_report.py PROGRAM [--pages 10000,10000000] [--methods fingerprint,auto] [--templates 200] [--sites 1]
                       [--part-pages 50000]

Each crawl is made in parts. All methods read a part from pipes, each with one thread, while the next is made; so at most
two parts are on disk. Prints, for each number of pages and each method, the processor time a page as a ratio to the first
number, the peak of memory, and bytes a page beyond those of the smallest crawl.
"""
import argparse
import concurrent.futures
import contextlib
import os
import pathlib
import subprocess
import tempfile

parser = argparse.ArgumentParser()
parser.add_argument("program", type=os.path.abspath)
parser.add_argument("--pages", default="10000,10000000")
parser.add_argument("--methods", default="fingerprint,auto")
parser.add_argument("--templates", type=int, default=200)
parser.add_argument("--sites", type=int, default=1)
parser.add_argument("--part-pages", type=int, default=50_000)
arguments = parser.parse_args()
methods = arguments.methods.split(",")


def write_parts(pages, pipes, folder):
    """Writes all parts of a crawl into the pipes."""
    parts = max(1, pages // arguments.part_pages)

    def begin(part):
        return subprocess.Popen([arguments.program, "synth", "-q", "-o", folder / f"{part}.warc.gz", "--pages", str(pages),
                                 "--templates", str(arguments.templates), "--sites", str(arguments.sites),
                                 "--part", f"{part}/{parts}", "--threads", "1"])

    with contextlib.ExitStack() as stack:
        outputs = [stack.enter_context(open(pipe, "wb")) for pipe in pipes]
        making = begin(1)
        for part in range(1, parts + 1):
            if making.wait() != 0:
                raise RuntimeError("a part could not be made")
            copies = [subprocess.Popen(["cat", folder / f"{part}.warc.gz"], stdout=output) for output in outputs]
            if part < parts:
                making = begin(part + 1)
            if any([copy.wait() for copy in copies]):
                raise RuntimeError("a run ended before its pages did")
            (folder / f"{part}.warc.gz").unlink()
            (folder / f"{part}.labels.tsv").unlink()


def measured(pages):
    """By method: processor seconds and peak bytes of clustering these pages."""
    found = {}
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(1) as pool:
        folder = pathlib.Path(name)
        pipes = [folder / f"{method}.warc.gz" for method in methods]
        for pipe in pipes:
            os.mkfifo(pipe)
        children = {subprocess.Popen([arguments.program, "cluster", pipe, "--method", method, "--threads", "1", "-q",
                                      "-o", "/dev/null"]).pid: method for method, pipe in zip(methods, pipes)}
        writing = pool.submit(write_parts, pages, pipes, folder)
        for pid, method in children.items():
            _, status, usage = os.wait4(pid, 0)
            if status != 0:
                raise SystemExit(f"{method}: status {status}")
            found[method] = (usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)
        writing.result()  # a crawl that was not written to its end is not measured
    return found


print("| pages | method | microseconds a page | ratio | peak of memory, MB | bytes a page |")
print("|---|---|---|---|---|---|")
first = {}
for pages in map(int, arguments.pages.split(",")):
    for method, (seconds, peak) in sorted(measured(pages).items()):
        first.setdefault(method, (pages, seconds / pages, peak))
        fewest, smallest, least = first[method]
        more = "" if pages == fewest else f"{(peak - least) / (pages - fewest):.0f}"
        print(f"| {pages:,} | {method} | {1e6 * seconds / pages:.1f} | {seconds / pages / smallest:.2f} | {peak / 1e6:,.0f} | "
              f"{more} |", flush=True)
