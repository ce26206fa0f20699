#!/usr/bin/env python3
"""What crawl stores cost: importing pages into one, and clustering them from there.

Usage: store_report.py PROGRAM [--bench PROGRAM] [--pages N]... [--sites N] [--work-dir DIR] [--check] [-o FILE.md]

Makes synthetic crawls (10,000, 100,000 and 1,000,000 pages unless others are given), imports each into a
SQLite file, and writes Markdown: time, memory and bytes of the import, then what `uxclust` takes from the
store beside what it cannot do without (`bench_store`, found beside PROGRAM unless given), and the same
clustering from the archive and from the store.

A million pages need 15 GB in `--work-dir` (a temporary folder unless given), and an hour at most. Crawls in a
folder that was given stay there, and are used again; stores are made anew. `--check` ends with status 1
if a target is missed or could not be measured.
"""
import argparse
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import crawls
from auto_report import Program, Report, make_crawl, progress

TEMPLATES = 200
BYTES_A_PAGE = 15_000  # archive and store
MOST_TIMES = 1.5
METHOD = "uxclust"
MOST_FOR_AUTO = 100_000  # pages; more take a quarter of an hour


class Crawl:
    """A synthetic crawl and the store it is imported into."""

    def __init__(self, program, pages, options):
        self.program, self.pages, self.sites = program, pages, options.sites
        self.archive = options.work_dir / f"store-{pages}-{options.sites}.warc.gz"
        self.store = options.scratch / f"{pages}.db"
        make_crawl(program, self.archive, pages, TEMPLATES, options.sites, 1)

    def run(self, *words):
        return crawls.measured([self.program.path, *words, "-q"])

    def import_pages(self):
        return self.run("crawl", "--import", self.archive, "-o", self.store)

    def cluster(self, method, source, output):
        return self.run("cluster", source, "--method", method, "-o", output)

    def ask(self, query):
        with sqlite3.connect(self.store.absolute().as_uri() + "?mode=ro", uri=True) as database:
            return database.execute(query).fetchone()

    def remove(self, temporary):
        for end in ("", "-wal", "-shm", "-lock"):
            pathlib.Path(f"{self.store}{end}").unlink(missing_ok=True)
        if temporary:
            for path in self.archive.parent.glob(self.archive.name.removesuffix(".warc.gz") + ".*"):
                path.unlink()


