#!/usr/bin/env python3
"""How long what was learned lasts: templates, indexes, wrappers and schemas on real sites over years.

Usage: history_report.py PROGRAM SUITE [--before PROGRAM] [--corpora FOLDER] [--part PART ...] [--site NAME ...] [-o FILE.md]

SUITE holds SITE.tar.xz: snapshots of a site (`s<k>.jsonl`), the template of each page (`s<k>.labels.tsv`), values of fields
(`s<k>.fields.tsv`) and how much each template changed between neighbouring snapshots (`truth.json`): none, minor, moderate, redesign. Parts:

  ids       pages whose id stays if snapshot k is added to the index of snapshot k-1. Strictly: the id that most pages of its label had. By page:
            that one, or the id that this very page had
  classify  `classify` with the index of snapshot k-1 on snapshot k: right, none, wrong; pages at addresses that the index has and others; of what
            kind the wrong pages are (see below); the same with one template hidden from the index (beside the others, and alone in the batch), and
            pages of other sites under the name of this one
  diff      `diff` of snapshots k-1 and k: whether --fail-on fires, by the largest change of the pair
  fields    fields learned from one and three labelled pages of snapshot 1, extracted from all later snapshots: F1 and pages without a record by the worst
            level since then, never repaired and repaired after each alarm; alarms missed and false, repairs that help and harm
  kept      rows that `extract --schema` and `learn`, `extract --wrapper` keep on the crawl that they were made from (with --corpora: on
            its corpora, too)

A page is right if it gets the template that most pages of its label have, or one whose pages have mostly its label: labels may be finer than
templates. A wrong page has the template that the index has for this very page (`its own`), one that the index has for some pages of its label
(`mixed`: the index itself joins what the labels divide), or really another one (`another`). Templates of fewer than three pages are not hidden, nor those that have no template of their own in the index. Standard library only.

`--fail-on` fires with status 3. A run of the program that ends with another status but 0 has failed and says nothing of the pages: it is named below the
table, and costs the rest of that part on that site; the report goes on. The exit status is 1 if a run of PROGRAM (not of --before) failed.
"""
import argparse
import collections
import csv
import json
import pathlib
import random
import subprocess
import sys
import tarfile
import tempfile

LEVELS = ("none", "minor", "moderate", "redesign")
PARTS = ("ids", "classify", "diff", "fields", "kept")
FEWEST = 3  # pages of a template that is hidden
FOREIGN = 10  # pages of each other site
FIRED = 3  # the exit status when a condition of --fail-on is met
HARM = 0.02  # a smaller change of F1 is neither help nor harm


