#!/usr/bin/env python3
"""Scores programs that cluster web pages by template, on a folder of labelled sites. docs/benchmark.md explains it.

Usage: benchmark.py CORPORA [--pagekin PROGRAM] [--baselines] [--program NAME=COMMAND]... [--vary NAME=VALUES]... [--draws 3]
                    [--pages 300] [--evidence content|all] [--only SITE,SITE] [--history SUITE] [--json FILE] [-o FILE.md]

CORPORA holds NAME.warc.gz with NAME.labels.tsv (page, template). COMMAND is run by a shell for each site and draw, with
{warc} or {jsonl} in it for the pages, and {output} for a table of page and cluster that it writes. If {x} is in the command,
`--vary NAME=0.1,0.2` lists its values: for each site the one is taken that is best on sites of other families.

Sites with NAME.fields.tsv (page, field, value) also show what a clustering is worth for extraction; this part needs --pagekin.
SUITE holds SITE.tar.xz with snapshots of sites over years, see history_report.py.
"""
import argparse
import gzip
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import benchmark_parts as parts
import crawls

HERE = pathlib.Path(__file__).resolve().parent
BOOTSTRAPS = 2000


# ---- Sites and draws.

class Drawn:
    """Some pages of a site, written for programs to read."""

    def __init__(self, site, records, labels, folder):
        self.site = site
        self.labels = labels  # page -> template
        self.old_ids = {page: page for page in labels}  # as the corpus has them
        self.warc = crawls.write(folder / f"{site}.warc.gz", records)
        self.jsonl = folder / f"{site}.jsonl"
        pathlib.Path(f"{self.jsonl}.tags").unlink(missing_ok=True)  # of other pages
        with open(self.jsonl, "w", encoding="utf-8") as file:
            for page, packed in records:
                file.write(json.dumps({"url": page, "html": body_of(gzip.decompress(packed))}) + "\n")

    def remove(self):
        for path in (self.warc, self.jsonl, pathlib.Path(f"{self.jsonl}.tags")):
            path.unlink(missing_ok=True)


def body_of(record):
    """The page of a WARC response record, as text."""
    http = record.partition(b"\r\n\r\n")[2]
    return http.partition(b"\r\n\r\n")[2].decode("utf-8", "replace")


class Site:
    """The labelled pages of an archive."""

    def __init__(self, archive):
        self.name = archive.name.removesuffix(".warc.gz")
        self.labels = crawls.read_columns(archive.with_name(self.name + ".labels.tsv"))
        self.records = [record for record in crawls.records(archive) if record[0] in self.labels]


def draw(whole, most, seed, evidence, folder):
    """At most `most` pages of each template; pages without a label are left out."""
    site, labels, records = whole.name, whole.labels, list(whole.records)
    random.Random(f"{site} {seed}").shuffle(records)
    taken, chosen = {}, []
    for page, packed in records:
        template = labels[page]
        if taken.get(template, 0) < most:
            taken[template] = taken.get(template, 0) + 1
            chosen.append((page, packed))
    return written(site, chosen, {page: labels[page] for page, _ in chosen}, f"{site} {seed}", evidence, folder)


def written(site, records, labels, seed, evidence, folder):
    if evidence == "all":
        return Drawn(site, records, labels, folder)
    records, new_ids = crawls.renamed(records, seed)  # addresses say nothing then, and links lead nowhere
    drawn = Drawn(site, records, {new_ids[page]: template for page, template in labels.items()}, folder)
    drawn.old_ids = {new: old for old, new in new_ids.items()}
    return drawn


# ---- Programs.

