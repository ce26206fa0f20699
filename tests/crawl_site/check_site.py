#!/usr/bin/env python3
"""Crawls a site and compares what is in the store with what other tools find.

Usage: check_site.py PROGRAM ARCHIVE.warc.gz [--pages N] [--import]

The largest host of the archive is served on this machine and crawled from its start page. Then
 - the pages in the store must be those that a walk over the files reaches, with the links
   that Python's html.parser finds;
 - the XPath of every stored link, evaluated by libxml2 on the tree that html5lib makes of the page, must
   select one element, whose address is the link's target; and no link of the page may be missing.
   This is slow, so N pages are drawn at random (0: all).
With --import the archive is imported in place of a crawl, and only links are looked at.

Needs html5lib and lxml; ends with status 77 where these or the archive are missing.
"""
import argparse
import collections
import html.parser
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import urllib.parse
import warnings

try:
    import html5lib
    import lxml.etree
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

import crawled_sites as sites

warnings.simplefilter("ignore")  # html5lib tells of names that XML cannot hold
BLANKS = "\t\n\f\r "
CONTROLS = bytes(set(range(32)) - set(b"\t\n\f\r"))  # lxml holds none
SESSION_NAMES = ("phpsessid", "jsessionid", "cfid", "cftoken", "sid")  # dropped from addresses
MOST_LINKS = 6000  # of a page that are stored


class LinkParser(html.parser.HTMLParser):
    def __init__(self, url):
        super().__init__()
        self.base, self.links = url, []

    def handle_starttag(self, tag, attributes):
        address = dict(reversed(attributes)).get("href")
        if address is None:
            return
        if tag == "base":
            self.base = urllib.parse.urljoin(self.base, address.strip(BLANKS))
        elif tag in ("a", "area"):
            self.links.append(address)


def resolved(base, address):
    """An absolute http address without its fragment, in the few ways in which real sites write addresses."""
    url = urllib.parse.urljoin(base, address.strip(BLANKS))
    parts = urllib.parse.urlsplit(urllib.parse.urldefrag(url)[0])
    if parts.scheme not in ("http", "https"):
        return None
    path = re.sub(";jsessionid=[^/;]*", "", parts.path, flags=re.IGNORECASE)
    path = urllib.parse.quote(path or "/", safe="/%:@!$&'()*+,;=~[]|^")
    query = "&".join(part for part in parts.query.split("&")
                     if part.partition("=")[0].lower() not in SESSION_NAMES)
    query = urllib.parse.quote(query, safe="/%:@!$&()*+,;=~?[]|^{}\\`")
    host = parts.netloc.lower().removesuffix({"http": ":80", "https": ":443"}[parts.scheme])
    return urllib.parse.urlunsplit((parts.scheme, host, path, query, ""))


def walk(site):
    """The addresses of pages that can be reached from the start page."""
    start = site.start()
    waiting, seen, found = collections.deque([start]), {start}, set()
    while waiting:
        url = waiting.popleft()
        body = site.page(url.removeprefix(site.root))
        if not body:
            continue
        found.add(url)
        parser = LinkParser(url)
        parser.feed(body.decode("utf-8", "replace"))
        for address in parser.links:
            target = resolved(parser.base, address)
            if target and target.startswith(site.root + "/") and target not in seen:
                seen.add(target)
                waiting.append(target)
    return found


def links_by_html5lib(url, body):
    """(element, target) of every link, and the tree they are in."""
    body = body.translate(None, CONTROLS)
    tree = html5lib.parse(body, treebuilder="lxml", namespaceHTMLElements=False, transport_encoding="utf-8")
    base = url
    for element in tree.iter("base"):
        if element.get("href") is not None:
            base = urllib.parse.urljoin(url, element.get("href").strip(BLANKS))
            break
    links = []
    for element in tree.iter("a", "area"):
        inside_template = any(parent.tag == "template" for parent in element.iterancestors())
        if element.get("href") is not None and not inside_template:
            target = resolved(base, element.get("href"))
            if target:
                links.append((element, target))
    return tree, links


def same(stored, target):
    """Addresses are written a little differently by Python and by the URL Standard."""
    return urllib.parse.unquote(stored) == urllib.parse.unquote(target)


def check_links(store, bodies, count):
    stored = collections.defaultdict(list)
    for url, target, xpath in sites.rows(
            store, "SELECT f.url, t.url, x.xpath FROM links l JOIN pages p ON p.id = l.page"
                   " JOIN urls f ON f.id = p.url JOIN urls t ON t.id = l.target"
                   " JOIN xpaths x ON x.id = l.xpath ORDER BY l.page, l.ordinal"):
        stored[url].append((xpath, target))
    urls = sorted(bodies)
    if count:
        urls = random.Random(1).sample(urls, min(count, len(urls)))
    checked = 0
    for url in urls:
        tree, links = links_by_html5lib(url, bodies[url])
        links = links[:MOST_LINKS]
        if len(links) != len(stored[url]):
            sys.exit(f"{url}: {len(links)} links, {len(stored[url])} of them stored")
        for (element, target), (xpath, stored_target) in zip(links, stored[url]):
            selected = tree.xpath(xpath)
            if selected != [element]:
                sys.exit(f"{url}: {xpath} selects {len(selected)} elements, not the link to {target}")
            if not same(stored_target, target):
                sys.exit(f"{url}: {xpath}: {stored_target} is stored, {target} was expected")
            checked += 1
    print(f"XPaths of {checked} links on {len(urls)} pages select their links")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("archive")
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--import", action="store_true", dest="imported")
    options = parser.parse_args()
    if not pathlib.Path(options.archive).exists():
        print(f"skipped: {options.archive} is not here")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        store = pathlib.Path(folder) / "site.db"
        if options.imported:
            subprocess.run([options.program, "crawl", "--import", options.archive, "-o", store, "-q"], check=True)
            bodies = {}
            for url, body in sites.pages_of_warc(options.archive):
                bodies.setdefault(url, body)
        else:
            site = sites.site_of_warc(options.archive)
            sites.crawl(options.program, store, site.start())
            expected = walk(site)
            found = {url for (url,) in sites.rows(
                store, "SELECT u.url FROM pages p JOIN urls u ON u.id = p.url WHERE p.state = 1")}
            if found != expected:
                sys.exit(f"{len(found)} pages; not found: {sorted(expected - found)[:5]};"
                         f" not expected: {sorted(found - expected)[:5]}")
            print(f"{len(found)} pages, all that the walk over {len(site.pages)} files reaches")
            bodies = {url: site.page(url.removeprefix(site.root)) for url in found}
        check_links(store, bodies, options.pages)


if __name__ == "__main__":
    main()
