#!/usr/bin/env python3
"""Compares our agglomerative clustering with scipy.cluster.hierarchy.

Usage: compare_linkage.py PROGRAM LINKAGE_OF CORPUS... (see requirements.txt)

For each linkage:
- 20 random matrices without ties: the same heights to 1e-5, the same clusters at ten cuts.
- The similarities of each corpus, moved apart so that no two are equal: the same.
- Each corpus as it is, by `cluster --dendrogram`. Where pairs are equally similar, which one
  merges first is free, so every merge is checked to be of a most similar pair; for single
  linkage, where that does not matter, heights and clusters are compared as well.

Ends with status 77 where SciPy is not installed.
"""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from scipy.cluster.hierarchy import fcluster, linkage as scipy_linkage
    from scipy.spatial.distance import squareform
except ImportError:
    print("SciPy is not installed: not compared")
    sys.exit(77)

program, linkage_of, corpora = sys.argv[1], sys.argv[2], sys.argv[3:]
linkages = ("single", "complete", "average")
measures = ("tag_shingles", "path_cosine")
random = np.random.default_rng(20260101)
scratch = pathlib.Path(tempfile.mkdtemp())
checks = 0


def expect(holds, what):
    global checks
    checks += 1
    if not holds:
        sys.exit(f"FAILED: {what}")


def without_ties(matrix):
    """The same order of pairs, equal ones at random, and all of them different as 32-bit floats."""
    below = np.tril_indices(len(matrix), -1)
    values = matrix[below].astype(float)
    ranks = np.empty(len(values))
    ranks[np.lexsort((random.random(len(values)), values))] = np.arange(1, len(values) + 1)
    moved = np.zeros(matrix.shape, dtype=np.float32)
    moved[below] = 0.9 * values + 0.1 * ranks / len(values)
    expect(len(np.unique(moved[below])) == len(values), "no ties")
    moved += moved.T
    np.fill_diagonal(moved, 1)
    return moved


def our_merges(matrix, linkage):
    """Rows of left, right, similarity, size; numbers as SciPy has them."""
    rows = [matrix[i, :i].astype(np.float32).tobytes() for i in range(len(matrix))]
    done = subprocess.run([linkage_of, linkage], input=struct.pack("=I", len(matrix)) + b"".join(rows),
                          capture_output=True, check=True)
    return np.array([line.split() for line in done.stdout.decode().splitlines()], dtype=float).reshape(-1, 4)


def clusters(merges, pages, count):
    """The pages of each cluster after the first `count` merges, as a set of frozensets."""
    groups = {page: [page] for page in range(pages)}
    for i, (left, right) in enumerate(merges[:count, :2].astype(int)):
        groups[pages + i] = groups.pop(left) + groups.pop(right)
    return {frozenset(group) for group in groups.values()}


def same_as_scipy(matrix, merges, linkage, what):
    pages = len(matrix)
    theirs = scipy_linkage(squareform(1 - matrix, checks=False), linkage)
    heights = 1 - merges[:, 2]
    expect(len(merges) == pages - 1, f"{what}: {pages - 1} merges, got {len(merges)}")
    worst = np.abs(heights - theirs[:, 2]).max()
    expect(worst < 1e-5, f"{what}: heights equal to 1e-5, off by {worst}")
    # Cuts between heights that both agree on.
    gaps = np.flatnonzero(np.diff(theirs[:, 2]) > 4e-5)
    expect(len(gaps) >= 10, f"{what}: ten places to cut, got {len(gaps)}")
    for gap in gaps[np.linspace(0, len(gaps) - 1, 10).astype(int)]:
        labels = fcluster(theirs, (theirs[gap, 2] + theirs[gap + 1, 2]) / 2, "distance")
        groups = {frozenset(np.flatnonzero(labels == label)) for label in np.unique(labels)}
        expect(groups == clusters(merges, pages, gap + 1), f"{what}: clusters after {gap + 1} merges")
    return worst


def every_merge_is_a_maximum(matrix, merges, linkage, what):
    similar = matrix.astype(float)
    np.fill_diagonal(similar, -1)
    place = {page: page for page in range(len(matrix))}  # of a cluster, by number: its row
    sizes = np.ones(len(matrix))
    for i, (left, right, height, size) in enumerate(merges):
        a, b = place.pop(int(left)), place.pop(int(right))
        expect(abs(similar[a, b] - similar.max()) < 1e-5, f"{what}: merge {i} is of a most similar pair")
        expect(abs(similar[a, b] - height) < 1e-5, f"{what}: merge {i} says how similar they are")
        if linkage == "single":
            row = np.maximum(similar[a], similar[b])
        elif linkage == "complete":
            row = np.minimum(similar[a], similar[b])
        else:
            row = (sizes[a] * similar[a] + sizes[b] * similar[b]) / (sizes[a] + sizes[b])
        sizes[a] += sizes[b]
        expect(sizes[a] == size, f"{what}: merge {i} has {size} pages")
        row[[a, b]] = -1
        row[similar[a] < 0] = -1
        similar[a], similar[:, a] = row, row
        similar[b], similar[:, b] = -1, -1
        place[len(matrix) + i] = a


def run(*arguments):
    subprocess.run([program, *arguments], check=True, capture_output=True)


worst = 0
for i in range(20):
    pages = 20 + 12 * i
    matrix = without_ties(random.random((pages, pages)))
    for linkage in linkages:
        worst = max(worst, same_as_scipy(matrix, our_merges(matrix, linkage), linkage, f"matrix {i}, {linkage}"))
print(f"20 random matrices: as SciPy's, heights off by {worst:.1e} at the most")

for corpus in corpora:
    for measure in measures:
        name = f"{pathlib.Path(corpus).name}, {measure}"
        run("matrix", corpus, "--measure", measure, "-q", "-o", str(scratch / "m.npy"))
        matrix = np.load(scratch / "m.npy")
        moved = without_ties(matrix)
        worst = 0
        for linkage in linkages:
            what = f"{name}, {linkage}"
            worst = max(worst, same_as_scipy(moved, our_merges(moved, linkage), linkage, what))
            run("cluster", corpus, "--measure", measure, "--method", f"ahc:linkage={linkage},threshold=0", "-q",
                "-o", str(scratch / "c.tsv"), "--dendrogram", str(scratch / "d.json"))
            merges = json.loads((scratch / "d.json").read_text())["merges"]
            merges = np.array([[m["left"], m["right"], m["similarity"], m["size"]] for m in merges])
            every_merge_is_a_maximum(matrix, merges, linkage, what)
            if linkage == "single":
                worst = max(worst, same_as_scipy(matrix, merges, linkage, what))
        print(f"{name}, {len(matrix)} pages: as SciPy's, heights off by {worst:.1e} at the most; "
              "with ties every merge is a maximum")
print(f"{checks} checks passed")