class Program:
    def __init__(self, name, command, values=(None,)):
        self.name, self.command, self.values = name, command, values
        self.scores = {}  # (site, draw) -> {value: scores}
        self.extraction = {}  # (site, draw) -> F1
        self.history = {}  # (site, snapshot) -> (level, adjusted Rand index)
        self.seconds = 0.0
        self.failure = ""

    def clusters(self, drawn, value, folder):
        """page -> cluster, or None if the program failed."""
        output = folder / "clusters.tsv"
        output.unlink(missing_ok=True)
        command = self.command.format(warc=drawn.warc, jsonl=drawn.jsonl, output=output, x=value)
        begun = time.perf_counter()
        done = subprocess.run(command, shell=True, capture_output=True, text=True)
        self.seconds += time.perf_counter() - begun
        if done.returncode == 0 and output.exists():
            return crawls.read_columns(output)
        self.failure = f"{drawn.site}: status {done.returncode}: {done.stderr.strip()[-200:]}"
        return None

    def run(self, drawn, number, folder):
        by_value = {}
        for value in self.values:
            clusters = self.clusters(drawn, value, folder)
            if clusters is None:
                return
            by_value[value] = score(clusters, drawn.labels)
        self.scores[drawn.site, number] = by_value

    def left_out(self, site, family):
        """The value that is best on sites of other families; the only one if there is one."""
        if len(self.values) == 1:
            return self.values[0]
        others = [by_value for (other, _), by_value in self.scores.items() if crawls.family_of(other) != family]
        return max(self.values, key=lambda value: (mean(by_value[value]["ari"] for by_value in others) if others else 0))

    def by_site(self, measure):
        """Site -> mean over draws."""
        sums = {}
        for (site, _), by_value in self.scores.items():
            value = self.left_out(site, crawls.family_of(site))
            sums.setdefault(site, []).append(by_value[value][measure])
        return {site: mean(numbers) for site, numbers in sums.items()}


