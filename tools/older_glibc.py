#!/usr/bin/env python3
"""Makes libraries to link with, so that what is linked runs with an older glibc.

A shared library names for each function of glibc the version of it that it wants, and takes the newest that the linker sees. The
glibc of this machine has the older ones, too, for programs of old. From its list of symbols this makes a folder with libraries of
the same names that have nothing but symbols, at most as new as a given glibc, and in the library where that glibc had them:
before 2.34, threads and the loader were libraries of their own. What that glibc did not have is not there, so
the linker or check() finds it; python/older_glibc/newer_functions.cc has such functions.

Needs: pyelftools.
Usage: older_glibc.py FOLDER [--compiler "cc FLAG..."] [--newest 2.28]
       older_glibc.py --check MODULE.so [--newest 2.28]     a Python module needs nothing else (but libgcc_s) and nothing newer
"""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys

from elftools.elf.elffile import ELFFile
from elftools.elf.enums import ENUM_DT_FLAGS
from elftools.elf.relocation import RelocationSection

NEWEST = "2.28"  # of manylinux_2_28
# Those of which a library of ours may need something. The loader has another name on each kind of processor.
LIBRARIES = ("libc.so.6", "libm.so.6", "ld-linux*.so.*")
GCC = 7, 0, 0  # the newest version in libgcc_s of GCC 8, beside glibc 2.28
TPREL = {"EM_X86_64": 18, "EM_AARCH64": 1030}  # relocations of variables of threads in room that is there at the start
MOVED = 2, 32  # from here on, functions of other libraries became functions of libc.so.6, with a new version
FORMER_LIBRARIES = ((r"_?_?pthread_|sem_", "libpthread.so.0"), (r"dl(open|v?sym|m?open|close|error|addr1?|info)$", "libdl.so.2"))


def number(version):
    """(2, 28) of "GLIBC_2.28", (3, 0) of "GCC_3.0", None of other names."""
    found = re.fullmatch(r"(?:GLIBC|GCC)_([0-9.]+)", version)
    return tuple(map(int, found[1].split("."))) if found else None


def symbols_of(path):
    """name -> [(number, version, type, size)] of what a library has."""
    found = {}
    with open(path, "rb") as file:
        elf = ELFFile(file)
        names = {}
        for definition, versions in elf.get_section_by_name(".gnu.version_d").iter_versions():
            names[definition["vd_ndx"]] = next(iter(versions)).name
        of_symbols = elf.get_section_by_name(".gnu.version")
        for place, symbol in enumerate(elf.get_section_by_name(".dynsym").iter_symbols()):
            index = of_symbols.get_symbol(place)["ndx"]
            if symbol["st_shndx"] in ("SHN_UNDEF", "SHN_ABS") or not isinstance(index, int):
                continue
            version = names.get(index & 0x7FFF, "")
            if number(version):
                found.setdefault(symbol.name, []).append((number(version), version, symbol["st_info"]["type"], symbol["st_size"]))
    return found


def older_symbols(libraries, newest):
    """library -> [(name, version, type, size)] as that glibc had them."""
    made = {}
    for pattern in LIBRARIES:
        (path,) = libraries.glob(pattern)
        for name, versions in symbols_of(path).items():
            old = [version for version in versions if version[0] <= newest]
            if not old:
                continue
            library = path.name
            if library == "libc.so.6" and max(versions)[0] >= MOVED:
                library = next((former for start, former in FORMER_LIBRARIES if re.match(start, name)), None)
            if library:
                made.setdefault(library, []).append((name, *max(old)[1:]))
    return made


def write_library(path, symbols, compiler):
    """A shared library that has symbols and nothing behind them."""
    assembly, of_version = [], {}
    for name, version, kind, size in symbols:
        is_data = kind in ("STT_OBJECT", "STT_TLS")
        section = '.section .tbss,"awT",%nobits' if kind == "STT_TLS" else ".data" if is_data else ".text"
        shown = {"STT_OBJECT": "%object", "STT_TLS": "%tls_object"}.get(kind, "%function")
        assembly += [section, f".globl {name}", f".type {name}, {shown}", f".size {name}, {size}",
                     f"{name}: .zero {max(size, 1) if is_data else 1}"]
        of_version.setdefault(version, []).append(name)
    source, script = path.with_suffix(".s"), path.with_suffix(".map")
    source.write_text("\n".join([*assembly, '.section .note.GNU-stack,"",%progbits', ""]))
    script.write_text("".join(f"{version} {{ {'; '.join(names)}; }};\n" for version, names in of_version.items()))
    subprocess.run([*compiler, "-shared", "-nostdlib", f"-Wl,-soname,{path.name}", f"-Wl,--version-script={script}",
                    "-o", path, source], check=True)


