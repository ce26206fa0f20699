#!/usr/bin/env python3
"""Writes true values of fields and records of labelled crawls, as sets for `bench/everyday_report.py`.

Usage: make_truth.py CORPORA OUT [--group a|b|c]

CORPORA holds NAME.warc.gz with NAME.labels.tsv. Writes OUT/a, OUT/b and OUT/c, or one of them. README.md beside this
script tells what the groups are, the forms of the files, and how the truth was checked. Needs lxml and html5lib.
"""
import argparse
import collections
import json
import pathlib
import re
import sys
import warnings

try:
    import reading
    import a_documentation  # noqa: F401  these register their templates
    import a_sites  # noqa: F401
    import b_documentation  # noqa: F401
    import b_sites  # noqa: F401
    import c_documentation  # noqa: F401
    import c_sites  # noqa: F401
except ModuleNotFoundError as missing:
    sys.exit(f"make_truth.py needs the packages lxml and html5lib; {sys.executable} has no {missing.name}")

from reading import LIST, PART, UNREAD, Uncertain, collapsed, is_element, text

AMBIGUOUS_FROM = 0.3  # of the pages have the value as the whole of two texts or more
SINGLE_FROM = 0.97  # of the pages have the field
LONGEST_TEXT = 3000  # characters of a text that is counted as a whole
UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd\u200b\u200e\u200f\ufeff]")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


# ---- How often a value is the whole of a text of its page.


def innermost_texts(page):
    """{text: elements that have just this text, and no child that has it too}; the title of the page counts"""
    counts = collections.Counter()
    for element in page.iter():
        if is_element(element) and element.tag not in UNREAD - {"title"}:
            own = collapsed(element.text) if element.tag == "title" else text(element)
            counts[own] += bool(own) and not any(is_element(child) and text(child) == own for child in element)
    return counts


def is_seen(element):
    return (
        is_element(element)
        and element.tag not in UNREAD | {"meta"}
        and not any(above.tag in UNREAD for above in element.iterancestors())
    )


def whole_texts(page):
    """{text: elements without blocks, and texts between elements, that are just this text}"""
    counts = collections.Counter()
    for element in filter(is_seen, page.iter()):
        own = text(element)
        if len(element) == 0:
            counts[own] += 1
            continue
        has_blocks = any(is_element(child) and child.tag in reading.BLOCKS for child in element)
        is_whole = len(own) < LONGEST_TEXT and not has_blocks
        only_wraps = len(element) == 1 and not collapsed(element.text) and not collapsed(element[0].tail)
        counts[own] += is_whole and not only_wraps
        for part in [element.text] + [child.tail for child in element]:
            part = collapsed(part)
            counts[part] += bool(part) and not (is_whole and part == own)
    return counts


Group = collections.namedtuple("Group", "most_pages count_texts texts_of_part unseen")

GROUPS = {
    "a": Group(80, innermost_texts, 0, CONTROL),
    "b": Group(80, whole_texts, 1, UNSEEN),
    "c": Group(70, whole_texts, 1, UNSEEN),
}


# ---- The truth of a template.

Page = collections.namedtuple("Page", "url fields records texts")


def as_values(value):
    values = [value] if isinstance(value, str) else value or []
    return [one for one in map(collapsed, values) if one]


def truth_of_page(group, template, url, page):
    """A Page; raises Uncertain."""
    fields, records = template.truth(page, url)
    assert set(fields) == set(template.fields) and set(records) == set(template.records), template.stem
    fields = {name: as_values(fields[name]) for name in template.fields}
    records = {
        name: [{cell: collapsed(row[cell]) for cell in cells} for row in records[name]]
        for name, cells in template.records.items()
    }
    said = json.dumps(list(fields.values()) + list(records.values()), ensure_ascii=False)
    reading.need(not group.unseen.search(said), "a value has characters that nobody sees")
    for name, kind in template.fields.items():
        assert kind == LIST or len(fields[name]) <= 1, (template.stem, url, name)
    return Page(url, fields, records, group.count_texts(page))


def truth_of(group, template, archive, labels):
    """([Page], [reason why a page is left out])"""
    pages, reasons = [], []
    for url in reading.chosen(archive, labels, template.label, group.most_pages):
        try:
            pages.append(truth_of_page(group, template, url, reading.parse(*archive[url])))
        except Uncertain as reason:
            reasons.append(f"{url}: {reason}")
    return pages, reasons


# ---- Files.


