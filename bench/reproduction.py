#!/usr/bin/env python3
"""Makes docs/reproduction.md and its figures: the experiments of the papers, repeated.

Usage: reproduction.py PROGRAM CORPORA_FOLDER [--check [--quick]] [--paper AUTHOR]... [--pages N]

CORPORA_FOLDER holds NAME.warc.gz with NAME.labels.tsv. `--check` writes nothing and fails when
anything except a time has changed; `--quick` leaves out times, similarities of templates and other
tables that take long. `--paper` makes only the part of the paper by this author (gowda, bagban, zhang,
grigalis or hachenberg) and leaves the others as they are. `--pages` is the number of pages of each template
for the similarities of templates, 500 as in the paper.
"""
import argparse
import array
import difflib
import gzip
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import types

import inbound_links

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("program")
parser.add_argument("corpora", type=pathlib.Path)
parser.add_argument("--check", action="store_true")
parser.add_argument("--quick", action="store_true")
parser.add_argument("--paper", action="append", choices=("gowda", "bagban", "zhang", "grigalis", "hachenberg"))
parser.add_argument("--pages", type=int, default=500)
arguments = parser.parse_args()
docs = pathlib.Path(__file__).resolve().parent.parent / "docs"
scratch_folder = tempfile.TemporaryDirectory()
scratch = pathlib.Path(scratch_folder.name)
figures = scratch / "figures"
figures.mkdir()


# ---- Running the program.

