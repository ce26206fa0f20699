"""Fingerprints, features, similarities, registries, scores."""

from __future__ import annotations

import inspect
import subprocess
import sys

import numpy as np
import pytest

import pagekin

A = "<html><body><div class=a><p>one</p><p>two</p></div></body></html>"
B = "<html><body><div class=b><p>one</p></div></body></html>"


def test_version_matches_the_distribution():
    from importlib.metadata import version

    assert pagekin.__version__ == version("pagekin")


def test_fingerprint():
    assert pagekin.fingerprint(A) == pagekin.fingerprint(A.encode())
    assert isinstance(pagekin.fingerprint(A, length=3), bytes)
    assert len(pagekin.fingerprint(A, length=3)) <= 3
    with pytest.raises(pagekin.OptionError, match="length") as raised:
        pagekin.fingerprint(A, length=0)
    assert raised.value.option == "length"
    assert isinstance(raised.value, ValueError)


def test_features():
    found = pagekin.features(A, url="https://example.org/shop/12")
    assert found["elements"]["p"] == 2
    assert found["host"] == "example.org"
    assert found["marks"].dtype == np.uint64
    assert len(found["marks"]) == len(found["mark_names"])
    assert "div.a" in found["mark_names"]


@pytest.mark.parametrize("name", list(pagekin.measures))
def test_every_measure(name):
    assert pagekin.similarity(A, A, name) == 1
    value = pagekin.similarity(A, B, measure=name)
    assert 0 <= value <= 1
    if name != "rtdm":
        matrix = pagekin.pairwise([A, B, A], name)
        assert np.isclose(matrix[0, 1], matrix[1, 0])
        assert matrix[0, 2] == 1


def test_options_as_keywords_or_text():
    by_keyword = pagekin.similarity(A, B, "pq_gram", p=1, q=2)
    assert by_keyword == pagekin.similarity(A, B, "pq_gram:p=1,q=2")
    assert by_keyword == pagekin.similarity(A, B, pagekin.measures.pq_gram(p=1, q=2))
    assert pagekin.similarity(A, B, "pq_gram:p=1", q=2) == by_keyword
    with pytest.raises(pagekin.OptionError, match="no option 'w'"):
        pagekin.measures.pq_gram(w=1)
    with pytest.raises(pagekin.OptionError):
        pagekin.similarity(A, B, "pq_gram", w=1)
    with pytest.raises(pagekin.OptionError, match="did you mean|pq_gram"):
        pagekin.similarity(A, B, "pq_gran")


def test_registries_are_those_of_the_library(run_native):
    import json

    listed = json.loads(run_native("list", "--json").stdout)
    for kind, registry in (
        ("methods", pagekin.methods),
        ("measures", pagekin.measures),
        ("scores", pagekin.scores),
    ):
        assert [entry["name"] for entry in listed[kind]] == list(registry)
        for entry in listed[kind]:
            info = registry[entry["name"]]
            assert info.summary == entry["summary"]
            assert [option["name"] for option in entry.get("options", [])] == [o.name for o in info.options]


def test_registries_document_themselves():
    info = pagekin.methods.fingerprint
    assert "length" in inspect.signature(info).parameters
    assert info(length=40) == "fingerprint:length=40"
    assert info(length=40, max_edits=0).count("=") == 2
    assert "fingerprint" in dir(pagekin.methods)
    assert "fingerprint" in repr(pagekin.methods)
    for registry, function in (
        (pagekin.methods, pagekin.cluster),
        (pagekin.measures, pagekin.similarity),
        (pagekin.scores, pagekin.evaluate),
    ):
        for entry in registry.values():
            assert entry.name in function.__doc__ and entry.summary in function.__doc__
            for option in entry.options:
                assert f"{option.name} (" in function.__doc__
    with pytest.raises(KeyError, match="there is no method 'x'"):
        pagekin.methods["x"]
    assert not hasattr(pagekin.methods, "nothing")


def test_public_names_have_docstrings():
    for name in pagekin.__all__:
        assert inspect.getdoc(getattr(pagekin, name)), name