def stages(bench, store):
    """name -> (wall, processor) seconds, or a count."""
    done = subprocess.run([bench, "--method", METHOD, store], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{bench} {store}: status {done.returncode}\n{done.stderr}")
    rows = (line.split("\t") for line in done.stdout.splitlines())
    return {name: tuple(map(float, values)) for name, *values in rows}


def a_page(seconds, pages):
    return f"{1e6 * seconds / pages:.0f} us"


def of(usage, pages):
    return [f"{usage['wall']:.1f} s", f"{usage['processor']:.1f} s ({a_page(usage['processor'], pages)} a page)",
            f"{usage['peak'] / 1e6:,.0f} MB"]


def measure(crawl, bench, options, rows):
    pages = crawl.pages
    progress("  import")
    imported = crawl.import_pages()
    links, = crawl.ask("SELECT COUNT(*) FROM links")
    seeds, = crawl.ask("SELECT COUNT(*) FROM pages WHERE xpath = 0")
    groups, = crawl.ask("SELECT COUNT(*) FROM (SELECT 1 FROM pages WHERE xpath <> 0 GROUP BY host, xpath)")
    large, in_large = crawl.ask("SELECT COUNT(*), SUM(n) FROM (SELECT COUNT(*) AS n FROM pages WHERE xpath <> 0 "
                                "GROUP BY host, xpath HAVING n >= 100)")
    rows["crawl"].append([f"{pages:,}", f"{links / pages:.1f}", f"{seeds:,}", f"{groups:,}",
                          f"{large:,} with {in_large or 0:,} pages"])
    rows["import"].append([f"{pages:,}", *of(imported, pages), f"{crawl.archive.stat().st_size / pages:,.0f}",
                           f"{crawl.store.stat().st_size / pages:,.0f}"])

    progress("  stages")
    found = stages(bench, crawl.store)
    wall = {name: values[0] for name, values in found.items()}
    processor = {name: values[-1] for name, values in found.items()}
    ratios = tuple(part["stage"] / (part["scan"] + part["parse"]) for part in (wall, processor))
    rows["stage"].append([f"{pages:,}", f"{wall['sampled']:,.0f}",
                          *(f"{wall[name]:.2f} / {processor[name]:.2f}" for name in ("scan", "parse", "stage", "ids")),
                          " / ".join(f"{ratio:.2f}" for ratio in ratios)])

    clusters = {}
    for method in (METHOD, "auto") if pages <= MOST_FOR_AUTO else (METHOD,):
        for name, source in (("archive", crawl.archive), ("store", crawl.store)):
            progress(f"  {method} from the {name}")
            output = options.scratch / f"{name}.tsv"
            rows["commands"].append([f"{pages:,}", f"`{method}`", name, *of(crawl.cluster(method, source, output), pages)])
            clusters[name] = crawls.read_columns(output)
        rows["commands"][-1].append("yes" if crawls.same_partition(clusters["archive"], clusters["store"]) else "no")
        rows["commands"][-2].append("")
    return ratios


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--bench", type=pathlib.Path)
    parser.add_argument("--pages", type=int, action="append")
    parser.add_argument("--sites", type=int, default=3)
    parser.add_argument("--work-dir", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("-o", "--output", type=pathlib.Path)
    return parser.parse_args()


def main():
    options = arguments()
    program = Program(options.program, METHOD)
    bench = options.bench or options.program.absolute().parent.parent / "bench" / "bench_store"
    report, rows, ratios = Report(), {"crawl": [], "import": [], "stage": [], "commands": []}, {}
    if options.work_dir:
        options.work_dir.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=options.work_dir) as scratch:
        options.scratch, temporary = pathlib.Path(scratch), options.work_dir is None
        options.work_dir = options.work_dir or options.scratch
        left_out = []
        sizes = sorted(options.pages or (10_000, 100_000, 1_000_000))
        for pages in sizes:
            progress(f"{pages:,} pages")
            if shutil.disk_usage(options.work_dir).free < BYTES_A_PAGE * pages:
                left_out.append(f"{pages:,} pages were left out: {BYTES_A_PAGE * pages / 1e9:.0f} GB must be free.")
                continue
            crawl = Crawl(program, pages, options)
            ratios[pages] = measure(crawl, bench, options, rows)
            crawl.remove(temporary)
    report.say("# Crawl stores, measured", "",
               f"Made by `bench/store_report.py`. Synthetic crawls: {TEMPLATES} templates, {options.sites} sites. Times are",
               "of wall and processor. Memory is the peak of the process.", "", *left_out, *([""] if left_out else []))
    report.say("## The crawls", "")
    report.table(["pages", "links a page", "not reached by a link", "XPaths that lead to pages",
                  "of these, to 100 pages or more"], rows["crawl"])
    report.say("## Importing", "")
    report.table(["pages", "wall", "processor", "memory", "bytes a page, .warc.gz", "bytes a page, store"], rows["import"])
    report.say("## Clustering stage of `uxclust`", "",
               "Wall / processor seconds. `scan`: one SELECT of how each page was first seen; `parse`: the sampled pages",
               "alone, in memory, same threads; `stage`: all of the clustering; `ids`: the addresses for the table of",
               "clusters, which come on top; last the stage as a multiple of scan and parse.", "")
    report.table(["pages", "sampled", "scan", "parse", "stage", "ids", "stage / (scan + parse)"], rows["stage"])
    report.say("## The command `cluster`", "")
    report.table(["pages", "method", "from", "wall", "processor", "memory", "same clusters"], rows["commands"])
    for i, time in enumerate(("wall", "processor")):  # of these the machine's other users disturb the first most
        found = ratios.get(sizes[-1])
        report.target(f"{sizes[-1]:,} pages: stage at most {MOST_TIMES} times scan and parse, {time} time",
                      f"{found[i]:.2f}" if found else "", found[i] <= MOST_TIMES if found else None)
    report.table_of_targets()
    text = "\n".join(report.lines).rstrip("\n") + "\n"
    if options.output:
        options.output.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    if options.check and not all(met for _, _, met in report.targets):
        sys.exit("a target was missed, or could not be measured")


if __name__ == "__main__":
    main()