def pagekin(*words):
    """What the command prints, the processor time it takes, and what it tells on standard error."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([arguments.program, *map(str, words)], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"pagekin {' '.join(map(str, words))}\n{done.stderr}")
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stderr


def quality(pages, labels, *options):
    clusters = scratch / "clusters.tsv"
    pagekin("cluster", pages, "--quiet", "-o", clusters, *options)
    return json.loads(pagekin("evaluate", clusters, "--truth", labels, "--json")[0])


# ---- Pages of a corpus.

def labels_of(corpus):
    with open(arguments.corpora / f"{corpus}.labels.tsv", encoding="utf-8") as file:
        return dict(line.rstrip("\n").split("\t")[:2] for line in file)


def pages_of(corpus):
    """(address, bytes of the page) of every response."""
    with gzip.open(arguments.corpora / f"{corpus}.warc.gz") as archive:
        while True:
            line = archive.readline()
            if not line:
                return
            if not line.startswith(b"WARC/"):
                continue
            head = {}
            while (line := archive.readline().strip()):
                name, _, value = line.partition(b":")
                head[name.strip().lower()] = value.strip()
            record = archive.read(int(head[b"content-length"]))
            if head[b"warc-type"] == b"response":
                yield head[b"warc-target-uri"].decode().strip("<>"), record.partition(b"\r\n\r\n")[2]


def templates_by_size(labels):
    sizes = {}
    for template in labels.values():
        sizes[template] = sizes.get(template, 0) + 1
    return sorted(sizes, key=lambda template: (-sizes[template], template))


class Sample:
    """Some pages of some templates, as an input and its labels."""

    def __init__(self, name):
        self.pages, self.labels, self.count = scratch / f"{name}.jsonl", scratch / f"{name}.tsv", 0
        self.templates = []
        self.pages.write_text("")
        self.labels.write_text("")

    def add(self, corpus, template, count, largest=False):
        labels = labels_of(corpus)
        found = [page for page in pages_of(corpus) if labels.get(page[0]) == template]
        if largest:
            found.sort(key=lambda page: (-len(page[1]), page[0]))
        self.templates.append((f"{corpus} {template}", len(found[:count])))
        with open(self.pages, "a", encoding="utf-8") as pages, open(self.labels, "a", encoding="utf-8") as known:
            for address, body in found[:count]:
                pages.write(json.dumps({"url": address, "html": body.decode("utf-8", "replace")}) + "\n")
                known.write(f"{address}\t{corpus} {template}\n")
                self.count += 1


# ---- Writing.

text = []


def say(*lines):
    text.extend(lines)


def table(head, rows):
    say("| " + " | ".join(head) + " |", "|" + "---|" * len(head))
    say(*("| " + " | ".join(map(str, row)) + " |" for row in rows), "")


def section(document, heading):
    """The lines under a heading of another document."""
    lines = (docs / document).read_text(encoding="utf-8").split("\n")
    start = lines.index(heading) + 1
    level = heading.split(" ")[0]
    end = next((i for i in range(start, len(lines)) if re.match(rf"#{{1,{len(level)}}} ", lines[i])), len(lines))
    return lines[start:end]


# ---- Gowda and Mattmann 2016.

def structure_and_style():
    say("The paper compares all pairs of 1,310 pages of three kinds by tree edit distance and class names,",
        "clusters them by shared near neighbours at 0.95, 0.90 and 0.85 (24, 12 and 5 clusters), and finds",
        "the last the best. It needs 0.77 s of processor time per pair.", "",
        "Mean adjusted Rand index over four sites, from [structure_and_style.md](structure_and_style.md), which",
        "has the scores of every site and the cost of a pair in pagekin:", "")
    say(*(line for line in section("structure_and_style.md", "### Mean adjusted Rand index over the four")
          if line.startswith("|")), "")
    say(PARAGRAPHS["gowda"], "")


# ---- Bagban and Kulkarni 2018.

BAGBAN = {"path_levenshtein": (13, "1", "1", "0.55"), "path_jaccard": (11, "1", "1", "0.80"),
           "path_cosine": (10, "1", "1", "0.89")}


def samples_of_40():
    """Four templates, the ten largest pages of each: of two sites, and of four."""
    for sites in (("hugo-symphonious", "wordpress-certaindoubts"), ("trac-ckan", "sandcastle-rhino")):
        sample = Sample("-".join(sites))
        for site in sites:
            for template in templates_by_size(labels_of(site))[:2]:
                sample.add(site, template, 10, largest=True)
        yield sample
    shops = Sample("shops")
    for template in ("auto-aol", "book-abebooks", "camera-amazon", "job-careerbuilder"):  # first of each kind
        shops.add("swde-sample", template, 10, largest=True)
    yield shops


def path_vectors():
    say("40 large pages, the ten largest of each of four templates; three measures; clusters by single,",
        "complete and average linkage at a similarity of 0.7. The paper has only single linkage, on pages",
        "of two shops. `purity` is the mean over clusters, as in the paper; P and R are over pairs of pages.", "")
    samples = list(samples_of_40())
    for sample in samples:
        say("### " + ", ".join(f"{name}" for name, _ in sample.templates), "")
        rows = []
        for measure, paper in BAGBAN.items():
            for linkage in ("single", "complete", "average"):
                found = quality(sample.pages, sample.labels, "--method", f"ahc:linkage={linkage},threshold=0.7",
                                "--measure", measure)
                rows.append([f"`{measure}`", linkage, found["clusters"],
                             *(f"{found[k]:.2f}" for k in ("average_purity", "precision", "recall")),
                             *(paper if linkage == "single" else [""] * 4)])
        table(["measure", "linkage", "clusters", "purity", "P", "R", "paper: clusters", "purity", "P", "R"], rows)
    if not arguments.quick:
        times_of_matrices(samples[0])
    say(PARAGRAPHS["bagban"], "")


def times_of_matrices(sample):
    say("<!-- times -->", "",
        "Processor time of `pagekin matrix` over the number of pages, reading included, as a multiple of",
        "`path_cosine` with 8 pages (the paper's figure 6), least of five runs:", "")
    lines = sample.pages.read_text(encoding="utf-8").splitlines(keepends=True)
    counts = (8, 16, 24, 32, 40)
    seconds = {measure: [] for measure in BAGBAN}
    for count in counts:
        some = scratch / "some.jsonl"
        each = count // len(sample.templates)
        some.write_text("".join(line for i, line in enumerate(lines) if i % 10 < each), encoding="utf-8")
        for measure in BAGBAN:
            seconds[measure].append(min(
                pagekin("matrix", some, "--quiet", "--threads", "1", "--measure", measure, "-o", scratch / "m.npy")[1]
                for _ in range(5)))
    unit = seconds["path_cosine"][0]
    table(["measure", *(f"{count} pages" for count in counts)],
          [[f"`{measure}`", *(f"{s / unit:.1f}" for s in values)] for measure, values in seconds.items()])
    say("![Processor time over the number of pages](figures/path-vectors-time.svg)", "", "<!-- end of times -->", "")
    draw_times(figures / TIMES, counts, {measure: [s / unit for s in values] for measure, values in seconds.items()})


TIMES = "path-vectors-time.svg"  # differs from run to run


def draw_times(path, counts, times):
    """Lines over the number of pages, named at their ends."""
    width, height, left, bottom = 560, 280, 50, 40
    most = max(max(values) for values in times.values())
    x = lambda count: left + (width - left - 130) * count / counts[-1]
    y = lambda time: height - bottom - (height - bottom - 20) * time / most
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
             'font-family="sans-serif" font-size="12">',
             "<style>text{fill:#333}line{stroke:#999}@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>",
             f'<line x1="{left}" y1="{y(0)}" x2="{x(counts[-1])}" y2="{y(0)}"/>']
    parts += [f'<text x="{x(count):.1f}" y="{y(0) + 16}" text-anchor="middle">{count}</text>' for count in counts]
    parts.append(f'<text x="{x(counts[-1] / 2):.1f}" y="{height - 6}" text-anchor="middle">pages</text>')
    parts += [f'<text x="{left - 8}" y="{y(mark) + 4:.1f}" text-anchor="end">{mark:.0f}</text>' for mark in range(int(most) + 1)]
    for (measure, values), colour in zip(times.items(), ("#d55e00", "#0072b2", "#009e73")):
        points = " ".join(f"{x(count):.1f},{y(value):.1f}" for count, value in zip(counts, values))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
    # Names in the order of the ends, not closer than a line.
    at = -20.0
    for measure, values in sorted(times.items(), key=lambda item: -item[1][-1]):
        at = max(at + 15, y(values[-1]) + 4)
        parts.append(f'<text x="{x(counts[-1]) + 8:.1f}" y="{at:.1f}">{measure}</text>')
    path.write_text("\n".join(parts) + "\n</svg>\n", encoding="utf-8")


# ---- Zhang, Yang and Niu 2016.

SIX_SITES = ("hugo-symphonious", "javadoc17-jdk", "rustdoc-std", "tei-schnitzler", "trac-ckan", "wordpress-certaindoubts")
MATCHING = ("subtree", "tree_paths", "stm", "omf")


def largest_templates(name, pages):
    sample = Sample(name)
    for site in SIX_SITES:
        sample.add(site, templates_by_size(labels_of(site))[0], pages)
    return sample


def block_means(sample, measure):
    """The mean similarity of pages of two templates, or of two pages of one."""
    matrix = scratch / "matrix.npy"
    pagekin("matrix", sample.pages, "--quiet", "--measure", measure, "-o", matrix)
    with open(matrix, "rb") as file:
        head = file.read(10)
        file.read(int.from_bytes(head[8:10], "little"))
        values = array.array("f")
        values.frombytes(file.read())
    starts = [0]
    for _, count in sample.templates:
        starts.append(starts[-1] + count)
    means = []
    for i, (_, rows) in enumerate(sample.templates):
        means.append([])
        for j, (_, columns) in enumerate(sample.templates):
            total = sum(sum(values[r * sample.count + starts[j]:r * sample.count + starts[j + 1]])
                        for r in range(starts[i], starts[i + 1]))
            pairs = rows * columns
            if i == j:  # a page and itself is no pair
                total, pairs = total - rows, pairs - rows
            means[-1].append(total / pairs)
    return means


def subtree_matching():
    if not arguments.quick:
        similarities_of_templates()
    clusters_over_thresholds()
    say(PARAGRAPHS["zhang"], "")


def similarities_of_templates():
    say("### Similarity of templates (the paper's Table 2)", "",
        f"Mean similarity of pages of the largest template of six sites, up to {arguments.pages} pages each, without and with",
        "clipping. With clipping the paper has 0.86 to 0.99 within a site and 0.03 to 0.23 between sites by its own",
        "measure, and 0.6 to 0.99 within and 0.08 to 0.80 between by the three others.", "")
    sample = largest_templates("templates", arguments.pages)
    say("Pages: " + ", ".join(f"{name} ({count})" for name, count in sample.templates) + ".", "")
    summary = []
    for measure in MATCHING:
        for clip in ("false", "true"):
            means = block_means(sample, f"{measure}:clip={clip}")
            within = [means[i][i] for i in range(len(means))]
            between = [means[i][j] for i in range(len(means)) for j in range(i)]
            summary.append([f"`{measure}`", "yes" if clip == "true" else "", f"{min(within):.2f} to {max(within):.2f}",
                            f"{min(between):.2f} to {max(between):.2f}", f"{min(within) - max(between):+.2f}"])
            table([f"`{measure}`, {'clipped' if clip == 'true' else 'not clipped'}",
                   *(site.split("-")[0] for site in SIX_SITES)],
                  [[SIX_SITES[i], *(f"{value:.2f}" for value in row)] for i, row in enumerate(means)])
    say("All four measures, and the gap between the lowest value within a template and the highest between two:", "")
    table(["measure", "clipped", "within a template", "between two", "gap"], summary)


def clusters_over_thresholds():
    say("### Clusters over the threshold (the paper's Figure 3)", "",
        "100 pages of each template, average linkage, merges at or above the threshold. The paper's axis, 0.3 to 0.9, is a",
        "distance; ours is a similarity. F is the F-measure over classes.", "")
    sample = largest_templates("hundred", 100)
    for clip, name in (("false", "not-clipped"), ("true", "clipped")):
        curves = scratch / f"{name}.csv"
        words = [word for measure in MATCHING for word in ("--measure", f"{measure}:clip={clip}")]
        pagekin("sweep", sample.pages, "--truth", sample.labels, "--quiet", "--method", "ahc:linkage=average", *words,
                "--vary", "threshold=0.1:0.9:0.1", "--score", "f_measure", "--score", "adjusted_rand_index", "-o", curves, "--plot", figures / f"subtree-matching-{name}.svg")
        say(f"{'Clipped' if clip == 'true' else 'Not clipped'}:", "",
            f"![Scores over the threshold, {name.replace('-', ' ')}](figures/subtree-matching-{name}.svg)", "")
        lines = [line.split(",") for line in curves.read_text(encoding="utf-8").splitlines()]
        head, rows = lines[0], lines[1:]
        column = {name: i for i, name in enumerate(head)}
        thresholds = sorted({row[column["threshold"]] for row in rows}, key=float)
        table(["F-measure", *thresholds],
              [[f"`{measure}`", *(next(f"{float(row[column['f_measure']]):.3f}" for row in rows
                                       if row[column["measure"]].startswith(measure) and row[column["threshold"]] == t)
                                  for t in thresholds)] for measure in MATCHING])


# ---- Grigalis and Cenys 2014.

def links_to_pages():
    inbound_links.write(types.SimpleNamespace(
        pagekin=pagekin, corpora=arguments.corpora, scratch=scratch, figures=figures, quick=arguments.quick,
        labels_of=labels_of, templates_by_size=templates_by_size, say=say, table=table))


# ---- Hachenberg and Gottron 2013.

def fingerprints():
    say("Clusters (Table 6 of the paper) on 1,500 pages of 60 sites, one template per site; the paper has 13,237 pages",
        "of 50 sites. [fingerprints.md](fingerprints.md) has all sites and the effect of the options:", "")
    lines = section("fingerprints.md", "## Fingerprints beside equal heads (the paper's Table 6)")
    at = next(i for i, line in enumerate(lines) if line.startswith("| swde-sample"))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[at:at + 2]]
    paper = {"fingerprint": (274, "0.9866", "0.8218", "1"), "mdh5": (410, "0.9844", "0.7862", "1")}
    table(["method", "clusters", "Rand index", "adjusted", "purity", "paper: clusters", "Rand index", "adjusted", "purity"],
          [[f"`{row[3]}`", *row[4:8], *paper[row[3]]] for row in rows])
    say("Classification (Table 5 of the paper), from [classification.md](classification.md):", "")
    lines = section("classification.md", "## One template per site: the paper's Table 5")
    start = next(i for i, line in enumerate(lines) if line.startswith("| measure"))
    end = next(i for i in range(start, len(lines)) if not lines[i].startswith("|"))
    say(*lines[start:end], "", PARAGRAPHS["hachenberg"], "")


# ---- What holds and what does not; read it together with the tables.

PARAGRAPHS = {
    "gowda": """What holds: 0.85 is the best of the three thresholds for every kappa above 0, and structure with style is
