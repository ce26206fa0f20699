"""Memory of long runs: extract and clean hold a bounded part of the pages that they read.

Each run is a process of its own, whose peak is compared with that of a shorter run. 10,000 pages beside 100,000 take minutes, so that is
for PAGEKIN_ALL_ROUNDS=1; otherwise there are fewer pages.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import pagekin

FEW, MANY = (10_000, 100_000) if "PAGEKIN_ALL_ROUNDS" in os.environ else (2_000, 20_000)

PAGES = """
import random, re, sys
import pagekin

WORDS = [f"word{i}" for i in range(500)]

def page(number):
    # Two kilobytes to three, of three templates, no two alike.
    draw = random.Random(number)
    texts = [" ".join(draw.choices(WORDS, k=25)) for _ in range(8)]
    kind = number % 3
    head = f"<html><head><title>Page {number}</title></head><body class=kind{kind}><nav><ul><li><a href=/>Home</a><li><a href=/about>About</a></ul></nav>"
    if kind == 0:
        body = f"<article class=post><h1>Post {number}</h1><time>2020-01-{1 + number % 28:02}</time>" + "".join(f"<p>{text}</p>" for text in texts) + "</article>"
    elif kind == 1:
        cells = "".join(f"<tr><th>Part {i}</th><td>{text}</td></tr>" for i, text in enumerate(texts))
        body = f"<section class=product><h2>Product {number}</h2><span class=price>${number}.00</span><table>{cells}</table></section>"
    else:
        items = "".join(f"<li class=item><b>{text[:20]}</b> {text}</li>" for text in texts)
        body = f"<div class=listing><h3>List {number}</h3><ul class=items>{items}</ul></div>"
    return f"https://a.example/{('post', 'product', 'list')[kind]}/{number}", head + body + "<footer>Imprint and terms</footer></body></html>"

def pages(count):
    return map(page, range(count))
"""

RUN = PAGES + """
what, count, index, wrapper = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
runs = {
    "fields": lambda: pagekin.Wrapper.open(wrapper).extract(pages(count), all_pages=True),
    "clean by an index": lambda: pagekin.clean(pages(count), model=index),
    "extract": lambda: pagekin.extract(pages(count), progress=False),
    "clean": lambda: pagekin.clean(pages(count), progress=False),
}
seen = sum(1 for _ in runs[what]())
assert seen == count, seen
print(re.search("VmHWM:\\\\s+(\\\\d+)", open("/proc/self/status").read())[1])
"""


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """An index with skeletons, and a wrapper, of some of these pages."""
    folder = tmp_path_factory.mktemp("known")
    names: dict[str, object] = {}
    exec(PAGES, names)
    some = [names["page"](number) for number in range(300)]
    pagekin.cluster(some, index=folder / "site.index", skeletons=True)
    pagekin.learn(some, {some[1][0]: {"name": "Product 1", "price": "$1.00"}}).save(folder / "a.wrapper")
    return str(folder / "site.index"), str(folder / "a.wrapper")


# Kilobytes a page of what grows with the pages. The first two know the templates before; the others find them, for which they keep the names,
# the features and the groups of all pages.
@pytest.mark.parametrize("what, most", [("fields", 0.1), ("clean by an index", 0.1), ("extract", 0.5), ("clean", 0.5)])
def test_memory_does_not_grow_with_the_pages(what, most, known):
    peaks = []
    for count in (FEW, MANY):
        done = subprocess.run([sys.executable, "-c", RUN, what, str(count), *known], capture_output=True, text=True, timeout=1200)
        assert done.returncode == 0, done.stderr
        peaks.append(int(done.stdout))
    grown = peaks[1] - peaks[0]
    print(f"{what}: {peaks[0]} KB with {FEW} pages, {peaks[1]} KB with {MANY}: {grown / (MANY - FEW):.2f} KB a page")
    # The peaks of equal runs differ by up to two megabytes; the pages that are more have forty-five.
    assert grown < 4096 + most * (MANY - FEW), peaks
