#!/usr/bin/env python3
"""Checks CITATION.cff: its version is that of the project, and its references are those of the program.

Usage: check_citation.py SOURCE_FOLDER PROGRAM
"""
import json
import pathlib
import re
import subprocess
import sys

source, program = pathlib.Path(sys.argv[1]), sys.argv[2]
text = (source / "CITATION.cff").read_text(encoding="utf-8")
version = re.search(r"project\(pagekin VERSION (\S+)", (source / "CMakeLists.txt").read_text()).group(1)
listed = json.loads(subprocess.run([program, "list", "references", "--json"], check=True, capture_output=True).stdout)["references"]
titles = {r["title"]: r.get("doi") for r in listed}

problems = []
if not re.search(rf"^version: {re.escape(version)}$", text, re.M):
    problems.append(f"the version is not {version}, as in CMakeLists.txt")
for field in ("cff-version", "message", "title", "authors"):
    if not re.search(rf"^{field}:", text, re.M):
        problems.append(f"{field} is missing; the format requires it")
entries = re.split(r"^  - type: ", text[text.index("\nreferences:"):], flags=re.M)[1:]
if not entries:
    problems.append("there are no references")
for entry in entries:
    title = re.search(r"^    title: (.*)$", entry, re.M).group(1)
    doi = re.search(r"^    doi: (.*)$", entry, re.M)
    if title not in titles:
        problems.append(f"'pagekin list references' does not have: {title}")
    elif (doi.group(1) if doi else None) != titles[title]:
        problems.append(f"'pagekin list references' has another DOI for: {title}")
sys.exit("\n".join(problems) or 0)
