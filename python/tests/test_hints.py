"""Hints about some pages, and the questions of which an answer helps most."""

from __future__ import annotations

import pytest

import pagekin


@pytest.fixture(scope="module")
def names(labels):
    """The names of some pages, two of each template."""
    by_name: dict[str, list[str]] = {}
    for page, name in pagekin.read_labels(labels).items():
        by_name.setdefault(name, []).append(page)
    return {page: name for name, pages in by_name.items() for page in sorted(pages)[:2]}


def test_hints_equal_those_of_the_program(crawl, names, run_native, tmp_path):
    table = tmp_path / "hints.tsv"
    table.write_text("".join(f"{page}\t{name}\n" for page, name in names.items()))
    columns = "page,template,variant,name,confidence"
    run_native("cluster", crawl, "--hints", table, "-o", tmp_path / "theirs.tsv", "--columns", columns)
    for hints in (table, names, [{"page": page, "template": name} for page, name in names.items()]):
        pagekin.cluster(crawl, hints=hints).write(tmp_path / "ours.tsv", columns)
        assert (tmp_path / "ours.tsv").read_bytes() == (tmp_path / "theirs.tsv").read_bytes()


def test_templates_get_the_names(crawl, names):
    found = pagekin.cluster(crawl, hints=names)
    by_page = dict(zip(found.pages, found.template_ids_))
    ids = {name: {by_page[page] for page, given in names.items() if given == name} for name in names.values()}
    assert all(len(one) == 1 for one in ids.values())  # pages of one name are one template
    assert len({min(one) for one in ids.values()}) == len(ids)  # and of two names two
    shown = {template.id: template.name for template in found.templates}
    for name, one in ids.items():
        assert name in shown[min(one)]


def test_pairs_of_pages(crawl, pages, result):
    first = pages[0][0]
    other = next(u for (u, _), label in zip(pages, result.labels_) if label != result.labels_[0])
    joined = pagekin.cluster(crawl, hints=[{"page": first, "same_as": other}])
    by_page = dict(zip(joined.pages, joined.labels_))
    assert by_page[first] == by_page[other]
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"page": [first, first], "same_as": [other, None], "template": [None, "gift"]})
    assert pagekin.cluster(crawl, hints=frame).labels_.tolist() == joined.labels_.tolist()


def test_pages_in_memory_are_named_by_their_place(pages):
    documents = [html for _, html in pages]
    found = pagekin.cluster(documents, hints={0: "first", 5: "other"})
    assert found.labels_[0] != found.labels_[5] and found.unknown_hints == []


def test_unknown_pages_are_told(crawl, names):
    found = pagekin.cluster(crawl, hints={**names, "http://nowhere.example/": "x"})
    assert found.unknown_hints == ["http://nowhere.example/"]


def test_errors(crawl, pages, tmp_path):
    first = pages[0][0]
    with pytest.raises(pagekin.InputError, match=r"^hints.*contradicts") as raised:
        pagekin.cluster(crawl, hints=[{"page": first, "template": "a"}, {"page": first, "template": "b"}])
    assert "/tmp" not in str(raised.value)
    with pytest.raises(TypeError, match="hint 0: expected a mapping with keys of page"):
        pagekin.cluster(crawl, hints=[("a", "b")])
    with pytest.raises(pagekin.OptionError, match="needs a method that follows hints"):
        pagekin.cluster(crawl, "fingerprint", hints={first: "a"})
    with pytest.raises(pagekin.OptionError, match="needs a method that follows hints"):
        pagekin.cluster(crawl, "md5", ask=3)
    with pytest.raises(pagekin.PagekinError, match="nothing.tsv"):
        pagekin.cluster(crawl, hints=tmp_path / "nothing.tsv")


def test_questions(crawl, result):
    assert result.questions == []
    asked = pagekin.cluster(crawl, ask=4)
    assert asked.labels_.tolist() == result.labels_.tolist()
    assert 0 < len(asked.questions) <= 4
    doubts = [question.pages_in_doubt for question in asked.questions]
    assert doubts == sorted(doubts, reverse=True) and doubts[-1] >= 0
    by_page = dict(zip(asked.pages, asked.template_ids_))
    for question in asked.questions:
        assert by_page[question.url] == question.template


def test_an_index_keeps_hints(crawl, names, tmp_path):
    index = pagekin.Index.open(tmp_path / "site.index", create=True)
    index.add(crawl, hints=names)
    again = index.add(crawl)
    by_page = dict(zip(again.pages, again.template_ids_))
    for name in set(names.values()):
        assert len({by_page[page] for page, given in names.items() if given == name}) == 1


def test_variants(result):
    assert result.variants_.shape == result.template_ids_.shape
    for template in result.templates:
        members = result.variants_[result.template_ids_ == template.id]
        assert len(set(members)) == template.variants
