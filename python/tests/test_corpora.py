"""The same bytes from Python as from the program, on crawls of five kinds of sites."""

from __future__ import annotations

import base64
import json
import re
import zlib

import pytest

import pagekin
from conftest import ROOT

CORPORA = ROOT.parent / "shared" / "corpora"
NAMES = ["jacoco-j2html", "omeka-dospassos", "yard-sketchup", "hugo-hydehyde-hymns", "pkgdown-ggplot2"]


@pytest.fixture(scope="module", params=NAMES)
def corpus(request):
    path = CORPORA / f"{request.param}.warc.gz"
    if not path.exists():
        pytest.skip(f"corpus {request.param} is not beside the checkout")
    return str(path)


def same(folder, name):
    own, program = folder / f"own-{name}", folder / f"program-{name}"
    assert own.read_bytes() == program.read_bytes(), name


def test_every_command(corpus, tmp_path, run_native, monkeypatch):
    own, program = (lambda name: tmp_path / f"own-{name}"), (lambda name: tmp_path / f"program-{name}")
    result = pagekin.cluster(corpus, index=own("a.index"))
    result.write(own("pages.tsv"))
    result.write_templates(own("templates.jsonl"))
    run_native("cluster", corpus, "-q", "-o", program("pages.tsv"), "--templates", program("templates.jsonl"), "--index", program("a.index"))
    same(tmp_path, "pages.tsv")
    same(tmp_path, "templates.jsonl")
    assert len(pagekin.Index.open(program("a.index"))) == result.page_count

    index = pagekin.Index.open(program("a.index"))
    run_native("classify", corpus, "--model", program("a.index"), "-q", "-o", program("classes.jsonl"), "--columns", "page,template")
    rows = [json.loads(line) for line in program("classes.jsonl").read_text().splitlines()]
    found = [(page.url, page.template) for page in index.classify_pages(corpus)]
    assert found == [(row["page"], row["template"] if isinstance(row["template"], int) else None) for row in rows]

    extracted = pagekin.extract(corpus)
    extracted.write(own("rows.jsonl"))
    extracted.schema.save(own("schema.json"))
    run_native("extract", corpus, "-q", "-o", program("rows.jsonl"), "--save-schema", program("schema.json"))
    same(tmp_path, "rows.jsonl")
    same(tmp_path, "schema.json")

    pagekin.clean(corpus, format="markdown").write(own("texts.jsonl"))
    run_native("clean", corpus, "--format", "markdown", "-q", "-o", program("texts.jsonl"))
    same(tmp_path, "texts.jsonl")

    result.write_sample(own("sample.tsv"), 20)
    run_native("sample", own("pages.tsv"), "--total", 20, "-q", "-o", program("sample.tsv"))
    same(tmp_path, "sample.tsv")
    largest = result.templates[0].id
    result.write_template_pages(own("one.tsv"), largest)
    run_native("pages", own("pages.tsv"), "--template", largest, "-q", "-o", program("one.tsv"))
    same(tmp_path, "one.tsv")

    assert pagekin.diff(corpus, corpus).json == run_native("diff", corpus, corpus, "--json", "-q").stdout
    assert pagekin.coverage(corpus, against=corpus).json == run_native("coverage", corpus, "--against", corpus, "--json", "-q").stdout

    labels = corpus.replace(".warc.gz", ".labels.tsv")
    scores = json.loads(run_native("evaluate", own("pages.tsv"), "--truth", labels, "--json").stdout)
    assert result.evaluate(labels).scores["adjusted_rand_index"] == pytest.approx(_number(scores, "adjusted_rand_index"), abs=1e-6)

    truth = ("--truth", labels, "--measure", "common_path_shingles", "--folds", 3, "--sample", 120)
    validated = pagekin.crossval(corpus, labels, measure="common_path_shingles", folds=3, sample=120)
    assert validated.json == run_native("crossval", corpus, *truth, "--json", "--no-time", "-q").stdout

    assert pagekin.label(corpus) == json.loads(run_native("label", corpus, "--representatives", "-q").stdout)

    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    result.report(own("report.html"), title="a crawl")
    run_native("report", own("pages.tsv"), corpus, "-q", "--title", "a crawl", "-o", program("report.html"))
    pictures = [_shown(side("report.html")) for side in (own, program)]
    assert pictures[0] == pictures[1] and len(pictures[0]) > 10_000


def _shown(path):
    """The data of a report without the command line and what it says, in which the names of files differ."""
    packed = max(re.findall(rb"<script[^>]*>([A-Za-z0-9+/=\s]{1000,})</script>", path.read_bytes()), key=len)
    data = json.loads(zlib.decompress(base64.b64decode(packed), 47))
    for name in ("command", "parameters", "inputs"):
        data["run"].pop(name, None)
    return json.dumps(data)


def test_fields(corpus, tmp_path, run_native):
    rows = [(row.page, row.template, row.fields) for row in pagekin.extract(corpus) if row.template is not None]
    page, _, fields = rows[len(rows) // 2]
    labels = {name: value for name, value in fields.items() if isinstance(value, str) and 2 < len(value) < 60 and "\t" not in value}
    assert labels
    lines = [f"{page}\t{name}\t{value}\n" for name, value in labels.items()]
    (tmp_path / "labels.tsv").write_text("page\tfield\tvalue\n" + "".join(lines))
    wrapper = pagekin.learn(corpus, str(tmp_path / "labels.tsv"))
    wrapper.save(tmp_path / "own-wrapper")
    learned = run_native("learn", corpus, "--fields", tmp_path / "labels.tsv", "-q", "-o", tmp_path / "program-wrapper", check=False)
    assert learned.returncode == (1 if wrapper.problems else 0), learned.stderr
    same(tmp_path, "wrapper")
    wrapper.extract(corpus).write(tmp_path / "own-fields.jsonl")
    run_native("extract", corpus, "--wrapper", tmp_path / "program-wrapper", "-q", "-o", tmp_path / "program-fields.jsonl")
    same(tmp_path, "fields.jsonl")
    assert wrapper.selectors("json", corpus).encode() == run_native("selectors", tmp_path / "program-wrapper", corpus, "--format", "json", "-q").stdout


def _number(found, name):
    """The first value of a name, wherever it is in a document."""
    if isinstance(found, dict):
        if isinstance(found.get(name), (int, float)):
            return found[name]
        found = list(found.values())
    if isinstance(found, list):
        for one in found:
            value = _number(one, name)
            if value is not None:
                return value
    return None
