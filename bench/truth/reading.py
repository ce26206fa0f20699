"""What the scripts of true values share: reading an archive, and reading a page as its reader sees it.

A template is a function of a page (the root of its tree) and its address. It returns two dictionaries: of fields (a
text, or a list of texts; empty if the page lacks the field) and of records (a list of rows, {cell: text}). `register`
makes the decorator that says what the function answers. `need` leaves a page out whose truth is not certain.
"""
import collections
import gzip
import hashlib
import re
import urllib.parse

import html5lib
import lxml.etree  # noqa: F401  html5lib would report only later that it is missing

# Kinds of fields. Which of single, absent and ambiguous a COUNTED one is, its values tell.
COUNTED, PART, ATTRIBUTE, TEXT, LIST = None, "part", "attribute", "text", "list"

BLOCKS = set(
    "address article aside blockquote body br caption center dd details div dl dt fieldset figcaption figure footer "
    "form h1 h2 h3 h4 h5 h6 header hr html iframe li main nav object ol option p pre section select summary table "
    "tbody td tfoot th thead tr ul".split()
)
UNREAD = {"head", "noscript", "script", "style", "template", "textarea", "title"}

Template = collections.namedtuple("Template", "corpus label stem fields records truth")
TEMPLATES = {"a": [], "b": [], "c": []}  # by group


def register(group):
    """The decorator of the templates of a group."""

    def template(corpus, label, fields, records=None, name=None):
        stem = f"{corpus}.{name or label}".replace("/", "_")

        def add(truth):
            TEMPLATES[group].append(Template(corpus, label, stem, fields, records or {}, truth))
            return truth

        return add

    return template


# ---- Leaving a page out.


class Uncertain(Exception):
    """The truth of a page is not certain."""


def need(condition, why):
    if not condition:
        raise Uncertain(why)


# ---- Archives.


def read_header(file):
    """The lines up to an empty one, {lower-case name: value}."""
    header = {}
    while (line := file.readline()).strip():
        name, _, value = line.decode("utf-8", "replace").partition(":")
        header[name.strip().lower()] = value.strip()
    return header


def read_archive(path):
    """{address: (header of HTTP, body)} of a WARC file."""
    pages = {}
    with gzip.open(path) as file:
        while line := file.readline():
            if not line.startswith(b"WARC/"):
                continue
            header = read_header(file)
            content = file.read(int(header["content-length"]))
            address = header.get("warc-target-uri", "").strip("<>")
            if header.get("warc-type") == "response":
                head, _, body = content.partition(b"\r\n\r\n")
                pages[address] = (head.decode("latin-1"), body)
            elif header.get("warc-type") == "resource":
                pages[address] = ("", content)
    return pages


def read_labels(path):
    """{address: label}"""
    with open(path, encoding="utf-8") as file:
        return dict(line.rstrip("\n").split("\t")[:2] for line in file)


def chosen(pages, labels, label, most):
    """The addresses of a template that have the smallest SHA-1."""
    own = [address for address, given in labels.items() if given == label and address in pages]
    return sorted(own, key=lambda address: hashlib.sha1(address.encode()).hexdigest())[:most]


# ---- Trees.


def decoded(head, body):
    """The page as text: by the character set that it declares, else UTF-8, else Windows-1252."""
    declared = re.search(r"charset=[\"']?([\w-]+)", head)
    declared = declared or re.search(r"charset=[\"']?([\w-]+)", body[:3000].decode("latin-1"))
    for charset in ([declared[1]] if declared else []) + ["utf-8"]:
        try:
            return body.decode(charset)
        except (LookupError, UnicodeDecodeError):
            pass
    return body.decode("cp1252", "replace")


def parse(head, body):
    """The tree that a browser makes, also of faulty pages."""
    return html5lib.parse(decoded(head, body), treebuilder="lxml", namespaceHTMLElements=False).getroot()


def is_element(node):
    """Comments and processing instructions are none."""
    return isinstance(node.tag, str)


def has_class(name):
    """The condition of XPath that an element has this class."""
    return f"contains(concat(' ', normalize-space(@class), ' '), ' {name} ')"


def all_at(element, path):
    return element.xpath(path) if element is not None else []


def first_at(element, path):
    matches = all_at(element, path)
    return matches[0] if matches else None


def needed_at(element, path):
    """The first match; a page without one is left out."""
    match = first_at(element, path)
    need(match is not None, f"no {path}")
    return match


def following(element):
    """The element after this one, or None."""
    return element.getnext() if element is not None else None


# ---- Texts.


def collapsed(text):
    return re.sub(r"[\s\u00a0]+", " ", text or "").strip()


def raw_text(element, without=None):
    """The text of an element before white space is collapsed: inline elements joined, blocks apart.

    `without` tells which elements inside do not count.
    """
    if not is_element(element) or element.tag in UNREAD or (without and without(element)):
        return ""
    edge = " " if element.tag in BLOCKS else ""
    inner = "".join(raw_text(child, without) + (child.tail or "") for child in element)
    return edge + (element.text or "") + inner + edge


def text(element, without=None):
    """The text of an element as its reader sees it; empty for None."""
    return "" if element is None else collapsed(raw_text(element, without))


def text_at(element, path):
    return text(first_at(element, path))


def texts_at(element, path):
    return [text(match) for match in all_at(element, path)]


def raw_text_after(element):
    """The raw text behind an element, up to the end of its parent."""
    return (element.tail or "") + " ".join(raw_text(next_) + (next_.tail or "") for next_ in element.itersiblings())


def match_in(pattern, string):
    """What the first group of the pattern matches; empty if nothing does."""
    match = re.search(pattern, string or "")
    return collapsed(match[1]) if match else ""


# ---- Addresses.


def absolute(url, address):
    """An address of the page at `url`; empty for none."""
    return urllib.parse.urljoin(url, address.strip()) if address else ""


def link(url, element, attribute="href"):
    """The absolute address in an attribute of an element, or of none."""
    return absolute(url, element.get(attribute)) if element is not None else ""


def link_at(url, element, path):
    """The absolute address in the first attribute that the path finds."""
    return absolute(url, first_at(element, path))
