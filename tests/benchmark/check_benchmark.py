#!/usr/bin/env python3
"""Runs the benchmark of docs/benchmark.md on small synthetic sites with programs whose scores are known.

Usage: check_benchmark.py PROGRAM ROOT

`oracle` writes the true templates, `one_cluster` and `singletons` know nothing. `chosen` is right with the option `good`, but on
the site `lone` only with `bad`: its own labels must not take part in the choice, so it must be wrong there.
"""
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

program, root = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
SITES = ("first", "second", "third", "lone")
ORACLE = """
import json, re, sys
pages, output, option = sys.argv[1:4]
# The template is written into the page.
with open(output, "w") as file:
    file.write("page\\tcluster\\n")
    for line in open(pages):
        page = json.loads(line)
        template, lone = re.search(r"template=(\\w+) (\\w+)", page["html"]).groups()
        right = option == ("bad" if lone == "lone" else "good") or option == "always"
        file.write(f"{page['url']}\\t{template if right else 'x'}\\n")
"""


def record(page, html):
    body = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{html}".encode()
    head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {page}\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n"
            f"WARC-Record-ID: <urn:uuid:{page.encode().hex()}>\r\nContent-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode()
    return head + body + b"\r\n\r\n"


def check(condition, text):
    if not condition:
        sys.exit(text)


with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch)
    corpora = folder / "corpora"
    corpora.mkdir()
    for site in SITES:
        labels = []
        with open(corpora / f"{site}.warc.gz", "wb") as archive:
            for number in range(24):
                template, page = "ab"[number % 2], f"https://{site}.example/{number}"
                parts = "<h1>A</h1><p>text" if template == "a" else "<table><tr><td>B<td>cell</table><ul><li>item</ul>"
                archive.write(gzip.compress(record(page, f"<!-- template={template} {site} --><title>{number}</title>{parts} {number}")))
                labels.append(f"{page}\t{template}\n")
        (corpora / f"{site}.labels.tsv").write_text("".join(labels))
    (folder / "oracle.py").write_text(ORACLE)
    # Fields of one site: the number in the title.
    (corpora / "first.fields.tsv").write_text("".join(f"https://first.example/{number}\tnumber\t{number}\n" for number in range(24)))
    # Three snapshots of a site. Templates that are new, gone or too small say nothing of a change.
    suite, site = folder / "history", folder / "old"
    suite.mkdir()
    site.mkdir()
    for k in (1, 2, 3):
        pages = [{"url": f"https://old.example/{n}", "html": f"<!-- template={'ab'[n % 2]} old --><title>{n}</title><p>{k}"} for n in range(8)]
        (site / f"s{k}.jsonl").write_text("".join(json.dumps(page) + "\n" for page in pages))
        (site / f"s{k}.labels.tsv").write_text("".join(f"https://old.example/{n}\t{'ab'[n % 2]}\n" for n in range(8)))
    levels = [("1-2", "a", "odd"), ("1-2", "b", "new"), ("2-3", "a", "minor"), ("2-3", "b", "redesign"), ("2-3", "c", "gone")]
    (site / "truth.json").write_text(json.dumps([{"pair": pair, "template": name, "level": level} for pair, name, level in levels]))
    with tarfile.open(suite / "old.tar.xz", "w:xz") as archive:
        archive.add(site, "old")
    run = f"'{sys.executable}' '{folder / 'oracle.py'}' {{jsonl}} {{output}}"
    command = [sys.executable, root / "bench/benchmark.py", corpora, "--pagekin", program, "--draws", "2", "--pages", "8",
               "--program", f"oracle={run} always", "--program", f"chosen={run} {{x}}", "--vary", "chosen=bad,good",
               "--history", suite, "--json", folder / "scores.json"]
    for name in ("one_cluster", "singletons"):
        command += ["--program", f"{name}='{sys.executable}' '{root / 'bench/baselines.py'}' {name} {{jsonl}} {{output}}"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    check(done.returncode == 0, done.stderr)
    scores = json.loads((folder / "scores.json").read_text())
    check(set(scores["oracle"].values()) == {1.0} and set(scores["oracle"]) == set(SITES), f"oracle: {scores['oracle']}")
    check(set(scores["one_cluster"].values()) == {0.0} and set(scores["singletons"].values()) == {0.0}, "nothing is known, but scored")
    check(scores["chosen"] == {"first": 1.0, "second": 1.0, "third": 1.0, "lone": 0.0}, f"chosen with its own labels: {scores['chosen']}")
    check("| the labels | 1.000 | |" in done.stdout and "| oracle | 1.000 | 0.000 |" in done.stdout, f"extraction:\n{done.stdout}")
    check("| program | none | redesign | worst site |" in done.stdout, f"history:\n{done.stdout}")
    check("| oracle | 1.000 | 1.000 | 1.00 (old) |" in done.stdout and "| one_cluster | 0.000 | 0.000 | 0.00 (old) |" in done.stdout, f"history:\n{done.stdout}")
    command += ["--program", "broken=exit 7"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    check(done.returncode != 0 and "broken | failed" in done.stdout and "status 7" in done.stdout, "a failure that nobody sees")
print("the benchmark scores programs whose scores are known")