def score(clusters, labels):
    """A page that the program left out is a cluster of its own."""
    whole = {page: clusters.get(page, f"left out {page}") for page in labels}
    pairs = lambda counts: sum(n * (n - 1) // 2 for n in counts.values())
    both, rows, columns = {}, {}, {}
    for page, template in labels.items():
        cluster = whole[page]
        both[cluster, template] = both.get((cluster, template), 0) + 1
        rows[cluster] = rows.get(cluster, 0) + 1
        columns[template] = columns.get(template, 0) + 1
    together = pairs(both)
    return {"ari": crawls.adjusted_rand_index(whole, labels),
            "precision": together / pairs(rows) if pairs(rows) else 1.0,
            "recall": together / pairs(columns) if pairs(columns) else 1.0,
            "left_out": sum(page not in clusters for page in labels) / max(1, len(labels))}


# ---- Figures.

def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else 0.0


def interval(by_site):
    """The middle 95 % of the mean if families of sites are drawn again and again."""
    families = {}
    for site, value in by_site.items():
        families.setdefault(crawls.family_of(site), []).append(value)
    chance, groups, means = random.Random(1), sorted(families.values(), key=lambda values: (len(values), values)), []
    for _ in range(BOOTSTRAPS):
        drawn = [value for group in chance.choices(groups, k=len(groups)) for value in group]
        means.append(mean(drawn))
    means.sort()
    return means[int(0.025 * BOOTSTRAPS)], means[int(0.975 * BOOTSTRAPS)]


def report(programs, evidence, draws, pages, sites):
    lines = [f"Adjusted Rand index, mean over {sites} sites, {draws} draws of at most {pages} pages a template; evidence: {evidence}.",
             "The interval is a bootstrap over families of sites. The difference is to the first program, site by site.", "",
             "| program | mean | 95 % | worst site | below 0.8 | precision | recall | difference | 95 % |",
             "|---|---|---|---|---|---|---|---|---|"]
    first = None
    for program in programs:
        if not program.scores or program.failure:
            lines.append(f"| {program.name} | failed: {program.failure or 'no site'} | | | | | | | |")
            continue
        ari = program.by_site("ari")
        low, high = interval(ari)
        worst = min(ari, key=ari.get)
        row = [program.name, f"{mean(ari.values()):.3f}", f"{low:.3f} to {high:.3f}", f"{ari[worst]:.2f} ({worst})",
               sum(value < 0.8 for value in ari.values()), f"{mean(program.by_site('precision').values()):.3f}",
               f"{mean(program.by_site('recall').values()):.3f}"]
        if first is None:
            first = ari
            row += ["", ""]
        else:
            apart = {site: ari[site] - first[site] for site in ari if site in first}
            low, high = interval(apart)
            row += [f"{mean(apart.values()):+.3f}", f"{low:+.3f} to {high:+.3f}"]
        lines.append("| " + " | ".join(map(str, row)) + " |")
    return "\n".join(lines) + "\n"


def extraction_report(programs, truth):
    """`truth`: (site, draw) -> F1 under the true templates."""
    lines = ["F1 of fields that are learned from one labelled page of each true template, under the templates that a program finds; mean",
             "over sites with fields and draws.", "", "| templates by | F1 | less than under the true templates |", "|---|---|---|",
             f"| the labels | {mean(truth.values()):.3f} | |"]
    for program in programs:
        if program.extraction and not program.failure:
            lost = mean(truth[key] - value for key, value in program.extraction.items())
            lines.append(f"| {program.name} | {mean(program.extraction.values()):.3f} | {lost:.3f} |")
    return "\n".join(lines) + "\n"


def history_report(programs):
    shown = [level for level in parts.LEVELS if any(found == level for program in programs for found, _ in program.history.values())]
    lines = ["Two neighbouring snapshots of a site in one run: adjusted Rand index, mean over pairs, by the largest change of a template",
             "between the two. Options are the values that are best on all sites above.", "",
             "| program | " + " | ".join(shown) + " | worst site |", "|---" * (len(shown) + 2) + "|"]
    for program in programs:
        if not program.history or program.failure:
            continue
        sites = {}
        for (site, _), (_, value) in program.history.items():
            sites.setdefault(site, []).append(value)
        worst = min(sites, key=lambda site: mean(sites[site]))
        cells = [f"{mean(value for level, value in program.history.values() if level == wanted):.3f}" for wanted in shown]
        lines.append(f"| {program.name} | " + " | ".join(cells) + f" | {mean(sites[worst]):.2f} ({worst}) |")
    return "\n".join(lines) + "\n"


def run_extraction(given, programs, archives, folder):
    """Returns (site, draw) -> F1 under the true templates."""
    truth = {}
    for archive in archives:
        site = archive.name.removesuffix(".warc.gz")
        path = archive.with_name(site + ".fields.tsv")
        if not given.pagekin or not path.exists():
            continue
        fields, whole = parts.read_fields(path), Site(archive)
        for number in range(given.draws):
            drawn = draw(whole, given.pages, number, given.evidence, folder)
            truth[site, number] = parts.extraction_f1(given.pagekin, drawn, fields, drawn.labels, number, folder)
            for program in programs:
                if program.failure:
                    continue
                clusters = program.clusters(drawn, program.left_out(site, crawls.family_of(site)), folder)
                if clusters is not None:
                    program.extraction[site, number] = parts.extraction_f1(given.pagekin, drawn, fields, clusters, number, folder)
        print(f"{site}, fields", file=sys.stderr, flush=True)
    return truth


def run_history(given, programs, folder):
    for site, snapshots in parts.snapshots(given.history, folder):
        for k, level in parts.pairs_of(snapshots):
            records, labels = parts.pair_records(snapshots, k, given.pages)
            drawn = written(site, records, labels, f"{site} {k}", given.evidence, folder)
            for program in programs:
                if program.failure:
                    continue
                clusters = program.clusters(drawn, program.left_out(site, None), folder)
                if clusters is not None:
                    program.history[site, k] = level, score(clusters, drawn.labels)["ari"]
            drawn.remove()
        print(f"{site}, history", file=sys.stderr, flush=True)


def chosen_programs(given):
    vary = dict(entry.partition("=")[::2] for entry in given.vary)
    programs = []
    if given.pagekin:
        options = " --method auto:evidence=content" if given.evidence == "content" else ""
        base = f"'{given.pagekin}' cluster {{warc}} -q -o {{output}}"
        programs += [Program("pagekin auto", base + options), Program("pagekin fingerprint", base + " --method fingerprint")]
        if given.baselines:
            programs += [Program("pagekin snn", base + " --method snn:similar={x} --measure path_jaccard",
                                 ("0.6", "0.8")),
                         Program("pagekin ahc", base + " --method ahc:threshold={x} --measure path_jaccard",
                                 ("0.5", "0.7"))]
    if given.baselines:
        base = f"'{sys.executable}' '{HERE / 'baselines.py'}' METHOD {{jsonl}} {{output}}"
        names = ["minhash", "tag_dbscan", "html_similarity", "one_cluster", "singletons"] + (["url_pattern"] if given.evidence == "all" else [])
        limits = {"minhash": ("0.3", "0.5", "0.7"), "tag_dbscan": ("0.05", "0.1", "0.2"), "html_similarity": ("0.5", "0.7", "0.9")}
        for name in names:
            command = base.replace("METHOD", name)
            programs.append(Program(name, command + " --limit {x}", limits[name]) if name in limits
                            else Program(name, command))
    for entry in given.program:
        name, _, command = entry.partition("=")
        programs.append(Program(name, command, tuple(vary[name].split(",")) if name in vary else (None,)))
    if not programs:
        sys.exit("nothing to score: give --pagekin, --baselines or --program")
    return programs


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("corpora", type=pathlib.Path)
    arguments.add_argument("--pagekin", help="the program of this project")
    arguments.add_argument("--baselines", action="store_true", help="simple methods, for comparison")
    arguments.add_argument("--program", action="append", default=[], metavar="NAME=COMMAND")
    arguments.add_argument("--vary", action="append", default=[], metavar="NAME=VALUES")
    arguments.add_argument("--draws", type=int, default=3)
    arguments.add_argument("--pages", type=int, default=300, help="of a template, at most")
    arguments.add_argument("--evidence", choices=("content", "all"), default="content")
    arguments.add_argument("--only", default="", help="these sites, separated by commas")
    arguments.add_argument("--history", type=pathlib.Path, metavar="SUITE", help="snapshots of sites over years")
    arguments.add_argument("--json", type=pathlib.Path)
    arguments.add_argument("-o", "--output", type=pathlib.Path)
    given = arguments.parse_args()
    only = set(filter(None, given.only.split(",")))
    archives = [path for path in sorted(given.corpora.glob("*.warc.gz"))
                if (not only or path.name.removesuffix(".warc.gz") in only)
                and path.with_name(path.name.removesuffix(".warc.gz") + ".labels.tsv").exists()]
    unknown = only - {path.name.removesuffix(".warc.gz") for path in archives}
    if unknown or not archives:
        sys.exit(f"{given.corpora}: no labelled site {', '.join(sorted(unknown)) or 'there'}; expected NAME.warc.gz and NAME.labels.tsv")
    programs = chosen_programs(given)
    sites = 0
    truth = {}

    def write_results():
        """All that is known by now: a run that is ended early leaves it in its file."""
        text = report(programs, given.evidence, given.draws, given.pages, sites)
        if truth:
            text += "\n" + extraction_report(programs, truth)
        if any(program.history for program in programs):
            text += "\n" + history_report(programs)
        if given.json:
            given.json.write_text(json.dumps({program.name: program.by_site("ari") for program in programs if not program.failure},
                                             indent=1) + "\n")
        if given.output:
            given.output.write_text(text)
        return text

    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for archive in archives:
            whole = Site(archive)
            for number in range(given.draws):
                drawn = draw(whole, given.pages, number, given.evidence, folder)
                for program in programs:
                    if not program.failure:
                        program.run(drawn, number, folder)
                drawn.remove()
            sites += 1
            write_results()
            print(archive.name, file=sys.stderr, flush=True)
        truth = run_extraction(given, programs, archives, folder)
        if given.history:
            run_history(given, programs, folder)
    text = write_results()
    if not given.output:
        print(text, end="")
    if any(program.failure for program in programs):
        sys.exit("a program failed: see the table")


if __name__ == "__main__":
    main()
