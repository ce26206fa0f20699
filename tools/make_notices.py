#!/usr/bin/env python3
"""Writes NOTICES.txt: the licences of what pagekin contains and was written by others.

These are the packages of the front end that web/build.mjs puts into every report, the
headers that are compiled into the program, and the libraries that are part of Python wheels. Their
texts are taken from the packages as they are installed: the node_modules of web/, Debian's
/usr/share/doc/PACKAGE/copyright, and the folder of nanobind. Run it after a change of one of these.

Usage: make_notices.py [--check]      --check: only says whether all of them are named
"""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMPILED_IN = ["libcli11-dev", "nlohmann-json3-dev", "libxxhash-dev"]
IN_WHEELS = ["libbrotli1", "libbz2-1.0", "libdeflate0", "libexpat1", "libfmt9", "libhwy1", "libicu72", "liblz4-1",
             "libre2-9", "libsimdjson14", "libsnappy1v5", "libsqlite3-0", "libssl3", "libzstd1", "zlib1g"]
CXX_LIBRARY = "libstdc++6"
LINE = "=" * 100


def front_end():
    """Name, version and licence of each package that report.js holds, as web/build.mjs listed them."""
    for name in json.loads((ROOT / "web/dist/packages.json").read_text()):
        folder = ROOT / "web/node_modules" / name
        version = json.loads((folder / "package.json").read_text())["version"]
        yield f"{name} {version}", (folder / "LICENSE").read_text()


def debian(package):
    """The notices of a package, without the lines on the format of Debian's file, which are not part of them."""
    lines = (pathlib.Path("/usr/share/doc") / package / "copyright").read_text().splitlines()
    return "\n".join(line for line in lines if not line.startswith(("Format:", "X-Format:", "Format-Specification:")))


def cxx_library():
    """Wheels have parts of the C++ library and of GCC's runtime in them. Their exception is what counts for what is compiled."""
    text = debian(CXX_LIBRARY)
    exception = text[text.index("GCC RUNTIME LIBRARY EXCEPTION"):text.index("\nlibquadmath/")]
    return ("Parts of libstdc++ and libgcc, of the Free Software Foundation, under the GNU General Public License, version 3 or later, with\n"
            "the following exception. Their sources are those of Debian's package gcc-12.\n\n" + exception)


def nanobind():
    for found in sorted((ROOT / "build").glob("venv-*/lib/python3*/site-packages/nanobind-*.dist-info/licenses/LICENSE")):
        return found.read_text()
    sys.exit("nanobind is not installed: run 'make wheel' first")


def section(title, text):
    return f"{LINE}\n{title}\n{LINE}\n\n{text.strip()}\n\n"


def notices():
    text = ("pagekin contains, or carries in its packages, works of others. Their licences follow. pagekin itself is under the\n"
            "licence in LICENSE. This file is made by tools/make_notices.py.\n\n")
    groups = {}
    for name, licence in front_end():
        groups.setdefault(licence.strip(), []).append(name)
    for licence, names in groups.items():
        text += section("In reports: " + ", ".join(names), licence)
    for package in COMPILED_IN:
        text += section(f"Compiled into the program: {package}", debian(package))
    text += section("Compiled into the Python module: nanobind (with robin_map, MIT, Copyright (c) 2017 Thibaut Goetghebuer-Planchon)",
                    nanobind())
    for package in IN_WHEELS:
        text += section(f"In Python wheels: {package}", debian(package))
    text += section(f"In Python wheels: {CXX_LIBRARY}", cxx_library())
    text += section("Apache License 2.0, which notices above name",
                    pathlib.Path("/usr/share/common-licenses/Apache-2.0").read_text())
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def check():
    text = (ROOT / "NOTICES.txt").read_text()
    missing = [name for name in json.loads((ROOT / "web/dist/packages.json").read_text())
               if f"{name} " not in text]
    missing += [package for package in [*COMPILED_IN, *IN_WHEELS, CXX_LIBRARY] if package not in text]
    script = (ROOT / "web/dist/report.js").read_text()
    if not script.startswith("/*! "):
        missing.append("a comment at the start of web/dist/report.js")
    for name in json.loads((ROOT / "web/dist/packages.json").read_text()):
        if name not in script[:script.index("*/")]:
            missing.append(f"{name} in the comment of web/dist/report.js")
    if missing:
        sys.exit("no notice of " + ", ".join(missing))
    print("all notices are there")


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        (ROOT / "NOTICES.txt").write_text(notices())
