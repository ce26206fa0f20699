#!/usr/bin/env python3
"""Makes shared libraries run with the C++ library of GCC 11, for Python wheels.

g++ 12 binds std::condition_variable::wait to the version of the symbol that GCC 12 added (GLIBCXX_3.4.30, in which it may end by
an exception). Nothing else of ours needs that version. All C++ libraries since GCC 4.4, also later ones, have the same function
under GLIBCXX_3.4.11. So the name of the version is replaced, if no other symbol needs it: then a wheel serves systems with GCC 11,
such as RHEL 9 and Amazon Linux 2023.

Needs: pyelftools.
Usage: older_symbols.py LIBRARY...     the files are changed
"""
import struct
import sys

from elftools.elf.elffile import ELFFile

NEW, OLD = "GLIBCXX_3.4.30", "GLIBCXX_3.4.11"
MAY_BE_OLDER = {"_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE"}


def elf_hash(name):
    """As the System V ABI defines it."""
    value = 0
    for byte in name.encode():
        value = (value << 4) + byte
        high = value & 0xF0000000
        value = (value ^ (high >> 24)) & ~high & 0xFFFFFFFF
    return value


def make_older(path):
    """Returns the symbols whose version was replaced."""
    with open(path, "rb") as file:
        elf = ELFFile(file)
        needed = elf.get_section_by_name(".gnu.version_r")
        if needed is None:
            return []
        strings = elf.get_section(needed["sh_link"])
        wanted = {}  # by the index of a version: where its entry is in the file, and the place of its name
        at = needed["sh_offset"]
        for library, versions in needed.iter_versions():
            entry = at + library["vn_aux"]
            for version in versions:
                if version.name == NEW:
                    wanted[version["vna_other"]] = entry, strings["sh_offset"] + version["vna_name"]
                entry += version["vna_next"]
            at += library["vn_next"]
        if not wanted:
            return []
        symbols = elf.get_section_by_name(".dynsym")
        of_symbols = elf.get_section_by_name(".gnu.version")
        users = [
            symbols.get_symbol(number).name
            for number in range(symbols.num_symbols())
            if of_symbols.get_symbol(number)["ndx"] in wanted
        ]
        order = "<" if elf.little_endian else ">"
    others = sorted(set(users) - MAY_BE_OLDER)
    if others:
        sys.exit(f"{path}: {', '.join(others)} needs {NEW}, too; docs/python.md says that wheels run with the C++ library of GCC 11")
    with open(path, "r+b") as file:
        for entry, name in wanted.values():
            file.seek(entry)
            file.write(struct.pack(order + "I", elf_hash(OLD)))
            file.seek(name)
            file.write(OLD.encode())  # both names have the same length
    return users


for library in sys.argv[1:]:
    print(f"{library}: {', '.join(make_older(library)) or 'nothing to replace'}")