better than either alone. What does not hold: at 0.95 and 0.90 far more pages stay alone than on the paper's site, and
the best kappa differs from site to site. Folding, which the paper does not have, raises the mean at 0.85 for
every kappa. The paper's obstacle, the cost of a pair, is gone: a pair takes 3 to 54 microseconds in a join.""",
    "bagban": """What holds: at 0.7 all clusters are pure, by every measure and linkage; only recall is lost. Cosine is
never worse than Jaccard, and single linkage is never worse than the others. What does not hold: Levenshtein is not the worst measure but the
best on two of the three samples. Jaccard is the worst: it is lower than cosine for the same overlap and would need a
threshold of its own. The time of Levenshtein grows fastest, but with the number of pairs, not exponentially.
Jaccard takes no longer than cosine: both count the same common shingles.""",
    "zhang": """What holds: with clipping `subtree` keeps templates furthest apart, at most 0.04 between two, and all four measures separate
the six templates without an error at some threshold. What does not hold: within a template `subtree` gives lower values than the others,
not higher ones, because real templates have lists and optional parts of any length. So its F-measure is the first to fall
as the threshold rises; in the paper it is above the others. `tree_paths` tolerates the widest range of thresholds.
The paper's 0.7 and 0.8 between different templates do not occur by any measure. Clipping lowers the best threshold
and makes no clusters better.""",
    "hachenberg": """What holds, with one template per site: fingerprints and equal heads give pure clusters and classes without a wrong
page. Fingerprints have fewer clusters and a better adjusted Rand index. Whole tag sequences (`md5`) are too strict, and
counts of tags (`tag_vector`) are too lax where every template may claim a page. What does not hold: heads are not 8.7 times
as fast, because a fingerprint need not read on once it is full. Paths are as precise as fingerprints once each
template has a threshold of its own. Shingles of tags find fewer pages than in the paper. The difference between
fingerprints and heads is not significant here.""",
}


