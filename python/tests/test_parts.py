"""Parts of large files, read alone and joined."""

from __future__ import annotations

import gzip
import json
import pickle

import pytest

import pagekin


def triples(pages):
    return [(page.url, page.html, page.offset) for page in pages]


def read_in_parts(path, part_bytes, **options):
    """What a cluster of machines does: each part alone, then one after the other is checked."""
    read = []
    for part in pagekin.divide(path, part_bytes):
        part = pickle.loads(pickle.dumps(part))  # as it travels to another machine
        with pagekin.read(part, threads=1, **options) as reader:
            read.append((part, list(reader), reader.ends))
    chain, pages, again, left_out = pagekin.PartChain(), [], 0, 0
    for part, found, ends in read:
        verdict = chain.add(part, ends)
        if isinstance(verdict, pagekin.Part):
            again += 1
            with pagekin.read(verdict, **options) as reader:
                found = list(reader)
            verdict = chain.add(verdict, reader.ends)
        if verdict:
            pages += found
        else:
            left_out += len(found)
    return triples(pages), again, left_out


@pytest.mark.parametrize("part_bytes", [512, 1000, 7777, 10**9])
def test_parts_of_an_archive(crawl, part_bytes):
    assert read_in_parts(crawl, part_bytes)[0] == triples(pagekin.read(crawl))
    assert (len(pagekin.divide(crawl, part_bytes)) > 1) == (part_bytes < 10**6)


def test_parts_of_a_plain_archive_with_an_archive_in_it(crawl, tmp_path):
    plain = tmp_path / "plain.warc"
    inner = gzip.open(crawl).read()
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><pre>\r\n\r\n" + inner
    outer = (
        b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://outer.example/\r\n"
        b"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%b\r\n\r\n" % (len(body), body)
    )
    plain.write_bytes(outer + inner)
    whole = triples(pagekin.read(plain, max_page_bytes=0))
    assert whole[0][0] == "http://outer.example/"
    read_again = 0
    for part_bytes in (20_000, 50_000, 300_000):
        found, again, left_out = read_in_parts(plain, part_bytes, max_page_bytes=0)
        assert [offset for _, _, offset in found] == [offset for _, _, offset in whole]
        assert [html for _, html, _ in found] == [html for _, html, _ in whole]
        assert left_out > 100  # the records inside the outer page
        read_again += again  # where one of them begins in the part in which the outer page ends
    assert read_again > 0


def test_parts_of_lines(pages, tmp_path):
    path = tmp_path / "pages.jsonl"
    with open(path, "w") as file:
        for url, html in pages:
            file.write(json.dumps({"url": url, "html": html.decode("utf-8", "replace")}) + "\n")
    whole = triples(pagekin.read(path))
    for part_bytes in (300, 5000, 100_000):
        found, again, _ = read_in_parts(path, part_bytes)
        assert found == whole and again == 0


def test_inputs_that_are_one_part(tmp_path, pages):
    (tmp_path / "a.html").write_bytes(pages[0][1])
    (one,) = pagekin.divide(tmp_path, 10)
    assert [page.html for page in pagekin.read(one)] == [pages[0][1]]
    with pytest.raises(pagekin.InputError, match="cannot be read in parts"):
        list(pagekin.read(pagekin.Part(str(tmp_path / "a.html"), 5, 10)))
    with pytest.raises(pagekin.OptionError):
        pagekin.divide(tmp_path / "a.html", 0)


def test_the_chain_needs_the_end(crawl):
    part = pagekin.divide(crawl, 1000)[0]
    reader = pagekin.read(crawl)
    assert reader.ends is None  # it has no part
    with pytest.raises(ValueError, match="read all pages"):
        pagekin.PartChain().add(part, None)
