#!/usr/bin/env python3
"""Selectors of `pagekin selectors` beside lxml and parsel: they must give the values of the wrapper.

Makes a small shop, learns its fields from one page, extracts them, and evaluates each selector on each page
with lxml (XPath), parsel (XPath, CSS) and the generated Python code. Skipped, with status 77, where lxml
or parsel is missing (see requirements.txt).

Usage: check_selectors.py PROGRAM
"""
import html
import json
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import lxml.html
    import parsel
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

program = os.path.abspath(sys.argv[1])
NAMES = "Kettle Pan Bowl Spoon Fork Knife Plate Cup Jug Lid".split()


def page(number):
    """A product: a table with an optional row, microdata, a list, a text behind a label, an image."""
    name = NAMES[number]
    weight = "" if number % 4 == 3 else f"<tr><th>Weight</th><td>{200 + 31 * number} g</td></tr>"
    return (f"<html><head><title>{name}</title><meta property='og:title' content='The {name}'></head><body>"
            f"<div id='top' class='bar w{number}'><a href='/'>Home</a></div>"
            f"<div class='product'><h1 itemprop='name'>{html.escape(name)} &amp; Co</h1>"
            f"<table class='facts'><tr><th>Price</th><td>$ {10 + 7 * number}.50</td></tr>{weight}"
            f"<tr><th>Stock</th><td>{number * 3 + 1}</td></tr></table>"
            f"<ul class='tags'>{''.join(f'<li>tag {tag}</li>' for tag in tags_of(number))}</ul>"
            f"<p><b>Maker:</b> Maker{number} Ltd</p><img src='/img/{name}.png'></div></body></html>")


def tags_of(number):
    return [7 * number + k for k in range(1 + number % 3)]


def values_of(number):
    values = {"name": f"{NAMES[number]} & Co", "price": f"$ {10 + 7 * number}.50",
              "maker": f"Maker{number} Ltd", "image": f"/img/{NAMES[number]}.png", "tags": [f"tag {tag}" for tag in tags_of(number)]}
    if number % 4 != 3:
        values["weight"] = f"{200 + 31 * number} g"
    return values


def run(*arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def collapsed(text):
    return " ".join(text.split())


def of_lxml(tree, xpath, is_list):
    """The first node that the XPath finds, as text; None if there is none. Of a list all nodes."""
    texts = [collapsed(node if isinstance(node, str) else node.text_content()) for node in tree.xpath(xpath)]
    return texts if is_list else (texts or [None])[0]


def of_parsel(found, attribute, is_list):
    texts = [one.attrib.get(attribute) if attribute else
             collapsed(one.root if isinstance(one.root, str) else one.xpath("string()").get()) for one in found]
    return texts if is_list else (texts or [None])[0]


with tempfile.TemporaryDirectory() as scratch:
    os.chdir(scratch)
    shop = pathlib.Path("shop")
    shop.mkdir()
    for i in range(len(NAMES)):
        (shop / f"{i}.html").write_text(page(i))
    labels = "page\tfield\tvalue\n" + "".join(
        f"2.html\t{field}\t{one}\n" for field, value in values_of(2).items()
        for one in (value if isinstance(value, list) else [value]))
    pathlib.Path("labels.tsv").write_text(labels)
    pathlib.Path("clusters.tsv").write_text(
        "page\ttemplate\n" + "".join(f"{i}.html\t1\n" for i in range(len(NAMES))))
    run("learn", "shop", "--fields", "labels.tsv", "--clusters", "clusters.tsv", "-o", "w", "-q")
    records = {record["page"]: record for record in
               map(json.loads, run("extract", "shop", "--wrapper", "w", "-q").splitlines())}
    problems = []
    for i in range(len(NAMES)):
        got = {field: records[f"{i}.html"][field] for field in records[f"{i}.html"]["confidences"]}
        if got != values_of(i):
            problems.append(f"page {i}: the wrapper gives {got}, not {values_of(i)}")

    found = json.loads(run("selectors", "w", "shop", "--format", "json", "-q"))
    checked = 0
    for field in found["templates"][0]["fields"]:
        if not field["selectors"]:
            problems.append(f"{field['field']} has no selector")
        for selector in field["selectors"]:
            hits = {"lxml": 0, "parsel": 0, "css": 0}
            for i in range(len(NAMES)):
                wanted = values_of(i).get(field["field"])
                source = page(i)
                text = of_lxml(lxml.html.fromstring(source), selector["xpath"], field["list"])
                hits["lxml"] += wanted is not None and text == wanted
                text = of_parsel(parsel.Selector(source).xpath(selector["xpath"]), None, field["list"])
                hits["parsel"] += wanted is not None and text == wanted
                if selector["css"]:
                    text = of_parsel(parsel.Selector(source).css(selector["css"]), selector["attribute"], field["list"])
                    hits["css"] += wanted is not None and text == wanted
                checked += 1
            for tool, count in hits.items():
                if (tool != "css" or selector["css"]) and count != selector["hits"]:
                    problems.append(f"{field['field']}: {selector['xpath']} hits {selector['hits']} pages, "
                                    f"with {tool} {count}")
        best = field["selectors"][0] if field["selectors"] else {"hits": 0}
        wanted = sum(field["field"] in values_of(i) for i in range(len(NAMES)))
        if best["hits"] != wanted or best.get("kind") == "position":
            problems.append(f"{field['field']}: the best selector is {best}")

    code = {}
    exec(run("selectors", "w", "shop", "--format", "scrapy", "-q"), code)  # what users paste
    for i in range(len(NAMES)):
        record = code["parse"](parsel.Selector(page(i)), code["FIELDS_1"], code["PARTS_1"], code["LISTS_1"])
        for field, value in values_of(i).items():
            if record.get(field) != value:
                problems.append(f"the Scrapy code gives {field} = {record.get(field)} on page {i}, not {value}")
    schema = json.loads(run("selectors", "w", "shop", "--format", "crawl4ai", "-q"))
    # CSS cannot say the text behind a label in the same element.
    if {one["name"] for one in schema[0]["fields"]} != set(values_of(0)) - {"maker"}:
        problems.append(f"the schema for crawl4ai has {schema[0]['fields']}")
    if [one["field"] for one in schema[0]["left_out"]] != ["maker"]:
        problems.append(f"the schema for crawl4ai does not say what it lacks: {schema[0]['left_out']}")
    if [one["type"] for one in schema[0]["fields"] if one["name"] == "tags"] != ["list"]:
        problems.append("tags are not a list for crawl4ai")

for problem in problems:
    print(problem)
print(f"{checked} evaluations, {len(problems)} problems")
sys.exit(1 if problems else 0)
