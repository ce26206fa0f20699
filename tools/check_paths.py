#!/usr/bin/env python3
"""Checks that the files, folders and flags named in comments and documents exist.

Looks at the comments of the sources (C++, Python, CMake, shell) and at the
Markdown documents.

Files. A word is taken for a file of this project when it ends in .h .cc .py .md
.inc .cmake or .sh, or is CMakeLists.txt; other .txt files need a folder, because
they are mostly data of users. It must exist relative to the root, to src, to
src/pagekin, to the folder of the file that names it, or to a folder above that.
A name without a folder may also be that of a file in another folder of the same
name (src/pagekin/url, tests/url), or of exactly one file of src or of all folders.

Folders. A word with a slash that begins with a folder of the root or, in the code
spans of Markdown, with a folder of src/pagekin (`laboratory/sweep`), must name a
folder, or a file with or without its ending.

Flags. A word `--FLAG` must be a flag of the program (in cli/ or in a table of options of include/pagekin), of a benchmark
or of a script.
Flags in strings of cli/ and src/ are checked too. Passed over: what follows cmake
or ctest, and arrows (-->).

Links. [text](path#heading) in Markdown must name a file, and a heading of it.

Passed over: addresses, absolute paths, words with wildcards or placeholders
(*, <>, {}, $, NAME.cc), headers that the sources include in angle brackets, and
everything below build/ and node_modules/.

Usage: check_paths.py ROOT
"""
import io
import os
import pathlib
import re
import sys
import tokenize

root = pathlib.Path(sys.argv[1]).resolve()
problems = []

files = set()  # all files of the project, relative to the root
for folder, subfolders, names in os.walk(root):
    subfolders[:] = [s for s in subfolders if s not in {".git", "build", "__pycache__", "node_modules"}]
    files |= {(pathlib.Path(folder) / name).relative_to(root).as_posix() for name in names}
folders = {parent.as_posix() for f in files for parent in pathlib.PurePosixPath(f).parents}
top_folders = {f for f in folders if "/" not in f and f != "."}
modules = {f.removeprefix("src/pagekin/") for f in folders if re.fullmatch(r"src/pagekin/\w+", f)}
by_name = {}
for f in sorted(files):
    by_name.setdefault(f.rsplit("/", 1)[-1].removesuffix(".in"), []).append(f)


def text_of(file):
    return (root / file).read_text(encoding="utf-8", errors="replace")


# ---- What is said: comments and documents, as (line number, text).

def comments_of_cpp(text):
    token = r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/'
    for match in re.finditer(token, text, flags=re.S):
        if match[0].startswith("/"):
            first = text.count("\n", 0, match.start()) + 1
            yield from enumerate(match[0].split("\n"), first)


def comments_of_python(text):
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_docstring = token.type == tokenize.STRING and token.string.startswith('"""')
        if token.type == tokenize.COMMENT or is_docstring:
            yield from enumerate(token.string.split("\n"), token.start[0])


def comments_of_scripts(text):
    for number, line in enumerate(text.split("\n"), 1):
        comment = re.search(r"(?:^|\s)#(?!!).*", line)
        if comment:
            yield number, comment[0]


def remarks_in(file):
    name, suffix = file.rsplit("/", 1)[-1], pathlib.PurePosixPath(file).suffix
    if suffix in {".h", ".cc", ".inc"}:
        return comments_of_cpp(text_of(file))
    if suffix == ".py":
        return comments_of_python(text_of(file))
    if suffix in {".cmake", ".sh", ".supp"} or name in {"CMakeLists.txt", "Makefile"} or \
            (file.startswith(("tools/", ".ci/")) and not suffix):
        return comments_of_scripts(text_of(file))
    if suffix == ".md":
        return enumerate(text_of(file).split("\n"), 1)
    return []


# ---- Files and folders.

ENDINGS = (".h", ".cc", ".py", ".md", ".inc", ".txt", ".cmake", ".sh")
foreign = {header for f in files if f.endswith((".h", ".cc"))
           for header in re.findall(r"#\s*include\s*<([^>]+)>", text_of(f))}
foreign_folders = {header.split("/")[0] for header in foreign if "/" in header}


def exists(path, endings=("",)):
    return any(path + ending in files or path + ending in folders or path + ending + ".in" in files
               for ending in endings)


