#!/usr/bin/env python3
"""How good, steady and fast the default method is, on labelled corpora and synthetic crawls.

Usage: auto_report.py PROGRAM CORPORA_FOLDER [--part PART]... [--before PROGRAM] [--bench PROGRAM] [--quick] [--full] [--check] [-o FILE.md]

CORPORA_FOLDER holds NAME.warc.gz with NAME.labels.tsv. Writes Markdown: a table for each part and the
targets with what was measured. Parts (all unless some are given):

  quality    every corpus, with content only (page ids replaced by random ones) and with all evidence
  draws      every corpus drawn in three ways: at most 300 pages a template, at most 80, 600 at random;
             with --before PROGRAM also the difference to it, with a bootstrap interval; with --undeclared PROGRAM
             also what declarations cost: a build in which heed_declarations() does nothing
  small      20, 50 and 100 labelled pages of every corpus at random, three times; with --before also the difference
  left_out   the same draws, with the two constants of the vote chosen without the family of the corpus; needs
             --bench BUILD/bench/bench_left_out
  methods    beside every other method and measure, at the papers' parameters and at the best ones
  mixed      all corpora in one run
  mixtures   random sets of corpora under one host, 100 pages of each
  stability  a random tenth of the pages left out
  confidence what the confidence of a page is worth: pages that are wrong, by confidence
  order      records shuffled, one thread and two
  synth      one URL pattern served by two templates, one template on many sites
  scale      10,000, 100,000 and 1,000,000 pages: time and memory a page
  index      ten runs of a tenth each, with --index, against one run of all

`--quick` takes few small corpora and crawls, under a minute in all. `--full` lets `methods` take whole
corpora and tree edit distances, which takes hours. `--check` ends with status 1 if a target of
the chosen parts is missed or could not be measured. `scale` needs some 7 GB in `--work-dir` (a temporary one unless given); what is
made in a folder that was given stays there, and is used again.
"""
import argparse
import collections
import functools
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import crawls

QUICK = ("cleanportaleval", "drupal6-cucino", "haddock-lens", "omeka-dospassos", "pkgdown-ggplot2")


# ---- Running the program.

class Program:
    def __init__(self, path, method):
        self.path, self.method = path, method
        self.has_evidence = method.partition(":")[0] == "auto"

    def content_only(self):
        """The method told to look at content alone, for those that can be told."""
        return self.method + ("," if ":" in self.method else ":") + "evidence=content"

    def run(self, *words):
        done = subprocess.run([self.path, *map(str, words)], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"pagekin {' '.join(map(str, words))}: status {done.returncode}\n{done.stderr}")
        return done.stdout

    def cluster(self, inputs, output, *options, method=None):
        self.run("cluster", *inputs, "-q", "--method", method or self.method, "-o", output, *options)
        return output

    def score(self, assignments, labels):
        return json.loads(self.run("evaluate", assignments, "--truth", labels, "--json"))

    def refusal_of_index(self, sample, scratch):
        """What the program says when the method takes no --index, else nothing."""
        done = subprocess.run([self.path, "cluster", sample, "-q", "--method", self.method, "--index", scratch / "try.index",
                               "-o", scratch / "try.tsv"], capture_output=True, text=True)
        return done.stderr.strip() if done.returncode == 2 else ""


class Corpus:
    """A labelled archive, its copy under random ids, and the clusters of both."""

    def __init__(self, program, archive, labels, scratch):
        self.program, self.archive, self.labels, self.scratch = program, archive, labels, scratch
        self.name = archive.name.removesuffix(".warc.gz")

    def file(self, name):
        return self.scratch / f"{self.name}.{name}"

    @functools.cached_property
    def records(self):
        return crawls.records(self.archive)

    @functools.cached_property
    def clusters(self):
        """The file of assignments, all evidence."""
        return self.program.cluster([self.archive], self.file("all.tsv"))

    @functools.cached_property
    def unnamed(self):
        """A corpus of the same pages whose ids tell nothing, and the ids they had."""
        copies, new_ids = crawls.renamed(self.records, self.name)
        archive = crawls.write(self.file("unnamed.warc.gz"), copies)
        labels = crawls.write_labels(self.file("unnamed.labels.tsv"), crawls.read_columns(self.labels), new_ids)
        unnamed = Corpus(self.program, archive, labels, self.scratch)
        unnamed.old_ids = {new: old for old, new in new_ids.items()}
        return unnamed

    def part(self, name, records):
        """Some of the records, or all in another order, as a corpus."""
        return Corpus(self.program, crawls.write(self.file(f"{name}.warc.gz"), records), self.labels, self.scratch)

    def sample(self, count, seed):
        if len(self.records) <= count:
            return self
        return self.part(f"sample{count}", random.Random(f"{self.name} {seed}").sample(self.records, count))

    def score(self):
        return self.program.score(self.clusters, self.labels)


# ---- Writing.

class Report:
    def __init__(self):
        self.lines, self.targets = [], []

    def say(self, *lines):
        self.lines.extend(lines)

    def table(self, head, rows):
        self.say("| " + " | ".join(head) + " |", "|" + "---|" * len(head))
        self.say(*("| " + " | ".join(map(str, row)) + " |" for row in rows), "")

    def target(self, what, measured, met):
        """met: None where it could not be measured, which is not met either."""
        self.targets.append((what, measured, met))

    def table_of_targets(self):
        if self.targets:
            self.say("## Targets", "")
            words = {True: "yes", False: "no", None: "not measured"}
            self.table(["target", "measured", "met"], [[what, value, words[met]] for what, value, met in self.targets])


