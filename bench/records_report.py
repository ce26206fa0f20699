#!/usr/bin/env python3
"""Records of everyday sites: how many rows `pagekin` gets right, without labels and with them.

Reads a set of templates with true rows (manifest.json, STEM.records.jsonl; see the set's README) and
the crawls that they are of, and runs the program as a user would:

  none   `extract` without labels. An oracle maps each true cell to the column of a record that fits
         best, for each template that the program found.
  rows   `learn` from the rows of one page, labelled as lists RECORD.CELL, then `extract --wrapper`.
  two    the same with the first two rows of that page only.

A row is right if all of its cells are, after white space is collapsed and addresses are resolved.
F1 is that of the rows of all pages of a template (labelled pages are left out); the figure is the mean
over kinds of records. With --variant the pages are changed before: `plain` removes class names and
ids, `varied` gives a third of the inline elements another class name, `few` keeps eight pages of a
template. No constant of the program was chosen with the changed pages.

Each corpus has a line of its own, so that a constant can be judged without the corpus that it was
chosen on: --without CORPUS leaves one out of the mean.

Usage: records_report.py PROGRAM SET CORPORA [--only A,B] [--variant plain] [--draws 2]
"""
import argparse
import collections
import gzip
import json
import pathlib
import random
import re
import subprocess
import tempfile
from urllib.parse import urljoin


def collapsed(text):
    return re.sub(r"[\s\u00a0]+", " ", text or "").strip()


def resolved(page, name, text):
    if name in ("url", "image") and text:
        try:
            return urljoin(page, text)
        except ValueError:
            return text
    return text


def overlap(a, b):
    return sum((collections.Counter(a) & collections.Counter(b)).values())


def read_truth(folder):
    """[(corpus, stem, record, cells, {page: rows})]"""
    out = []
    for one in json.loads((folder / "manifest.json").read_text(encoding="utf-8")):
        rows = collections.defaultdict(dict)
        path = folder / f"{one['stem']}.records.jsonl"
        if not one["records"] or not path.exists():
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            rows[entry["record"]][entry["page"]] = entry["rows"]
        for record, about in one["records"].items():
            cells = list(about["cells"])
            pages = {page: [tuple(resolved(page, c, collapsed(row[c])) for c in cells) for row in all_rows]
                     for page, all_rows in rows[record].items()}
            out.append((one["corpus"], one["stem"], record, cells, pages))
    return out


INLINE = re.compile(rb"<(span|a|em|b|i|strong|small)\b([^>]*?)\bclass=(\"|')([^\"'>]*)\3", re.I)


def change(html, how, rnd):
    if how == "plain":
        return re.sub(rb"\s(class|id)=(\"[^\"]*\"|'[^']*'|[^\s>]+)", b"", html, flags=re.I)
    if how == "varied":
        def vary(match):
            if rnd.random() > 1 / 3:
                return match.group(0)
            name = match.group(4).split(b" ")[0] + b"-v" + bytes([97 + rnd.randrange(3)])
            return b"<" + match.group(1) + match.group(2) + b'class="' + name + b'"'
        return INLINE.sub(vary, html)
    return html


def changed_corpus(path, how, keep, out):
    """Writes the WARC with changed pages; `keep`: the pages to keep, or nothing for all."""
    rnd = random.Random(1)
    data = gzip.decompress(path.read_bytes())
    at = 0
    with gzip.open(out, "wb", compresslevel=1) as file:
        while at < len(data):
            end = data.index(b"\r\n\r\n", at)
            head = data[at:end]
            size = int(re.search(rb"(?im)^Content-Length:\s*(\d+)", head).group(1))
            body = data[end + 4:end + 4 + size]
            at = end + 4 + size + 4
            uri = re.search(rb"(?im)^WARC-Target-URI:\s*(\S+)", head)
            name = uri.group(1).decode("utf-8", "replace").strip("<>") if uri else ""
            if keep is not None and name and name not in keep:
                continue
            if b"\r\n\r\n" in body and re.search(rb"(?im)^WARC-Type:\s*response", head):
                http, html = body.split(b"\r\n\r\n", 1)
                if not re.search(rb"(?im)^(Content-Encoding|Transfer-Encoding):", http):
                    html = change(html, how, rnd)
                    http = re.sub(rb"(?im)^Content-Length:.*\r?\n?", b"", http)
                body = http.rstrip(b"\r\n") + b"\r\n\r\n" + html
            head = re.sub(rb"(?im)^WARC-(Payload|Block)-Digest:.*\r\n", b"", head + b"\r\n").rstrip(b"\r\n")
            head = re.sub(rb"(?im)^Content-Length:\s*\d+", b"Content-Length: %d" % len(body), head)
            file.write(head + b"\r\n\r\n" + body + b"\r\n\r\n")


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    return done.returncode


def answers(path):
    if not path.exists():
        return {}
    return {row["page"]: row for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())}


def groups_of(row):
    return {k: [x for x in v if isinstance(x, dict)] for k, v in row.items()
            if isinstance(v, list) and any(isinstance(x, dict) for x in v)}


def f1(counts):
    right, given, true = counts
    return 200 * right / (given + true) if given + true else None


def score_rows(pages, given):
    """`given`: {page: rows as tuples}"""
    right = sum(overlap(given.get(page, []), rows) for page, rows in pages.items())
    return right, sum(len(given.get(page, [])) for page in pages), sum(map(len, pages.values()))


