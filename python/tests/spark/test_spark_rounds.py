"""What executors do in rounds, beside slow and obvious twins."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed: make test-spark")

from pagekin.spark._neighbours import shared_neighbours  # noqa: E402
from pagekin.spark._rounds import collect_numbers, components, numbered  # noqa: E402


# -- twins


def smallest_of_component(nodes, edges):
    """By node, the smallest that can be reached from it."""
    found = {node: node for node in nodes}
    has_changed = True
    while has_changed:
        has_changed = False
        for u, v in edges:
            least = min(found[u], found[v])
            if found[u] != least or found[v] != least:
                found[u] = found[v] = least
                has_changed = True
    return found


def neighbour_clusters(weights, edges, overlap, max_iterations):
    """Clusters of shared near neighbours by definition: every page is a cluster at first."""
    neighbours = {node: {node} for node in weights}
    for u, v in edges:
        neighbours[u].add(v)
        neighbours[v].add(u)
    cluster_of = {node: node for node in weights}
    for _ in range(max_iterations):
        sets = {}
        for node, cluster in cluster_of.items():
            sets.setdefault(cluster, set()).update(neighbours[node])
        pairs = []
        for a in sets:
            for b in sets:
                touch = any(cluster_of[node] == b for node in sets[a])
                if a >= b or not touch:
                    continue
                both = sum(weights[node] for node in sets[a] & sets[b])
                either = sum(weights[node] for node in sets[a] | sets[b])
                if both / either >= overlap:
                    pairs.append((a, b))
        if not pairs:
            break
        roots = smallest_of_component(sets, pairs)
        cluster_of = {node: roots[cluster] for node, cluster in cluster_of.items()}
    return cluster_of


def partition(labels):
    groups = {}
    for node, label in labels.items():
        groups.setdefault(label, set()).add(node)
    return sorted(map(sorted, groups.values()))


# -- tests


def test_components(spark):
    draw = random.Random(1)
    path = [(node, node + 1) for node in range(60)]
    draw.shuffle(path)
    graphs = {
        "a long path": path,
        "a star": [(99, node) for node in range(20)],
        "equal edges and loops": [(1, 2), (2, 1), (1, 2), (3, 3), (5, 4)],
        "no edges": [],
        "random": [(draw.randrange(150) * 7919 % 1000, draw.randrange(150) * 7919 % 1000) for _ in range(110)],
    }
    # All graphs at once, far from each other: rounds take long to start.
    shift, edges = 10_000, []
    for number, graph in enumerate(graphs.values()):
        edges += [(u + number * shift - 20_000, v + number * shift - 20_000) for u, v in graph]
    frame = spark.createDataFrame(edges, "u bigint, v bigint").repartition(3)
    found = {row.node: row.root for row in components(frame).collect()}
    nodes = {node for edge in edges for node in edge}
    expected = smallest_of_component(nodes, edges)
    assert {node: found.get(node, node) for node in nodes} == expected
    assert all(node > root for node, root in found.items())


def test_components_of_nothing(spark):
    assert components(spark.createDataFrame([], "u bigint, v bigint")).collect() == []


def random_neighbours(seed):
    """Groups of pages in which most are similar, and few edges between the groups."""
    draw = random.Random(seed)
    count = draw.randrange(20, 45)
    group = [draw.randrange(5) for _ in range(count)]
    weights = {node: draw.choice([1, 1, 1, 2, 10]) for node in range(count)}
    inside = draw.uniform(0.5, 1)
    edges = []
    for u in range(count):
        for v in range(u + 1, count):
            if draw.random() < (inside if group[u] == group[v] else 0.03):
                edges.append((u, v))
    return weights, edges


@pytest.mark.parametrize("overlap, max_iterations", [(0.85, 100), (0.5, 100), (0.3, 2)])
def test_shared_neighbours(spark, overlap, max_iterations):
    # Several graphs in one: they do not touch, so each has the clusters that it has alone.
    weights, edges, expected = {}, [], {}
    for seed in range(4):
        some_weights, some_edges = random_neighbours(seed)
        shift = 1000 * seed
        weights.update({node + shift: weight for node, weight in some_weights.items()})
        edges += [(u + shift, v + shift) for u, v in some_edges]
        labels = neighbour_clusters(some_weights, some_edges, overlap, max_iterations)
        expected.update({node + shift: label + shift for node, label in labels.items()})
    nodes = spark.createDataFrame(list(weights.items()), "number bigint, weight bigint")
    frame = spark.createDataFrame(edges, "u bigint, v bigint")
    found = shared_neighbours(nodes, frame, overlap, max_iterations, 3)
    labels = {row.number: row.label for row in found.collect()}
    assert partition(labels) == partition(expected)
    assert 4 < len(partition(expected)) < len(weights)


def test_shared_neighbours_without_edges(spark):
    nodes = spark.createDataFrame([(1, 1), (5, 2)], "number bigint, weight bigint")
    edges = spark.createDataFrame([], "u bigint, v bigint")
    found = shared_neighbours(nodes, edges, 0.85, 100, 2)
    assert sorted((row.number, row.label) for row in found.collect()) == [(1, 1), (5, 5)]


def test_numbers_follow_the_order_of_rows(spark):
    frame = spark.range(0, 1000, 1, 7).selectExpr("id", "pmod(id * 7919, 1000) as value").orderBy("value")
    rows = sorted((row.number, row.value) for row in numbered(frame, "number").collect())
    assert rows == [(number + 1, number) for number in range(1000)]
    assert numbered(frame.where("id < 0"), "number").collect() == []


def test_columns_of_numbers(spark):
    first, second = collect_numbers(spark.range(0, 5000, 1, 3).selectExpr("id", "-id as other"), ["id", "other"])
    assert sorted(first.tolist()) == list(range(5000)) and (first == -second).all()
    assert [len(one) for one in collect_numbers(spark.range(0), ["id"])] == [0]
