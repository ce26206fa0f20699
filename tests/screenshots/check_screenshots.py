#!/usr/bin/env python3
"""Takes screenshots of pages with the Chromium of this machine: `pagekin report --screenshots`.

Usage: check_screenshots.py PROGRAM

The pages have a red block that their script would make black, and that a refresh would replace by a file of this machine. The pictures
must show red, and neither black nor the file. Above it is a blue header that all templates share, higher than a picture: it must not be
seen. Ends with status 77 where there is no Chromium, and with 1 if PAGEKIN_NEEDS_CHROMIUM=1 in the environment says that there must be one.
"""
import base64
import collections
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

program = os.path.abspath(sys.argv[1])
TEMPLATES = 3


def page(template, number):
    parts = "".join(f"<div class='part{template}-{part}'><h2>Part {part}</h2><p>text {number}</p></div>" for part in range(3 + template))
    return (f"<html><head><title>Page {number}</title><meta http-equiv='refresh' content='0; url=black.html'></head>"
            f"<body class='kind{template}'><header class='of{template}' style='background: #0000ff; height: 3000px'><nav><a href=a>Home</a> "
            "<a href=b>Products</a></nav></header>"
            f"<div id=block style='background: #ff0000; height: 900px'>red {template}</div>{parts}"
            "<script>document.getElementById('block').style.background = '#000000'</script></body></html>")


def pixels(png):
    """The colours of a picture and how often each occurs; 8 bits a channel, not interlaced."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n"), "not a picture"
    at, data, width, height, channels = 8, b"", 0, 0, 0
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        chunk = png[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunk)
            assert depth == 8 and interlaced == 0
            channels = {2: 3, 6: 4}[colour]
        elif kind == b"IDAT":
            data += chunk
        at += size + 12
    data = zlib.decompress(data)
    step, before, counts = width * channels, bytes(width * channels), collections.Counter()
    for row in range(height):
        begin = row * (step + 1)
        kind, line = data[begin], bytearray(data[begin + 1:begin + 1 + step])
        for i in range(step):
            left = line[i - channels] if i >= channels else 0
            above, corner = before[i], before[i - channels] if i >= channels else 0
            if kind == 1:
                line[i] = (line[i] + left) & 255
            elif kind == 2:
                line[i] = (line[i] + above) & 255
            elif kind == 3:
                line[i] = (line[i] + (left + above) // 2) & 255
            elif kind == 4:
                guess = left + above - corner
                nearest = min((left, above, corner), key=lambda value: abs(guess - value))
                line[i] = (line[i] + nearest) & 255
        before = bytes(line)
        counts.update(before[i:i + 3] for i in range(0, step, channels))
    return counts


if not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"))):
    if os.environ.get("PAGEKIN_NEEDS_CHROMIUM") == "1":
        sys.exit("there is no Chromium")
    print("skipped: there is no Chromium")
    sys.exit(77)
with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch)
    (folder / "site").mkdir()
    rows = ["page\ttemplate\n"]
    for template in range(TEMPLATES):
        for number in range(4):
            (folder / "site" / f"{template}-{number}.html").write_text(page(template, number))
            rows.append(f"{template}-{number}.html\t{template + 1}\n")
    (folder / "clusters.tsv").write_text("".join(rows))
    done = subprocess.run([program, "report", "clusters.tsv", "site", "--screenshots", "-o", "report.html", "--summary", "summary.json"],
                          cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    results = json.loads((folder / "summary.json").read_text())["results"]
    assert results["screenshots"] == TEMPLATES and results["failed_screenshots"] == 0, (results, done.stderr)
    text = (folder / "report.html").read_text()
    packed = max(re.findall(r"<script[^>]*>([A-Za-z0-9+/=\s]{1000,})</script>", text), key=len)
    data = zlib.decompress(base64.b64decode(packed), 47).decode()
    shots = re.findall(r'"shot": ?"([^"]+)"', data)
    assert len(shots) == TEMPLATES, len(shots)
    for shot in shots:
        colours = pixels(base64.b64decode(shot))
        red = colours[b"\xff\x00\x00"]
        assert red > 10000, f"the page was not drawn: {colours.most_common(3)}"
        assert colours[b"\x00\x00\x00"] < red / 100, "the script of the page has run"
        assert colours[b"\x00\x00\xff"] == 0, "the shared header is seen"
print(f"{TEMPLATES} screenshots show the pages without their scripts")
