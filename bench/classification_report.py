#!/usr/bin/env python3
"""Makes docs/classification.md: how well and how fast every measure classifies pages of
labelled corpora (Tables 4 and 5 of Hachenberg and Gottron 2013, and templates of one site).

Usage: classification_report.py PROGRAM CORPORA_FOLDER > docs/classification.md

A corpus is NAME.warc.gz with NAME.labels.tsv. Scores are the same in every run; times are
given as a ratio to the fingerprint's, measured in the same run.
"""
import json
import pathlib
import subprocess
import sys

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
PAPER = ["fingerprint", "md5", "mdh5", "rtdm", "lcts", "tag_vector", "common_paths", "common_path_shingles", "tag_shingles"]
OURS = ["style", "subtree"]
# Hachenberg and Gottron 2013: precision, recall, F1 and pages per second (Table 5); pages per second (Table 4).
TABLE_5 = {"fingerprint": (1.0000, 0.9877, 0.9930, 488.18), "tag_vector": (0.1868, 0.9996, 0.1913, 14.94),
           "common_paths": (0.7809, 0.9979, 0.7836, 2.78), "common_path_shingles": (0.7147, 0.9986, 0.7147, 1.95),
           "tag_shingles": (1.0000, 0.9912, 0.9950, 141.00), "md5": (0.5760, 0.2250, 0.2786, 454.03),
           "mdh5": (1.0000, 0.9729, 0.9831, 6438.51)}
TABLE_4 = {"fingerprint": 594.90, "rtdm": 0.61, "lcts": 6.74, "tag_vector": 261.57, "common_paths": 46.46,
           "common_path_shingles": 37.37, "tag_shingles": 419.68, "md5": 611.18, "mdh5": 8643.51}
SAMPLE = 600  # pages of a site, for all measures


def crossval(name, measures, *options):
    command = ["crossval", f"../shared/corpora/{name}.warc.gz", "--truth", f"../shared/corpora/{name}.labels.tsv"]
    for measure in measures:
        command += ["--measure", measure]
    command += options
    real = [a.replace("../shared/corpora", str(folder)) for a in command]
    done = subprocess.run([program, *real, "--json", "-q"], check=True, capture_output=True, text=True)
    shown = " ".join(["pagekin", *command]).replace(" --measure " + " --measure ".join(measures), " --measure M ...")
    return json.loads(done.stdout), shown


def row(*cells):
    print("| " + " | ".join(str(c) for c in cells) + " |")


def head(*cells):
    row(*cells)
    print("|" + "---|" * len(cells))


def seconds(result):
    return 1 / result["pages_per_second"]


def table(report, more=(), paper=lambda measure: ()):
    base = next(seconds(r) for r in report["results"] if r["measure"] == "fingerprint")
    head("measure", "precision", "recall", "F1", "accuracy", "all: precision", "all: recall", "all: F1", "none", "time", *more)
    for r in report["results"]:
        best, every = r["best"], r["all"]
        row(f"`{r['measure']}`", *(f"{best[k]:.3f}" for k in ("precision", "recall", "f1", "accuracy")),
            *(f"{every[k]:.3f}" for k in ("precision", "recall", "f1")), f"{r['none']:.3f}" if "none" in r else "",
            f"{seconds(r) / base:,.1f}", *paper(r["measure"]))
    print()


def table_5(measure):
    if measure not in TABLE_5:
        return ["", "", "", ""]
    *scores, rate = TABLE_5[measure]
    return [*(f"{v:.3f}" for v in scores), f"{TABLE_5['fingerprint'][-1] / rate:,.1f}"]


def table_4(measure):
    return [f"{TABLE_4['fingerprint'] / TABLE_4[measure]:,.1f}" if measure in TABLE_4 else ""]


print("""# Classification, measured

Made by `bench/classification_report.py` from labelled corpora (`../shared/corpora`); the
command is above each table. "The paper" is Hachenberg and Gottron 2013. Scores are means over templates.

- `best`: the most similar template at or above its threshold wins.
- `all`: every template whose threshold is met is counted, one yes-or-no classifier per template, as in
  the paper's Table 5.
- `none`: the share of pages of unknown templates (left out of training) that are classified as `none`.
- `time`: the time to extract what the measure needs and to classify one page, as a multiple of the
  fingerprint's.

## One template per site: the paper's Table 5

The paper has 13,237 pages of 50 templates and counts as `all` does; its figures are in the last
columns. It leaves out RTDM and LCTS, because it expects them to take 334 and 30 days.
""")
report, command = crossval("swde-sample", PAPER + OURS, "--significance")
print(f"`{command}`: {report['pages']:,} pages of {report['templates']} templates, {report['folds']} folds.\n")
table(report, ("paper: precision", "recall", "F1", "time"), table_5)
print("""Paired two-tailed t-tests over the folds between the paper's best three (decision `all`). The
paper finds that MDH5 is worse than both others and that these do not differ.
""")
head("measures", "score", "t", "p")
best = {"fingerprint", "tag_shingles", "mdh5"}
for test in report["significance"]:
    if test["decision"] == "all" and set(test["measures"]) <= best:
        row(" and ".join(f"`{m}`" for m in test["measures"]), test["score"], f"{test['t']:.2f}", f"{test['p']:.4f}")
print()

print("""## Few examples: the paper's Table 4

Ten pages of each template are for training, the others for testing.
""")
report, command = crossval("swde-sample", PAPER + OURS, "--train-per-class", "10")
print(f"`{command}`\n")
table(report, ("paper: time",), table_4)

print(f"""## Templates of one site

Here all templates belong to one site and often share its head and its frame. Each table is for a seeded sample of about
{SAMPLE} pages, so that the slow measures can take part.
""")
names = [m["name"] for m in json.loads(subprocess.run([program, "list", "measures", "--json"], check=True,
                                                      capture_output=True, text=True).stdout)["measures"]]
separates = {}
for name in ("rustdoc-std", "trac-ckan", "javadoc17-jdk"):
    report, command = crossval(name, names, "--sample", str(SAMPLE))
    print(f"### {name}\n\n`{command}`: {report['pages']:,} pages of {report['templates']} templates.\n")
    table(report)
    for r in report["results"]:
        separates.setdefault(r["measure"], []).append(r["best"]["f1"])
print("""### Which measures separate templates inside a site

Macro F1 with `best`, and the lowest of the three sites:
""")
head("measure", "rustdoc-std", "trac-ckan", "javadoc17-jdk", "least")
for measure, values in sorted(separates.items(), key=lambda item: -min(item[1])):
    row(f"`{measure}`", *(f"{v:.3f}" for v in values), f"{min(values):.3f}")
print("""
Class names separate templates of one site best. Sets and shingles of paths are nearly as good. They cost
tens of times as much as a fingerprint, and the cost grows with the training pages. Alignments of whole
trees or tag sequences cost ten times as much again and are no better. Fingerprints and equal heads
cover the beginning of a page, which templates of one site share.

Inside a site no measure is good at answering `none`. The threshold of a class is the lowest similarity among its
pages, and pages of a related template reach it. Only `tag_shingles`, with a fixed threshold of 0.8,
and `md5`, which needs equality, refuse most pages of unknown templates.""")
