#!/usr/bin/env python3
"""How well `classify --model INDEX` tells pages of unknown templates from pages of known ones.

Usage: none_report.py PROGRAM CORPORA_FOLDER [--scores FILE.tsv] [--quick] [--check] [-o FILE.md]

CORPORA_FOLDER holds NAME.warc.gz with NAME.labels.tsv. One template of a corpus after the other is hidden: an index is
made of most pages of all other templates. Then the pages of the hidden template, which should be `none`, and the other
pages of the known templates, which should not, are classified. Pages without a label take no part.

A page is `none` if its score is below a limit. The limit that is reported for a corpus is chosen without its family
(corpora made by the same software): the one at which, on all other families, as many pages of hidden templates are kept
as known pages are lost. Beside it stand the figures at 0.5, the limit of the program. Every corpus counts the same, in
it every template.

`--scores` keeps the scores of all pages, and uses them again if the file exists; the program is not needed then.
`--quick` takes few small corpora. `--check` ends with status 1 if a target is missed. Standard library only.
"""
import argparse
import collections
import pathlib
import random
import subprocess
import sys
import tempfile

import crawls

QUICK = ("cleanportaleval", "haddock-lens", "omeka2-rrchnm20", "pkgdown-ggplot2", "sapper-carlosvin")
PER_TEMPLATE = 80  # pages of a template that are used
HELD_OUT = 0.3  # of these: share that is classified
MOST_HIDDEN = 15  # templates of a corpus that are hidden in turn
FEWEST_PAGES = 3  # of a template
TARGET = 0.95
LIMIT = 0.5  # of the program

# Corpora with labels of which some are arguable.
ARGUABLE = ("wordpress-certaindoubts", "php-manual", "woocommerce-cloudchem", "data-universaldependencies", "jacoco-j2html",
            "epydoc-ivs", "drupal7-midcamp2016", "multiera-golkar")

Score = collections.namedtuple("Score", "corpus hidden page label is_known is_right score")


# ---- Running the program.

def run(program, *words):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"pagekin {' '.join(map(str, words))}: status {done.returncode}\n{done.stderr}")


def read_rows(path):
    with open(path, encoding="utf-8") as file:
        next(file)
        return [line.rstrip("\n").split("\t") for line in file]


def scores_of(program, archive, scratch):
    """Scores of all pages that are classified, for each hidden template."""
    name = archive.name.removesuffix(".warc.gz")
    labels = crawls.read_columns(archive.with_name(name + ".labels.tsv"))
    chance = random.Random(name)
    pages = collections.defaultdict(list)  # records by label
    for record in crawls.records(archive):
        if record[0] in labels:
            pages[labels[record[0]]].append(record)
    for some in pages.values():
        chance.shuffle(some)
        del some[PER_TEMPLATE:]
    pages = {label: some for label, some in sorted(pages.items()) if len(some) >= FEWEST_PAGES}
    hidden = sorted(pages)
    if len(hidden) > MOST_HIDDEN:
        hidden = sorted(chance.sample(hidden, MOST_HIDDEN))
    for one in hidden if len(pages) > 1 else ():
        known, asked = [], list(pages[one])
        for label, some in pages.items():
            held_out = max(1, int(HELD_OUT * len(some)))
            if label != one:
                asked += some[:held_out]
                known += some[held_out:]
        crawls.write(scratch / "known.warc.gz", known)
        crawls.write(scratch / "asked.warc.gz", asked)
        (scratch / "site.index").unlink(missing_ok=True)
        run(program, "cluster", scratch / "known.warc.gz", "-q", "--index", scratch / "site.index", "-o", scratch / "known.tsv")
        run(program, "classify", scratch / "asked.warc.gz", "-q", "--model", scratch / "site.index", "-o", scratch / "asked.tsv")
        counts = collections.defaultdict(collections.Counter)  # labels of the pages of each template
        for page, template, *_ in read_rows(scratch / "known.tsv"):
            counts[template][labels[page]] += 1
        for page, template, score in read_rows(scratch / "asked.tsv"):
            label = labels[page]
            is_right = template in counts and counts[template].most_common(1)[0][0] == label
            yield Score(name, one, page, label, label != one, is_right, float(score))


def keep(path, scores):
    with open(path, "w", encoding="utf-8") as file:
        file.write("\t".join(Score._fields) + "\n")
        file.writelines("\t".join([*one[:4], str(int(one.is_known)), str(int(one.is_right)), f"{one.score:.6f}"]) + "\n"
                        for one in scores)


def kept(path):
    return [Score(*row[:4], row[4] == "1", row[5] == "1", float(row[6])) for row in read_rows(path)]


# ---- Measuring.

def weights_of(scores):
    """Every corpus counts 1 for hidden and 1 for known pages, in it every template the same."""
    pages = collections.Counter((one.corpus, one.is_known, one.label) for one in scores)
    templates = collections.Counter((corpus, is_known) for corpus, is_known, _ in pages)
    return [1 / pages[one.corpus, one.is_known, one.label] / templates[one.corpus, one.is_known] for one in scores]


def share(weighted, holds):
    """Of (score, weight) pairs: the weight of those for which it holds, over that of all."""
    whole = sum(weight for _, weight in weighted)
    return sum(weight for one, weight in weighted if holds(one)) / whole if whole else float("nan")


def errors(weighted, limit):
    """The share of hidden pages that are kept, and of known pages that are lost."""
    hidden = [(one, weight) for one, weight in weighted if not one.is_known]
    known = [(one, weight) for one, weight in weighted if one.is_known]
    return share(hidden, lambda one: one.score >= limit), share(known, lambda one: one.score < limit)