def checked(document):
    """The lines that must stay as they are."""
    document = re.sub(r"<!-- times -->.*?<!-- end of times -->", "", document, flags=re.S)
    if arguments.quick:
        document = re.sub(r"### Similarity of templates.*?(?=\n### )", "", document, flags=re.S)
        document = re.sub(r"<!-- slow -->.*?<!-- end of slow -->", "", document, flags=re.S)
    return [line for line in document.splitlines() if line]


say("# The papers' experiments, repeated", "",
    "Made by `bench/reproduction.py PROGRAM ../shared/corpora`, from labelled corpora of real sites, with the",
    "parameters that the papers give. Their pages are not available, so equal figures are not expected. The question is",
    "whether their conclusions hold.", "")
PARTS = {"gowda": ("## Structure and style (Gowda and Mattmann 2016)", structure_and_style),
         "bagban": ("## Path vectors (Bagban and Kulkarni 2018)", path_vectors),
         "zhang": ("## Subtree matching (Zhang, Yang and Niu 2016)", subtree_matching),
         "grigalis": ("## Inbound links (Grigalis and Cenys 2014)", links_to_pages),
         "hachenberg": ("## Template fingerprints (Hachenberg and Gottron 2013)", fingerprints)}
for paper, (heading, part) in PARTS.items():
    say(heading, "")
    if arguments.paper and paper not in arguments.paper:
        say(*section("reproduction.md", heading)[1:])
    else:
        part()
document = "\n".join(text).rstrip("\n") + "\n"

if arguments.check:
    known = (docs / "reproduction.md").read_text(encoding="utf-8")
    changes = list(difflib.unified_diff(checked(known), checked(document), "docs/reproduction.md", "now", lineterm=""))
    for figure in sorted(figures.iterdir()):
        known_figure = docs / "figures" / figure.name
        if figure.name != TIMES and (not known_figure.exists() or known_figure.read_bytes() != figure.read_bytes()):
            changes.append(f"docs/figures/{figure.name} has changed")
    print("\n".join(changes) if changes else "docs/reproduction.md is what the program gives now")
    sys.exit(1 if changes else 0)
(docs / "figures").mkdir(exist_ok=True)
for figure in figures.iterdir():
    (docs / "figures" / figure.name).write_bytes(figure.read_bytes())
(docs / "reproduction.md").write_text(document, encoding="utf-8")
