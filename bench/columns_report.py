#!/usr/bin/env python3
"""Columns without labels: how well `pagekin extract` finds the fields of pages.

Reads a corpus with known field values (a WARC file and FILE.fields.tsv: page, field, value; one line
a value, an empty value for none), runs `pagekin extract` on it without any label, and scores the
columns that it makes:

  oracle    each field is given the column that fits best on one half of its site's pages; scored on
            the other half; five random halves
  by name   the column whose name, label, itemprop or class fits a word list of the field, scored on
            all pages; nothing of the true values is used
  columns   of a template, on average

A page is right if the first value of its column is one of the true values, after character references
are decoded and white space is collapsed. F1 is that of a (site, field); the figure is the mean over
all of them. A template that the clustering split gets a column in each part.

--by-vertical shows each vertical (the first step of the path) by itself: none of the constants of the
program was chosen with the help of word lists or values, but whoever changes one should look at the
verticals that had no part in the choice.

Usage: columns_report.py PROGRAM CORPUS.warc.gz [--clusters TABLE] [--by-vertical] [--worst N]
       columns_report.py PROGRAM CORPUS.warc.gz --args '--max-columns 80'
"""
import argparse
import collections
import html
import json
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

# Words by which people call a field. The first words are the most specific.
WORDS = {
    "author": "author|written by|by|writer", "title": "title|name|position|job", "isbn_13": "isbn 13|isbn13|isbn|ean",
    "publication_date": "publication date|pub date|publish date|published|release|date|year|pub",
    "publisher": "publisher|publish|imprint", "engine": "engine", "fuel_economy": "fuel economy|mpg|fuel|economy|epa|mileage|city|hwy",
    "model": "model|title|name|product|vehicle", "price": "price|msrp|cost|retail|our price",
    "manufacturer": "manufacturer|manufactur|brand|maker|mfr|vendor|by",
    "company": "company|employer|organi", "date_posted": "date posted|posted|post date|date|updated",
    "location": "location|city|place|where", "team": "team", "height": "height|ht", "weight": "weight|wt",
    "name": "name|title|profile|player", "address": "address|street|adr|location", "cuisine": "cuisine|food|categor|type",
    "phone": "phone|telephone|tel|call|contact", "director": "direct", "genre": "genre|categor",
    "mpaa_rating": "mpaa|rating|rated", "type": "type|control|public|sector|affiliation", "website": "web|url|site|home",
}
# What values of a field look like, where that is known.
TYPES = {"price": {"money"}, "phone": {"phone"}, "date_posted": {"date"}, "publication_date": {"date"},
         "website": {"url", "text"}}
HEADINGS = {"title", "name", "model"}

BLANK = re.compile(r"[\s\u00a0\u200b\u2000-\u200a\u202f\u3000\ufeff]+")
C1 = {i: bytes([i]).decode("cp1252", "ignore") or " " for i in range(128, 160)}


def normal(text):
    return BLANK.sub(" ", text.translate(C1)).strip()


def read_truth(path):
    """{(site, field): {page: set of values}}"""
    truth = collections.defaultdict(dict)
    for line in open(path, encoding="utf-8"):
        page, field, value = (line.rstrip("\n").split("\t") + [""])[:3]
        values = truth[page.rsplit("/", 1)[0], field].setdefault(page, set())
        value = normal(html.unescape(value))
        if value:
            values.add(value)
    return {case: pages for case, pages in truth.items() if any(pages.values())}


def first_values(record, columns):
    """{column: first value} of a record"""
    found = {}
    for column in columns:
        value = record.get(column["name"])
        if value is None and column.get("group") in record:
            value = next((one[column["name"]] for one in record[column["group"]] if one.get(column["name"])), None)
        if isinstance(value, list):
            value = value[0] if value else None
        if value:
            found[column["name"]] = normal(value)
    return found


def f1(right, given, wanted):
    precision = right / given if given else 0
    recall = right / wanted if wanted else 0
    return 2 * precision * recall / (precision + recall) if precision + recall else 0


def score_of(answers, truth, pages):
    """answers {page: value} against truth {page: set}"""
    given = [p for p in pages if p in answers]
    right = sum(answers[p] in truth[p] for p in given)
    return f1(right, len(given), sum(bool(truth[p]) for p in pages))


def words_of(text):
    return " ".join(re.findall(r"[a-z]+|[0-9]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", text).lower()))


