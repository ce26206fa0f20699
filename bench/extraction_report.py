#!/usr/bin/env python3
"""Fields from labelled pages: F1, abstention, ablations and speed.

F1 is that of a page: it is right if the value equals one of the true values after decoding references and
collapsing white space. P = right / answers, R = right / pages with a value, over pages without a label; the figure is the mean over
(site, attribute) of the mean over draws of labelled pages. Clusters are found by `auto` unless a row says otherwise.

Each constant is chosen with the vertical left out: for each vertical, of the settings in GRID that which
is best on all other verticals is used. The row "vertical left out" has these figures.

Columns without labels are scored by columns_report.py, which this program runs.

Usage: extraction_report.py PROGRAM BENCH_WRAPPER CORPUS.warc.gz FIELDS.tsv [--draws 5] [--grid [--grid-draws 2]] [-o FILE]
"""
import argparse
import collections
import datetime
import os
import subprocess
import sys
import tempfile

ABLATIONS = [("all", ""), ("absolute XPath", "only_path min_share=0 min_support=0 veto=1e9"),
             ("best selector, no vote", "only_best min_share=0 min_support=0 veto=1e9"),
             ("no silence", "veto=1e9"),
             ("no foreign labels", "foreign=0"), ("no rivals", "rival=0"),
             ("no rounds of agreement", "rounds=0"),
             ("labels alone, no other pages", "rounds=0 coverage=0 fixed=0 shape=0 unique=0 previous=0 count=0 distinct=0")]
GRID = {"veto": [0.5, 0.7, 1.0, 1.5, 1e9], "silence": [2, 4, 8], "silence_other": [0.1, 0.3, 0.6],
        "min_share": [0.2, 0.35, 0.5], "min_support": [0.05, 0.12, 0.25], "rival": [0, 0.5, 0.7, 0.85], "hit": [4, 8],
        "agreement": [1, 2, 4], "shape": [1, 2, 4], "previous": [1, 2, 4], "fixed": [2, 4]}


def run(command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options)


def measure(arguments, clusters, settings, draws=0):
    """{setting: {(vertical, site, attribute): [(present, answers, right, absent, absent answers)]}}"""
    out = run([arguments.bench, "quality", arguments.corpus, clusters, arguments.fields, str(draws or arguments.draws)],
              input="".join(setting + "\n" for setting in settings)).stdout
    found = {setting: collections.defaultdict(list) for setting in settings}
    for line in out.splitlines():
        setting, vertical, site, attribute, _, *counts = line.split("\t")
        found[setting][vertical, site, attribute].append(tuple(map(int, counts)))
    return found


def f1_of(present, answers, right):
    precision = right / answers if answers else 0
    recall = right / present
    return 2 * precision * recall / (precision + recall) if precision + recall else 0


def figures(cases):
    """Mean F1, share of cases of at least 0.95, share of absent fields answered."""
    means = []
    absent = answered = 0
    for draws in cases.values():
        scores = [f1_of(*draw[:3]) for draw in draws if draw[0] > 0]
        if scores:
            means.append(sum(scores) / len(scores))
        absent += sum(draw[3] for draw in draws)
        answered += sum(draw[4] for draw in draws)
    count = max(1, len(means))
    return (100 * sum(means) / count, 100 * sum(mean >= .95 for mean in means) / count,
            100 * answered / max(1, absent), absent)


def of_verticals(cases, keep):
    return {case: draws for case, draws in cases.items() if keep(case[0])}