def equal_error(weighted):
    """The limit at which both errors are the same, as nearly as possible."""
    ordered = sorted(weighted, key=lambda pair: pair[0].score)
    whole = {known: sum(weight for one, weight in ordered if one.is_known == known) for known in (True, False)}
    lost, stay = 0.0, whole[False]  # of known pages, of hidden ones
    best, limit = abs(1.0), 0.0
    for i, (one, weight) in enumerate(ordered):
        if i > 0 and one.score > ordered[i - 1][0].score:
            difference = abs(lost / whole[True] - stay / whole[False])
            if difference < best:
                best, limit = difference, one.score
        if one.is_known:
            lost += weight
        else:
            stay -= weight
    return limit


def mean(values):
    values = [value for value in values if value == value]
    return sum(values) / len(values) if values else float("nan")


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head),
            *("| " + " | ".join(map(str, row)) + " |" for row in rows), ""]


def report_on(scores):
    """Lines of Markdown, and what was measured of each target."""
    weighted = list(zip(scores, weights_of(scores)))
    by_corpus, by_family = collections.defaultdict(list), collections.defaultdict(list)
    for pair in weighted:
        by_corpus[pair[0].corpus].append(pair)
        by_family[crawls.family_of(pair[0].corpus)].append(pair)
    limits = {family: equal_error([pair for other, pairs in by_family.items() if other != family for pair in pairs])
              for family in by_family}
    rows = []
    for corpus, pairs in by_corpus.items():
        kept_hidden, lost = errors(pairs, limits[crawls.family_of(corpus)])
        kept_at, lost_at = errors(pairs, LIMIT)
        known = [(one, weight) for one, weight in pairs if one.is_known]
        rows.append((corpus, len({one.hidden for one, _ in pairs}), 1 - kept_hidden, 1 - lost, 1 - kept_at, 1 - lost_at,
                     share(known, lambda one: one.is_right)))
    lines = [f"{len(scores):,} pages of {len(by_corpus)} corpora, {len(by_family)} families. Limits chosen without the family: "
             f"{min(limits.values()):.3f} to {max(limits.values()):.3f}; with all families {equal_error(weighted):.3f}.", ""]
    means = []
    for what, some in (("all corpora", rows), ("without arguable labels", [row for row in rows if row[0] not in ARGUABLE])):
        values = [mean(row[k] for row in some) for k in range(2, 7)]
        means.append(values)
        both = sum(row[2] >= TARGET and row[3] >= TARGET for row in some)
        lines.append(f"- {what}: hidden pages named `none` {values[0]:.3f}, known pages kept {values[1]:.3f}; both at least "
                     f"{TARGET} on {both} of {len(some)}. At the limit {LIMIT} of the program: {values[2]:.3f}, {values[3]:.3f}. "
                     f"Known pages with the right template: {values[4]:.3f}.")
    lines += ["", "## What a score is worth", "",
              "As many hidden pages as known ones: the share of pages with such a score that are known.", ""]
    edges = (0, 0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1.01)
    bins = []
    for low, high in zip(edges, edges[1:]):
        inside = [(one, weight) for one, weight in weighted if low <= one.score < high]
        bins.append((f"{low:.2f} to {min(high, 1):.2f}", len(inside), f"{share(inside, lambda one: one.is_known):.3f}"))
    lines += table(["score", "pages", "known"], bins)
    lines += ["## By corpus", "", "Limits chosen without the family; in brackets at the limit of the program.", ""]
    lines += table(["corpus", "hidden templates", "hidden pages named `none`", "known pages kept", "right template"],
                   [(row[0], row[1], f"{row[2]:.3f} ({row[4]:.3f})", f"{row[3]:.3f} ({row[5]:.3f})", f"{row[6]:.3f}")
                    for row in sorted(rows, key=lambda row: min(row[2], row[3]))])
    targets = [(f"hidden pages named `none`: at least {TARGET}", means[0][0]), (f"known pages kept: at least {TARGET}", means[0][1])]
    return lines, targets


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("corpora", type=pathlib.Path)
    parser.add_argument("--scores", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("-o", "--output", type=pathlib.Path)
    options = parser.parse_args()
    if options.scores and options.scores.exists():
        scores = kept(options.scores)
    else:
        archives = [path for path in sorted(options.corpora.glob("*.warc.gz"))
                    if path.with_name(path.name.replace(".warc.gz", ".labels.tsv")).exists()
                    and (not options.quick or path.name.removesuffix(".warc.gz") in QUICK)]
        if not archives:
            sys.exit(f"{options.corpora} has no NAME.warc.gz with NAME.labels.tsv")
        scores = []
        with tempfile.TemporaryDirectory() as scratch:
            for archive in archives:
                print(archive.name, file=sys.stderr, flush=True)
                scores += scores_of(options.program, archive, pathlib.Path(scratch))
                if options.scores:
                    keep(options.scores.with_suffix(".part"), scores)
        if options.scores:
            options.scores.with_suffix(".part").replace(options.scores)
    lines, targets = report_on(scores)
    rows = [(what, f"{value:.3f}", "yes" if value >= TARGET else "no") for what, value in targets]
    text = "\n".join(["# Pages of unknown templates", "", *lines, "## Targets", "", *table(["target", "measured", "met"], rows)])
    if options.output:
        options.output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    if options.check and any(value < TARGET for _, value in targets):
        sys.exit(1)


if __name__ == "__main__":
    main()