def path_of(library, compiler):
    found = subprocess.run([*compiler, f"-print-file-name={library}"], capture_output=True, text=True, check=True)
    return pathlib.Path(found.stdout.strip()).resolve()


def make(folder, compiler, newest):
    folder.mkdir(parents=True, exist_ok=True)
    made = older_symbols(path_of("libc.so.6", compiler).parent, newest)
    for library, symbols in made.items():
        write_library(folder / library, symbols, compiler)
    # -lc and -lm find these before those of this machine. Some functions of glibc are part of what uses them.
    names = [str(folder.resolve() / name) for name in made if name != "libm.so.6"] + [str(path_of("libc_nonshared.a", compiler))]
    (folder / "libc.so").write_text(f"GROUP ( {' '.join(names)} )\n")
    (folder / "libm.so").write_text(f"INPUT ( {folder.resolve() / 'libm.so.6'} )\n")
    print(f"{folder}: " + ", ".join(f"{library} ({len(symbols)} symbols)" for library, symbols in sorted(made.items())))


def check(module, newest):
    """What a module needs that no glibc of that age has, or that is of another library."""
    wrong = []
    with open(module, "rb") as file:
        elf = ELFFile(file)
        for tag in elf.get_section_by_name(".dynamic").iter_tags("DT_NEEDED"):
            if not re.match(r"(lib(c|m|pthread|dl|gcc_s)|ld-linux[\w-]*)\.so\.", tag.needed):
                wrong.append(f"the library {tag.needed}")
        # Linkers for arm64 do not set the flag.
        has_fixed_room = any(tag["d_val"] & ENUM_DT_FLAGS["DF_STATIC_TLS"]
                             for tag in elf.get_section_by_name(".dynamic").iter_tags("DT_FLAGS"))
        asked = {entry["r_info_type"] for section in elf.iter_sections() if isinstance(section, RelocationSection)
                 for entry in section.iter_relocations()}
        if has_fixed_room or TPREL[elf["e_machine"]] in asked:
            wrong.append("variables of threads in room that may not be there when a module is loaded")
        for library, versions in elf.get_section_by_name(".gnu.version_r").iter_versions():
            oldest = GCC if library.name.startswith("libgcc_s") else newest
            wrong += [f"{version.name} of {library.name}" for version in versions
                      if number(version.name) is None or number(version.name) > oldest]
        of_symbols = elf.get_section_by_name(".gnu.version")
        for place, symbol in enumerate(elf.get_section_by_name(".dynsym").iter_symbols()):
            if symbol["st_shndx"] == "SHN_UNDEF" and symbol.name and not re.match(r"_?Py", symbol.name) \
                    and of_symbols.get_symbol(place)["ndx"] in ("VER_NDX_LOCAL", "VER_NDX_GLOBAL") \
                    and symbol["st_info"]["bind"] != "STB_WEAK":
                wrong.append(f"{symbol.name}, which no library has")
    return wrong


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("folder", type=pathlib.Path, nargs="?")
    arguments.add_argument("--compiler", default="cc", help="with flags; its C library has the symbols")
    arguments.add_argument("--newest", default=NEWEST)
    arguments.add_argument("--check", type=pathlib.Path, metavar="MODULE")
    given = arguments.parse_args()
    newest = number(f"GLIBC_{given.newest}")
    if given.check:
        if wrong := check(given.check, newest):
            sys.exit(f"{given.check} needs " + ", ".join(wrong))
        print(f"{given.check} needs nothing but glibc {given.newest} and libgcc_s")
        return
    make(given.folder, shlex.split(given.compiler), newest)


if __name__ == "__main__":
    main()
