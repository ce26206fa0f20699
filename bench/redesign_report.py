#!/usr/bin/env python3
"""Alarms after a redesign: are broken fields named, are sound ones left alone, and are fields found again?

Synthetic crawls: half of a crawl is the time before, the other half the time after, in which two templates have a new design
(`synth --redesign 2 --part`). The control is the same second half without redesigns. Fields are columns that nearly
every page of a template has; each is learned from one labelled page of the first half. The new design has other texts too, so this tells of alarms
alone.

Another design of the same pages, and of other pages: the first half again, or the second, with other class names and tags, without ids, and nested
deeper (`redesigned`). A field is found again if the repaired wrapper has the value that the old one finds in the old design on at least 80 % of the pages.

Real designs, with --real: the pages of two templates of a corpus that show the same things in an old and a new design. The fields
are texts that patterns find in both. The control is a half of the old pages that took no part in learning.

Usage: redesign_report.py PROGRAM [--seeds 5] [--real data-everypolitician.warc.gz] [-o FILE]
"""
import argparse
import collections
import datetime
import gzip
import hashlib
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Of data-everypolitician: the templates of the old and the new design, and where the fields stand in both.
REAL = {"old": "old-term-table", "new": "term-table",
        "fields": {"country": r"<header.*?<h2>\s*<a [^>]*>(.*?)</a>", "term": r"<h1[^>]*>.*?</span>(.*?)</h1>"}}
MOST_FIELDS = 4


def text_of(source):
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", source)).split())


class Program:
    def __init__(self, path):
        self.path = path

    def run(self, *arguments, statuses=(0,)):
        done = subprocess.run([self.path, *arguments], capture_output=True, text=True)
        if done.returncode not in statuses:
            raise SystemExit(f"{' '.join(arguments)}: status {done.returncode}\n{done.stderr}")
        return done.returncode

    def records(self, folder, name, *arguments, statuses=(0,)):
        """(status, {page: record})"""
        path = folder / f"{name}.jsonl"
        status = self.run("extract", *arguments, "-q", "-o", str(path), statuses=statuses)
        return status, {one["page"]: one for one in map(json.loads, open(path, encoding="utf8"))}


def read_labels(path):
    return dict(line.rstrip("\n").split("\t") for line in open(path, encoding="utf8"))


def choose_fields(program, folder, crawl, clusters):
    """Rows (page, template, field, value): columns that nearly all pages of a template have, on one page of each."""
    schema = folder / "schema.json"
    _, records = program.records(folder, "columns", crawl, "--clusters", clusters, "--save-schema", str(schema))
    rows = []
    for template in json.load(open(schema, encoding="utf8"))["templates"]:
        pages = [one for one in records.values() if str(one["template"]) == template["template"]]
        columns = [column["name"] for column in template["columns"]
                   if column["source"] == "text" and not column["list"] and column["fill"] >= .9
                   and column["distinct"] >= .8 * column["values"]][:MOST_FIELDS]
        if len(pages) < 10 or not columns:
            continue
        best = max(pages, key=lambda one: sum(bool(one[column]) for column in columns))
        rows += [(best["page"], template["template"], f"{column}", best[column]) for column in columns if best[column]]
    return rows


def write_labels(path, rows):
    with open(path, "w", encoding="utf8") as file:
        file.write("page\tfield\tvalue\n" + "".join(f"{page}\t{field}\t{value}\n" for page, _, field, value in rows))


OTHER_TAGS = {"div": "section", "section": "div", "article": "div", "span": "small", "p": "div", "h1": "h2", "h2": "h3", "dl": "div", "dt": "strong",
              "dd": "span", "ul": "div", "li": "p"}


def redesigned(source):
    """The same texts in the same order, between other tags and class names."""
    def attribute(match):
        if match[1].lower() == "id":
            return ""
        names = match[2].split()
        return ' class="' + " ".join("n" + hashlib.md5(name.encode()).hexdigest()[:6] for name in names) + '"'

    source = re.sub(r'\s(class|id)="([^"]*)"', attribute, source, flags=re.I)
    source = re.sub(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)", lambda match: f"<{match[1]}{OTHER_TAGS.get(match[2].lower(), match[2])}", source)
    source = re.sub(r"<body[^>]*>", '<body class="new"><header><b>All new</b></header><main><section>', source, count=1)
    return source.replace("</body>", "</section></main></body>")