def occurrences_of(group, template, pages):
    """[(address, field, texts)] of the values that are the whole of two texts or more; part of a text counts as one."""
    occurrences = []
    for name, kind in template.fields.items():
        for page in pages if kind != LIST else []:
            if page.fields[name]:
                count = page.texts[page.fields[name][0]] + (group.texts_of_part if kind == PART else 0)
                if count >= 2:
                    occurrences.append((page.url, name, count))
    return occurrences


def about_field(kind, values, occurs_twice):
    filled = sum(map(bool, values))
    if kind == LIST:
        lengths = [len(one) for one in values]
        with_repeats = sum(len(set(one)) < len(one) for one in values)
        return {"kind": kind, "filled": filled, "lengths": [min(lengths), max(lengths)], "with_repeats": with_repeats}
    if kind is None and occurs_twice >= AMBIGUOUS_FROM * len(values):
        kind = "ambiguous"
    elif kind is None:
        kind = "single" if filled >= SINGLE_FROM * len(values) else "absent"
    distinct = len({one[0] for one in values if one})
    return {"kind": kind, "filled": filled, "distinct": distinct, "occurs_twice": occurs_twice}


def about_record(cells, tables):
    lengths = [len(rows) for rows in tables]
    total = sum(lengths)
    filled = {cell: sum(bool(row[cell]) for rows in tables for row in rows) for cell in cells}
    return {
        "cells": cells,
        "rows": total,
        "rows_a_page": [min(lengths), max(lengths)],
        "pages_without": lengths.count(0),
        "filled": {cell: round(count / max(1, total), 2) for cell, count in filled.items()},
    }


def about(template, pages, left_out, occurrences):
    twice = collections.Counter(name for _, name, _ in occurrences)
    return {
        "corpus": template.corpus,
        "template": template.label,
        "stem": template.stem,
        "pages": len(pages),
        "left_out": left_out,
        "fields": {
            name: about_field(kind, [page.fields[name] for page in pages], twice[name])
            for name, kind in template.fields.items()
        },
        "records": {
            name: about_record(cells, [page.records[name] for page in pages])
            for name, cells in template.records.items()
        },
    }


def write_table(path, header, lines):
    path.write_text("".join("\t".join(map(str, line)) + "\n" for line in [header, *lines]), encoding="utf-8")


def write_template(folder, template, pages, occurrences):
    values = [
        (page.url, name, value)
        for page in pages
        for name in template.fields
        for value in page.fields[name] or [""]
    ]
    write_table(folder / f"{template.stem}.fields.tsv", ("page", "field", "value"), values)
    write_table(folder / f"{template.stem}.occurrences.tsv", ("page", "field", "texts"), occurrences)
    if template.records:
        tables = [
            {"page": page.url, "record": name, "rows": page.records[name]}
            for page in pages
            for name in template.records
        ]
        lines = "".join(json.dumps(table, ensure_ascii=False) + "\n" for table in tables)
        (folder / f"{template.stem}.records.jsonl").write_text(lines, encoding="utf-8")


def write_group(name, corpora, folder):
    """Writes the set of a group; a corpus that is not there is reported and passed over."""
    group = GROUPS[name]
    by_corpus = collections.defaultdict(list)
    for template in reading.TEMPLATES[name]:
        by_corpus[template.corpus].append(template)
    folder.mkdir(parents=True, exist_ok=True)
    manifest = []
    for corpus, templates in sorted(by_corpus.items()):
        paths = [corpora / f"{corpus}.warc.gz", corpora / f"{corpus}.labels.tsv"]
        missing = [path for path in paths if not path.is_file()]
        if missing:
            print(f"{corpus}: skipped, there is no {missing[0]}", file=sys.stderr)
            continue
        archive, labels = reading.read_archive(paths[0]), reading.read_labels(paths[1])
        for template in templates:
            pages, reasons = truth_of(group, template, archive, labels)
            print(f"{name}/{template.stem}: {len(pages)} pages, {len(reasons)} left out", flush=True)
            for reason in reasons:
                print(f"  left out: {reason}")
            if not pages:
                print(f"{template.stem}: skipped, no page is certain", file=sys.stderr)
                continue
            occurrences = occurrences_of(group, template, pages)
            write_template(folder, template, pages, occurrences)
            manifest.append(about(template, pages, len(reasons), occurrences))
    manifest.sort(key=lambda one: one["stem"] + ".")
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--group", choices=sorted(GROUPS))
    options = parser.parse_args()
    if not options.corpora.is_dir():
        sys.exit(f"make_truth.py: {options.corpora} is no folder")
    warnings.simplefilter("ignore")  # html5lib reports names of attributes that lxml cannot hold
    for name in [options.group] if options.group else sorted(GROUPS):
        write_group(name, options.corpora, options.out / name)


if __name__ == "__main__":
    main()
