#!/usr/bin/env python3
"""Checks that every test which docs/reliability.md names exists.

Usage: check_reliability.py ROOT
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
tests = set()
for path in (root / "tests").rglob("*.cc"):
    for suite, name in re.findall(r"(?:TEST|TEST_F|TEST_P|TYPED_TEST)\(\s*(\w+),\s*(\w+)\)", path.read_text()):
        tests.add(f"{suite}.{name}")
named = set(re.findall(r"`([A-Z]\w+\.[A-Z*][\w*]*)`", (root / "docs/reliability.md").read_text())) - {"Suite.Test"}
missing = [name for name in sorted(named)
           if not any(re.fullmatch(name.replace(".", r"\.").replace("*", r"\w*"), test) for test in tests)]
for name in missing:
    print(f"docs/reliability.md: there is no test {name}")
if missing:
    sys.exit(1)
print(f"{len(named)} tests that docs/reliability.md names exist")
