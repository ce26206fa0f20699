#!/usr/bin/env python3
"""Makes docs/fingerprints.md: how good and how fast template fingerprints are on
labelled corpora (Table 6 of Hachenberg and Gottron 2013, and what its options do).

Usage: fingerprint_report.py PROGRAM CORPORA_FOLDER > docs/fingerprints.md

A corpus is NAME.warc.gz with NAME.labels.tsv. Every method of a corpus runs in
turn, three times; the best wall time of the whole command counts, and only ratios are
written down.
"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile
import time

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
corpora = sorted(p.name[: -len(".warc.gz")] for p in folder.glob("*.warc.gz"))
scratch = tempfile.TemporaryDirectory()
out = f"{scratch.name}/clusters.tsv"


def cluster(name, method):
    start = time.perf_counter()
    subprocess.run([program, "cluster", str(folder / f"{name}.warc.gz"), "--method", method, "-q", "-o", out], check=True)
    return time.perf_counter() - start


def scores(name):
    done = subprocess.run([program, "evaluate", out, "--truth", str(folder / f"{name}.labels.tsv"), "--json"],
                          check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def row(*cells):
    print("| " + " | ".join(str(c) for c in cells) + " |")


def head(*cells):
    row(*cells)
    print("|" + "---|" * len(cells))


print("""# Template fingerprints, measured

Made by `bench/fingerprint_report.py` from labelled corpora of 18 real sites and site
collections (`../shared/corpora`); every number is from one run of that script. Speed is
given as a ratio, because absolute times say more about the machine than about the method.
"The paper" is Hachenberg and Gottron 2013.

## Fingerprints beside equal heads (the paper's Table 6)

The paper has 13,237 pages of 50 templates, one template per site. Fingerprints give 274
clusters, Rand index 0.9866, adjusted Rand index 0.8218, purity 1. Equal heads (`mdh5`) give
410, 0.9844, 0.7862, 1, at 8.7 times the pages per second, because the paper's implementation reads whole
pages for a fingerprint. `swde-sample` is similar to the paper's corpus; in the other corpora all
templates are of one site.

`time` is the time of the whole command, `fingerprint` divided by `mdh5`.
""")
head("corpus", "pages", "templates", "method", "clusters", "Rand index", "adjusted", "purity", "time")
total = collections.defaultdict(list)
sizes = {}
for name in corpora:
    best = collections.defaultdict(lambda: 1e9)
    for _ in range(3):
        for method in ("fingerprint", "mdh5"):
            best[method] = min(best[method], cluster(name, method))
    for method in ("fingerprint", "mdh5"):
        cluster(name, method)
        s = scores(name)
        if method == "fingerprint":
            counts = collections.Counter(line.split("\t")[1] for line in open(out).read().splitlines()[1:])
            sizes[name] = collections.Counter(counts.values())
        total[method].append(s["adjusted_rand_index"])
        first = method == "fingerprint"
        row(name if first else "", s["pages"] if first else "", s["templates"] if first else "", method, s["clusters"],
            f"{s['rand_index']:.4f}", f"{s['adjusted_rand_index']:.4f}", f"{s['purity']:.4f}",
            f"{best['fingerprint'] / best['mdh5']:.2f}" if first else "")
print()
for method, values in total.items():
    print(f"Mean adjusted Rand index of `{method}`: {sum(values) / len(values):.3f}.")

print("""
## What the options do

Mean over all corpora, and `swde-sample` alone, by number of entries (`length`) and by the tags that are read.
""")
head("tags", "length", "mean adjusted Rand index", "mean purity", "swde-sample adjusted", "swde-sample purity")
for tags in ("all", "block"):
    for length in (10, 17, 25, 40, 60, 100):
        ari, purity, swde = [], [], None
        for name in corpora:
            cluster(name, f"fingerprint:length={length},tags={tags}")
            s = scores(name)
            ari.append(s["adjusted_rand_index"])
            purity.append(s["purity"])
            if name == "swde-sample":
                swde = s
        row(tags, length, f"{sum(ari) / len(ari):.3f}", f"{sum(purity) / len(purity):.3f}",
            f"{swde['adjusted_rand_index']:.4f}" if swde else "", f"{swde['purity']:.4f}" if swde else "")

print("""
## Cluster sizes

The number of clusters with a size in each range. The paper's Figure 4 shows a power law over the
DMOZ collection; a few sites cannot show one.
""")
edges = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9]
head("corpus", *[f"{a}" if b == a + 1 else f"{a}-{b - 1}" if b < 10**9 else f"{a}+" for a, b in zip(edges, edges[1:])])
for name in corpora:
    row(name, *[sum(n for size, n in sizes[name].items() if a <= size < b) or "" for a, b in zip(edges, edges[1:])])
