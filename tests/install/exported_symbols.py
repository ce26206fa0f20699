#!/usr/bin/env python3
"""Checks that the shared library exports its public interface and nothing else.

Public names are types and functions of namespace pagekin itself. The folders of
src/pagekin are namespaces inside it, in lower case, and must not be exported.

Usage: exported_symbols.py LIBRARY
"""
import re
import subprocess
import sys

listed = subprocess.run(["nm", "-D", "--defined-only", "--demangle", sys.argv[1]], check=True,
                        capture_output=True, text=True).stdout
names = [line.split(maxsplit=2)[2] for line in listed.splitlines()]
public = re.compile(r"((typeinfo|typeinfo name|vtable) for )?pagekin::(?![a-z_0-9]+::)\w+")
wrong = [name for name in names if not public.match(name)]
if not names:
    sys.exit("the library exports nothing")
print("\n".join(f"exported, but not public: {name}" for name in wrong) or f"{len(names)} public symbols")
sys.exit(bool(wrong))
