#!/usr/bin/env python3
"""Selectors of `pagekin selectors` against lxml and parsel: they must give the values of the wrapper.

Makes a small shop, learns its fields and the rows of a table from one page, extracts them, and evaluates each selector
on each page with lxml (XPath), parsel (XPath, CSS) and the generated Python code. Skipped, with status 77, where lxml
or parsel is missing (see requirements.txt).

Usage: check_selectors.py PROGRAM
"""
import html
import json
import os
import pathlib
import re
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
    """A product: a table with an optional row, microdata, a list, a text after a label, an image."""
    name = NAMES[number]
    weight = "" if number % 4 == 3 else f"<tr><th>Weight</th><td>{200 + 31 * number} g</td></tr>"
    return (f"<html><head><title>{name}</title><meta property='og:title' content='The {name}'></head><body>"
            f"<div id='top' class='bar w{number}'><a href='/'>Home</a></div>"
            f"<div class='product'><h1 itemprop='name'>{html.escape(name)} &amp; Co</h1>"
            f"<table class='facts'><tr><th>Price</th><td>$ {10 + 7 * number}.50</td></tr>{weight}"
            f"<tr><th>Stock</th><td>{number * 3 + 1}</td></tr></table>"
            f"<table class='offers'><tr><th>Seller</th><th>Cost</th></tr>{''.join(map(row_of, offers_of(number)))}</table>"
            f"<ul class='tags'>{''.join(f'<li>tag {tag}</li>' for tag in tags_of(number))}</ul>"
            f"<p class='colours'>{listed(colours_of(number))}</p>"
            f"<p><b>Maker:</b> Maker{number} Ltd</p><img src='/img/{name}.png'></div></body></html>")


def row_of(offer):
    """A row without a cost has no text in that cell."""
    return (f"<tr class='offer'><td class='x'><a href='{offer['link']}'>{offer['seller']}</a> <i>new</i></td>"
            f"<td>{offer.get('cost', '')}</td></tr>")


def offers_of(number):
    offers = []
    for k in range(2 + number % 3):
        offer = {"seller": f"Seller {9 * number + k}", "link": f"/seller/{9 * number + k}"}
        if (number + k) % 3:
            offer["cost"] = str(40 + 11 * number + k)
        offers.append(offer)
    return offers


def tags_of(number):
    return [7 * number + k for k in range(1 + number % 3)]


def colours_of(number):
    return ["red", "sea green", "blue", "black", "grey"][number % 3:][:1 + number % 4]


def listed(values):
    return " and ".join([", ".join(values[:-1]), values[-1]] if len(values) > 1 else values)


def divided(texts, field):
    """The values of a list in one text."""
    return [piece for text in texts for piece in re.split(field["divider"], text)] if field["divider"] else texts


