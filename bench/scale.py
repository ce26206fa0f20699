#!/usr/bin/env python3
"""Does time and memory a page stay the same from 10,000 to a million pages?

Usage: scale.py PROGRAM [LARGEST]     (1000000)

Makes a synthetic archive of the largest size once and cuts the smaller ones from its
front, so that all hold the same kind of pages. Prints, for each size, the processor and
wall time of `pagekin cluster` a page as a ratio to the smallest, the peak memory, and the
memory a page beyond the bytes of the page ids.
"""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time
import zlib

program = os.path.abspath(sys.argv[1])
largest = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
sizes = [n for n in (10_000, 100_000, 1_000_000) if n < largest] + [largest]


def cut_points(path, counts):
    """Offsets after the first n pages (and the warcinfo record) for each n, by walking the members."""
    points, pages, offset, wanted = {}, -1, 0, set(counts)
    with open(path, "rb") as file:
        data = b""
        inflater = zlib.decompressobj(31)
        while wanted:
            if not data:
                data = file.read(1 << 20)
                if not data:
                    break
            before = len(data)
            inflater.decompress(data)
            if inflater.eof:
                rest = inflater.unused_data
                offset += before - len(rest)
                data = rest
                pages += 1
                inflater = zlib.decompressobj(31)
                if pages in wanted:
                    points[pages] = offset
                    wanted.discard(pages)
            else:
                offset += before
                data = b""
    return points


def measured(path):
    """Wall seconds, processor seconds and peak kilobytes of one run."""
    start = time.perf_counter()
    child = subprocess.Popen([program, "cluster", path, "--method", "fingerprint", "-q", "-o", "/dev/null"])
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"{path}: status {status}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss


with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", "/tmp")) as scratch:
    whole = pathlib.Path(scratch) / "crawl.warc.gz"
    subprocess.run([program, "synth", "-q", "-o", str(whole), "--templates", "200", "--pages", str(largest)], check=True)
    points = cut_points(whole, sizes[:-1])
    paths = {}
    for n in sizes[:-1]:
        paths[n] = pathlib.Path(scratch) / f"{n}.warc.gz"
        with open(whole, "rb") as source, open(paths[n], "wb") as part:
            left = points[n]
            while left:
                piece = source.read(min(left, 1 << 20))
                part.write(piece)
                left -= len(piece)
    paths[largest] = whole
    labels = pathlib.Path(scratch) / "crawl.labels.tsv"
    id_bytes, total = {}, 0
    with open(labels, "rb") as rows:
        next(rows)
        for number, line in enumerate(rows, 1):
            total += line.index(b"\t")
            if number in paths:
                id_bytes[number] = total

    base = None
    print(f"{'pages':>10} {'wall/page':>10} {'cpu/page':>10} {'peak MB':>9} {'bytes a page beyond ids':>25}")
    for n in sizes:
        repeats = max(1, min(10, 100_000 // n))
        runs = [measured(str(paths[n])) for _ in range(repeats)]
        wall, cpu, peak = min(r[0] for r in runs) / n, min(r[1] for r in runs) / n, min(r[2] for r in runs)
        if base is None:
            base = (wall, cpu, peak * 1024 - id_bytes[n], n)
            extra = ""
        else:
            extra = f"{(peak * 1024 - id_bytes[n] - base[2]) / (n - base[3]):.1f}"
        print(f"{n:>10} {wall / base[0]:>9.2f}x {cpu / base[1]:>9.2f}x {peak / 1024:>9.1f} {extra:>25}", flush=True)
