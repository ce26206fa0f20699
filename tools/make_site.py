#!/usr/bin/env python3
"""Makes the documentation site: the Markdown files of the repository, and references made from the code.

The files are laid out as in the repository, so that their links hold. The C++ reference has one page for each header of
include/pagekin; the Python reference comes from the docstrings. MkDocs then makes HTML of it, which needs no network.

With --publish FOLDER the site also becomes FOLDER/VERSION, beside those of other versions: versions.json lists them for the menu of the
site, and index.html leads to the newest. A web server has to serve FOLDER, because browsers read no list beside a file.

Usage: make_site.py [--serve] [--publish FOLDER]    result: build/site/html; --serve shows it on loopback and follows changes
"""
import argparse
import ast
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SITE = ROOT / "build" / "site"
SOURCE = SITE / "source"
COPIED = ("docs", "bench/results", "examples")  # folders with documents
ENDINGS = {".md", ".png", ".svg"}


def lay_out():
    """Copies the documents to build/site/source."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    documents = [path for path in ROOT.glob("*.md")]
    documents += [ROOT / name for name in ("bench/README.md", "web/README.md", "LICENSE")]
    for folder in COPIED:
        documents += [path for path in (ROOT / folder).rglob("*") if path.suffix in ENDINGS]
    for path in documents:
        target = SOURCE / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)


def purpose(header):
    """The comment at the top of a header, as text."""
    lines = []
    for line in header.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[2:].removeprefix(" "))
    return "\n".join(lines)


def write_cpp_reference():
    folder = SOURCE / "reference" / "cpp"
    folder.mkdir(parents=True)
    rows = []
    for path in sorted((ROOT / "include" / "pagekin").glob("*.h")):
        text = path.read_text()
        about = purpose(text)
        body = re.sub(r"\A(//.*\n)*#pragma once\n", "", text).strip()
        indented = "\n".join("    " + line if line.startswith(" ") else line for line in about.splitlines())
        (folder / f"{path.stem}.md").write_text(f"# pagekin/{path.name}\n\n{indented}\n\n```cpp\n{body}\n```\n")
        summary = about.partition("\n\n")[0].replace("\n", " ")
        rows.append(f"| [{path.name}]({path.stem}.md) | {summary} |")
    (folder / "README.md").write_text("# C++ reference\n\n| header | what it has |\n|---|---|\n" + "\n".join(rows) + "\n")


def exported(path):
    """The names in __all__ of a module."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "__all__" for target in node.targets):
            return ast.literal_eval(node.value)
    sys.exit(f"{path.relative_to(ROOT)} has no __all__, which says what the reference shows")


def python_modules():
    """The modules that users import, and their files."""
    package = ROOT / "python" / "pagekin"
    files = [package / "__init__.py", *sorted(package.glob("[!_]*.py")), *sorted(package.glob("[!_]*/__init__.py"))]
    return {".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__"): path for path in files}


def write_python_reference():
    """Directives for mkdocstrings, which reads the docstrings without importing the package. One page a module."""
    folder = SOURCE / "reference" / "python"
    folder.mkdir(parents=True)
    rows = []
    for module, path in python_modules().items():
        shown = [name for name in exported(path) if not name.isupper()]
        about = ast.get_docstring(ast.parse(path.read_text())) or ""
        page = "README.md" if module == "pagekin" else f"{module.rpartition('.')[2]}.md"
        # The first block is the docstring of the module alone.
        parts = [f"# {module}", "", f"::: {module}", "    options: {members: false, show_root_heading: false, show_root_toc_entry: false}"]
        if module != "pagekin":
            rows.append(f"| [{module}]({page}) | {about.partition(chr(10) + chr(10))[0].replace(chr(10), ' ')} |")
        parts += [line for name in shown for line in ("", f"::: {module}.{name}")]
        (folder / page).write_text("\n".join(parts) + "\n")
    first = folder / "README.md"
    table = "| module | what it has |\n|---|---|\n" + "\n".join(rows) + "\n"
    first.write_text(first.read_text().replace("# pagekin\n", f"# Python reference\n\nThe module `pagekin`; others are imported by their names:\n\n{table}", 1))


def check_navigation():
    """Each module has an entry in mkdocs.yml."""
    navigation = (ROOT / "mkdocs.yml").read_text()
    for page in sorted((SOURCE / "reference" / "python").glob("*.md")):
        if f"reference/python/{page.name}" not in navigation:
            sys.exit(f"mkdocs.yml lacks reference/python/{page.name}")


def version_here():
    """The version of the project without its patch, which changes no document: 0.2"""
    found = re.search(r"^project\(pagekin VERSION (\d+\.\d+)\.\d+ ", (ROOT / "CMakeLists.txt").read_text(), re.M)
    return found[1] if found else sys.exit("CMakeLists.txt does not name the version")


def publish(site, folder, version):
    """Puts the site into the folder as this version; sites of other versions stay."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(folder / version, ignore_errors=True)
    shutil.copytree(site, folder / version)
    found = (path.parent.name for path in folder.glob("*/index.html"))
    names = sorted((name for name in found if re.fullmatch(r"[0-9.]+", name)), key=lambda name: [int(part) for part in name.split(".")])
    newest = names[-1]
    rows = [{"version": name, "title": name, "aliases": ["latest"] if name == newest else []} for name in reversed(names)]
    (folder / "versions.json").write_text(json.dumps(rows, indent=1) + "\n")
    (folder / "index.html").write_text(f'<!doctype html><title>pagekin</title><meta http-equiv="refresh" content="0; url={newest}/index.html">\n')
    return names


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--serve", action="store_true", help="show the site on loopback")
    arguments.add_argument("--publish", type=pathlib.Path, metavar="FOLDER", help="also put the site beside those of other versions")
    given = arguments.parse_args()
    lay_out()
    write_cpp_reference()
    write_python_reference()
    check_navigation()
    command = ["serve", "--dev-addr", "127.0.0.1:8400"] if given.serve else ["build", "--strict", "--quiet"]
    status = subprocess.run([sys.executable, "-m", "mkdocs", *command, "-f", ROOT / "mkdocs.yml"], cwd=ROOT).returncode
    if status == 0 and not given.serve:
        pages = len(list((SITE / "html").rglob("*.html")))
        print(f"{(SITE / 'html').relative_to(ROOT)}: {pages} pages")
        if given.publish:
            print(f"{given.publish}: versions {', '.join(publish(SITE / 'html', given.publish, version_here()))}")
    sys.exit(status)


if __name__ == "__main__":
    main()
