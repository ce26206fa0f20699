#!/usr/bin/env python3
"""Fields and records of everyday sites: how often `pagekin` is right, and what its confidence is worth.

Reads a set of templates with true values (manifest.json, STEM.fields.tsv, STEM.records.jsonl; see the
set's README) and the crawls that they are of, and runs the program as a user would:

  --labels 1,3  so many pages of each template are labelled with all their fields and rows: one of the
                tenth of its pages that have most fields, the others by chance. `learn --fields`, then
                `extract --wrapper` on the whole crawl. Labelled pages are not counted.
  --none        `extract` without labels. An oracle takes for each field the column that fits best, and
                for each record the group of rows that does, in each template that the program found.

An answer is right if it equals the truth after white space is collapsed; lists in their order, rows
with all their cells, addresses resolved. F1 is that of the pages of a field (of rows for records), the mean
over draws, then over the fields of a kind. `silent`: wrong, though with a confidence of 0.8 or more, not
in needs_review, and `learn` asked for no further label. `absent`: pages without the field that got a value.
A value that is there and got no answer is missed; silently, if its page has a row, and needs_review and `learn` do
not mention the field.

The program has no table of calibration that could be fitted. What was chosen is the confidence from which
an answer counts as sure (0.9). The last table chooses it again for each corpus from all other corpora: the
least from which 99 % of their answers are right; and counts the answers of the corpus itself by it.

Usage: everyday_report.py PROGRAM SET CORPORA [--labels 1,3] [--none] [--draws 3] [--only A,B] [--without A] [--json FILE]
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import tempfile
from urllib.parse import urljoin

KINDS = ("single", "absent", "ambiguous", "part", "attribute", "text", "list", "records")
SURE, WANTED, LOUD = 0.9, 0.99, 0.8
BINS = (0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.0)


def collapsed(text):
    return re.sub(r"[\s\u00a0]+", " ", text or "").strip()


def as_list(value):
    """The answer of a field as texts; empty ones do not count."""
    if value is None:
        return []
    values = value if isinstance(value, list) else [value]
    return [v for v in (collapsed(x if isinstance(x, str) else json.dumps(x)) for x in values
                        if not isinstance(x, (dict, list))) if v]


def address(page, text):
    """In full; a text that is no address stays as it is."""
    try:
        return urljoin(page, text)
    except ValueError:
        return text


def full(page, name, text):
    return address(page, text) if name in ("url", "image") and text else text


class Template:
    def __init__(self, folder, about):
        self.corpus, self.stem = about["corpus"], about["stem"]
        self.kinds = {name: field["kind"] for name, field in about["fields"].items()}
        self.cells = {name: list(record["cells"]) for name, record in about["records"].items()}
        self.truth = {}
        for line in (folder / f"{self.stem}.fields.tsv").read_text(encoding="utf-8").split("\n")[1:]:
            if not line:
                continue
            page, field, value = line.split("\t")
            values = self.truth.setdefault(page, {name: [] for name in self.kinds})[field]
            if collapsed(value):
                values.append(collapsed(value))
        self.rows = {page: {name: [] for name in self.cells} for page in self.truth}
        if self.cells:
            for line in (folder / f"{self.stem}.records.jsonl").read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                if entry["page"] in self.rows:
                    self.rows[entry["page"]][entry["record"]] = [
                        {c: collapsed(row.get(c)) for c in self.cells[entry["record"]]} for row in entry["rows"]]

    def pages_to_label(self, count, draw):
        """One page of those with most fields, then others by chance."""
        chance = random.Random(f"{self.stem} {draw}")
        pages = list(self.truth)
        chance.shuffle(pages)
        filled = {page: sum(map(bool, self.truth[page].values())) + sum(len(r) > 1 for r in self.rows[page].values())
                  for page in pages}
        first = chance.choice(sorted(pages, key=lambda page: -filled[page])[:max(5, len(pages) // 10)])
        return [first] + [page for page in pages if page != first][:count - 1]

    def labels(self, pages):
        for page in pages:
            for field, values in self.truth[page].items():
                for value in values or [""]:
                    yield page, field, value
            for record, rows in self.rows[page].items():
                for cell in self.cells[record]:
                    for value in [row[cell] for row in rows if row[cell]] or [""]:
                        yield page, f"{record}.{cell}", value


def escaped(text):
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True)


def read_lines(path):
    if not path.exists():
        return {}
    return {row["page"]: row for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())}


class Count:
    """Answers of one field in one draw."""

    def __init__(self):
        self.right = self.given = self.true = 0
        self.wrong = self.silent = self.lacking = self.lacking_answered = 0
        self.missed = self.without_row = self.missed_silently = self.reviewed_for_nothing = 0
        self.answers = []  # (confidence, right)

    def f1(self):
        return 200 * self.right / (self.given + self.true) if self.given + self.true else None


def overlap(a, b):
    return sum((collections.Counter(a) & collections.Counter(b)).values())


def rows_as_tuples(page, cells, rows):
    return [tuple(full(page, cell, collapsed(" ".join(as_list(row.get(cell))))) for cell in cells) for row in rows]


def count_labelled(template, rows, doubted, labelled):
    counts = {}
    for field, kind in template.kinds.items():
        count = counts[template.stem, field, kind] = Count()
        for page, truth in template.truth.items():
            if page in labelled:
                continue
            row, want = rows.get(page, {}), truth[field]
            given = as_list(row.get(field))
            right = is_right(kind, page, given, want)
            count.true += bool(want)
            count.lacking += not want
            count.lacking_answered += bool(given) and not want
            if not given:
                is_reviewed = field in (row.get("needs_review") or [])
                count.missed += bool(want)
                count.without_row += bool(want) and page not in rows
                count.missed_silently += (bool(want) and page in rows and not is_reviewed
                                          and (str(row.get("template")), field) not in doubted)
                count.reviewed_for_nothing += not want and is_reviewed
                continue
            count.given += 1
            count.right += right
            confidence = (row.get("confidences") or {}).get(field, 1)
            count.answers.append((confidence, right))
            if not right:
                count.wrong += 1
                count.silent += (confidence >= LOUD and field not in (row.get("needs_review") or [])
                                 and (str(row.get("template")), field) not in doubted)
    for record, cells in template.cells.items():
        count = counts[template.stem, record, "records"] = Count()
        for page, records in template.rows.items():
            if page in labelled:
                continue
            row, want = rows.get(page, {}), rows_as_tuples(page, cells, records[record])
            listed = row.get(record)
            given = rows_as_tuples(page, cells, [x for x in listed if isinstance(x, dict)] if isinstance(listed, list) else [])
            count.right += overlap(given, want)
            count.given += len(given)
            count.true += len(want)
            count.lacking += not want
            count.lacking_answered += bool(given) and not want
            if given and given != want:
                count.wrong += 1
                confidence = (row.get("confidences") or {}).get(record, 1)
                is_doubted = any(t == str(row.get("template")) and f.split(".")[0] == record for t, f in doubted)
                count.silent += confidence >= LOUD and record not in (row.get("needs_review") or []) and not is_doubted
    return counts


def columns_of(row):
    """{column: texts}; cells of records are lists, RECORD.CELL."""
    columns = {}
    for name, value in row.items():
        rows = [x for x in value if isinstance(x, dict)] if isinstance(value, list) else []
        if not rows:
            columns[name] = as_list(value)
        for cell in {key for one in rows for key in one}:
            columns[f"{name}.{cell}"] = [text for one in rows for text in as_list(one.get(cell))]
    return columns


def is_right(kind, page, given, want):
    if kind == "text":
        return " ".join(given) == " ".join(want)
    return given == want or (kind == "attribute" and [address(page, x) for x in given] == want)


def best_column(template, field, pages, columns):
    """(right, given) of the column that fits best on these pages."""
    kind, best = template.kinds[field], (0, 0)
    for name in sorted({name for page in pages for name in columns[page]} - {"page", "template", "confidence"}):
        right = given = 0
        for page in pages:
            answer = columns[page].get(name, [])
            given += bool(answer)
            right += bool(answer) and is_right(kind, page, answer, template.truth[page][field])
        if (right, -given) > (best[0], -best[1]):
            best = (right, given)
    return best


def best_rows(template, record, pages, rows):
    """(right, given) of the group of rows that fits best on these pages."""
    cells, best = template.cells[record], (0, 0)
    wanted = {page: rows_as_tuples(page, cells, template.rows[page][record]) for page in pages}
    groups = {page: {k: [x for x in v if isinstance(x, dict)] for k, v in rows.get(page, {}).items()
                     if isinstance(v, list) and any(isinstance(x, dict) for x in v)} for page in pages}
    for name in sorted({name for page in pages for name in groups[page]}):
        keys = sorted({key for page in pages for row in groups[page].get(name, []) for key in row})
        mapping = []
        for i, cell in enumerate(cells):
            fit = {}
            for key in keys:
                hit = both = 0
                for page in pages:
                    a = [full(page, cell, collapsed(" ".join(as_list(row.get(key))))) for row in groups[page].get(name, [])]
                    a, b = [x for x in a if x], [row[i] for row in wanted[page] if row[i]]
                    hit, both = hit + overlap(a, b), both + len(a) + len(b)
                fit[key] = hit / both if both else 0
            mapping.append(max(keys, key=lambda key: fit[key]) if keys and max(fit.values()) > 0 else None)
        right = given = 0
        for page in pages:
            made = [tuple(full(page, c, collapsed(" ".join(as_list(row.get(k))))) if k else "" for c, k in zip(cells, mapping))
                    for row in groups[page].get(name, [])]
            made = [row for row in made if any(row)]
            given, right = given + len(made), right + overlap(made, wanted[page])
        if right > best[0]:
            best = (right, given)
    return best


def count_unlabelled(template, rows):
    parts = collections.defaultdict(list)
    for page in template.truth:
        parts[rows.get(page, {}).get("template")].append(page)
    columns = {page: columns_of(rows.get(page, {})) for page in template.truth}
    counts = {}
    for field, kind in template.kinds.items():
        count = counts[template.stem, field, kind] = Count()
        count.true = sum(bool(truth[field]) for truth in template.truth.values())
        for pages in parts.values():
            right, given = best_column(template, field, pages, columns)
            count.right, count.given = count.right + right, count.given + given
    for record in template.cells:
        count = counts[template.stem, record, "records"] = Count()
        count.true = sum(len(records[record]) for records in template.rows.values())
        for pages in parts.values():
            right, given = best_rows(template, record, pages, rows)
            count.right, count.given = count.right + right, count.given + given
    return counts


def measure(corpus, templates, options, work):
    """{setting: [counts of a draw]}"""
    work.mkdir()
    warc, clusters = options.corpora / f"{corpus}.warc.gz", work / "clusters.tsv"
    run(options.program, "cluster", warc, "-o", clusters, "-q")
    found = collections.defaultdict(list)
    for pages in options.labels:
        for draw in range(options.draws):
            chosen = {t.stem: t.pages_to_label(pages, draw) for t in templates}
            lines = ["page\tfield\tvalue"] + ["\t".join(map(escaped, label)) for t in templates for label in t.labels(chosen[t.stem])]
            (work / "labels.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
            for old in ("made.wrapper", "made.jsonl"):
                (work / old).unlink(missing_ok=True)
            learned = run(options.program, "learn", warc, "--fields", work / "labels.tsv", "--clusters", clusters, "-o", work / "made.wrapper", "--json")
            try:
                asked = {(str(f["template"]), f["field"]) for f in json.loads(learned.stdout)["fields"] if f.get("label_next")}
            except (ValueError, KeyError):
                asked = set()
                print(f"{corpus}: learn failed: {learned.stderr.strip()[-200:]}")
            run(options.program, "extract", warc, "--wrapper", work / "made.wrapper", "-o", work / "made.jsonl", "-q")
            rows = read_lines(work / "made.jsonl")
            labelled = {page for pages_of in chosen.values() for page in pages_of}
            counts = {}
            for template in templates:
                counts |= count_labelled(template, rows, asked, labelled)
            found[pages].append(counts)
    if options.none:
        run(options.program, "extract", warc, "--clusters", clusters, "-o", work / "none.jsonl", "-q")
        rows = read_lines(work / "none.jsonl")
        counts = {}
        for template in templates:
            counts |= count_unlabelled(template, rows)
        found[0].append(counts)
    return found


def mean(values):
    values = [v for v in values if v is not None]
    return sum(values) / len(values) if values else None


def shown(value, form="{:.1f}"):
    return "-" if value is None else form.format(value)


def print_table(title, draws, has_answers=True):
    more = " lacking pages answered | wrong | silent |" if has_answers else ""
    print(f"\n## {title}\n\n| kind | fields | F1 |{more}\n|---|---|---|{'---|---|---|' if has_answers else ''}")
    keys = list(draws[0])
    for kind in (*KINDS, "all"):
        own = [key for key in keys if kind in (key[2], "all")]
        if not own:
            continue
        total = lambda name: sum(getattr(draw[key], name) for draw in draws for key in own) / len(draws)  # noqa: E731
        score = mean([mean([draw[key].f1() for draw in draws]) for key in own])
        wrong, silent = total("wrong"), total("silent")
        share = f"{silent:.1f} ({100 * silent / wrong:.1f} %)" if wrong else "0"
        lacking = f"{total('lacking_answered'):.1f} of {total('lacking'):.0f}"
        if not has_answers:
            print(f"| {kind} | {len(own)} | {shown(score)} |")
            continue
        print(f"| {kind} | {len(own)} | {shown(score)} | {lacking} | {wrong:.1f} | {share} |")


def print_curve(draws):
    answers = [answer for draw in draws for count in draw.values() for answer in count.answers]
    silent = sum(count.silent for draw in draws for count in draw.values())
    rights = sum(right for _, right in answers)
    print(f"\nOf {len(answers)} answers of fields {100 * (1 - rights / max(1, len(answers))):.2f} % are wrong, {100 * silent / max(1, len(answers)):.2f} % in silence.")
    total = lambda name: sum(getattr(count, name) for draw in draws for count in draw.values())  # noqa: E731
    unanswered = total("lacking") - total("lacking_answered")
    print(f"{total('missed')} values got no answer: {total('without_row')} on pages without a row, which the summary counts; "
          f"{total('missed_silently')} in silence. Of {unanswered} pages that lack a field or record and got none, "
          f"{total('reviewed_for_nothing')} are in needs_review.")
    print("\n| confidence | answers | right | of all right answers |\n|---|---|---|---|")
    upper = 2.0
    for lower in BINS:
        own = [right for confidence, right in answers if lower <= confidence < upper]
        share = 100 * sum(own) / len(own) if own else None
        name = f"{lower:g} and more" if upper > 1 else f"{lower:g} to {upper:g}"
        print(f"| {name} | {len(own)} | {shown(share)} % | {100 * sum(own) / max(1, rights):.1f} % |")
        upper = lower


def least_sure(answers):
    """The least confidence from which WANTED of the answers are right."""
    total = right = 0
    best = 1.0
    ordered = sorted(answers, reverse=True)
    for i, (confidence, is_right) in enumerate(ordered):
        total, right = total + 1, right + is_right
        ends = i + 1 == len(ordered) or ordered[i + 1][0] != confidence
        if ends and right >= WANTED * total:
            best = confidence
    return best


def print_left_out(draws, corpus_of):
    by = collections.defaultdict(list)
    for draw in draws:
        for (stem, _, _), count in draw.items():
            by[corpus_of[stem]] += count.answers
    print(f"\n| corpus left out | sure from, by the others | right there | right at {SURE} |\n|---|---|---|---|")
    for corpus in sorted(by):
        bound = least_sure([a for other in by if other != corpus for a in by[other]])
        cells = []
        for least in (bound, SURE):
            own = [right for confidence, right in by[corpus] if confidence >= least]
            cells.append(f"{shown(100 * sum(own) / len(own) if own else None)} % of {len(own)}")
        print(f"| {corpus} | {bound:.3f} | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda p: str(pathlib.Path(p).resolve()))
    parser.add_argument("set", type=pathlib.Path)
    parser.add_argument("corpora", type=pathlib.Path)
    parser.add_argument("--labels", default="1,3", type=lambda s: [int(x) for x in s.split(",") if x])
    parser.add_argument("--none", action="store_true")
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="")
    parser.add_argument("--without", default="")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    templates = collections.defaultdict(list)
    for about in json.loads((options.set / "manifest.json").read_text(encoding="utf-8")):
        is_wanted = not options.only or about["corpus"] in options.only.split(",")
        if is_wanted and about["corpus"] not in options.without.split(","):
            templates[about["corpus"]].append(Template(options.set, about))
    corpus_of = {t.stem: corpus for corpus, own in templates.items() for t in own}
    results = collections.defaultdict(lambda: collections.defaultdict(dict))
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = [pool.submit(measure, corpus, own, options, pathlib.Path(folder) / corpus) for corpus, own in sorted(templates.items())]
        for one in runs:
            for setting, draws in one.result().items():
                for i, counts in enumerate(draws):
                    results[setting][i].update(counts)
    for setting in sorted(results, key=lambda s: (s == 0, s)):
        draws = [results[setting][i] for i in sorted(results[setting])]
        if setting == 0:
            print_table("Without labels, the column that fits best", draws, False)
            continue
        print_table(f"{setting} labelled page{'s' if setting > 1 else ''} a template, {len(draws)} draws", draws)
        print_curve(draws)
        print_left_out(draws, corpus_of)
    if options.json:
        options.json.write_text(json.dumps([
            {"labels": s, "draw": i, "template": key[0], "field": key[1], "kind": key[2], "f1": count.f1(), "wrong": count.wrong, "silent": count.silent}
            for s, draws in results.items() for i, counts in draws.items() for key, count in counts.items()], indent=0))


if __name__ == "__main__":
    main()
