#!/usr/bin/env python3
"""Two versions of the program beside each other: time, memory and result of the same commands.

The two run in turns. Seconds are processor time (user and system) of one thread, the least of all turns; `same` says whether both wrote the same
clusters or similarities. The index is the adjusted Rand index where a corpus has labels.

Usage: before_report.py BEFORE AFTER CORPORA [--turns 5] [-o FILE]
"""
import argparse
import hashlib
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

METHODS = ["fingerprint", "auto", "auto:evidence=content", "ahc --measure style", "ahc:linkage=average --measure common_paths",
           "snn --measure style", "k_medoids:clusters=8 --measure pq_gram"]
CLUSTERED = ["trac-ckan", "woocommerce-cloudchem", "wordpress-certaindoubts", "swde-sample"]
MEASURES = ["style", "path_cosine", "path_jaccard", "subtree", "tree_paths", "pq_gram", "ted", "structure_style"]
COMPARED = "hugo-hydehyde-hymns"


def run(command):
    """(seconds, peak memory in MB, standard error), None if the program has no such command."""
    with tempfile.TemporaryFile("w+") as errors:
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        text = errors.read()
    if child.returncode != 0:
        return None, text
    return (usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024), text


def digest(path):
    """Of all rows; of clusters, of page and cluster alone."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    if rows and rows[0][0] == "page":
        rows = [row[:2] for row in rows[1:]]
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def index_of(program, clusters, labels):
    done = subprocess.run([program, "evaluate", clusters, "--truth", labels], capture_output=True, text=True)
    found = re.search(r"adjusted[_ ]rand[_ ]index\s+(-?[0-9.]+)", done.stdout + done.stderr, re.I)
    return found[1] if found else "–"


def commands(corpora):
    for corpus in CLUSTERED:
        for method in METHODS:
            name, *more = method.split(" ")
            yield f"cluster {corpus}, {method}", ["cluster", str(corpora / f"{corpus}.warc.gz"), "--method", name, *more, "--threads", "1", "-q"], corpora / f"{corpus}.labels.tsv"
    for measure in MEASURES:
        yield f"matrix {COMPARED}, {measure}", ["matrix", str(corpora / f"{COMPARED}.warc.gz"), "--measure", measure, "--threads", "1", "-q"], None
    yield "fingerprint swde-sample", ["fingerprint", str(corpora / "swde-sample.warc.gz"), "--threads", "1", "-q"], None


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("before", type=os.path.abspath)
parser.add_argument("after", type=os.path.abspath)
parser.add_argument("corpora", type=pathlib.Path)
parser.add_argument("--turns", type=int, default=5)
parser.add_argument("-o", "--output", type=pathlib.Path)
arguments = parser.parse_args()

lines = ["# Before and after", "", f"`bench/before_report.py`, {arguments.turns} turns, one thread. Processor seconds, the least of all turns; peak memory in MB.", "",
         "| command | before, s | after, s | ratio | before, MB | after, MB | index before | after | same output |", "|---|---:|---:|---:|---:|---:|---:|---:|---|"]
ratios = []
with tempfile.TemporaryDirectory() as scratch:
    outputs = {name: pathlib.Path(scratch) / f"{name}.tsv" for name in ("before", "after")}
    for title, command, labels in commands(arguments.corpora):
        if not pathlib.Path(command[1]).exists():
            continue
        print(title, file=sys.stderr, flush=True)
        found = {"before": [], "after": []}
        for turn in range(arguments.turns):
            for name, program in (("before", arguments.before), ("after", arguments.after)):
                measured, errors = run([program, *command, "-o", str(outputs[name])])
                if measured is None:
                    print(f"{name}: {errors.strip()}", file=sys.stderr)
                    continue
                found[name].append(measured)
        if not found["before"] or not found["after"]:
            lines.append(f"| {title} | {'' if found['before'] else 'fails'} | {'' if found['after'] else 'fails'} | | | | | | |")
            continue
        least = {name: min(one[0] for one in values) for name, values in found.items()}
        memory = {name: min(one[1] for one in values) for name, values in found.items()}
        ratios.append(least["after"] / least["before"])
        index = {name: index_of(arguments.after, str(path), str(labels)) if labels and labels.exists() else "" for name, path in outputs.items()}
        same = "yes" if digest(outputs["before"]) == digest(outputs["after"]) else "no"
        lines.append(f"| {title} | {least['before']:.2f} | {least['after']:.2f} | {ratios[-1]:.2f} | {memory['before']:.0f} | {memory['after']:.0f} | "
                     f"{index['before']} | {index['after']} | {same} |")
lines += ["", f"Median of the ratios: {statistics.median(ratios):.2f}; the largest: {max(ratios):.2f}."]
text = "\n".join(lines) + "\n"
if arguments.output:
    arguments.output.write_text(text, encoding="utf-8")
else:
    print(text, end="")