def test_evaluate_against_a_file_a_mapping_and_a_sequence(result, labels, pages):
    by_file = pagekin.evaluate(result, labels)
    truth = pagekin.read_labels(labels)
    assert by_file == pagekin.evaluate(result, truth) == result.evaluate(truth)
    assert by_file.pages == 240 and set(by_file.scores) == set(pagekin.scores)
    assert by_file.f1 == by_file["f1"] > 0.9
    assert "f1" in repr(by_file)
    in_order = [truth[url] for url, _ in pages]
    assert pagekin.evaluate(result.labels_, in_order).scores == by_file.scores
    memory = pagekin.cluster(pages)
    assert pagekin.evaluate(memory, in_order).scores == by_file.scores
    with pytest.raises(ValueError, match="expected 240 labels"):
        pagekin.evaluate(memory, ["a"])
    with pytest.raises(pagekin.InputError):
        pagekin.evaluate(result, {"http://nobody.example/": "x"})


def test_evaluate_left_out_pages():
    found = pagekin.evaluate([0, 0, 1, -1], ["a", "a", "b", None])
    assert found.pages == 3 and found.adjusted_rand_index == 1


def test_scores_equal_those_of_the_program(result, labels, run_native, tmp_path, crawl):
    import json

    result.write(tmp_path / "pages.tsv")
    native = json.loads(
        run_native("evaluate", tmp_path / "pages.tsv", "--truth", labels, "--json").stdout
    )
    ours = pagekin.evaluate(result, labels)
    theirs = native.get("scores", native)
    for name, value in ours.scores.items():
        assert theirs[name] == pytest.approx(value, abs=1e-6), name


def test_sweep(crawl, labels, pages):
    found = pagekin.sweep(
        crawl, labels, methods="ahc", measures=["tag_shingles"], vary={"threshold": [0.3, 0.6, 0.9]}
    )
    assert len(found) == 3 and all(row["is_done"] for row in found)
    best = found.best()
    assert best["scores"]["adjusted_rand_index"] == max(r["scores"]["adjusted_rand_index"] for r in found)
    truth = pagekin.read_labels(labels)
    again = pagekin.sweep(
        [html for _, html in pages],
        [truth[url] for url, _ in pages],
        methods="ahc",
        measures="tag_shingles",
        vary={"threshold": "0.3:0.9:0.3"},
    )
    for ours, theirs in zip(again, found):
        assert ours["scores"] == pytest.approx(theirs["scores"])
    with pytest.raises(pagekin.OptionError):
        pagekin.sweep(crawl, labels, vary={"nothing": [1]})


def test_train_and_open(crawl, labels, tmp_path, run_native, pages):
    trained = pagekin.train(crawl, labels, tmp_path / "ours.model")
    assert trained["pages"] == 240
    run_native("train", crawl, "--truth", labels, "-o", tmp_path / "theirs.model")
    assert (tmp_path / "ours.model").read_bytes() == (tmp_path / "theirs.model").read_bytes()
    index = pagekin.Index.open(tmp_path / "ours.model")
    assert index.is_model
    truth = pagekin.read_labels(labels)
    url, html = pages[7]
    assert index.classify(html, url).template == truth[url]
    with pytest.raises(TypeError, match="is a model"):
        index.add(pages)


def test_each_page_keeps_its_label_if_addresses_are_equal(tmp_path):
    addresses = ["a", "x", "a", "a#2", "a", None, "5"]
    pages = [(address, A if row % 2 == 0 else B) for row, address in enumerate(addresses)]
    trained = pagekin.train(pages, list("stuvwyz"), tmp_path / "equal.model")
    assert trained["pages"] == 7 and trained["templates"] == 7


def test_modules_are_imported_when_they_are_used():
    code = "import sys, pagekin; assert 'pagekin.crawl' not in sys.modules; print(pagekin.crawl.Templates, pagekin.steps.Run, {'crawl', 'steps'} <= set(dir(pagekin)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0 and "Templates" in done.stdout and done.stdout.rstrip().endswith("True"), done.stderr