def pages_of(archive):
    """{address: page}"""
    pages = {}
    for record in gzip.open(archive).read().split(b"WARC/1.")[1:]:
        address = re.search(rb"WARC-Target-URI: ?<?([^\r\n>]+)", record)
        if address:
            pages[address[1].decode()] = record.split(b"\r\n\r\n", 2)[-1].decode("utf8", "replace")
    return pages


def in_another_design(program, seed, pages, counts):
    """`pages`: "same" or "other" pages than those of which the fields were learned."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        shape = ["--templates", "12", "--sites", "3", "--pages", "900", "--seed", str(seed), "-q"]
        before, later = str(folder / "before.warc.gz"), str(folder / "later.warc.gz")
        program.run("synth", "-o", before, *shape, "--part", "1/2")
        program.run("synth", "-o", later, *shape, "--part", "1/2" if pages == "same" else "2/2")
        clusters, wrapper = folder / "clusters.tsv", str(folder / "w")
        labels = read_labels(folder / "before.labels.tsv")
        clusters.write_text("page\ttemplate\n" + "".join(f"{page}\t{label}\n" for page, label in labels.items()))
        rows = choose_fields(program, folder, before, str(clusters))
        write_labels(folder / "labels.tsv", rows)
        program.run("learn", before, "--clusters", str(clusters), "--fields", str(folder / "labels.tsv"), "-o", wrapper, "-q", statuses=(0, 1))
        with open(folder / "new.jsonl", "w", encoding="utf8") as file:
            for page, body in pages_of(later).items():
                file.write(json.dumps({"url": page, "html": redesigned(body)}) + "\n")
        _, truth = program.records(folder, "control", later, "--wrapper", wrapper, "--health", str(folder / "control.json"))
        program.records(folder, "after", str(folder / "new.jsonl"), "--wrapper", wrapper, "--health", str(folder / "after.json"),
                        "--repair", str(folder / "w2"))
        _, again = program.records(folder, "again", str(folder / "new.jsonl"), "--wrapper", str(folder / "w2"))
        states = {name: {(one["template"], one["field"]): one["state"] for one in json.load(open(folder / f"{name}.json"))["fields"]}
                  for name in ("control", "after")}
        for _, template, field, _ in rows:
            filled = [page for page, one in truth.items() if str(one["template"]) == template and one.get(field)]
            right = sum(again.get(page, {}).get(field) == truth[page][field] for page in filled)
            counts[f"{pages}: fields"] += 1
            counts[f"{pages}: false alarms in the control"] += states["control"].get((template, field)) == "broken"
            counts[f"{pages}: fields with an alarm"] += states["after"].get((template, field)) == "broken"
            counts[f"{pages}: fields found again"] += bool(filled) and right >= .8 * len(filled)


def of_synth(program, seed, counts):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        shape = ["--templates", "12", "--sites", "3", "--pages", "900", "--seed", str(seed), "-q"]
        for name, more in (("before", ["--redesign", "2", "--part", "1/2"]), ("after", ["--redesign", "2", "--part", "2/2"]),
                           ("control", ["--part", "2/2"])):
            program.run("synth", "-o", str(folder / f"{name}.warc.gz"), *shape, *more)
        clusters = folder / "clusters.tsv"
        labels = read_labels(folder / "before.labels.tsv")
        clusters.write_text("page\ttemplate\n" + "".join(f"{page}\t{label}\n" for page, label in labels.items()))
        redesigned = {label.removesuffix("-redesigned") for label in read_labels(folder / "after.labels.tsv").values()
                      if label.endswith("-redesigned")}
        rows = choose_fields(program, folder, str(folder / "before.warc.gz"), str(clusters))
        write_labels(folder / "labels.tsv", rows)
        wrapper = str(folder / "w")
        program.run("learn", str(folder / "before.warc.gz"), "--clusters", str(clusters), "--fields", str(folder / "labels.tsv"),
                    "-o", wrapper, "-q", statuses=(0, 1))
        own = collections.defaultdict(set)
        for _, template, field, _ in rows:
            own[template].add(field)

        def broken(health):
            return {(one["template"], one["field"]) for one in json.load(open(health))["fields"]
                    if one["state"] == "broken" and one["field"] in own[one["template"]]}

        fields = {(template, field) for template, names in own.items() for field in names}
        changed = {one for one in fields if one[0] in redesigned}
        for name in ("control", "after"):
            program.records(folder, name, str(folder / f"{name}.warc.gz"), "--wrapper", wrapper, "--health", str(folder / f"{name}.json"))
        counts["fields"] += len(fields)
        counts["false alarms in the control"] += len(broken(folder / "control.json") & fields)
        alarms = broken(folder / "after.json")
        for one in sorted(redesigned & set(own) - {one[0] for one in alarms}):
            print(f"seed {seed}: no alarm for {one}", file=sys.stderr)
        counts["redesigned templates"] += len(redesigned & set(own))
        counts["redesigned templates with an alarm"] += len({one[0] for one in alarms & changed})
        counts["redesigned fields"] += len(changed)
        counts["redesigned fields with an alarm"] += len(alarms & changed)
        counts["false alarms elsewhere"] += len(alarms & (fields - changed))


def of_real(program, corpus):
    """Rows of a table."""
    labels = read_labels(re.sub(r"\.warc\.gz$", ".labels.tsv", corpus))
    pages = {"old": {}, "new": {}}
    for page, body in pages_of(corpus).items():
        for design in pages:
            if labels.get(page) == REAL[design]:
                pages[design][page] = body
    truth = {}
    for design, some in pages.items():
        for page, body in some.items():
            found = {field: re.search(pattern, body, re.S) for field, pattern in REAL["fields"].items()}
            truth[page] = {field: text_of(match[1]) for field, match in found.items() if match}
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        names = sorted(pages["old"])
        parts = {"before": names[::2], "control": names[1::2], "after": sorted(pages["new"])}
        for name, some in parts.items():
            with open(folder / f"{name}.jsonl", "w", encoding="utf8") as file:
                for page in some:
                    file.write(json.dumps({"url": page, "html": pages["new" if name == "after" else "old"][page]}) + "\n")
        first = parts["before"][0]
        write_labels(folder / "labels.tsv", [(first, "", field, value) for field, value in truth[first].items()])
        wrapper = str(folder / "w")
        program.run("learn", str(folder / "before.jsonl"), "--fields", str(folder / "labels.tsv"), "-o", wrapper, "-q")

        def right(records, some, field):
            values = [records.get(page, {}).get(field) == truth[page][field] for page in some if field in truth[page]]
            return f"{100 * sum(values) / max(1, len(values)):.0f} % of {len(values)}"

        status, control = program.records(folder, "c", str(folder / "control.jsonl"), "--wrapper", wrapper, "--fail-on", "broken",
                                          statuses=(0, 3))
        alarm, before = program.records(folder, "a", str(folder / "after.jsonl"), "--wrapper", wrapper, "--fail-on", "broken",
                                        "--repair", str(folder / "w2"), statuses=(0, 3))
        _, again = program.records(folder, "r", str(folder / "after.jsonl"), "--wrapper", str(folder / "w2"))
        rows = [f"| alarm in the control | {'yes' if status == 3 else 'no'} |", f"| alarm after the redesign | {'yes' if alarm == 3 else 'no'} |"]
        for field in REAL["fields"]:
            rows.append(f"| `{field}`: right in the control, on new pages by the old wrapper, by the repaired one | "
                        f"{right(control, parts['control'], field)}, {right(before, parts['after'], field)}, "
                        f"{right(again, parts['after'], field)} |")
        return rows


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("program", type=os.path.abspath)
parser.add_argument("--seeds", type=int, default=5)
parser.add_argument("--real", help="data-everypolitician.warc.gz")
parser.add_argument("-o", "--output")
arguments = parser.parse_args()
program = Program(arguments.program)
lines = [f"# Alarms after a redesign, {datetime.date.today().isoformat()}", "",
         f"`bench/redesign_report.py`; {arguments.seeds} synthetic crawls of 12 templates, two of them redesigned.", "",
         "| synthetic crawls | count |", "|---|---|"]
counts = collections.Counter()
for seed in range(1, arguments.seeds + 1):
    of_synth(program, seed, counts)
    for pages in ("same", "other"):
        in_another_design(program, seed, pages, counts)
for name in ("fields", "false alarms in the control", "false alarms elsewhere", "redesigned templates", "redesigned templates with an alarm",
             "redesigned fields", "redesigned fields with an alarm"):
    lines.append(f"| {name} | {counts[name]} |")
lines += ["", "| in another design | the same pages | other pages |", "|---|---|---|"]
for name in ("fields", "false alarms in the control", "fields with an alarm", "fields found again"):
    lines.append(f"| {name} | {counts['same: ' + name]} | {counts['other: ' + name]} |")
if arguments.real:
    lines += ["", "| " + os.path.basename(arguments.real) + " | |", "|---|---|"] + of_real(program, arguments.real)
text = "\n".join(lines) + "\n"
if arguments.output:
    pathlib.Path(arguments.output).write_text(text, encoding="utf8")
else:
    print(text, end="")
