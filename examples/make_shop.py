#!/usr/bin/env python3
"""Writes a small invented shop as two crawls: shop.jsonl.gz, and shop-new.jsonl.gz after a redesign of the product pages.

48 products, 6 categories and 12 posts. Products have a sale price, a weight and reviews only now and then. The new
crawl has the same products, a few of them with new prices. The files are the same on every machine.

Usage: make_shop.py [FOLDER]
"""
import gzip
import json
import pathlib
import sys

SITE = "https://shop.example"
KINDS = ["Kettle", "Pan", "Bowl", "Teapot", "Jug", "Ladle", "Grater", "Sieve"]
LINES = ["Alder", "Birch", "Cedar", "Elm", "Fir", "Larch"]
MAKERS = ["Northway", "Brook & Son", "Kilnworks", "Hand & Hearth"]
PEOPLE = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hal", "Iris"]
COLOURS = ["blue", "red", "green", "white", "black"]
WORDS = ["Sturdy and light", "Pours well", "Smaller than I thought", "A gift that pleased", "Would buy again",
         "Arrived in two days", "The lid is loose"]
TOPICS = ["How to clean copper", "Five soups for winter", "A visit to Kilnworks", "Which pan for what", "Tea without haste",
          "Our new warehouse", "Knives and how to keep them", "Bread in a pot", "What glaze is", "Spring sale",
          "Repairs, not waste", "A table for ten"]


class Product:
    def __init__(self, number):
        self.number = number
        self.name = f"{LINES[number % 6]} {KINDS[number // 6]}"
        self.path = f"/p/{LINES[number % 6]}-{KINDS[number // 6]}-{1000 + 37 * number}".lower()
        self.cents = 900 + (number * 733) % 5200
        self.maker = MAKERS[number * 5 % 4]
        self.stock = (number * 11) % 40
        self.weight = None if number % 5 == 3 else 200 + (number * 97) % 1800
        self.sale = number % 4 == 1
        self.colour = COLOURS[number * 3 % 5]
        self.reviews = [(PEOPLE[(number + 4 * k) % 9], WORDS[(number + 3 * k) % 7], 3 + (number * 5 + k * k) % 3)
                        for k in range(number % 4)]


def money(cents):
    return f"${cents // 100}.{cents % 100:02}"


def frame(title, kind, body):
    menu = "".join(f'<li><a href="/c/{one.lower()}">{one}s</a></li>' for one in KINDS[:6])
    return (f'<!DOCTYPE html><html><head><title>{title} | Hearth &amp; Home</title></head><body class="{kind}">'
            f'<header><a href="/">Hearth &amp; Home</a><ul class="menu">{menu}</ul></header>{body}'
            '<footer><p>Delivery in two days</p><p>Imprint</p></footer></body></html>')


def product_page(one):
    price = f'<p class="price">{money(one.cents)}</p>'
    if one.sale:
        price = f'<p class="was">{money(one.cents + 500)}</p>' + price
    rows = [("Maker", one.maker), ("Colour", one.colour)]
    if one.weight:
        rows.append(("Weight", f"{one.weight} g"))
    rows.append(("In stock", str(one.stock)))
    facts = "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in rows)
    reviews = "".join(f'<li class="review"><b class="author">{author}</b> <span class="stars">{stars} of 5</span>'
                      f'<p class="words">{words}</p></li>' for author, words, stars in one.reviews)
    return frame(one.name, "product",
                 f'<main><h1>{one.name}</h1><img class="photo" src="/i/{one.number}.jpg" alt="{one.name}">{price}'
                 f'<table class="facts">{facts}</table><h2>Reviews</h2><ul class="reviews">{reviews}</ul></main>')


def new_product_page(one):
    cents = one.cents + (100 if one.number % 8 == 0 else 0)
    rows = [("Price", money(cents)), ("Maker", one.maker), ("Colour", one.colour)]
    if one.weight:
        rows.append(("Weight", f"{one.weight} g"))
    facts = "".join(f'<div class="fact"><dt>{label}</dt><dd>{value}</dd></div>' for label, value in rows)
    return (f'<!DOCTYPE html><html><head><title>{one.name} - Hearth and Home</title></head><body class="v2"><div id="app">'
            f'<nav class="top"><a href="/">Home</a><a href="/basket">Basket</a></nav><section class="card"><div class="hero">'
            f'<img src="/i/{one.number}.webp" alt=""><h3 class="card-title">{one.name}</h3></div><dl class="grid">{facts}</dl>'
            f'<button>Add to basket</button></section><aside>Free delivery from $50</aside></div></body></html>')


def category_page(kind, products):
    cards = "".join(f'<div class="tile"><a href="{one.path}">{one.name}</a> <span>{money(one.cents)}</span></div>'
                    for one in products)
    return frame(f"{kind}s", "category", f'<main><h1>{kind}s</h1><p class="count">{len(products)} products</p>'
                                         f'<div class="tiles">{cards}</div></main>')


def post_page(number):
    title = TOPICS[number]
    text = "".join(f"<p>{title}: part {k + 1} of {2 + number % 3}. {WORDS[(number + k) % 7]}, says {PEOPLE[(number * 2 + k) % 9]}.</p>"
                   for k in range(2 + number % 3))
    return frame(title, "post", f'<article><h1>{title}</h1><p class="byline">by {PEOPLE[number % 9]}, {3 + number} March 2026</p>'
                                f'{text}</article>')


def write(path, pages):
    text = "".join(json.dumps({"url": SITE + address, "html": page}) + "\n" for address, page in pages)
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
        file.write(text.encode())


products = [Product(number) for number in range(48)]
others = [(f"/c/{kind.lower()}", category_page(kind, [one for one in products if one.name.endswith(kind)]))
          for kind in KINDS[:6]]
others += [(f"/blog/{number + 1}", post_page(number)) for number in range(len(TOPICS))]
folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
write(folder / "shop.jsonl.gz", [(one.path, product_page(one)) for one in products] + others)
write(folder / "shop-new.jsonl.gz", [(one.path, new_product_page(one)) for one in products] + others)
