#!/usr/bin/env python3
"""Compares measures as the default of `pagekin train`, over every labelled corpus of a folder.

Usage: train_measure_report.py PROGRAM CORPORA_FOLDER [--sample N] [--measure NAME]... > FILE.md

A corpus is NAME.warc.gz with NAME.labels.tsv. Each is cross-validated once, with a seeded sample of
its pages and one thread, so that all corpora take a few minutes. Tree edit distances are left out:
they cost some forty times as much as the slowest of the others.
"""
import argparse
import json
import pathlib
import statistics
import subprocess

SLOW = {"ted", "ted_max", "structure_style"}
FOLDS = 5

parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("folder", type=pathlib.Path)
parser.add_argument("--sample", type=int, default=150)
parser.add_argument("--measure", action="append", help="only these measures; may be repeated")
given = parser.parse_args()


def run(*arguments):
    return json.loads(subprocess.run([given.program, *arguments], check=True, capture_output=True, text=True).stdout)


measures = given.measure or [m["name"] for m in run("list", "measures", "--json")["measures"] if m["name"] not in SLOW]
options = ["--sample", str(given.sample), "--folds", str(FOLDS), "--threads", "1", "--json", "-q"]
for measure in measures:
    options += ["--measure", measure]

base_measure = "fingerprint" if "fingerprint" in measures else measures[0]
f1, none, seconds = ({m: [] for m in measures} for _ in range(3))
corpora = sorted(p.name.removesuffix(".warc.gz") for p in given.folder.glob("*.warc.gz"))
for name in corpora:
    report = run("crossval", str(given.folder / f"{name}.warc.gz"), "--truth", str(given.folder / f"{name}.labels.tsv"), *options)
    for result in report["results"]:
        f1[result["measure"]].append(result["best"]["f1"])
        if "none" in result:
            none[result["measure"]].append(result["none"])
        seconds[result["measure"]].append(1 / result["pages_per_second"])

print(f"`pagekin crossval NAME.warc.gz --truth NAME.labels.tsv --sample {given.sample} --folds {FOLDS} --threads 1` with the measures below,")
print(f"over {len(corpora)} corpora. F1 is the mean over templates with decision `best`; its mean, its lower quartile and its lowest")
print("value are over corpora. none: the share of pages of templates left out of training that are classified as `none`,")
print(f"mean over corpora. time: to extract and classify one page, median over corpora, as a multiple of that of `{base_measure}`.\n")
print("| measure | F1, mean | F1, lower quartile | F1, lowest | corpora with F1 below 0.9 | none | time |")
print("|---|---|---|---|---|---|---|")
base = statistics.median(seconds[base_measure])
for m in sorted(measures, key=lambda m: -statistics.mean(f1[m])):
    print(f"| `{m}` | {statistics.mean(f1[m]):.3f} | {statistics.quantiles(f1[m], n=4)[0]:.3f} | {min(f1[m]):.3f} "
          f"| {sum(x < 0.9 for x in f1[m])} | {statistics.mean(none[m]):.3f} | {statistics.median(seconds[m]) / base:,.1f} |")
