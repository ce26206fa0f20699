#!/usr/bin/env python3
"""Simple ways to cluster pages by template, as programs that the benchmark can run.

Usage: baselines.py METHOD PAGES.jsonl CLUSTERS.tsv [--limit X]

Methods:
  url_pattern   pages whose addresses have the same shape: segments with a digit, and the last segment, are wildcards
  tag_dbscan    DBSCAN over normalised counts of tags (needs scikit-learn); --limit is its eps, 0.1 unless given
  minhash       connected pairs whose estimated Jaccard similarity of tag shingles is at least --limit, 0.7 unless given
  one_cluster   all pages together, and
  singletons    each page for itself: what a score is worth if nothing is known
"""
import argparse
import collections
import hashlib
import html.parser
import json
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
    return [Tags(page["html"]).names for page in pages]


def url_pattern(pages, limit):
    def shape(url):
        segments = urllib.parse.urlsplit(url).path.split("/")
        folders = ["*" if re.search(r"\d", part) else part for part in segments[:-1]]
        ending = segments[-1].rpartition(".")[2] if "." in segments[-1] else ""
        return "/".join(folders) + "/*." + ending
    return [shape(page["url"]) for page in pages]


def tag_dbscan(pages, limit):
    import numpy
    import sklearn.cluster
    names = tags_of(pages)
    columns = {tag: number for number, tag in enumerate(sorted({tag for tags in names for tag in tags}))}
    counts = numpy.zeros((len(pages), max(1, len(columns))))
    for row, tags in enumerate(names):
        for tag, count in collections.Counter(tags).items():
            counts[row, columns[tag]] = count
    counts /= numpy.maximum(numpy.linalg.norm(counts, axis=1, keepdims=True), 1e-12)
    labels = sklearn.cluster.DBSCAN(eps=0.1 if limit is None else limit, min_samples=2).fit_predict(counts)
    # What DBSCAN calls noise is a page of a template of its own.
    return [label if label >= 0 else f"noise {row}" for row, label in enumerate(labels.tolist())]


def signature(tags):
    shingles = {" ".join(tags[i:i + SHINGLE]) for i in range(max(1, len(tags) - SHINGLE + 1))}
    prime = (1 << 61) - 1
    keys = [int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little") for text in shingles]
    return tuple(min((key * (2 * number + 3) + number * 0x9E3779B97F4A7C15) % prime for key in keys)
                 for number in range(HASHES))


def minhash(pages, limit):
    least = 0.7 if limit is None else limit
    signatures = [signature(tags) for tags in tags_of(pages)]
    parent = list(range(len(pages)))

    def root(page):
        while parent[page] != page:
            parent[page] = parent[parent[page]]
            page = parent[page]
        return page

    for begin in range(0, HASHES, ROWS):
        band = {}
        for page, values in enumerate(signatures):
            band.setdefault(values[begin:begin + ROWS], []).append(page)
        for pages_of_band in band.values():
            first = pages_of_band[0]
            for page in pages_of_band[1:]:
                same = sum(a == b for a, b in zip(signatures[first], signatures[page]))
                if same >= least * HASHES:
                    parent[root(page)] = root(first)
    return [root(page) for page in range(len(pages))]


def one_cluster(pages, limit):
    return [1] * len(pages)


def singletons(pages, limit):
    return list(range(len(pages)))


METHODS = {method.__name__: method for method in (url_pattern, tag_dbscan, minhash, one_cluster, singletons)}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("method", choices=METHODS)
    arguments.add_argument("pages")
    arguments.add_argument("clusters")
    arguments.add_argument("--limit", type=float)
    given = arguments.parse_args()
    with open(given.pages, encoding="utf-8") as file:
        pages = [json.loads(line) for line in file]
    try:
        labels = METHODS[given.method](pages, given.limit)
    except ImportError as error:
        sys.exit(f"{given.method}: {error}")
    with open(given.clusters, "w", encoding="utf-8") as file:
        file.write("page\tcluster\n")
        file.writelines(f"{page['url']}\t{label}\n" for page, label in zip(pages, labels))


if __name__ == "__main__":
    main()