def mapped_by_oracle(pages, cells, rows):
    """Rows of the record whose columns fit best, template by template."""
    parts = collections.defaultdict(list)
    for page in pages:
        parts[rows.get(page, {}).get("template")].append(page)
    given = {}
    for members in parts.values():
        found = {page: groups_of(rows.get(page, {})) for page in members}
        best = (0, None, None)
        for name in sorted({name for page in members for name in found[page]}):
            keys = sorted({key for page in members for row in found[page].get(name, []) for key in row})
            mapping, total = {}, 0
            for i, cell in enumerate(cells):
                top = (0, None)
                for key in keys:
                    hit = both = 0
                    for page in members:
                        a = [resolved(page, cell, collapsed(str(row.get(key) or ""))) for row in found[page].get(name, [])]
                        a, b = [x for x in a if x], [row[i] for row in pages[page] if row[i]]
                        hit += overlap(a, b)
                        both += len(a) + len(b)
                    if both and 2 * hit / both > top[0]:
                        top = (2 * hit / both, key)
                mapping[cell], total = top[1], total + top[0]
            if total > best[0]:
                best = (total, name, mapping)
        _, name, mapping = best
        for page in members:
            made = [tuple(resolved(page, c, collapsed(str(row.get(mapping[c]) or ""))) if mapping[c] else "" for c in cells)
                    for row in found[page].get(name, [])] if name else []
            given[page] = [row for row in made if any(row)]
    return given


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("set", type=pathlib.Path)
    parser.add_argument("corpora", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--without", default="")
    parser.add_argument("--variant", choices=["plain", "varied", "few"], default="")
    parser.add_argument("--draws", type=int, default=2)
    options = parser.parse_args()
    truth = read_truth(options.set)
    names = sorted({corpus for corpus, *_ in truth})
    names = [n for n in names if (not options.only or n in options.only.split(",")) and n not in options.without.split(",")]
    table = {"none": {}, "rows": {}, "two": {}}
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for corpus in names:
            own = [x for x in truth if x[0] == corpus]
            warc = options.corpora / f"{corpus}.warc.gz"
            if options.variant:
                keep = None
                if options.variant == "few":
                    keep = {page for x in own for page in sorted(x[4], key=lambda p: -len(x[4][p]))[:8]}
                changed_corpus(warc, options.variant, keep, work / "changed.warc.gz")
                warc = work / "changed.warc.gz"
                own = [(a, b, c, d, {p: r for p, r in e.items() if keep is None or p in keep}) for a, b, c, d, e in own]
            clusters = work / "clusters.tsv"
            run(options.program, "cluster", warc, "-o", clusters, "-q")
            run(options.program, "extract", warc, "--clusters", clusters, "-o", work / "none.jsonl", "-q")
            rows = answers(work / "none.jsonl")
            for _, stem, record, cells, pages in own:
                table["none"][corpus, stem, record] = f1(score_rows(pages, mapped_by_oracle(pages, cells, rows)))
            for how, most in (("rows", None), ("two", 2)):
                scores = collections.defaultdict(list)
                for draw in range(options.draws):
                    labels, labelled = ["page\tfield\tvalue"], {}
                    for _, stem, record, cells, pages in own:
                        full = sorted(pages, key=lambda p: (-len(pages[p]), p))[:max(5, len(pages) // 10)]
                        page = random.Random(f"{stem} {record} {draw}").choice(full)
                        labelled[stem, record] = page
                        for i, cell in enumerate(cells):
                            labels += [f"{page}\t{record}.{cell}\t{row[i]}" for row in pages[page][:most] if row[i]]
                    (work / "labels.tsv").write_text("\n".join(labels) + "\n", encoding="utf-8")
                    for old in ("made.wrapper", "made.jsonl"):
                        (work / old).unlink(missing_ok=True)
                    run(options.program, "learn", warc, "--fields", work / "labels.tsv", "--clusters", clusters, "-o", work / "made.wrapper", "-q")
                    run(options.program, "extract", warc, "--wrapper", work / "made.wrapper", "-o", work / "made.jsonl", "-q")
                    rows = answers(work / "made.jsonl")
                    for _, stem, record, cells, pages in own:
                        rest = {p: r for p, r in pages.items() if p != labelled[stem, record]}
                        given = {}
                        for page in rest:
                            listed = rows.get(page, {}).get(record)
                            listed = listed if isinstance(listed, list) else []
                            given[page] = [tuple(resolved(page, c, collapsed(str(row.get(c) or ""))) for c in cells)
                                           for row in listed if isinstance(row, dict)]
                        scores[stem, record].append(f1(score_rows(rest, given)) or 0)
                for (stem, record), values in scores.items():
                    table[how][corpus, stem, record] = sum(values) / len(values)
    print(f"{'template and record':52} {'none':>6} {'rows':>6} {'two':>6}")
    for key in table["none"]:
        line = [table[how].get(key) for how in table]
        print(f"{key[1] + ' ' + key[2]:52} " + " ".join("     -" if v is None else f"{v:6.1f}" for v in line))
    mean = [[v for v in table[how].values() if v is not None] for how in table]
    print(f"{'mean':52} " + " ".join(f"{sum(v) / len(v):6.1f}" if v else "     -" for v in mean))


main()