def ari(value):
    return f"{value:.3f}"


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def progress(*words):
    print(*words, file=sys.stderr, flush=True)


# ---- Parts. Each takes (program, corpora, report, options).

def quality(program, corpora, report, options):
    report.say("## Quality", "",
               "Adjusted Rand index of `pagekin cluster CORPUS`, no options. `content`: page ids replaced by random",
               "ones of one host, so that neither URLs nor links tell anything; `all`: the file as it is.",
               *(["`option`: the file as it is with `--method auto:evidence=content`, which should be the same as `content`."]
                 if program.has_evidence else []), "")
    rows, content, everything = [], {}, {}
    for corpus in corpora:
        progress("quality", corpus.name)
        without, found = corpus.unnamed.score(), corpus.score()
        content[corpus.name], everything[corpus.name] = without["adjusted_rand_index"], found["adjusted_rand_index"]
        row = [corpus.name, f"{len(corpus.records):,}", found["templates"], without["clusters"], found["clusters"],
               ari(content[corpus.name]), ari(everything[corpus.name])]
        if program.has_evidence:
            told = program.cluster([corpus.archive], corpus.file("option.tsv"), method=program.content_only())
            row.append(ari(program.score(told, corpus.labels)["adjusted_rand_index"]))
        rows.append(row)
    averages = [mean(content.values()), mean(everything.values())]
    worst = [min(content.values()), min(everything.values())]
    rows += [["**mean**", "", "", "", "", *map(ari, averages)], ["**worst**", "", "", "", "", *map(ari, worst)]]
    report.table(["corpus", "pages", "templates", "clusters, content", "clusters, all", "content", "all"]
                 + (["option"] if program.has_evidence else []),
                 [row + [""] * (program.has_evidence and len(row) == 7) for row in rows])
    report.say("Clusters are those that hold labelled pages.", "")

    losses = {name: content[name] - everything[name] for name in content}
    loser = max(losses, key=losses.get)
    report.target("quality: content only, mean at least 0.935", ari(averages[0]), averages[0] >= 0.935)
    report.target("quality: content only, worst at least 0.60", f"{ari(worst[0])} ({min(content, key=content.get)})",
                  worst[0] >= 0.60)
    report.target("quality: all evidence, mean at least 0.96", ari(averages[1]), averages[1] >= 0.96)
    report.target("quality: all evidence, no corpus worse than content only by more than 0.02",
                  f"{losses[loser]:+.3f} ({loser})", losses[loser] <= 0.02)
    if "swde-sample" in content:
        least = min(content["swde-sample"], everything["swde-sample"])
        report.target("quality: swde-sample at least 0.99, content only and all evidence", ari(least), least >= 0.99)


def largest_loss(corpora, without, with_it):
    """(loss, name) of the corpus that loses most by what `with_it` has and `without` lacks."""
    return max((before - after, corpus.name) for corpus, before, after in zip(corpora, without, with_it))


def targets_of_draw(report, what, kind, means, all_values):
    """What is wanted of each way of drawing pages. `means`, `all_values`: by draw of the voters; one where they are not drawn."""
    least = {"content": 0.935, "all": 0.945}[kind]
    below, worst = max(sum(v < 0.8 for v in values) for values in all_values), min(map(min, all_values))
    report.target(f"{what}, {kind}, mean at least {least}", ari(mean(means)), mean(means) >= least)
    report.target(f"{what}, {kind}, at most 4 corpora below 0.8", below, below <= 4)
    report.target(f"{what}, {kind}, worst at least 0.55", ari(worst), worst >= 0.55)


DRAWS = {"300 a template": 300, "80 a template": 80, "600 at random": None}


def drawn(corpus, most):
    """At most `most` pages of each label, and of those without one; 600 of all without a number."""
    order = corpus.records[:]
    random.Random(f"{corpus.name} draws").shuffle(order)
    if most is None:
        return order[:600]
    labels, taken, chosen = crawls.read_columns(corpus.labels), {}, []
    for record in order:
        label = labels.get(record[0])
        taken[label] = taken.get(label, 0) + 1
        if taken[label] <= most:
            chosen.append(record)
    return chosen


def interval(differences):
    """95 % of the means of 2,000 samples with replacement."""
    chance, means = random.Random("bootstrap"), []
    for _ in range(2000):
        means.append(mean(chance.choices(differences, k=len(differences))))
    means.sort()
    return means[50], means[-51]