def places(file):
    """The folders to which a path may be relative, each with a slash at its end."""
    above = [p.as_posix() + "/" for p in pathlib.PurePosixPath(file).parents if p.as_posix() != "."]
    return above + ["", "src/", "src/pagekin/", "include/", "include/pagekin/"]


def is_named_rightly(path, file, endings=("",)):
    if any(exists(os.path.normpath(place + path), endings) for place in places(file)):
        return True
    if "/" in path:
        return False
    own = pathlib.PurePosixPath(file).parent.name
    named = by_name.get(path, [])
    return (any(pathlib.PurePosixPath(f).parent.name == own for f in named)
            or len(named) == 1 or len([f for f in named if f.startswith("src/")]) == 1)


def check_paths(file, number, text):
    spans = set(re.findall(r"`([^`\s]+)`", text)) if file.endswith(".md") else set()
    for word in re.findall(r"[^\s`'\"()\[\],;|=]+", text):
        word = re.sub(r":\d+$", "", word.rstrip(".:!?"))
        path = word.rstrip("/")
        if not re.fullmatch(r"[\w.+-]+(/[\w.+-]+)*", path) or path.startswith("-"):
            continue  # an address, an absolute path, a wildcard or a placeholder
        first, name = path.split("/")[0], path.rsplit("/", 1)[-1]
        if re.search(r"\b(NAME|FILE|FOLDER)\b|_NAME|NAME_|[A-Z]{2,}$", path) and not exists(path):
            continue
        is_file = path.endswith(ENDINGS) and name not in ENDINGS
        if is_file and path.endswith(".txt") and "/" not in path and name != "CMakeLists.txt":
            continue
        is_below = "/" in word and (first in top_folders or
                                   (word in spans and first in modules and path.count("/") == 1))
        if not (is_file or is_below) or first == "build" or path in foreign or \
                ("/" in path and first in foreign_folders - modules - top_folders):
            continue
        if not is_named_rightly(path, file, ("",) if is_file else ("",) + ENDINGS):
            several = by_name.get(path, [])
            why = f" names several files: {', '.join(several)}" if several else " does not exist"
            problems.append(f"{file}:{number}: {word}{why}")


# ---- Flags.

FLAG = r"(?<![\w-])--[a-z][a-z0-9-]*\w"
STRING = r'"(?:\\.|[^"\\\n])*"'
flags = {"--help", "--version"}
for f in files:
    if f.startswith(("cli/", "bench/")) and f.endswith((".h", ".cc")):  # "--flag" or "-f,--flag"
        flags |= set(re.findall(rf'"(?:-\w,)?({FLAG})"', text_of(f)))
    elif f.endswith((".py", ".sh")):
        flags |= set(re.findall(rf"[\"']({FLAG})", text_of(f)))
    elif f.startswith("include/pagekin/"):  # the tables of options: .name = "flag", or .flag = "flag"
        flags |= {"--" + name.replace("_", "-") for name in re.findall(r'\.(?:name|flag) = "([\w-]+)"', text_of(f))}


def check_flags(file, number, text):
    for flag in re.finditer(FLAG, text):
        of_cmake = re.search(r"\b(cmake|ctest)\b[^`&|]*$", text[:flag.start()])
        if flag[0] not in flags and not of_cmake and "-->" not in text:
            problems.append(f"{file}:{number}: {flag[0]} is no flag of the program")


# ---- Links.

def headings_of(file):
    slugs = set()
    for heading in re.findall(r"^#+ +(.*)", text_of(file), flags=re.M):
        slugs.add(re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-"))
    return slugs


def check_links(file, number, text):
    for target in re.findall(r"\[[^\]]*\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", text)):
        if re.match(r"\w+:", target):
            continue
        path, _, heading = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(file), path)) if path else file
        if not exists(path):
            problems.append(f"{file}:{number}: the link to {target} leads nowhere")
        elif heading and path in files and heading not in headings_of(path):
            problems.append(f"{file}:{number}: {path} has no heading #{heading}")


remarks = 0
for file in sorted(files):
    for number, text in remarks_in(file):
        remarks += 1
        check_paths(file, number, text)
        check_flags(file, number, text)
        if file.endswith(".md"):
            check_links(file, number, text)
    if file.startswith(("src/", "cli/")) and file.endswith(".cc"):  # help and messages
        for number, text in enumerate(text_of(file).split("\n"), 1):
            check_flags(file, number, " ".join(re.findall(STRING, text)))

print("\n".join(problems) or f"{remarks} lines of comments and documents name only what exists")
sys.exit(bool(problems))
