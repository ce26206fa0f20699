#!/usr/bin/env python3
"""All pairs of 1,000 pages under every measure, beside what Python users do today.

Usage: matrix_report.py PROGRAM FILE.warc.gz [PAGES]

Prints a Markdown table: pairs a second of `pagekin matrix --threads 1`, and for tag
sequences and CSS classes the same pages with html-similarity: as the package is called
(it parses both pages for every pair), and in its kindest form, every page parsed once.
The slow ones do as many pairs as fit into a few seconds. All take turns in one run.

Needs warcio and html-similarity (0.3.3), in a virtual environment:
  python3 -m venv env && env/bin/pip install warcio html-similarity==0.3.3 cssselect==1.2.0
"""
import difflib
import io
import itertools
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

import html_similarity
import lxml.html
from html_similarity.structural_similarity import get_tags
from html_similarity.style_similarity import get_classes, jaccard_similarity
from warcio.archiveiterator import ArchiveIterator

program, archive = sys.argv[1:3]
wanted = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
SECONDS = 8  # for each slow rival

pages = []
with open(archive, "rb") as stream:
    for record in ArchiveIterator(stream):
        if record.rec_type == "response":
            pages.append((record.rec_headers.get_header("WARC-Target-URI"),
                          record.content_stream().read().decode("utf-8", "replace")))
pages = random.Random(1).sample(pages, min(wanted, len(pages)))
scratch = pathlib.Path(tempfile.mkdtemp())
crawl = scratch / "pages.jsonl"
with open(crawl, "w") as out:
    for url, html in pages:
        out.write(json.dumps({"url": url, "html": html}) + "\n")


def ours(measure):
    done = subprocess.run([program, "matrix", str(crawl), "--measure", measure, "--threads", "1", "-o",
                           str(scratch / "pairs.npy")], check=True, capture_output=True, text=True)
    rate = re.search(r"([\d,]+) pairs/s", done.stderr).group(1)
    read = float(re.search(r"([\d.]+) s read", done.stderr).group(1))
    return int(rate.replace(",", "")), read


def timed(similarity, items):
    """Pairs a second over random pairs, for SECONDS at most."""
    pairs = itertools.combinations(range(len(items)), 2)
    order = random.Random(2).sample(list(pairs), min(20000, len(items) * (len(items) - 1) // 2))
    start = time.perf_counter()
    count = 0
    for a, b in order:
        similarity(items[a], items[b])
        count += 1
        if time.perf_counter() - start > SECONDS:
            break
    return count / (time.perf_counter() - start)


def tags_of(html):
    return get_tags(lxml.html.parse(io.StringIO(html)))


names = [m["name"] for m in json.loads(subprocess.run([program, "list", "measures", "--json"], check=True,
                                                      capture_output=True, text=True).stdout)["measures"]]
html = [page for _, page in pages]
print(f"{len(pages)} pages, {sum(len(p.encode()) for p in html) / 1e6:.1f} MB, "
      f"{len(pages) * (len(pages) - 1) // 2:,} pairs; one thread\n")
print("| measure | pairs/s | reading and extracting, s | html-similarity, pairs/s | the same, pages parsed once |")
print("|---|---|---|---|---|")
rivals = {
    "lcts": (lambda: timed(html_similarity.structural_similarity, html),
             lambda: timed(lambda a, b: difflib.SequenceMatcher(None, a, b).ratio(), [tags_of(p) for p in html])),
    "style": (lambda: timed(html_similarity.style_similarity, html),
              lambda: timed(jaccard_similarity, [get_classes(p) for p in html])),
}
for name in names:
    rate, read = ours(name)
    cells = ["", ""]
    if name in rivals:
        cells = []
        for rival in rivals[name]:
            other = rival()
            cells.append(f"{other:,.0f} ({rate / other:,.0f} times)")
    print(f"| `{name}` | {rate:,} | {read:.2f} | {cells[0]} | {cells[1]} |", flush=True)