def pick_by_name(field, columns):
    """The name of the column that a person with a word list would take; None if nothing fits."""
    alternatives = WORDS.get(field, field.replace("_", " ")).split("|")
    best, best_score = None, 0
    for column in columns:
        score = 0
        for text, weight, most in ((column["name"], 3, 25), (column["label"], 2.5, 25), (column["itemprop"], 3, 40),
                                   (column["hint"], 1.5, 400)):
            text = words_of(text)
            for rank, word in enumerate(alternatives):
                # A short word must be whole: "ht" is no part of "http".
                if re.search(r"(^| )" + re.escape(word) + ("( |$)" if len(word) <= 3 else ""), text):
                    exact = 1.3 if text == word else 1
                    score = max(score, weight * exact * (1 if len(text) <= most else 0.4) * (1 - 0.05 * rank))
                    break
        if field in HEADINGS and column["name"] == "title":
            score += 4
        if re.search(r"(^|> )title$", column["place"]):  # the title element says more than the name
            score -= 2
        if score == 0:
            continue
        if field in TYPES:
            score += 1.5 if column["type"] in TYPES[field] else -1
        score += column["fill"] - 0.5 * column["list"]
        score += 0.3 * min(1, column["distinct"] / max(1, column["values"])) - (1 if column["source"] != "text" else 0)
        if score > best_score:
            best, best_score = column["name"], score
    return best


def run_extract(program, corpus, arguments, folder):
    records, schema = folder / "records.jsonl", folder / "schema.json"
    command = [program, "extract", corpus, "-o", str(records), "--save-schema", str(schema), "-q", *arguments]
    subprocess.run(command, check=True)
    by_page = {}
    for line in open(records, encoding="utf-8"):
        record = json.loads(line)
        by_page[record["page"]] = record
    templates = {str(one["template"]): one for one in json.load(open(schema, encoding="utf-8"))["templates"]}
    return by_page, templates


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("corpus")
    parser.add_argument("--clusters", help="a table of clusters, instead of clustering by auto")
    parser.add_argument("--args", default="", help="more options of `pagekin extract`")
    parser.add_argument("--by-vertical", action="store_true")
    parser.add_argument("--worst", type=int, default=0, help="show so many of the worst cases")
    parser.add_argument("--folder", help="keep the records and the schema here")
    options = parser.parse_args()
    arguments = shlex.split(options.args) + (["--clusters", options.clusters] if options.clusters else [])
    truth = read_truth(re.sub(r"\.warc(\.gz)?$", "", options.corpus) + ".fields.tsv")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.folder or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        records, templates = run_extract(options.program, options.corpus, arguments, folder)

    values = {page: first_values(record, templates[str(record["template"])]["columns"])
              for page, record in records.items()}
    oracle, named = {}, {}
    details = {}
    for case, gold in sorted(truth.items()):
        site, field = case
        pages = sorted(gold)
        parts = collections.defaultdict(list)  # pages by template
        for page in pages:
            if page in records:
                parts[str(records[page]["template"])].append(page)
        scores = []
        for draw in range(5):
            shuffled = pages[:]
            random.Random(f"{site} {field} {draw}").shuffle(shuffled)
            first = set(shuffled[:len(pages) // 2])
            answers = {}
            for template, some in parts.items():
                known = [p for p in some if p in first]
                candidates = [column["name"] for column in templates[template]["columns"]]
                if not known or not candidates:
                    continue
                best = max(candidates, key=lambda name: (score_of(
                    {p: values[p][name] for p in known if name in values[p]}, gold, known),
                    -sum(name in values[p] for p in some)))
                details[case] = best
                answers.update({p: values[p][best] for p in some if best in values[p]})
            scores.append(score_of(answers, gold, [p for p in pages if p not in first]))
        oracle[case] = sum(scores) / len(scores)
        answers = {}
        picks = []
        for template, some in parts.items():
            name = pick_by_name(field, templates[template]["columns"])
            picks.append(name)
            if name is not None:
                answers.update({p: values[p][name] for p in some if name in values[p]})
        named[case] = score_of(answers, gold, pages)
        details[case] = (details.get(case), picks[:2])

    def mean(numbers):
        numbers = list(numbers)
        return sum(numbers) / len(numbers) if numbers else 0

    counts = [len(one["columns"]) for one in templates.values()]
    labelled = [bool(c["label"] or c["itemprop"]) for one in templates.values() for c in one["columns"]]
    print(f"cases {len(oracle)}  templates {len(templates)}")
    print(f"oracle   {100 * mean(oracle.values()):.1f}   {100 * mean(s >= .95 for s in oracle.values()):.0f} % of cases >= .95")
    print(f"by name  {100 * mean(named.values()):.1f}   {100 * mean(s >= .95 for s in named.values()):.0f} % of cases >= .95")
    print(f"columns  {mean(counts):.1f} a template (median {sorted(counts)[len(counts) // 2]}, most {max(counts)}); "
          f"{100 * mean(labelled):.0f} % with a label")
    if options.by_vertical:
        for vertical in sorted({case[0].rsplit("/", 2)[-2] for case in oracle}):
            some = [case for case in oracle if case[0].rsplit("/", 2)[-2] == vertical]
            print(f"  {vertical:<12} oracle {100 * mean(oracle[c] for c in some):5.1f}  by name "
                  f"{100 * mean(named[c] for c in some):5.1f}  ({len(some)} cases)")
    for title, scores in (("oracle", oracle), ("by name", named)):
        for case in sorted(scores, key=lambda c: scores[c])[:options.worst]:
            print(f"  {title} {scores[case]:.2f} {case[0].rsplit('/', 1)[-1]} {case[1]} {details[case]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