def row(name, one, three):
    return "| {} | {:.2f} | {:.1f} % | {:.1f} % | {:.2f} | {:.1f} % | {:.1f} % |".format(
        name, one[0], one[1], one[2], three[0], three[1], three[2])


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("program")
parser.add_argument("bench")
parser.add_argument("corpus")
parser.add_argument("fields")
parser.add_argument("--draws", type=int, default=5)
parser.add_argument("--grid", action="store_true", help="choose constants with each vertical left out; slow")
parser.add_argument("--grid-draws", type=int, default=0, help="draws for that; as many as --draws unless given")
parser.add_argument("-o", "--output")
arguments = parser.parse_args()
lines = [f"# Fields from labelled pages, {datetime.date.today().isoformat()}", "",
         f"`bench/extraction_report.py`, {os.path.basename(arguments.corpus)}, {arguments.draws} draws of labelled pages.", "",
         "| | one label: F1 | cases >= 0.95 | absent answered | three labels: F1 | cases >= 0.95 | absent answered |",
         "|---|---|---|---|---|---|---|"]
with tempfile.TemporaryDirectory() as scratch:
    clusters = {}
    for method in ("auto", "fingerprint"):
        clusters[method] = os.path.join(scratch, method + ".tsv")
        run([arguments.program, "cluster", arguments.corpus, "--method", method, "-q", "-o", clusters[method]])
    settings = [f"labels={labels} {setting}".strip() for _, setting in ABLATIONS for labels in (1, 3)]
    found = measure(arguments, clusters["auto"], settings)
    for name, setting in ABLATIONS:
        lines.append(row(name, *(figures(found[f"labels={labels} {setting}".strip()]) for labels in (1, 3))))
    by_fingerprint = measure(arguments, clusters["fingerprint"], ["labels=1", "labels=3"])
    lines.append(row("clusters by fingerprint", figures(by_fingerprint["labels=1"]), figures(by_fingerprint["labels=3"])))
    base = {labels: found[f"labels={labels}"] for labels in (1, 3)}
    verticals = sorted({case[0] for case in base[1]})
    if arguments.grid:
        steps = [""] + [f"{name}={value}" for name, values in GRID.items() for value in values]
        grid = measure(arguments, clusters["auto"], [f"labels={labels} {step}".strip() for step in steps for labels in (1, 3)],
                       arguments.grid_draws)
        left = {1: {}, 3: {}}
        chosen = []
        for vertical in verticals:
            def score(step):
                one, three = (figures(of_verticals(grid[f"labels={labels} {step}".strip()], lambda v: v != vertical))
                              for labels in (1, 3))
                return one[0] + three[0] - max(0, one[2] - 5) / 10 - max(0, three[2] - 5) / 10
            best = max(steps, key=score)
            chosen.append(f"{vertical}: {best or 'defaults'}")
            for labels in (1, 3):
                left[labels].update(of_verticals(grid[f"labels={labels} {best}".strip()], lambda v: v == vertical))
        lines.append(row("vertical left out", figures(left[1]), figures(left[3])))
        lines += ["", f"Chosen with the vertical left out, {arguments.grid_draws or arguments.draws} draws: " + "; ".join(chosen) + "."]
    lines += ["", "By vertical:", "", "| vertical | one label: F1 | absent answered | three labels: F1 | absent answered |",
              "|---|---|---|---|---|"]
    for vertical in verticals:
        one, three = (figures(of_verticals(base[labels], lambda v: v == vertical)) for labels in (1, 3))
        lines.append(f"| {vertical} | {one[0]:.2f} | {one[2]:.1f} % of {one[3]} | {three[0]:.2f} | {three[2]:.1f} % |")
    columns = os.path.join(os.path.dirname(os.path.abspath(__file__)), "columns_report.py")
    lines += ["", "Columns without labels (`bench/columns_report.py`):", "", "```",
              run([sys.executable, columns, arguments.program, arguments.corpus, "--clusters", clusters["auto"],
                   "--by-vertical"]).stdout.rstrip(), "```"]
    lines += ["", "Speed, on all pages and on those of 50 to 100 KB:", "", "```",
              run([arguments.bench, "speed", arguments.corpus, "5"]).stdout.rstrip(), "",
              run([arguments.bench, "speed", arguments.corpus, "5", "50", "100"]).stdout.rstrip(), "```"]
text = "\n".join(lines) + "\n"
if arguments.output:
    with open(arguments.output, "w", encoding="utf8") as file:
        file.write(text)
else:
    print(text, end="")
