#!/usr/bin/env python3
"""Makes a small libicudata.a, which holds ICU's data, for Python wheels.

Debian's has 30 MB, for all languages of the world. pagekin uses mapping tables of character encodings
(src/pagekin/html/encodings.inc) and the table for internationalised host names. The small one has these and nothing else.
x86-64 and arm64 have the same data.

Needs: a compiler, readelf, icupkg (package icu-devtools).
Usage: trim_icu.py ROOT FOLDER [COMPILER]
"""
import pathlib
import re
import shutil
import subprocess
import sys


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


root, folder = map(pathlib.Path, sys.argv[1:3])
compiler = sys.argv[3] if len(sys.argv) > 3 else "cc"
folder.mkdir(parents=True, exist_ok=True)

# The library, and where in it the data is.
libraries = pathlib.Path(output_of("pkg-config", "--variable=libdir", "icu-uc").strip())
version = output_of("pkg-config", "--modversion", "icu-uc").split(".")[0]
library = libraries / f"libicudata.so.{version}"
symbol = f"icudt{version}_dat"
sections = re.findall(r"\.rodata\s+PROGBITS\s+(\w+)\s+(\w+)", output_of("readelf", "-SW", str(library)))
address, offset = (int(number, 16) for number in sections[0])
found = re.search(rf"(\w+)\s+(\d+|0x\w+)\s+OBJECT\s.*\b{symbol}\b", output_of("readelf", "-sW", "--dyn-syms", str(library)))
begin = int(found[1], 16) - address + offset
size = int(found[2], 0)
whole = folder / f"icudt{version}l.dat"
whole.write_bytes(library.read_bytes()[begin:begin + size])

# What is kept: tables that the sources name, tables on which these are based, and the list of names.
tables = {table for table in re.findall(r'ENCODING\(\w+, "[^"]*", "([^"]*)"\)',
                                        (root / "src/pagekin/html/encodings.inc").read_text()) if table}
items = output_of("icupkg", "-l", str(whole)).split()
known = {item.removesuffix(".cnv") for item in items if item.endswith(".cnv")}
missing = tables - known
if missing:
    sys.exit(f"ICU has no mapping table {', '.join(sorted(missing))}")


def base_of(table):
    """An extension names the table that it extends."""
    subprocess.run(["icupkg", "-x", f"{table}.cnv", "-d", str(folder), str(whole)], check=True)
    content = (folder / f"{table}.cnv").read_bytes()
    names = {name.decode() for name in re.findall(rb"[a-z0-9][\w.-]{3,60}", content)}
    return (names & known) - {table}


wanted = set()
todo = list(tables)
while todo:
    table = todo.pop()
    if table not in wanted:
        wanted.add(table)
        todo += base_of(table)
keep = {f"{table}.cnv" for table in wanted} | {"cnvalias.icu", "uts46.nrm"}

remove = folder / "remove.txt"
remove.write_text("".join(f"{item}\n" for item in items if item not in keep))
small = folder / "small" / whole.name  # the name is part of the format
small.parent.mkdir(exist_ok=True)
subprocess.run(["icupkg", "-r", str(remove), str(whole), str(small)], check=True)

assembly = folder / "data.s"
assembly.write_text(
    f'.section .rodata\n.balign 16\n.globl {symbol}\n.type {symbol}, %object\n{symbol}:\n'
    f'.incbin "{small}"\n.size {symbol}, . - {symbol}\n.section .note.GNU-stack,"",%progbits\n')
made = folder / "libicudata.a"
made.unlink(missing_ok=True)
subprocess.run([compiler, "-c", "-o", str(folder / "data.o"), str(assembly)], check=True)
subprocess.run(["ar", "rcsD", str(made), str(folder / "data.o")], check=True)
print(f"{made}: {len(keep)} of {len(items)} items, {made.stat().st_size:,} bytes; {library.name} has {library.stat().st_size:,}")
