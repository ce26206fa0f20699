#!/usr/bin/env python3
"""Checks that the sources keep to the architecture that src/CMakeLists.txt declares.

Layers. pagekin_module(NAME DEPENDS folders PRIVATE libraries) names the folders
and the third-party libraries that src/pagekin/NAME may include. A folder may
depend only on folders declared before it, so there are no cycles. A library that
is declared but not included is a problem too. The libraries of the program in cli/
are those that cli/CMakeLists.txt links.

The program is a client of the public headers: a file of cli/ includes these and
files of cli/.

Libraries. A comment in cmake/dependencies.cmake names the headers of each
library. A library that pagekin_options links is for everybody: any .cc file may
include it, and the headers of folders that depend on nothing.

Public headers. Every folder may include include/pagekin/NAME.h, as
"pagekin/NAME.h". These headers include standard headers and each other, nothing
else.

Tests. A list of algorithms is a file src/pagekin/FOLDER/*.inc of which every line
is MACRO(NAME). Each NAME has a test in tests/FOLDER: a file NAME_test.cc, or a
suite called by the name in camel case (pq_gram: PqGram, or PqGramMeasure in
tests/measure). The file or the suite must expect something. Comments do not count.

Usage: check_layers.py ROOT
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
problems = []


def cmake_calls(path, command):
    """The arguments of each call of a command, without comments."""
    text = re.sub(r"#.*", "", path.read_text())
    return [call.split() for call in re.findall(rf"\b{command}\(([^)]*)\)", text)]


def by_keyword(arguments):
    """{'DEPENDS': {...}, 'PRIVATE': {...}} of arguments that follow such words."""
    groups, group = {}, set()
    for argument in arguments:
        if re.fullmatch(r"[A-Z]+", argument):
            group = groups.setdefault(argument, set())
        else:
            group.add(argument)
    return groups


def code_of(text):
    """C++ without comments; strings and characters stay as they are."""
    token = r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/'
    return re.sub(token, lambda m: " " if m[0].startswith("/") else m[0], text, flags=re.S)


def includes_of(path):
    return re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', code_of(path.read_text()), flags=re.M)


def sources_in(folder):
    return sorted(f for f in folder.rglob("*") if f.suffix in {".h", ".cc", ".inc"})


# What is declared.
dependencies = root / "cmake/dependencies.cmake"
headers_of = {target: headers.split() for target, headers in
              re.findall(r"#\s*(\w+::\w+) has (\S.*)", dependencies.read_text())}
for_everybody = {argument for call in cmake_calls(dependencies, "target_link_libraries")
                 if call[0] == "pagekin_options" for argument in call if "::" in argument}
folders, libraries = {}, {}
for name, *arguments in cmake_calls(root / "src/CMakeLists.txt", "pagekin_module"):
    declared = by_keyword(arguments)
    needed = declared.get("DEPENDS", set())
    problems += [f"src/CMakeLists.txt: {name} depends on {other}, which is not declared before it"
                 for other in sorted(needed - set(folders))]
    folders[name] = needed | {name}
    libraries[name] = declared.get("PRIVATE", set())
libraries["cli"] = {argument for call in cmake_calls(root / "cli/CMakeLists.txt", "target_link_libraries")
                    for argument in call if "::" in argument and not argument.startswith("pagekin::")}
for name, used in libraries.items():
    problems += [f"cmake/dependencies.cmake: no comment says which headers {library} has, which {name} declares"
                 for library in sorted(used - set(headers_of))]

# What is included.
public = {f"pagekin/{f.name.removesuffix('.in')}" for f in (root / "include/pagekin").glob("*.h*")}
public |= {f"pagekin/{f.name.removesuffix('.in')}" for f in (root / "cmake").glob("*.h.in")}
included = {name: set() for name in libraries}  # the libraries


def library_of(header):
    return next((library for library, headers in headers_of.items()
                 if any(header == h or (h.endswith("/") and header.startswith(h)) for h in headers)), None)


def check_include(file, module, header):
    where = f"{file.relative_to(root)}: includes {header}"
    if header.startswith("pagekin/") and header not in public and module in folders:
        folder = header.split("/")[1]
        if folder not in folders[module]:
            problems.append(f"{where}, but {module} does not depend on {folder}")
    library = library_of(header)
    if library in for_everybody:
        if file.suffix == ".h" and module in folders and folders[module] != {module}:
            problems.append(f"{where}; only .cc files of {module} may include {library}")
    elif library:
        included.setdefault(module, set()).add(library)
        if library not in libraries.get(module, set()):
            owners = ", ".join(sorted(m for m, used in libraries.items() if library in used))
            problems.append(f"{where}, but {module} does not declare {library} "
                            f"(these do: {owners or 'none'})")


for folder in sorted(p for p in (root / "src/pagekin").iterdir() if p.is_dir() and sources_in(p)):
    if folder.name not in folders:
        problems.append(f"src/pagekin/{folder.name} is not declared in src/CMakeLists.txt")
        continue
    for file in sources_in(folder):
        for header in includes_of(file):
            check_include(file, folder.name, header)
for file in sources_in(root / "cli"):
    for header in includes_of(file):
        check_include(file, "cli", header)
        if header.startswith("pagekin/") and header not in public:
            problems.append(f"{file.relative_to(root)}: includes {header}; the program includes the public headers of include/pagekin alone")
for file in sorted((root / "include").rglob("*.h*")):
    problems += [f"{file.relative_to(root)}: includes {header}, which is neither standard nor public"
                 for header in includes_of(file) if header not in public and not re.fullmatch(r"\w+", header)]
for name, used in libraries.items():
    problems += [f"{name} declares {library}, but no file of it includes a header of that library"
                 for library in sorted(used - included[name]) if library in headers_of]

# What is tested.
TEST = r"^(?:TYPED_)?TEST(?:_[FP])?\(\s*(\w+)\s*,"


def tested_names(folder):
    """The suites and files in a folder of tests that expect something."""
    names = set()
    for file in sorted((root / "tests" / folder).glob("*_test.cc")):
        _, *tests = re.split(TEST, code_of(file.read_text()), flags=re.M)  # suite, body, suite, body ...
        expecting = {suite for suite, body in zip(tests[::2], tests[1::2])
                     if re.search(r"\b(?:EXPECT|ASSERT)_[A-Z_]+\(", body)}
        names |= expecting | ({file.name} if expecting else set())
    return names


algorithms = 0
for listing in sorted((root / "src/pagekin").glob("*/*.inc")):
    names = [re.fullmatch(r"[A-Z_]+\((\w+)\)", line) for line in code_of(listing.read_text()).split()]
    if not names or not all(names):
        continue
    folder = listing.parent.name
    tested = tested_names(folder)
    for name in (match[1] for match in names):
        algorithms += 1
        suite = "".join(word.capitalize() for word in name.split("_"))
        if not tested & {f"{name}_test.cc", suite, suite + folder.capitalize()}:
            problems.append(f"{listing.relative_to(root)}: {name} has no test; tests/{folder} needs "
                            f"{name}_test.cc or a suite {suite} that expects something")
if not algorithms:
    problems.append("src/pagekin: no list of algorithms found")

print("\n".join(problems) or f"{len(folders)} folders hold their layers, {algorithms} algorithms have tests")
sys.exit(bool(problems))
