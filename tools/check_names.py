#!/usr/bin/env python3
"""Checks that helpers in unnamed namespaces have names of their own in their folder.

The files of a folder are compiled as one (cmake/pagekin_module.cmake). Two helpers
of one name would meet there, with an error or, as overloads, silently. Readers gain,
too: a search finds one definition. An alias may be repeated as it is.

The check relies on the format: what a namespace contains begins in the first column.

Usage: check_names.py ROOT
"""
import collections
import pathlib
import re
import sys

BEFORE = r"[\w:<>,&*\[\]\s]*?"  # what may stand before a name
DECLARATIONS = [  # each with the name as its group
    r"(?:struct|class|enum class|enum|union) (\w+)\b(?! *;)",
    r"using (\w+) =.*",
    rf"(?:constexpr|const|constinit|static|thread_local|inline) {BEFORE}\b(\w+)(?:\[[^\]]*\])* *(?:=|\{{|;)",
    r"std::function<[^>]*> (\w+)\(",
    rf"(?!static_assert|using|namespace|template|TEST|TYPED_TEST|INSTANTIATE|HWY_|[A-Z_]+\(){BEFORE}(?<![:\w])(\w+)\(",
]


def code_of(text):
    """C++ in the same lines, without the content of strings and comments; "@end" ends an unnamed namespace."""
    token = r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/'
    return re.sub(token, '""', text.replace("\n}  // namespace\n", "\n@end\n"), flags=re.S)


def helpers_of(path):
    """{name: the line that declares it} of a file's unnamed namespaces."""
    helpers, is_inside = {}, False
    for line in code_of(path.read_text()).split("\n"):
        if line == "namespace {":
            is_inside = True
        elif line == "@end":
            is_inside = False
        elif is_inside and line and line[0] not in " }#)/":
            for declaration in DECLARATIONS:
                if found := re.match(declaration, line):
                    helpers.setdefault(found[1], line)
                    break
    return helpers


root = pathlib.Path(sys.argv[1])
problems, count = [], 0
folders = [root / "cli", *(p for base in ("src/pagekin", "tests") for p in (root / base).iterdir() if p.is_dir())]
for folder in sorted(folders):
    files_of = collections.defaultdict(list)
    for file in sorted(folder.glob("*.cc")):
        for name, line in helpers_of(file).items():
            count += 1
            files_of[name].append((file.relative_to(root), line))
    for name, files in sorted(files_of.items()):
        if len(files) == 1 or (files[0][1].startswith("using ") and len({line for _, line in files}) == 1):
            continue
        problems.append(f"{', '.join(str(file) for file, _ in files)}: helpers of the same name, {name}; share one or rename")
if count < 1000:
    problems.append(f"only {count} helpers were found in unnamed namespaces; has the format changed?")
print("\n".join(problems) or f"{count} helpers have names of their own in {len(folders)} folders")
sys.exit(bool(problems))