def draws(program, corpora, report, options):
    report.say("## Pages drawn in three ways", "",
               "Adjusted Rand index over the corpora. `content`: `auto:evidence=content`; `all`: addresses and links too.", "")
    before = Program(options.before, program.method) if options.before else None
    undeclared = Program(options.undeclared, program.method) if options.undeclared else None
    rows, by_corpus = [], {corpus.name: [] for corpus in corpora}
    for name, most in DRAWS.items():
        found = {"content": [], "all": []}
        earlier = {"content": [], "all": []}
        without = {"content": [], "all": []}
        for corpus in corpora:
            progress("draws", name, corpus.name)
            part = corpus.part("drawn", drawn(corpus, most))
            for kind, method in (("content", program.content_only()), ("all", program.method)):
                out = program.cluster([part.archive], corpus.file("drawn.tsv"), method=method)
                found[kind].append(program.score(out, corpus.labels)["adjusted_rand_index"])
                by_corpus[corpus.name].append(ari(found[kind][-1]))
                for other, values in ((before, earlier), (undeclared, without)):
                    if other:
                        out = other.cluster([part.archive], corpus.file("drawn.tsv"), method=method)
                        values[kind].append(other.score(out, corpus.labels)["adjusted_rand_index"])
        for kind, values in found.items():
            row = [name, kind, ari(mean(values)), ari(min(values)), sum(v < 0.8 for v in values),
                   f"{100 * mean(v >= 0.95 for v in values):.0f} %"]
            if before:
                differences = [now - then for now, then in zip(values, earlier[kind])]
                low, high = interval(differences)
                row += [ari(mean(earlier[kind])), f"{mean(differences):+.3f} ({low:+.3f} to {high:+.3f})"]
            rows.append(row)
            targets_of_draw(report, f"draws: {name}", kind, [mean(values)], [values])
        loss, loser = largest_loss(corpora, found["content"], found["all"])
        report.target(f"draws: {name}, no corpus loses more than 0.03 by addresses and links", f"{loss:.3f} ({loser})", loss <= 0.03)
        what = f"draws: {name}, no corpus loses more than 0.03 by declarations (needs --undeclared)"
        if undeclared:
            loss, loser = max(largest_loss(corpora, without[kind], found[kind]) for kind in found)
            report.target(what, f"{loss:.3f} ({loser})", loss <= 0.03)
        else:
            report.target(what, "", None)
    report.table(["pages", "evidence", "mean", "worst", "below 0.8", "0.95 or more"]
                 + (["before", "difference, 95 %"] if before else []), rows)
    report.say("<details><summary>Each corpus: content and all for 300 a template, 80 a template, 600 at random</summary>", "")
    report.table(["corpus", *(f"{name}, {kind}" for name in DRAWS for kind in ("content", "all"))],
                 [[name, *cells] for name, cells in by_corpus.items()])
    report.say("</details>", "")


def small(program, corpora, report, options):
    report.say("## Small sites", "",
               "Labelled pages drawn at random, so in their natural proportions; the mean of three draws is the value of a corpus. All evidence.", "")
    before = Program(options.before, program.method) if options.before else None
    rows = []
    for pages, wanted in ((20, 0.80), (50, 0.91), (100, 0.91)):
        found, earlier = [], []
        for corpus in corpora:
            progress("small", pages, corpus.name)
            labels = crawls.read_columns(corpus.labels)
            labelled = [record for record in corpus.records if record[0] in labels]
            values, then = [], []
            for turn in range(3):
                some = random.Random(f"{corpus.name} small {turn}").sample(labelled, min(pages, len(labelled)))
                part = corpus.part("small", some)
                values.append(program.score(program.cluster([part.archive], corpus.file("small.tsv")), corpus.labels)["adjusted_rand_index"])
                if before:
                    out = before.cluster([part.archive], corpus.file("small.tsv"))
                    then.append(before.score(out, corpus.labels)["adjusted_rand_index"])
            found.append(mean(values))
            earlier += [mean(then)] if then else []
        rows.append([pages, ari(mean(found)), ari(min(found)), sum(v < 0.8 for v in found)] + ([ari(mean(earlier))] if before else []))
        report.target(f"small: {pages} pages, mean at least {wanted:.2f}", ari(mean(found)), mean(found) >= wanted)
    report.table(["pages", "mean", "worst corpus", "below 0.8"] + (["before"] if before else []), rows)


# ---- Committees of voters that are chosen without the family of the corpus that is scored.

