#!/usr/bin/env python3
"""Simple ways to cluster pages by template, as programs that the benchmark can run.

Usage: baselines.py METHOD PAGES.jsonl CLUSTERS.tsv [--limit X]

Methods:
  url_pattern   pages whose addresses have the same shape: segments with a digit, and the last segment, are wildcards
  tag_dbscan    DBSCAN over normalised counts of tags (needs numpy); --limit is its eps, 0.1 unless given. Two pages make a core
                point, so that it joins all pairs within eps; what DBSCAN calls noise is a template of one page
  minhash       connected pairs whose estimated Jaccard similarity of tag shingles is at least --limit, 0.7 unless given (needs numpy)
  html_similarity  connected pairs whose style similarity by the package html-similarity is at least --limit, 0.9 unless given: what
                html-cluster draws; its structural similarity takes seconds a pair
  one_cluster   all pages together, and
  singletons    each page for itself: what a score is worth if nothing is known
"""
import argparse
import collections
import hashlib
import html.parser
import json
import pathlib
import re
import sys
import urllib.parse

SHINGLE = 4  # tags
HASHES = 128  # of a MinHash signature
ROWS = 4  # of a band: pairs that agree in one band are compared


class Tags(html.parser.HTMLParser):
    """The names of start tags in document order."""

    def __init__(self, text):
        super().__init__(convert_charrefs=False)
        self.names = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.names.append(tag)


def tags_of(pages):
    """The tags of each page. They are kept beside the file of pages, because the benchmark runs several methods and limits on it."""
    kept = pathlib.Path(f"{pages.path}.tags")
    if kept.exists():
        return json.loads(kept.read_text(encoding="utf-8"))
    tags = [Tags(page["html"]).names for page in pages]
    kept.write_text(json.dumps(tags), encoding="utf-8")
    return tags


class Pages(list):
    """The pages of a file."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            super().__init__(json.loads(line) for line in file)
        self.path = path


def url_pattern(pages, limit):
    def shape(url):
        segments = urllib.parse.urlsplit(url).path.split("/")
        folders = ["*" if re.search(r"\d", part) else part for part in segments[:-1]]
        ending = segments[-1].rpartition(".")[2] if "." in segments[-1] else ""
        return "/".join(folders) + "/*." + ending
    return [shape(page["url"]) for page in pages]


def tag_dbscan(pages, limit):
    import numpy
    names = tags_of(pages)
    columns = {tag: number for number, tag in enumerate(sorted({tag for tags in names for tag in tags}))}
    counts = numpy.zeros((len(pages), max(1, len(columns))))
    for row, tags in enumerate(names):
        for tag, count in collections.Counter(tags).items():
            counts[row, columns[tag]] = count
    counts /= numpy.maximum(numpy.linalg.norm(counts, axis=1, keepdims=True), 1e-12)
    joined = Joined(len(pages))
    squared = (0.1 if limit is None else limit) ** 2
    for row in range(len(pages)):
        for other in numpy.nonzero(((counts[:row] - counts[row]) ** 2).sum(axis=1) <= squared)[0].tolist():
            joined.join(other, row)
    return joined.labels()


def signatures_of(pages):
    """MinHash signatures of the shingles of tags, by page: the least of each of HASHES linear functions of 64-bit hashes."""
    import numpy
    factors = numpy.array([2 * number + 3 for number in range(HASHES)], dtype=numpy.uint64)[:, None] * numpy.uint64(0x9E3779B97F4A7C15)
    signatures = []
    for tags in tags_of(pages):
        shingles = {" ".join(tags[i:i + SHINGLE]) for i in range(max(1, len(tags) - SHINGLE + 1))}
        keys = numpy.array([int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little") for text in sorted(shingles)],
                           dtype=numpy.uint64)
        mixed = (keys ^ (keys >> numpy.uint64(29)))[None, :] * (factors | numpy.uint64(1))
        signatures.append(tuple((mixed ^ (mixed >> numpy.uint64(32))).min(axis=1).tolist()))
    return signatures


class Joined:
    """Pages that are joined, directly or by others between them."""

    def __init__(self, count):
        self.parent = list(range(count))

    def root(self, page):
        while self.parent[page] != page:
            self.parent[page] = self.parent[self.parent[page]]
            page = self.parent[page]
        return page

    def join(self, one, other):
        self.parent[self.root(other)] = self.root(one)

    def labels(self):
        return [self.root(page) for page in range(len(self.parent))]


def minhash(pages, limit):
    least = 0.7 if limit is None else limit
    signatures = signatures_of(pages)
    joined = Joined(len(pages))
    for begin in range(0, HASHES, ROWS):
        band = {}
        for page, values in enumerate(signatures):
            band.setdefault(values[begin:begin + ROWS], []).append(page)
        for pages_of_band in band.values():
            first = pages_of_band[0]
            for page in pages_of_band[1:]:
                same = sum(a == b for a, b in zip(signatures[first], signatures[page]))
                if same >= least * HASHES:
                    joined.join(first, page)
    return joined.labels()


def html_similarity(pages, limit):
    from html_similarity.style_similarity import get_classes, jaccard_similarity
    least = 0.9 if limit is None else limit
    classes = [get_classes(page["html"] or " ") for page in pages]
    joined = Joined(len(pages))
    for one in range(len(pages)):
        for other in range(one):
            if joined.root(one) != joined.root(other) and jaccard_similarity(classes[one], classes[other]) >= least:
                joined.join(one, other)
    return joined.labels()


def one_cluster(pages, limit):
    return [1] * len(pages)


def singletons(pages, limit):
    return list(range(len(pages)))


METHODS = {method.__name__: method for method in (url_pattern, tag_dbscan, minhash, html_similarity, one_cluster, singletons)}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("method", choices=METHODS)
    arguments.add_argument("pages")
    arguments.add_argument("clusters")
    arguments.add_argument("--limit", type=float)
    given = arguments.parse_args()
    pages = Pages(given.pages)
    try:
        labels = METHODS[given.method](pages, given.limit)
    except ImportError as error:
        sys.exit(f"{given.method}: {error}")
    with open(given.clusters, "w", encoding="utf-8") as file:
        file.write("page\tcluster\n")
        file.writelines(f"{page['url']}\t{label}\n" for page, label in zip(pages, labels))


if __name__ == "__main__":
    main()