def rows(path):
    with open(path, encoding="utf8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def write_lines(path, lines):
    with open(path, "w", encoding="utf8") as file:
        file.writelines(lines)


class Site:
    def __init__(self, folder):
        self.folder = folder
        self.name = folder.name
        self.info = json.loads((folder / "info.json").read_text(encoding="utf8"))
        self.truth = json.loads((folder / "truth.json").read_text(encoding="utf8"))
        self.last = max(int(path.name[1:].split(".")[0]) for path in folder.glob("s*.labels.tsv"))

    def pages(self, k):
        return self.folder / f"s{k}.jsonl"

    def lines(self, k):
        """Lines by address."""
        with open(self.pages(k), encoding="utf8") as file:
            return {json.loads(line)["url"]: line for line in file}

    def labels(self, k):
        return {row["page"]: row["template"] for row in rows(self.folder / f"s{k}.labels.tsv")}

    def level(self, k):
        """By template: the change from snapshot k - 1 to k."""
        return {one["template"]: one["level"] for one in self.truth if one["pair"] == f"{k - 1}-{k}"}

    def fields(self, k):
        path = self.folder / f"s{k}.fields.tsv"
        found = collections.defaultdict(lambda: collections.defaultdict(list))
        for row in rows(path) if path.exists() else ():
            found[row["page"]][row["field"]] += [row["value"]] if row["value"] else []
        return found


class Failed(Exception):
    """A run of the program ended with a status that was not expected."""


class Run:
    """One program on one site, in a scratch folder."""

    def __init__(self, program, site, scratch):
        self.program, self.site, self.scratch = program, site, scratch

    def call(self, *words, statuses=(0,)):
        done = subprocess.run([self.program, *map(str, words)], capture_output=True, text=True)
        if done.returncode not in statuses:
            raise Failed(f"pagekin {' '.join(map(str, words))}: status {done.returncode}\n{done.stderr}")
        return done.returncode

    def index(self, pages, name):
        """(file, template by page)"""
        index, table = self.scratch / f"{name}.index", self.scratch / f"{name}.tsv"
        index.unlink(missing_ok=True)
        self.call("cluster", pages, "-q", "--index", index, "-o", table)
        return index, self.table(table)

    def table(self, path):
        with open(path, encoding="utf8") as file:
            next(file)
            return dict(line.rstrip("\n").split("\t")[:2] for line in file)

    def classify(self, pages, index):
        table = self.scratch / "classified.tsv"
        self.call("classify", pages, "-q", "--model", index, "-o", table)
        return self.table(table)

    # ---- Parts. Each yields (row, column) of its table, once for each thing that is counted.

    def ids(self):
        site = self.site
        for k in range(2, site.last + 1):
            index, before = self.index(site.pages(k - 1), "ids")
            self.call("cluster", site.pages(k), "-q", "--index", index, "-o", self.scratch / "after.tsv")
            after, labels, level = self.table(self.scratch / "after.tsv"), site.labels(k), site.level(k)
            home = homes(before, site.labels(k - 1))[1]
            for page, template in after.items():
                label = labels.get(page)
                if label in home and level.get(label) in LEVELS:
                    is_kept = template == home[label]
                    yield f"id kept, {level[label]}", is_kept
                    yield f"id kept by page, {level[label]}", is_kept or before.get(page) == template

    def classified(self):
        site, others = self.site, self.scratch / "foreign.jsonl"
        for k in range(2, site.last + 1):
            known, labels, level = site.labels(k - 1), site.labels(k), site.level(k)
            index, before = self.index(site.pages(k - 1), "all")
            most, home = homes(before, known)
            for page, template in self.classify(site.pages(k), index).items():
                label = labels.get(page)
                change = level.get(label)
                if change in LEVELS:
                    is_right = most.get(template) == label or home.get(label) == template
                    answer = "none" if template == "none" else "right" if is_right else "wrong"
                    yield f"classify, {change}", answer
                    yield f"classify, {change}, {'known' if page in before else 'new'} addresses", answer
                    if answer == "wrong":
                        is_mixed = any(before[one] == template and known.get(one) == label for one in before)
                        yield f"classify, {change}, wrong pages", "its own" if before.get(page) == template else "mixed" if is_mixed else "another"
                elif change == "new":
                    yield "classify, new template", "none" if template == "none" else "wrong"
            if others.exists() and others.stat().st_size:  # empty: there is no other site
                for template in self.classify(others, index).values():
                    yield "classify, other sites", "none" if template == "none" else "wrong"
            old, new = site.lines(k - 1), site.lines(k)
            counts = [collections.Counter(known.values()), collections.Counter(labels.values())]
            for label in sorted(counts[0]) if len(counts[0]) > 1 else ():
                if min(count[label] for count in counts) < FEWEST or most.get(home.get(label)) != label:
                    continue
                write_lines(self.scratch / "rest.jsonl", (line for page, line in old.items() if known.get(page) != label))
                write_lines(self.scratch / "alone.jsonl", (line for page, line in new.items() if labels.get(page) == label))
                hidden, _ = self.index(self.scratch / "rest.jsonl", "hidden")
                for page, template in self.classify(site.pages(k), hidden).items():
                    if labels.get(page) == label:
                        yield "classify, hidden template", "none" if template == "none" else "wrong"
                for template in self.classify(self.scratch / "alone.jsonl", hidden).values():
                    yield "classify, hidden and alone", "none" if template == "none" else "wrong"

    def differences(self):
        site = self.site
        for k in range(2, site.last + 1):
            changes = [one for one in site.level(k).values() if one in LEVELS]
            worst = max(changes, key=LEVELS.index, default="none")
            others = set(site.level(k).values()) & {"new", "gone"}
            status = self.call("diff", site.pages(k - 1), site.pages(k), "-q", "--fail-on", "changed", "-o", self.scratch / "diff.tsv",
                               statuses=(0, FIRED))
            yield f"diff, {worst}" + (", others come or go" if others else ""), "fires" if status == FIRED else "silent"

    def worst_since(self, k):
        label, levels = self.site.info.get("field_template"), ["none"]
        for step in range(2, k + 1):
            level = self.site.level(step).get(label)
            levels += [level] if level in LEVELS else []
        return max(levels, key=LEVELS.index)

    def extracted(self, k, wrapper, *more):
        out, health = self.scratch / "fields.jsonl", self.scratch / "health.json"
        status = self.call("extract", self.site.pages(k), "--wrapper", wrapper, "-q", "--fail-on", "broken", "--health", health, "-o", out,
                           *more, statuses=(0, FIRED))
        found = {}
        for line in open(out, encoding="utf8") if out.exists() else ():
            one = json.loads(line)
            found[one["page"]] = one.get("fields", one)
        return status == FIRED, found

    def learned_fields(self):
        site, label = self.site, self.site.info.get("field_template")
        truth = site.fields(1)
        labelled = [page for page in truth if all(truth[page].values())]
        random.Random(site.name).shuffle(labelled)
        for count in (1, 3) if labelled else ():
            write_lines(self.scratch / "labels.tsv", ["page\tfield\tvalue\n"] + [
                f"{page}\t{field}\t{value}\n" for page in labelled[:count] for field, values in truth[page].items() for value in values])
            wrapper = self.scratch / "site.wrapper"
            self.call("learn", site.pages(1), "-q", "--fields", self.scratch / "labels.tsv", "-o", wrapper)
            _, start = self.extracted(1, wrapper)
            base, _ = f1(site.fields(1), start)
            used = wrapper
            for k in range(1, site.last + 1):
                level = self.worst_since(k) if k > 1 else "at the start"
                fires, found = self.extracted(k, wrapper)
                score, missing = f1(site.fields(k), found)
                name = f"fields from {count}, {level}"
                yield name, ("F1", score), ("no record", missing)
                if k == 1:
                    continue
                broke = score < base - 0.2
                yield name, ("missed alarm", broke and not fires), ("false alarm", not broke and score >= base - 0.05 and fires)
                fixed = self.scratch / f"repaired{k}.wrapper"
                fires, found = self.extracted(k, used, "--repair", fixed)
                before, _ = f1(site.fields(k), found)
                after = before
                if fires and fixed.exists():
                    _, found = self.extracted(k, fixed)
                    after, _ = f1(site.fields(k), found)
                    used = fixed
                    yield name, ("repair helps", after > before + HARM), ("repair harms", after < before - HARM)
                yield name, ("F1 repaired", after)

    def kept(self):
        yield from self.kept_of(self.site.pages(1))
        truth = self.site.fields(1)
        page = next((page for page in sorted(truth) if all(truth[page].values())), None)
        if page is not None:
            write_lines(self.scratch / "labels.tsv", ["page\tfield\tvalue\n"] + [
                f"{page}\t{field}\t{value}\n" for field, values in truth[page].items() for value in values])
            self.call("learn", self.site.pages(1), "-q", "--fields", self.scratch / "labels.tsv", "-o", self.scratch / "kept.wrapper")
            _, found = self.extracted(1, self.scratch / "kept.wrapper")
            for page in truth:
                yield "rows kept by --wrapper", page in found

    def kept_of(self, crawl):
        files = [self.scratch / name for name in ("first.jsonl", "second.jsonl", "schema.json")]
        self.call("extract", crawl, "-q", "-o", files[0], "--save-schema", files[2])
        self.call("extract", crawl, "-q", "-o", files[1], "--schema", files[2])
        first, second = ({json.loads(line)["page"]: json.loads(line)["template"] for line in open(path, encoding="utf8")} for path in files[:2])
        for page, template in first.items():
            yield "rows kept by --schema", second.get(page) == template

    def kept_by_labels(self, crawl):
        """One value of the first page of each template with columns serves as label; every page of such a template should have a record."""
        first, labels, wrapper, second = (self.scratch / name for name in ("first.jsonl", "labels.tsv", "kept.wrapper", "second.jsonl"))
        self.call("extract", crawl, "-q", "-o", first)
        template_of, lines, labelled = {}, ["page\tfield\tvalue\n"], set()
        for line in open(first, encoding="utf8"):
            row = json.loads(line)
            page, template = row["page"], row["template"]
            template_of[page] = template
            values = (value for name, value in row.items() if name not in ("page", "template", "confidence") and isinstance(value, str))
            value = next((value for value in values if value.isprintable() and len(value) <= 100), None)
            if template not in labelled and value is not None:
                labelled.add(template)
                lines.append(f"{page}\tvalue\t{value}\n")
        if not labelled:
            return
        write_lines(labels, lines)
        self.call("learn", crawl, "-q", "--fields", labels, "-o", wrapper)
        self.call("extract", crawl, "-q", "--wrapper", wrapper, "-o", second)
        kept = {json.loads(line)["page"] for line in open(second, encoding="utf8")}
        for page, template in template_of.items():
            if template in labelled:
                yield "rows kept by --wrapper", page in kept


def homes(template_of, labels):
    """By template the label of most of its pages; by label the template of most of its pages."""
    by_template, by_label = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
    for page, template in template_of.items():
        if page in labels:
            by_template[template][labels[page]] += 1
            by_label[labels[page]][template] += 1
    return tuple({key: counts.most_common(1)[0][0] for key, counts in some.items()} for some in (by_template, by_label))


def f1(truth, found):
    """(F1 of values, share of the pages with values that have no record)"""
    right = wanted = given = missing = 0
    for page, fields in truth.items():
        record = found.get(page)
        missing += record is None
        for field, values in fields.items():
            value = (record or {}).get(field)
            value = value.get("value", value.get("values")) if isinstance(value, dict) else value
            answers = collections.Counter(" ".join(str(one).split()) for one in (value if isinstance(value, list) else [value]) if one)
            expected = collections.Counter(" ".join(one.split()) for one in values)
            right += sum((answers & expected).values())
            wanted += sum(expected.values())
            given += sum(answers.values())
    return 2 * right / (wanted + given) if wanted + given else 1.0, missing / max(1, len(truth))


def measure(program, sites, parts, corpora, scratch, failures):
    """By row and column: the values, one for each thing that was counted. Runs that fail are added to `failures`."""
    table = collections.defaultdict(lambda: collections.defaultdict(list))

    def until_failure(name, part, counted):
        try:
            yield from counted()
        except Failed as failure:
            failures.append(f"{name}, {part}: {failure}")
            print(failures[-1], file=sys.stderr)

    foreign = {}
    for site in sites:
        lines = list(site.lines(1).values())
        foreign[site.name] = random.Random(1).sample(lines, min(FOREIGN, len(lines)))
    for site in sites:
        run = Run(program, site, scratch)
        host = json.loads(next(iter(site.lines(1).values())))["url"].split("/")[2]
        with open(scratch / "foreign.jsonl", "w", encoding="utf8") as file:
            for other in sites:
                if other.info["family"] == site.info["family"]:
                    continue
                for line in foreign[other.name]:
                    page = json.loads(line)
                    page["url"] = "/".join([*page["url"].split("/")[:2], host, *page["url"].split("/")[3:]])
                    file.write(json.dumps(page) + "\n")
        for part, counted in (("ids", run.ids), ("classify", run.classified), ("diff", run.differences), ("kept", run.kept)):
            for row, column in until_failure(site.name, part, counted) if part in parts else ():
                table[row]["yes" if column is True else "no" if column is False else column].append(1)
        for row, *columns in until_failure(site.name, "fields", run.learned_fields) if "fields" in parts else ():
            for column, value in columns:
                table[row][column].append(float(value))
    for archive in sorted(corpora.glob("*.warc.gz")) if corpora and "kept" in parts else ():
        run = Run(program, None, scratch)
        for counted in (run.kept_of, run.kept_by_labels):
            for row, is_kept in until_failure(archive.name, "kept", lambda counted=counted, archive=archive: counted(archive)):
                table[row + ", corpora"]["yes" if is_kept else "no"].append(1)
    return table


def write(table, out):
    for row in sorted(table):
        columns = table[row]
        if row.startswith("fields"):
            means = ", ".join(f"{column} {sum(values) / len(values):.3f}" if column.startswith(("F1", "no")) else f"{column} {sum(values):.0f}"
                              for column, values in columns.items())
            out.write(f"| {row} | {max(map(len, columns.values()))} | {means} |\n")
        else:
            whole = sum(map(len, columns.values()))
            shares = ", ".join(f"{column} {100 * len(values) / whole:.1f} %" for column, values in sorted(columns.items()))
            out.write(f"| {row} | {whole} | {shares} |\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("suite", type=pathlib.Path)
    parser.add_argument("--before", help="another version of the program")
    parser.add_argument("--corpora", type=pathlib.Path)
    parser.add_argument("--part", action="append", choices=PARTS)
    parser.add_argument("--site", action="append")
    parser.add_argument("-o", "--output")
    options = parser.parse_args()
    out = open(options.output, "w", encoding="utf8") if options.output else sys.stdout
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for archive in sorted(options.suite.glob("*.tar.xz")):
            if not options.site or archive.name.removesuffix(".tar.xz") in options.site:
                with tarfile.open(archive) as packed:
                    packed.extractall(folder, filter="data")
        sites = [Site(path.parent) for path in sorted(folder.glob("*/truth.json"))]
        scratch = folder / "scratch"
        scratch.mkdir()
        for title, program in (("Now", options.program), ("Before", options.before)):
            if program is None:
                continue
            out.write(f"\n## {title}\n\n| what | counted | result |\n|---|---|---|\n")
            failures = []
            write(measure(program, sites, options.part or PARTS, options.corpora, scratch, failures), out)
            for failure in failures:
                out.write(f"\nFailed: {failure.splitlines()[0]}\n")
            out.flush()
            status = status or int(bool(failures) and program == options.program)
    return status


if __name__ == "__main__":
    sys.exit(main())