def adjusted_rand_index(found, wanted):
    """Of two lists of labels."""
    def pairs(counts):
        return sum(n * (n - 1) // 2 for n in counts.values())
    both, a, b = collections.Counter(zip(found, wanted)), collections.Counter(found), collections.Counter(wanted)
    same, of_a, of_b, every = pairs(both), pairs(a), pairs(b), len(found) * (len(found) - 1) // 2
    expected, most = of_a * of_b / every if every else 0, (of_a + of_b) / 2
    return 1.0 if most == expected else (same - expected) / (most - expected)


def committees_of(bench, archive, labels):
    """What every committee reaches, by evidence and draw of voters: {(evidence, voters): {choice: index}}."""
    done = subprocess.run([bench, archive], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{bench} {archive}: status {done.returncode}\n{done.stderr}")
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    wanted = [labels.get(page) for page in rows[0][4:]]
    known = [i for i, label in enumerate(wanted) if label]
    scores = {}
    for evidence, voters, weight, agreed, *found in rows[1:]:
        scores.setdefault((evidence, voters), {})[weight, agreed] = adjusted_rand_index(
            [found[i] for i in known], [wanted[i] for i in known])
    return scores


def scores_of_committees(corpora, options):
    """{(draw, corpus): what committees_of() returns}; kept in the work directory."""
    kept = options.work_dir / "left_out.json"
    if kept.exists() and not options.temporary:
        return {tuple(key): {tuple(one): {tuple(choice): value for choice, value in found} for one, found in by_voters}
                for key, by_voters in json.loads(kept.read_text())}
    scores = {}
    for name, most in DRAWS.items():
        for corpus in corpora:
            progress("left out", name, corpus.name)
            part = corpus.part("drawn", drawn(corpus, most))
            scores[name, corpus.name] = committees_of(options.bench, part.archive, crawls.read_columns(corpus.labels))
    kept.write_text(json.dumps([[key, [[one, list(found.items())] for one, found in by_voters.items()]]
                                for key, by_voters in scores.items()]))
    return scores


def left_out(program, corpora, report, options):
    report.say("## Left out", "", "The weight of the shortest descriptions and the share of the votes that makes a template are chosen "
               "without the family of the corpus that is scored: the pair with the best mean over all other families, all draws of pages, "
               "both kinds of evidence and three draws of the voters' settings. No voter is chosen.", "")
    if not options.bench:
        sys.exit("--part left_out needs --bench, the program bench_left_out")
    scores = scores_of_committees(corpora, options)
    choices = list(next(iter(next(iter(scores.values())).values())))

    def best(family):
        others = [found for (_, corpus), by_voters in scores.items() if crawls.family_of(corpus) != family
                  for found in by_voters.values()]
        return max(choices, key=lambda choice: mean(found[choice] for found in others))

    families = sorted({crawls.family_of(corpus.name) for corpus in corpora})
    chosen = {family: best(family) for family in families}
    trained = best(None)
    others = [f"{family} ({', '.join(choice)})" for family, choice in chosen.items() if choice != trained]
    report.say(f"{len(families)} families. With all of them the best pair is {', '.join(trained)}. Without one of them it is another for "
               + (", ".join(others) if others else "none") + ". `trained`: that pair for all corpora.", "")
    rows = []
    for name in DRAWS:
        for evidence in ("content", "all"):
            means, all_values = [], []
            for key in [key for key in next(iter(scores.values())) if key[0] == evidence]:
                values = [scores[name, corpus.name][key][chosen[crawls.family_of(corpus.name)]] for corpus in corpora]
                means.append(mean(values))
                all_values.append(values)
                rows.append([name, evidence, key[1], ari(means[-1]), ari(min(values)), sum(v < 0.8 for v in values),
                             f"{100 * mean(v >= 0.95 for v in values):.0f} %",
                             ari(mean(scores[name, corpus.name][key][trained] for corpus in corpora))])
            if name == "300 a template":
                targets_of_draw(report, f"left out: {name}, three draws of voters", evidence, means, all_values)
    report.table(["pages", "evidence", "first voter", "mean", "worst", "below 0.8", "0.95 or more", "trained"], rows)


# What `methods` compares with. A setting is a value for each varied option.
SLOW = ("ted", "ted_max", "structure_style")  # tree edit distance: all pairs take minutes to hours
HASHES = ("md5", "mdh5")  # methods of their own; as measures they have no threshold
THRESHOLDS = {  # method: the papers' setting
    "ahc:linkage=single": {"threshold": 0.7},
    "ahc:linkage=complete": {"threshold": 0.7},
    "ahc:linkage=average": {"threshold": 0.7},
    "snn": {"similar": 0.85, "overlap": 0.85},
}
SIMILARITIES = [0.02, *(round(0.05 * i, 2) for i in range(1, 20)), 0.98]
VARIED = {"threshold": SIMILARITIES, "similar": SIMILARITIES, "overlap": [0.1, 0.3, 0.5, 0.7, 0.85]}
FINGERPRINT = {"length": 25, "max_edits": 1}
FINGERPRINT_VARIED = {"length": [5, 10, 15, 20, 25, 30, 40, 60, 80, 120, 200], "max_edits": [0, 1]}
SAMPLE, SAMPLE_ABOVE = 400, 800


def setting(values):
    return tuple(sorted((name, round(float(value), 6)) for name, value in values.items()))


def words_of(one_setting):
    return ", ".join(f"{name} {value:g}" for name, value in one_setting)


def sweep(program, corpus, methods, measures, varied):
    """(method, measure) -> setting -> adjusted Rand index."""
    words = [w for m in methods for w in ("--method", m)] + [w for m in measures for w in ("--measure", m)]
    words += [w for name, values in varied.items() for w in ("--vary", f"{name}={','.join(map(str, values))}")]
    found = {}
    for one in json.loads(program.run("sweep", corpus.archive, "--truth", corpus.labels, "-q", "--json", *words))["settings"]:
        key = (one["method"], one.get("measure", ""))
        found.setdefault(key, {})[setting(one["options"])] = one["adjusted_rand_index"]
    return found


def scores_of_rivals(program, corpus, measures, paper_1):
    """All but ours; with paper_1 its measure at its parameters alone, where it is not among the measures."""
    found = sweep(program, corpus, list(THRESHOLDS), measures, VARIED)
    found |= sweep(program, corpus, ["fingerprint"], [], FINGERPRINT_VARIED)
    templates = corpus.score()["templates"]
    medoids = sweep(program, corpus, ["k_medoids"], measures, {"clusters": [templates]})
    # The right number is another one for each corpus, so it is no setting of its own.
    found |= {key: {("clusters", "right"): value} for key, values in medoids.items() for value in values.values()}
    fixed = [(method, "") for method in HASHES] + ([("snn", "structure_style")] if paper_1 else [])
    for method, measure in fixed:
        words = ["--measure", measure] if measure else []
        out = program.cluster([corpus.archive], corpus.file("rival.tsv"), *words, method=method)
        found[method, measure] = {setting(THRESHOLDS.get(method, {})):
                                  program.score(out, corpus.labels)["adjusted_rand_index"]}
    return found


def paper_setting(method):
    if method == "k_medoids":
        return None
    return setting(FINGERPRINT if method == "fingerprint" else THRESHOLDS.get(method, {}))


def row_of_rival(method, measure, by_corpus):
    """Mean and worst at the paper's parameters, at the best setting for all corpora, at the best for each."""
    scores = list(by_corpus.values())
    blank, cells = ["", ""], [f"`{method}`", f"`{measure}`" if measure else ""]
    at_paper = [found[paper_setting(method)] for found in scores if paper_setting(method) in found]
    cells += [ari(mean(at_paper)), ari(min(at_paper))] if at_paper else blank
    varied = len(scores[0]) > 1
    for_all = max(scores[0], key=lambda s: mean(found[s] for found in scores))
    cells += [ari(mean(found[for_all] for found in scores)), words_of(for_all)] if varied else blank
    best = [max(found.values()) for found in scores]
    cells += [ari(mean(best)), ari(min(best))] if varied or not at_paper else blank
    return cells


def methods(program, corpora, report, options):
    if options.quick:
        measures = ["tree_paths", "style"]
    else:
        known = [m["name"] for m in json.loads(program.run("list", "measures", "--json"))["measures"]]
        measures = [m for m in known if m not in HASHES and (options.full or m not in SLOW)]
    report.say("## Beside other methods", "",
               "Adjusted Rand index, mean and worst over the corpora: at the papers' parameters (`ahc` 0.7, `snn` 0.85",
               "and 0.85, fingerprints of 25 entries and one edit); at the one setting that is best for all corpora,",
               "found with the labels; at the best for each corpus, found with its labels. For `k_medoids` that is the",
               "right number of clusters.", "",
               "Whole corpora." if options.full else
               f"Of corpora above {SAMPLE_ABOVE} pages a random sample of {SAMPLE}, the same for all methods, ours too.",
               *([] if options.full else ["Two measures only." if options.quick else
                  "Of tree edit distances only `structure_style`, with `snn` at the paper's parameters."]), "")
    ours, rivals = {"content": {}, "all": {}}, {}
    for corpus in corpora:
        progress("methods", corpus.name)
        if not options.full and len(corpus.records) > SAMPLE_ABOVE:
            corpus = corpus.sample(SAMPLE, 1)
        ours["content"][corpus.name] = corpus.unnamed.score()["adjusted_rand_index"]
        ours["all"][corpus.name] = corpus.score()["adjusted_rand_index"]
        for key, found in scores_of_rivals(program, corpus, measures, not (options.full or options.quick)).items():
            rivals.setdefault(key, {})[corpus.name] = found
    own = [[f"**`{program.method}`**, {what}", "", ari(mean(found.values())), ari(min(found.values())), "", "", "", ""]
           for what, found in ours.items()]
    rows = [row_of_rival(*key, by_corpus) for key, by_corpus in rivals.items()]
    report.table(["method", "measure", "paper's: mean", "worst", "best for all: mean", "it is", "best for each: mean", "worst"],
                 own + sorted(rows, key=lambda row: row[:2]))
    swept = [found for by_corpus in rivals.values() for found in by_corpus.values() if len(found) > 1]
    report.say(f"Of {len(swept)} best settings for one corpus {sum(map(at_an_end, swept))} lie at an end of what was tried.", "")
    table_by_corpus(report, program.method, ours, rivals)


def at_an_end(found):
    """Whether all of the best settings have an option at the end of its range, so that better ones may lie beyond."""
    ends = {name: (min(values), max(values)) for name, values in VARIED.items()} | {"length": (5, 200)}
    best = max(found.values())
    return all(any(value in ends.get(name, ()) for name, value in one) for one in found if found[one] == best)


def table_by_corpus(report, method, ours, rivals):
    """Each corpus at the paper's parameters / at the best for it."""
    names = list(ours["all"])
    own = [[f"**`{method}`**, {what}", "", *(f"{found[name]:.2f}" for name in names)] for what, found in ours.items()]
    rows = []
    for (rival, measure), by_corpus in sorted(rivals.items()):
        cells = []
        for found in (by_corpus[name] for name in names):
            at_paper = [found[s] for s in found if s == paper_setting(rival)]
            best = [max(found.values())] if len(found) > 1 or not at_paper else []
            cells.append(" / ".join(f"{value:.2f}" for value in at_paper + best))
        rows.append([f"`{rival}`", f"`{measure}`" if measure else "", *cells])
    report.say("<details><summary>The same for each corpus: at the papers' parameters / at the best for it</summary>", "")
    report.table(["method", "measure", *(name.partition(".")[0] for name in names)], own + rows)
    report.say("</details>", "")


def host(page):
    return page.split("/")[2]


def mixing_clusters(assignment, old_ids):
    """Clusters with pages of several hosts: [(pages, {host: pages})], largest first."""
    found = []
    for pages in crawls.groups(assignment).values():
        hosts = {}
        for page in pages:
            name = host(old_ids.get(page, page))
            hosts[name] = hosts.get(name, 0) + 1
        if len(hosts) > 1:
            found.append((len(pages), hosts))
    return sorted(found, key=lambda one: -one[0])


def mixed(program, corpora, report, options):
    report.say("## All corpora in one run", "",
               "Adjusted Rand index of each corpus' pages within `pagekin cluster` of all corpora, beside a run of its own;",
               "with ids as they are, and with random ones of one host for all, so that nothing tells sites apart but content.", "")
    scratch = corpora[0].scratch
    kinds = {"all": corpora, "content": [corpus.unnamed for corpus in corpora]}
    scores, mixing = {}, {}
    for kind, some in kinds.items():
        progress("mixed", kind)
        out = program.cluster([corpus.archive for corpus in some], scratch / f"mixed.{kind}.tsv")
        scores[kind, "together"] = [program.score(out, corpus.labels)["adjusted_rand_index"] for corpus in some]
        scores[kind, "alone"] = [corpus.score()["adjusted_rand_index"] for corpus in some]
        old_ids = {new: old for corpus in some for new, old in getattr(corpus, "old_ids", {}).items()}
        mixing[kind] = mixing_clusters(crawls.read_columns(out), old_ids)
    columns = [scores[kind, how] for kind in ("content", "all") for how in ("alone", "together")]
    report.table(["corpus", "content, alone", "together", "all, alone", "together"],
                 [[corpus.name, *(ari(column[i]) for column in columns)] for i, corpus in enumerate(corpora)]
                 + [["**mean**", *(ari(mean(column)) for column in columns)]])
    for kind, found in mixing.items():
        report.say(f"Clusters that mix hosts, {kind}: {len(found)}" + (", the largest:" if found else "."), "")
        for pages, hosts in found[:10]:
            names = sorted(hosts, key=lambda name: -hosts[name])
            report.say(f"- {pages} pages: " + ", ".join(f"{name.removesuffix('.example')} {hosts[name]}" for name in names))
        report.say(*([""] if found else []))
    change = mean(scores["all", "together"]) - mean(scores["all", "alone"])
    report.target("mixed: no cluster mixes two sites", f"{len(mixing['all'])} clusters", not mixing["all"])
    report.target("mixed: mean over corpora not below that of separate runs by more than 0.02", f"{change:+.3f}", change >= -0.02)


def mixtures(program, corpora, report, options):
    report.say("## Sets of sites under one host", "",
               "Random pages of random sets of corpora, with random ids of one host: mean adjusted Rand index of each corpus' pages in a run of all",
               "of them, and in a run of its own.", "")
    rows = []
    for sites, pages, turns in ((4, 100, 6), (8, 100, 6), (18, 100, 3), (40, 50, 3)):
        if sites > len(corpora):
            continue
        together, alone = [], []
        for turn in range(turns):
            progress("mixtures", sites, turn)
            chosen = random.Random(f"{sites} mixtures {turn}").sample(corpora, sites)
            parts = [corpus.unnamed.sample(pages, f"mixtures {turn}") for corpus in chosen]
            out = program.cluster([part.archive for part in parts], corpora[0].scratch / "mixture.tsv")
            together.append(mean(program.score(out, part.labels)["adjusted_rand_index"] for part in parts))
            alone.append(mean(part.score()["adjusted_rand_index"] for part in parts))
        rows.append([sites, pages, turns, ari(mean(together)), ari(min(together)), ari(mean(alone))])
        if sites >= 8:
            report.target(f"mixtures: {sites} sites, mean not below that of separate runs by more than 0.05",
                          f"{rows[-1][3]}, {rows[-1][5]}", mean(together) >= mean(alone) - 0.05)
    report.table(["sites", "pages of each", "sets", "together", "worst set", "alone"], rows)


def stability(program, corpora, report, options):
    rounds = 3
    report.say("## A tenth of the pages left out", "",
               f"1 minus the adjusted Rand index between the clusters of the rest and the same pages' clusters in the run",
               f"of all, {rounds} random choices.", "")
    rows, means = [], []
    for corpus in corpora:
        progress("stability", corpus.name)
        whole, changes = crawls.read_columns(corpus.clusters), []
        for turn in range(rounds):
            chance = random.Random(f"{corpus.name} stability {turn}")
            dropped = set(chance.sample(range(len(corpus.records)), len(corpus.records) // 10))
            rest = corpus.part("rest", [record for i, record in enumerate(corpus.records) if i not in dropped])
            changes.append(1 - crawls.adjusted_rand_index(whole, crawls.read_columns(rest.clusters)))
        means.append(mean(changes))
        rows.append([corpus.name, *map(ari, changes), ari(means[-1])])
    report.table(["corpus", *(f"round {i + 1}" for i in range(rounds)), "mean"],
                 rows + [["**mean**", *[""] * rounds, ari(mean(means))]])
    report.target("stability: a tenth left out changes less than 0.03 on average", ari(mean(means)), mean(means) < 0.03)


def confidence(program, corpora, report, options):
    bounds = (0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.001)
    report.say("## What confidence is worth", "",
               "Labelled pages of all corpora, at most 300 a label, so that no large site decides alone. A page is *wrong* if its",
               "label is not that of most pages of its cluster, and *elsewhere* if most pages of its label are in another cluster.", "")
    pages, wrong, elsewhere = ([0] * (len(bounds) - 1) for _ in range(3))
    for corpus in corpora:
        progress("confidence", corpus.name)
        part, out = corpus.part("confidence", drawn(corpus, 300)), corpus.file("confidence.tsv")
        program.cluster([part.archive], out, "--columns", "page,cluster,confidence")
        label_of = crawls.read_columns(corpus.labels)
        rows = [line.split("\t") for line in out.read_text().splitlines()[1:]]
        rows = [(label_of[page], cluster, float(sure)) for page, cluster, sure in rows if page in label_of]
        of_cluster, of_label = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
        for label, cluster, _ in rows:
            of_cluster[cluster][label] += 1
            of_label[label][cluster] += 1
        for label, cluster, sure in rows:
            at = next(i for i in range(len(pages)) if sure < bounds[i + 1])
            pages[at] += 1
            is_wrong = of_cluster[cluster].most_common(1)[0][0] != label
            wrong[at] += is_wrong
            elsewhere[at] += is_wrong or of_label[label].most_common(1)[0][0] != cluster
    total = sum(pages)
    report.table(["confidence", "pages", "share", "wrong", "wrong or elsewhere"],
                 [[f"{bounds[i]:.1f} to {min(bounds[i + 1], 1):.1f}", f"{pages[i]:,}", f"{100 * pages[i] / total:.1f} %",
                   *(f"{100 * many[i] / max(1, pages[i]):.1f} %" for many in (wrong, elsewhere))] for i in range(len(pages))])
    doubt, sure = sum(pages[:2]), sum(pages[2:])
    of_doubt, of_others = sum(wrong[:2]) / max(1, doubt), sum(wrong[2:]) / max(1, sure)
    report.say(f"In doubt (below 0.4): {doubt:,} pages, {100 * of_doubt:.1f} % of them wrong; of the others {100 * of_others:.1f} %.", "")
    report.target("confidence: at least a quarter of the pages in doubt is wrong", f"{100 * of_doubt:.1f} %", of_doubt >= 0.25)
    report.target("confidence: at most 3.5 % of the other pages are wrong", f"{100 * of_others:.1f} %", of_others <= 0.035)


def order(program, corpora, report, options):
    report.say("## Order and threads", "",
               "The clusters of one thread in the file's order, against two threads and shuffled records:",
               "`same`, or the adjusted Rand index between the two.", "")
    rows, different = [], 0
    for corpus in corpora:
        progress("order", corpus.name)
        shuffled = corpus.records[:]
        random.Random(f"{corpus.name} order").shuffle(shuffled)
        other = corpus.part("shuffled", shuffled)
        base = crawls.read_columns(program.cluster([corpus.archive], corpus.file("order.tsv"), "--threads", 1))
        cells = []
        for archive, threads in ((corpus.archive, 2), (other.archive, 1), (other.archive, 2)):
            found = crawls.read_columns(program.cluster([archive], corpus.file("order.tsv"), "--threads", threads))
            same = crawls.same_partition(base, found)
            different += not same
            cells.append("same" if same else f"{crawls.adjusted_rand_index(base, found):.5f}")
        rows.append([corpus.name, *cells])
    report.table(["corpus", "two threads", "shuffled, one thread", "shuffled, two threads"], rows)
    report.target("order: page order and threads change nothing", f"{different} of {3 * len(rows)} runs differ", different == 0)


def make_crawl(program, output, pages, templates, sites, seed):
    """Makes a synthetic crawl unless it is there; returns its labels."""
    labels = output.with_name(output.name.removesuffix(".warc.gz") + ".labels.tsv")
    if not (output.exists() and labels.exists()):
        program.run("synth", "-q", "-o", output, "--pages", pages, "--templates", templates, "--sites", sites, "--seed", seed)
    return labels


def synth(program, corpora, report, options):
    pages, templates, sites = (1000 if options.quick else 3000), 40, 10
    report.say("## Where URLs mislead", "",
               f"Synthetic crawls of {pages:,} pages, {templates} templates, {sites} sites, which have templates that serve",
               "the URLs of another one and templates on several sites. `content`: random ids of one host; `all`: as it is"
               + ("; `option`: as it is, `evidence=content`." if program.has_evidence else "."), "")
    rows, behind = [], {"random ids": [], "evidence=content": []}
    for seed in range(1, 3 if options.quick else 6):
        progress("synth", seed)
        output = options.work_dir / f"synth-{pages}-{templates}-{sites}-{seed}.warc.gz"
        crawl = Corpus(program, output, make_crawl(program, output, pages, templates, sites, seed), options.scratch)
        labels = crawls.read_columns(crawl.labels)
        on_sites = {label: {host(page) for page in found} for label, found in crawls.groups(labels).items()}
        values = [crawl.unnamed.score()["adjusted_rand_index"], crawl.score()["adjusted_rand_index"]]
        if program.has_evidence:
            told = program.cluster([crawl.archive], crawl.file("option.tsv"), method=program.content_only())
            values.append(program.score(told, crawl.labels)["adjusted_rand_index"])
        for what, value in zip(behind, values[:1] + values[2:]):
            behind[what].append(value - values[1])
        rows.append([seed, sum(label.endswith(("-layout", "-print", "-mobile")) for label in on_sites),
                     sum(len(hosts) > 1 for hosts in on_sites.values()), *map(ari, values)])
    report.table(["seed", "templates at URLs of another", "templates on several sites", "content", "all"]
                 + (["option"] if program.has_evidence else []), rows)
    for what, losses in behind.items():
        if losses:
            report.target(f"synth: all evidence never below content only by {what} (to three decimals)",
                          f"{max(losses):.3f} below at most", round(max(losses), 3) <= 0)


def bytes_of_ids(labels):
    with open(labels, "rb") as rows:
        next(rows)
        return sum(line.index(b"\t") for line in rows)


def scale(program, corpora, report, options):
    sizes = (2_000, 10_000) if options.quick else (10_000, 100_000, 1_000_000)
    report.say("## Scale", "",
               "Synthetic crawls, 200 templates, 50 sites. Times and memory are the least of several runs below 100,000",
               "pages, and in brackets ratios to the smallest crawl; memory a page is what it grows by from the smallest, without ids.", "")
    rows, scores, ratios, memory, base, packed = [], [], [], [], None, None
    for pages in sizes:
        progress("scale", pages)
        output = options.work_dir / f"scale-{pages}.warc.gz"
        needed, free = 1.1 * (packed or 10_000) * pages, shutil.disk_usage(options.work_dir).free
        if not output.exists():
            progress(f"  writes {needed / 1e9:.1f} GB, {free / 1e9:.1f} GB are free")
        if not output.exists() and needed > free:
            report.say(f"{pages:,} pages were left out: {needed / 1e9:.1f} GB are needed, {free / 1e9:.1f} GB are free.", "")
            continue
        labels = make_crawl(program, output, pages, 200, 50, 1)
        packed = output.stat().st_size / pages
        out = options.scratch / "scale.tsv"
        command = [program.path, "cluster", output, "-q", "--method", program.method, "-o", out]
        runs = [crawls.measured(command) for _ in range(max(1, min(2 if options.quick else 5, 100_000 // pages)))]
        wall, processor, peak = (min(run[what] for run in runs) for what in ("wall", "processor", "peak"))
        now = (wall / pages, processor / pages, peak - bytes_of_ids(labels), pages)
        scores.append(program.score(out, labels)["adjusted_rand_index"])
        base = base or now
        ratios.append(now[1] / base[1])
        if pages > base[3]:
            memory.append((now[2] - base[2]) / (pages - base[3]))
        times = (f"{1e6 * now[i]:.0f} us ({now[i] / base[i]:.2f})" for i in (0, 1))
        rows.append([f"{pages:,}", f"{packed / 1000:.1f} KB", *times, f"{peak / 1e6:,.0f} MB",
                     f"{memory[-1]:.0f} bytes" if memory else "", ari(scores[-1])])
        if options.temporary:
            output.unlink()
            labels.unlink()
    report.table(["pages", "a page, packed", "wall time a page", "processor time a page", "peak memory", "memory a page",
                  "adjusted Rand index"], rows)
    whole = len(rows) == len(sizes)
    for what, value, shown, met in (
            ("processor time a page grows less than 1.3 times", max(ratios, default=0), "{:.2f}", lambda v: v < 1.3),
            ("adjusted Rand index at least 0.95", min(scores, default=0), "{:.3f}", lambda v: v >= 0.95),
            ("at most 500 bytes a page beyond ids", max(memory, default=0), "{:.0f}", lambda v: v <= 500)):
        report.target(f"scale: {what}", shown.format(value) if whole else "", met(value) if whole else None)


def index(program, corpora, report, options):
    report.say("## Ten runs with an index", "",
               "Each with a tenth of the pages, against one run of all: adjusted Rand index between the two, with the pages",
               "in random order, and in the file's order, which is mostly template after template.", "")
    refusal = program.refusal_of_index(corpora[0].archive, options.scratch)
    if refusal:
        report.say(f"Left out: {refusal}", "")
        report.target("index: ten runs and one agree, at least 0.97", "", None)
        return
    rows, found = [], {"random": [], "file": []}
    for corpus in corpora:
        progress("index", corpus.name)
        whole = crawls.read_columns(corpus.clusters)
        shuffled = corpus.records[:]
        random.Random(f"{corpus.name} index").shuffle(shuffled)
        for how, records in (("random", shuffled), ("file", corpus.records)):
            found[how].append(crawls.adjusted_rand_index(whole, in_ten_runs(program, corpus, records)))
        rows.append([corpus.name, ari(found["random"][-1]), ari(found["file"][-1])])
    report.table(["corpus", "random order", "the file's order"],
                 rows + [["**mean**", *(ari(mean(values)) for values in found.values())]])
    agreement = mean(found["random"])
    report.target("index: ten runs and one agree, at least 0.97 (mean, random order)", ari(agreement), agreement >= 0.97)


def in_ten_runs(program, corpus, records):
    """The clusters that all pages have after the last run."""
    kept = corpus.file("index")
    kept.unlink(missing_ok=True)
    clusters = {}
    for turn in range(10):
        tenth = records[turn * len(records) // 10:(turn + 1) * len(records) // 10]
        if tenth:
            part = corpus.part("tenth", tenth)
            out = program.cluster([part.archive], corpus.file("tenth.tsv"), "--index", kept)
            clusters |= crawls.read_columns(out)  # a run tells of all pages it knows
    return clusters


PARTS = {part.__name__: part for part in (quality, draws, small, left_out, methods, mixed, mixtures, stability, confidence, order, synth, scale, index)}


# ---- The command line.

def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("corpora", type=pathlib.Path)
    parser.add_argument("--part", action="append", choices=PARTS, metavar="PART")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--before", help="another program, for `draws`")
    parser.add_argument("--undeclared", help="a build that does not heed declarations, for `draws`")
    parser.add_argument("--bench", help="bench_left_out, for `left_out`")
    parser.add_argument("--work-dir", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path)
    parser.add_argument("--method", default="auto", help=argparse.SUPPRESS)
    return parser.parse_args()


def find_corpora(options, program):
    found = []
    for archive in sorted(options.corpora.glob("*.warc.gz")):
        labels = archive.with_name(archive.name.removesuffix(".warc.gz") + ".labels.tsv")
        if labels.exists() and (not options.quick or labels.name.removesuffix(".labels.tsv") in QUICK):
            found.append(Corpus(program, archive, labels, options.scratch))
    if not found:
        sys.exit(f"{options.corpora}: expected NAME.warc.gz with NAME.labels.tsv, found none")
    return found


def main():
    options = arguments()
    report = Report()
    if options.work_dir:
        options.work_dir.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=options.work_dir) as scratch:
        options.scratch = pathlib.Path(scratch)
        options.temporary = options.work_dir is None
        options.work_dir = options.work_dir or options.scratch
        program = Program(options.program, options.method)
        corpora = find_corpora(options, program)
        report.say(f"# The method `{options.method}`, measured", "",
                   "Made by `bench/auto_report.py`"
                   + (" with `--quick`: few small corpora and crawls." if options.quick else "."), "")
        for name, part in PARTS.items():
            if name in options.part if options.part else name != "left_out" or options.bench:
                part(program, corpora, report, options)
    report.table_of_targets()
    text = "\n".join(report.lines).rstrip("\n") + "\n"
    if options.output:
        options.output.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    missed = [what for what, _, met in report.targets if not met]
    if options.check and missed:
        sys.exit("missed: " + "; ".join(missed))


if __name__ == "__main__":
    main()
