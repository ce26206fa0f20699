#!/usr/bin/env python3
"""Holds the sources to the architecture declared in src/CMakeLists.txt.

Fails when a folder includes a folder it does not declare, when the declarations
have a cycle, when a third-party header is used outside the folder that owns it,
and when an algorithm that a registry lists has no test of its own.

Usage: check_layers.py ROOT
"""
import pathlib
import re
import sys

OWNERS = {  # header prefix -> the folders that may include it
    "tbb/": {"core"}, "xxhash.h": {"core"}, "libdeflate.h": {"codec"}, "zlib.h": {"codec"},
    "zstd.h": {"codec"}, "brotli/": {"codec"}, "expat.h": {"sitemap"},
    "hwy/": {"html", "ted", "templates"},
    "unicode/": {"html", "url"}, "re2/": {"eval", "crawl"}, "simdjson.h": {"input"}, "openssl/": {"warc"},
    "nlohmann/": {"eval", "report"}, "sqlite3.h": {"store"}, "libpq-fe.h": {"store"},
    "curl/": {"crawl"}, "libpsl.h": {"crawl"}, "CLI/": {"cli"}, "pybind11/": {"python"},
}
HEADERS_MAY_USE = {"fmt/": {"core"}}  # in .h files; .cc files may use fmt anywhere

root = pathlib.Path(sys.argv[1])
problems = []

declared = {}
text = re.sub(r"#.*", "", (root / "src/CMakeLists.txt").read_text())
for name, rest in re.findall(r"pagekin_module\((\w+)([^)]*)\)", text):
    depends = re.search(r"DEPENDS([\w\s]*?)(?:PRIVATE|$)", rest)
    needs = set(depends.group(1).split()) if depends else set()
    # Declared bottom up, so a cycle cannot be written.
    problems += [f"{name} depends on {d}, which is not declared before it"
                 for d in sorted(needs - set(declared))]
    declared[name] = needs

folders = {p.name for p in (root / "src/pagekin").iterdir() if any(p.glob("*.[hc]*"))}
problems += [f"src/pagekin/{f} is not declared in src/CMakeLists.txt" for f in sorted(folders - set(declared))]

files = [(f, f.parent.name) for f in sorted((root / "src/pagekin").rglob("*.[hc]*"))]
files += [(f, "cli") for f in sorted((root / "cli").glob("*.[hc]*"))]
for file, module in files:
    for header in re.findall(r'#\s*include [<"]([^>"]+)[>"]', file.read_text()):
        where = f"{file.relative_to(root)}: includes {header}"
        if header.startswith("pagekin/") and module != "cli":
            target = header.split("/")[1]
            if target != module and target not in declared.get(module, set()):
                problems.append(f"{where}, but {module} may not include {target}")
        for prefix, owners in OWNERS.items():
            if header.startswith(prefix) and module not in owners:
                problems.append(f"{where}, which belongs to {', '.join(sorted(owners))}")
        for prefix, owners in HEADERS_MAY_USE.items():
            if header.startswith(prefix) and file.suffix == ".h" and module not in owners:
                problems.append(f"{where}, which only headers of {', '.join(sorted(owners))} may mention")

# One line in an .inc is one algorithm in a file of its own or a shared one; some test names it.
for listing, macro in {"method/methods.inc": "METHOD", "measure/measures.inc": "MEASURE",
                       "eval/scores.inc": "SCORE"}.items():
    folder = listing.split("/")[0]
    path = root / "src/pagekin" / listing
    tests = "".join(t.read_text() for t in (root / "tests" / folder).glob("*_test.cc"))
    for name in re.findall(rf"{macro}\((\w+)\)", path.read_text() if path.exists() else ""):
        if not re.search(rf"\b{name}\b", tests):
            problems.append(f"{listing}: no test in tests/{folder} mentions {name}")

print("\n".join(problems) or f"{len(declared)} folders, layers hold")
sys.exit(bool(problems))
