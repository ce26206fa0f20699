#!/usr/bin/env python3
"""Prints how long tests took in sum, and the slowest of them.

Usage: slowest_tests.py FILE [COUNT]     what ctest --output-junit wrote; 10 tests unless told
"""
import sys
import xml.etree.ElementTree as xml

count = int(sys.argv[2]) if len(sys.argv) > 2 else 10
seconds = {case.get("name"): float(case.get("time") or 0) for case in xml.parse(sys.argv[1]).getroot().iter("testcase")}
print(f"{len(seconds)} tests took {sum(seconds.values()):.0f} s in sum; the slowest:")
for name in sorted(seconds, key=seconds.get, reverse=True)[:count]:
    print(f"{seconds[name]:7.1f}  {name}")