def values_of(number):
    values = {"name": f"{NAMES[number]} & Co", "price": f"$ {10 + 7 * number}.50",
              "maker": f"Maker{number} Ltd", "image": f"/img/{NAMES[number]}.png", "tags": [f"tag {tag}" for tag in tags_of(number)],
              "colours": colours_of(number)}
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
    for offer in offers_of(2):
        labels += "".join(f"2.html\toffers.{cell}\t{one}\n" for cell, one in offer.items())
    pathlib.Path("labels.tsv").write_text(labels)
    pathlib.Path("clusters.tsv").write_text(
        "page\ttemplate\n" + "".join(f"{i}.html\t1\n" for i in range(len(NAMES))))
    run("learn", "shop", "--fields", "labels.tsv", "--clusters", "clusters.tsv", "-o", "w", "-q")
    records = {record["page"]: record for record in
               map(json.loads, run("extract", "shop", "--wrapper", "w", "-q").splitlines())}
    problems = []
    for i in range(len(NAMES)):
        got = {field: records[f"{i}.html"][field] for field in records[f"{i}.html"]["confidences"]}
        rows = [{cell: one for cell, one in row.items() if one} for row in got.pop("offers", [])]
        if got != values_of(i):
            problems.append(f"page {i}: the wrapper gives {got}, not {values_of(i)}")
        if rows != offers_of(i):
            problems.append(f"page {i}: the wrapper gives the rows {rows}, not {offers_of(i)}")

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
                text = divided(text, field)
                hits["lxml"] += wanted is not None and text == wanted
                text = divided(of_parsel(parsel.Selector(source).xpath(selector["xpath"]), None, field["list"]), field)
                hits["parsel"] += wanted is not None and text == wanted
                if selector["css"]:
                    text = divided(of_parsel(parsel.Selector(source).css(selector["css"]), selector["attribute"], field["list"]), field)
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

    record, = found["templates"][0]["records"]
    cells = {cell["cell"]: cell for cell in record["cells"]}
    if record["filled"] != len(NAMES) or record["rows"] != sum(len(offers_of(i)) for i in range(len(NAMES))):
        problems.append(f"the rows are counted wrong: {record['filled']} pages, {record['rows']} rows")
    if set(cells) != {"seller", "cost", "link"} or not all(cell["selectors"] for cell in cells.values()):
        problems.append(f"not all cells have a selector: {cells}")
    for selector in record["selectors"]:
        hits = 0
        for i in range(len(NAMES)):
            rows = []
            for row in parsel.Selector(page(i)).xpath(selector["xpath"]):
                values = {}
                for name, cell in cells.items():
                    text = of_parsel(row.xpath(f"({cell['selectors'][0]['xpath']})[1]"), None, False)
                    if text and cell["regex"]:
                        text = re.search(cell["regex"], text).group(1)
                    if text:
                        values[name] = text
                if values:
                    rows.append(values)
            hits += rows == offers_of(i)
            checked += 1
        if hits != selector["hits"]:
            problems.append(f"offers: {selector['xpath']} hits {selector['hits']} pages, with parsel {hits}")
    if record["selectors"][0]["hits"] != len(NAMES):
        problems.append(f"the best selector of rows is {record['selectors'][0]}")

    code = {}
    exec(run("selectors", "w", "shop", "--format", "scrapy", "-q"), code)  # what users paste
    for i in range(len(NAMES)):
        record = code["parse"](parsel.Selector(page(i)), code["FIELDS_1"], code["PARTS_1"], code["LISTS_1"], code["ROWS_1"], code["DIVIDED_1"])
        rows = [{cell: one for cell, one in row.items() if one} for row in record.get("offers", [])]
        if rows != offers_of(i):
            problems.append(f"the Scrapy code gives the rows {rows} on page {i}, not {offers_of(i)}")
        for field, value in values_of(i).items():
            if record.get(field) != value:
                problems.append(f"the Scrapy code gives {field} = {record.get(field)} on page {i}, not {value}")
    schema = json.loads(run("selectors", "w", "shop", "--format", "crawl4ai", "-q"))
    # CSS cannot say the text after a label in the same element, and crawl4ai does not divide texts.
    if {one["name"] for one in schema[0]["fields"]} != set(values_of(0)) - {"maker", "colours"} | {"offers"}:
        problems.append(f"the schema for crawl4ai has {schema[0]['fields']}")
    if [one["field"] for one in schema[0]["left_out"]] != ["maker", "colours"]:
        problems.append(f"the schema for crawl4ai does not say what it lacks: {schema[0]['left_out']}")
    if [one["type"] for one in schema[0]["fields"] if one["name"] == "tags"] != ["list"]:
        problems.append("tags are not a list for crawl4ai")

    # As the strategy of crawl4ai reads it: rows by the selector, then the first element of each cell below the row.
    nested, = [one for one in schema[0]["fields"] if one["name"] == "offers"]
    if nested["type"] != "nested_list":
        problems.append(f"offers are a {nested['type']} for crawl4ai")
    for i in range(len(NAMES)):
        rows = []
        for row in parsel.Selector(page(i)).css(nested["selector"]):
            values = {}
            for cell in nested["fields"]:
                text = of_parsel(row.css(cell["selector"]) if "selector" in cell else [row], cell.get("attribute"), False)
                if text and "pattern" in cell:
                    text = re.search(cell["pattern"], text).group(1)
                if text:
                    values[cell["name"]] = text
            if values:
                rows.append(values)
        if rows != offers_of(i):
            problems.append(f"the schema for crawl4ai gives the rows {rows} on page {i}, not {offers_of(i)}")

for problem in problems:
    print(problem)
print(f"{checked} evaluations, {len(problems)} problems")
sys.exit(1 if problems else 0)
