"""The parts of the benchmark that go beyond one clustering of one crawl: extraction and history. docs/benchmark.md explains them.

Standard library only.
"""
import collections
import gzip
import html
import json
import pathlib
import random
import re
import subprocess
import tarfile

import crawls

LEVELS = ("none", "minor", "moderate", "redesign")


# ---- Extraction: what a clustering is worth for those who extract fields.

def read_fields(path):
    """page -> field -> its true values; a page without values of a field has an empty list."""
    fields = collections.defaultdict(lambda: collections.defaultdict(list))
    with open(path, encoding="utf-8") as file:
        for line in file:
            page, field, value = line.rstrip("\r\n").split("\t")
            values = fields[page][field]
            if value:
                values.append(value)
    return fields


def plain(text):
    return re.sub(r"\s+", " ", html.unescape(text)).strip()


def write_table(path, heading, rows):
    with open(path, "w", encoding="utf-8") as file:
        file.write("\t".join(heading) + "\n")
        file.writelines("\t".join(map(str, row)) + "\n" for row in rows)
    return path


def labelled_pages(drawn, fields, seed):
    """One page of each true template that has values: what a person would label."""
    by_template = collections.defaultdict(list)
    for page, template in sorted(drawn.labels.items()):
        if any(fields.get(drawn.old_ids[page], {}).values()):
            by_template[template].append(page)
    return {random.Random(f"{seed} {template}").choice(pages) for template, pages in sorted(by_template.items())}


def extraction_f1(pagekin, drawn, fields, clusters, seed, folder):
    """The mean F1 over (true template, field) of values that are learned from one labelled page of each true template, if the
    templates are those of `clusters` (page -> cluster). Labelled pages take no part in the score."""
    table = write_table(folder / "templates.tsv", ("page", "template"), sorted(clusters.items()))
    labelled = labelled_pages(drawn, fields, seed)
    given = write_table(folder / "given.tsv", ("page", "field", "value"),
                        [(page, field, values[0]) for page in sorted(labelled)
                         for field, values in sorted(fields[drawn.old_ids[page]].items()) if values])
    wrapper, records = folder / "benchmark.wrapper", folder / "records.jsonl"
    for path in (wrapper, records):
        path.unlink(missing_ok=True)
    common = [str(drawn.warc), "--clusters", str(table), "-q"]
    for command in (["learn", *common, "--fields", str(given), "-o", str(wrapper)],
                    ["extract", *common, "--wrapper", str(wrapper), "-o", str(records)]):
        done = subprocess.run([pagekin, *command], capture_output=True, text=True)
        # Status 1 of `learn`: some fields could not be learned, and were named.
        if done.returncode not in (0, 1) or (command[0] == "extract" and not records.exists()):
            raise RuntimeError(f"{command[0]}: status {done.returncode}: {done.stderr.strip()[-200:]}")
        if command[0] == "learn" and not wrapper.exists():
            return 0.0
    answers = {}
    with open(records, encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            answers[record["page"]] = record
    counts = collections.defaultdict(lambda: [0, 0, 0])  # present, answers, right
    for page, template in drawn.labels.items():
        if page in labelled:
            continue
        for field, values in fields.get(drawn.old_ids[page], {}).items():
            answer = answers.get(page, {}).get(field) or ""
            answer = plain(answer[0] if isinstance(answer, list) else answer)
            present, answered, right = counts[template, field]
            counts[template, field] = [present + bool(values), answered + bool(answer),
                                       right + (bool(answer) and answer in map(plain, values))]
    scores = []
    for present, answered, right in counts.values():
        if present:
            precision, recall = right / answered if answered else 0, right / present
            scores.append(2 * precision * recall / (precision + recall) if right else 0.0)
    return sum(scores) / len(scores) if scores else 0.0


# ---- History: whether a template stays one while its site changes.

def snapshots(suite, folder):
    """(site, folder of its snapshots) of each SITE.tar.xz."""
    for archive in sorted(pathlib.Path(suite).glob("*.tar.xz")):
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
        name = archive.name.removesuffix(".tar.xz")
        yield name, folder / name


def pairs_of(folder):
    """(k, level) of each snapshot k that has one before it: the largest change of a template between the two. Templates that only one
    of them has, or too few pages of, have not changed in a known way."""
    levels = collections.defaultdict(lambda: "none")
    for entry in json.loads((folder / "truth.json").read_text(encoding="utf-8")):
        k = int(entry["pair"].partition("-")[2])
        if entry["level"] in LEVELS:
            levels[k] = max(levels[k], entry["level"], key=LEVELS.index)
        else:  # new, gone or odd
            levels[k] = levels[k]
    return sorted(levels.items())


def record_of(page, text):
    """A WARC response record, compressed."""
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + text.encode("utf-8", "replace")
    head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {page}\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n"
            f"WARC-Record-ID: <urn:uuid:{random.Random(page).getrandbits(64):016x}>\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n").encode()
    return page, gzip.compress(head + body + b"\r\n\r\n", 1, mtime=0)


def pair_records(folder, k, most):
    """At most `most` pages of each template of each of two neighbouring snapshots, and their labels. A page that both have
    occurs twice, under two addresses."""
    records, labels = [], {}
    for number in (k - 1, k):
        template_of = crawls.read_columns(folder / f"s{number}.labels.tsv")
        with open(folder / f"s{number}.jsonl", encoding="utf-8") as file:
            pages = [json.loads(line) for line in file]
        random.Random(f"{folder.name} {number}").shuffle(pages)
        taken = collections.Counter()
        for page in pages:
            template = template_of.get(page["url"])
            if template is None or taken[template] == most:
                continue
            taken[template] += 1
            name = f"{page['url']}{'&' if '?' in page['url'] else '?'}snapshot={number}"
            records.append(record_of(name, page["html"]))
            labels[name] = template
    return records, labels
