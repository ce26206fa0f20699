#!/usr/bin/env python3
"""Makes docs/structure_and_style.md: shared near neighbours by tree edit distance and class
names on labelled corpora, as section 7 of Gowda and Mattmann 2016 does for its site, and
what the join did to find the neighbours.

Usage: snn_report.py PROGRAM CORPORA_FOLDER > docs/structure_and_style.md

A corpus is NAME.warc.gz with NAME.labels.tsv. Times are processor times of the whole
command, one thread, given as multiples of reading the pages (`--method md5`).
"""
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
corpora = ["wordpress-certaindoubts", "trac-ckan", "hugo-symphonious", "drupal6-cucino"]
thresholds = (0.95, 0.90, 0.85)
kappas = (0, 0.3, 0.5, 1)
scratch = tempfile.TemporaryDirectory()
out = f"{scratch.name}/clusters.tsv"


def cluster(name, *options):
    """Runs the command; returns what it said and the processor time it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, "cluster", str(folder / f"{name}.warc.gz"), *options, "-v", "-o", out],
                          check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stderr, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def scores(name):
    done = subprocess.run([program, "evaluate", out, "--truth", str(folder / f"{name}.labels.tsv"), "--json"],
                          check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def number(text):
    return int(text.replace(",", ""))


def join(report):
    """Pairs, results, equal pairs, and per stage (rejected, accepted), from -v."""
    found = re.search(r"neighbours  ([\d,]+) of ([\d,]+) pairs, ([\d,]+) of them equal", report)
    results, pairs, equal = map(number, found.groups())
    stages = {m[1]: (number(m[2]), number(m[3]))
              for m in re.finditer(r"^ {12}(\w[\w ]*?) +([\d,]+) +([\d,]+)$", report, re.M)}
    return pairs, results, equal, stages


def row(*cells):
    print("| " + " | ".join(str(c) for c in cells) + " |")


def head(*cells):
    row(*cells)
    print("|" + "---|" * len(cells))


print("""# Structure and style, measured

Made by `bench/snn_report.py` from labelled corpora (`../shared/corpora`). It measures the method of Gowda
and Mattmann 2016 (Clustering Web Pages Based on Structure and Style Similarity; "the paper" below), with
exact tree edit distance.

## Clusters

`pagekin cluster CORPUS --method snn:similar=S,overlap=S --measure structure_style:kappa=K,fold=F`.
The paper's site (1,310 pages, 3 kinds) gave 24, 12 and 5 clusters at 0.95, 0.90 and 0.85; 0.85 was
the best. kappa is the weight of structure: 0 is class names alone, 1 is tree edit distance
alone. `folded` keeps equal siblings once before trees are compared. P, R and F1 are over pairs of
pages.
""")
summary = {}
for name in corpora:
    print(f"### {name}\n")
    head("kappa", "folded", "both thresholds", "clusters", "purity", "P", "R", "F1", "adjusted Rand index")
    for kappa in kappas:
        for fold in (False, True) if kappa > 0 else (False,):
            for s in thresholds:
                measure = f"structure_style:kappa={kappa},fold={'true' if fold else 'false'}"
                report, _ = cluster(name, "--method", f"snn:similar={s},overlap={s}", "--measure", measure)
                found = scores(name)
                summary.setdefault((kappa, fold, s), []).append(found["adjusted_rand_index"])
                row(kappa, "yes" if fold else "", f"{s:.2f}", found["clusters"],
                    *(f"{found[k]:.3f}" for k in ("purity", "precision", "recall", "f1", "adjusted_rand_index")))
    print()
print("### Mean adjusted Rand index over the four\n")
head("kappa", "folded", *(f"{s:.2f}" for s in thresholds))
for kappa in kappas:
    for fold in (False, True) if kappa > 0 else (False,):
        row(kappa, "yes" if fold else "", *(f"{sum(summary[kappa, fold, s]) / len(corpora):.3f}" for s in thresholds))

print("""
No threshold and no kappa is best everywhere.

## Finding the neighbours

The exact search for all pairs with a similarity of at least 0.85, by `pagekin cluster CORPUS --method snn --measure M
--threads 1 -v`. Equal pages need no comparison. The stages, in their order,
settle the other pairs, most of them without tree edit distance. `compared` is the share of the rejected pairs
that needed the bounded distance; `free` is the share of the results that were
accepted without it. The paper needs 0.77 s of processor time per pair. Our time is that of the whole
command divided by all pairs, in microseconds, on a busy machine.
""")
head("corpus", "measure", "pairs", "results", "equal", "settled as no result by", "compared", "free", "time a pair")
for name in ("trac-ckan", "hugo-symphonious"):
    for measure in ("ted", "structure_style"):
        report, seconds = cluster(name, "--method", "snn", "--measure", measure, "--threads", "1")
        pairs, results, equal, stages = join(report)
        different = sum(rejected + accepted for rejected, accepted in stages.values())
        no_results = sum(rejected for rejected, _ in stages.values())
        accepted = sum(a for _, a in stages.values())
        late = {k: v for k, v in stages.items() if k in ("bounded", "limit")}
        compared = sum(v[0] for v in late.values())
        row(name, f"`{measure}`", f"{pairs:,}", f"{results:,}", f"{equal:,}",
            ", ".join(f"{k} {v[0] / no_results:.1%}" for k, v in stages.items() if v[0]),
            f"{compared / no_results:.2%}", f"{1 - sum(v[1] for v in late.values()) / max(1, accepted):.1%}",
            f"{1e6 * seconds / pairs:.1f} us")
        print(f"{name} {measure} {different} pairs of different pages", file=sys.stderr)
