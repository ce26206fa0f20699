#!/usr/bin/env python3
"""Checks docs/reliability.md: the 56 requirements are all there, each names what shows it, and all that is named exists.

Usage: check_reliability.py ROOT

What shows a promise is a test (`Suite.Test`, `Suite.*`), a case of tests/golden (`golden.NAME`), a test of CTest (`kill_crawls`), a fuzz
target (`fuzz_url`) or a script (`tests/serve/check_server.py`). Anything else in backticks in the column of tests is a problem.
"""
import pathlib
import re
import sys

REQUIREMENTS = 56

root = pathlib.Path(sys.argv[1])
text = (root / "docs/reliability.md").read_text()
tests = set()
for path in (root / "tests").rglob("*.cc"):
    for suite, name in re.findall(r"(?:TEST|TEST_F|TEST_P|TYPED_TEST)\(\s*(\w+),\s*(\w+)\)", path.read_text()):
        tests.add(f"{suite}.{name}")
of_ctest = set(re.findall(r"add_test\(NAME (\w+)", (root / "tests/CMakeLists.txt").read_text()))
problems = []


def exists(name):
    """Whether what a pair of backticks holds is there."""
    if re.fullmatch(r"[A-Z]\w+\.[A-Z*][\w*]*", name):
        pattern = name.replace(".", r"\.").replace("*", r"\w*")
        return any(re.fullmatch(pattern, test) for test in tests)
    if re.fullmatch(r"\w+\.\*\w+", name):  # CrawlerHosts.*HarmsNoOther
        return any(re.fullmatch(name.replace(".*", r"\.\w*"), test) for test in tests)
    if name.startswith("golden."):
        return (root / "tests/golden" / name.removeprefix("golden.") / "cmd").is_file()
    if re.fullmatch(r"fuzz_\w+", name):
        return (root / "fuzz" / f"{name}.cc").is_file() or (root / "fuzz" / f"{name.removeprefix('fuzz_')}.cc").is_file()
    if re.fullmatch(r"(tests|python|bench|web)/[\w./]+", name):
        return (root / name).exists()
    return name in of_ctest


named = 0
shown = {}  # requirement -> how many things show it
for row in re.findall(r"(?m)^\|.*\|$", text):
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    number = re.fullmatch(r"(\d+)[a-z]?", cells[0])
    if not number or len(cells) < 3:
        continue
    count = 0
    for name in re.findall(r"`([^`]+)`", cells[2]):
        if exists(name):
            count += 1
        else:
            problems.append(f"requirement {cells[0]}: there is no {name}")
    named += count
    shown[int(number[1])] = shown.get(int(number[1]), 0) + count
for number in range(1, REQUIREMENTS + 1):
    if number not in shown:
        problems.append(f"requirement {number} is missing")
    elif shown[number] == 0:
        problems.append(f"requirement {number}: nothing shows it")
for problem in problems:
    print(f"docs/reliability.md: {problem}")
if problems:
    sys.exit(1)
print(f"{REQUIREMENTS} requirements are shown by {named} tests, cases and scripts that exist")
