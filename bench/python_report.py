#!/usr/bin/env python3
"""What the Python package costs beside the program, and pagekin beside other packages.

Run it with a Python that has the package, html-similarity, scikit-learn and pandas:

    pip install html-similarity scikit-learn pandas pyarrow
    bench/python_report.py PROGRAM [INPUT.warc.gz LABELS.tsv] [--check] [--memory 10000,100000]

Each figure is the best of some runs, in turn, of the program and of Python, on one thread. --check ends with
status 1 where a ratio is below its limit. Without an input a synthetic crawl is made. Memory is that of a process of
its own for each number of pages of a synthetic crawl; an empty --memory leaves it out, which saves most of the time.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import pagekin

LIMITS = {"iterate": 0.8, "cluster(path)": 0.95, "cluster(DataFrame)": 0.8, "Wrapper.extract(html, url)": 0.9}
RUNS = 5
FIELDS = 6


def seconds(function):
    begin = time.perf_counter()
    function()
    return time.perf_counter() - begin


def in_turn(functions, runs=RUNS):
    """The best time of each function; they run in turn, so that noise meets all of them."""
    best = [float("inf")] * len(functions)
    for _ in range(runs):
        for i, function in enumerate(functions):
            best[i] = min(best[i], seconds(function))
    return best


def run(*command):
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def overhead(program, crawl):
    import pandas

    pages = [(page.url, page.html) for page in pagekin.read(crawl)]
    frame = pandas.DataFrame({"url": [url for url, _ in pages], "html": [html for _, html in pages]})
    folder = tempfile.mkdtemp()
    jsonl = pathlib.Path(folder) / "pages.jsonl"
    frame.assign(html=[html.decode("utf-8", "replace") for html in frame["html"]]).to_json(
        jsonl, orient="records", lines=True, force_ascii=False)
    text = pandas.read_json(jsonl, lines=True)
    quiet = ["--quiet", "--threads", "1", "-o", "/dev/null"]
    print(f"\n{len(pages):,} pages, {sum(len(html) for _, html in pages) / 1e6:.0f} MB; one thread; best of {RUNS}\n")
    print("| what | program, s | Python, s | ratio | limit |\n|---|---|---|---|---|")
    # Starting a program takes some milliseconds; Python is running already. So both read several times.
    rows = [
        ("iterate", ["fingerprint", crawl], lambda: [page.html for page in pagekin.read(crawl, threads=1)]),
        ("cluster(path)", ["cluster", crawl], lambda: pagekin.cluster(crawl, threads=1, progress=False)),
        ("cluster(path, fingerprint)", ["cluster", crawl, "--method", "fingerprint"],
         lambda: pagekin.cluster(crawl, "fingerprint", threads=1, progress=False)),
        ("cluster(DataFrame)", ["cluster", jsonl],
         lambda: pagekin.cluster(text, threads=1, progress=False)),
    ]
    ratios = {}
    for name, command, function in rows:
        theirs, ours = in_turn([lambda command=command: run(program, *command, *quiet), function])
        ratios[name] = theirs / ours
        limit = LIMITS.get(name, "")
        print(f"| {name} | {theirs:.3f} | {ours:.3f} | {ratios[name]:.2f} | {limit} |")

    index = pagekin.Index.open(os.path.join(folder, "site.index"), create=True)
    index.add(pages, progress=False)
    some = pages[:: max(1, len(pages) // 500)]
    parse, classify = in_turn([
        lambda: [pagekin._pagekin.similarity(html, b"", "tree_paths") for _, html in some],
        lambda: [index.classify(html, url) for url, html in some],
    ])
    features = in_turn([lambda: [pagekin.features(html, url) for url, html in some]])[0]
    each = 1e6 / len(some)
    print(f"\nIndex.classify: {classify * each:.0f} microseconds a page (index of {len(index):,} pages); parsing the "
          f"page into a tree: {parse * each:.0f}; all features of the page: {features * each:.0f}")
    ratios["Wrapper.extract(html, url)"] = one_by_one(pages, folder)
    return ratios


def one_by_one(pages, folder):
    """Fields of pages that are in memory: one call a page, beside one native run over all of them. Returns the ratio of speeds."""
    record = max((record for record in pagekin.extract(pages, progress=False) if record.template is not None),
                 key=lambda record: sum(isinstance(value, str) for value in record.fields.values()))
    labels = [(name, value) for name, value in record.fields.items() if isinstance(value, str) and 2 < len(value) < 60]
    wrapper = pagekin.learn(pages, {record.page: dict(labels[:FIELDS])}, progress=False)
    table = os.path.join(folder, "fields.jsonl")
    one_run, calls = in_turn([
        lambda: wrapper.extract(pages, all_pages=True, threads=1, progress=False).write(table),
        lambda: [wrapper.extract(html, url) for url, html in pages],
    ])
    each = 1e6 / len(pages)
    print(f"\nWrapper.extract(html, url), {len({field.name for field in wrapper.fields})} fields: {calls * each:.0f} microseconds a page; one native run "
          f"over the same pages: {one_run * each:.0f}; ratio of speeds {one_run / calls:.2f}, limit {LIMITS['Wrapper.extract(html, url)']}")
    return one_run / calls


PEAK = """
import re, sys, pagekin
function, crawl = sys.argv[1:]
pages = sum(1 for _ in getattr(pagekin, function)(crawl, progress=False))
print(pages, re.search("VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
"""


def peaks(program, folder, numbers):
    """The most memory that a process has while it takes all records or texts of a crawl."""
    print("\n| what | pages | records or texts | peak, MB |\n|---|---|---|---|")
    for number in numbers:
        crawl = os.path.join(folder, f"crawl-{number}.warc.gz")
        run(program, "synth", "--pages", number, "-o", crawl)
        for function in ("extract", "clean"):
            done = subprocess.run([sys.executable, "-c", PEAK, function, crawl], check=True, capture_output=True, text=True)
            records, kilobytes = map(int, done.stdout.split())
            print(f"| {function} | {number:,} | {records:,} | {kilobytes / 1024:.0f} |", flush=True)
        os.unlink(crawl)


def rivals(crawl, labels, number=300):
    """Beside html-similarity, and DBSCAN over its distances: time and adjusted Rand index on some pages."""
    import numpy as np
    from html_similarity import structural_similarity, style_similarity
    from sklearn.cluster import DBSCAN
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.metrics import adjusted_rand_score

    truth = pagekin.read_labels(labels)
    labelled = [(page.url, page.html) for page in pagekin.read(crawl) if page.url in truth]
    step = max(1, len(labelled) // number)
    pages = labelled[::step][:number]
    known = [truth[url] for url, _ in pages]
    texts = [html.decode("utf-8", "replace") for _, html in pages]
    small = texts[:40]  # structural_similarity takes a second a pair on large pages
    print(f"\n{len(pages)} pages, {len(set(known))} templates\n")
    print("| what | seconds | adjusted Rand index |\n|---|---|---|")

    def matrix(measure, documents):
        n = len(documents)
        found = np.eye(n)
        for a in range(n):
            for b in range(a + 1, n):
                try:
                    found[a, b] = found[b, a] = measure(documents[a], documents[b])
                except Exception:  # pages that the package cannot parse
                    found[a, b] = found[b, a] = 0
        return found

    def best_dbscan(similarity, labels_known):
        """DBSCAN with the radius that gives the best score, which no user would know."""
        distance = np.clip(1 - similarity, 0, 1)
        return max((adjusted_rand_score(labels_known, DBSCAN(eps=eps, min_samples=2, metric="precomputed")
                                        .fit_predict(distance)), eps) for eps in np.arange(0.05, 1, 0.05))

    begin = time.perf_counter()
    result = pagekin.cluster(pages, progress=False)
    print(f"| pagekin, auto | {time.perf_counter() - begin:.2f} | "
          f"{adjusted_rand_score(known, result.labels_):.3f} |")
    for name in ("structure_style", "style", "common_path_shingles"):
        begin = time.perf_counter()
        similarity = pagekin.pairwise(pages, name, progress=False)
        score, eps = best_dbscan(similarity, known)
        print(f"| pagekin.pairwise {name}, DBSCAN (best radius {eps:.2f}) | {time.perf_counter() - begin:.2f} | {score:.3f} |")
    begin = time.perf_counter()
    score, eps = best_dbscan(matrix(style_similarity, texts), known)
    print(f"| html-similarity style_similarity, DBSCAN (best radius {eps:.2f}) | {time.perf_counter() - begin:.2f} | {score:.3f} |")
    begin = time.perf_counter()
    score, eps = best_dbscan(matrix(structural_similarity, small), known[: len(small)])
    spent = time.perf_counter() - begin
    pairs = len(small) * (len(small) - 1) / 2
    whole = spent / pairs * len(texts) * (len(texts) - 1) / 2
    print(f"| html-similarity structural_similarity, DBSCAN (best radius {eps:.2f}), {len(small)} pages | {spent:.2f} "
          f"(all {len(texts)}: about {whole:.0f}) | {score:.3f} |")
    begin = time.perf_counter()
    words = CountVectorizer(token_pattern=r"<(\w+)|class=\"([^\"]*)\"", analyzer=tags_and_classes)
    counts = words.fit_transform(texts).toarray().astype(float)
    norms = np.maximum(np.linalg.norm(counts, axis=1), 1e-9)
    score, eps = best_dbscan((counts @ counts.T) / np.outer(norms, norms), known)
    print(f"| scikit-learn: counts of tags and classes, cosine, DBSCAN (best radius {eps:.2f}) | "
          f"{time.perf_counter() - begin:.2f} | {score:.3f} |")


def tags_and_classes(text):
    import re

    return re.findall(r"<\w+|class=\"[^\"]*\"", text)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("program")
    arguments.add_argument("crawl", nargs="?")
    arguments.add_argument("labels", nargs="?")
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("--memory", default="10000,100000", help="numbers of pages, or nothing")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as made:
        if not given.crawl:
            given.crawl, given.labels = os.path.join(made, "crawl.warc.gz"), os.path.join(made, "crawl.labels.tsv")
            run(given.program, "synth", "--pages", 4000, "-o", given.crawl)
        ratios = overhead(given.program, given.crawl)
        peaks(given.program, made, [int(number) for number in given.memory.split(",") if number])
        rivals(given.crawl, given.labels)
    slow = [name for name, limit in LIMITS.items() if ratios[name] < limit]
    if given.check and slow:
        sys.exit(f"slower than allowed: {', '.join(slow)}")
