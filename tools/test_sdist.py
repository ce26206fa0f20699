#!/usr/bin/env python3
"""Makes the source distribution and checks that it can be built.

It must hold every source file that the build reads, and CMake must accept it as it does the checkout. It is not
compiled: the same files have been compiled by `make build`. Its description is what a package index shows, where links
to other files of the checkout lead nowhere: it has none.

Usage: test_sdist.py     result: build/sdist/*.tar.gz
"""
import email
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

import make_wheels

ROOT = make_wheels.ROOT
NEEDED = ("include/", "src/", "cli/", "cmake/", "python/pagekin/", "python/pyspark_pagekin/", "python/src/", "web/dist/",
          "CMakeLists.txt", "LICENSE", "NOTICES.txt", "README.md", "python/README.md")


def make(tools):
    folder = make_wheels.BUILD / "sdist"
    shutil.rmtree(folder, ignore_errors=True)
    make_wheels.run(tools / "python", "-m", "build", "--sdist", "--no-isolation", "--outdir", folder, ROOT)
    (archive,) = folder.glob("*.tar.gz")
    make_wheels.run(tools / "twine", "check", "--strict", archive)
    return archive


def unpack(archive, folder):
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    (top,) = pathlib.Path(folder).iterdir()
    return top


def missing(top):
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in tracked.splitlines() if name.startswith(NEEDED) and not (top / name).exists()]


def relative_links(text):
    """The targets of links that need the files around a document."""
    text = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"`[^`\n]*`", "", text)
    targets = re.findall(r"\]\(\s*<?([^)\s>]+)", text)
    targets += re.findall(r"^\s*\[[^\]]+\]:\s*<?(\S+?)>?\s*$", text, flags=re.MULTILINE)
    targets += re.findall(r"(?:href|src)\s*=\s*[\"']?([^\"'\s>]+)", text)
    return [target for target in targets if not re.match(r"(https?:|mailto:|#)", target)]


def description(top):
    """What a package index shows."""
    (metadata,) = top.glob("PKG-INFO")
    return email.message_from_string(metadata.read_text()).get_payload()


def configures(top, tools):
    """What CMake says, if it refuses the sources."""
    nanobind = subprocess.run([tools / "python", "-m", "nanobind", "--cmake_dir"], capture_output=True, text=True,
                              check=True).stdout.strip()
    done = subprocess.run(
        ["cmake", "-S", top, "-B", top / "build", "-G", "Ninja", "-DBUILD_TESTING=OFF", "-DPAGEKIN_NETWORK=OFF",
         "-DPAGEKIN_PYTHON_MODULE=ON", f"-DPython_EXECUTABLE={tools / 'python'}", f"-Dnanobind_DIR={nanobind}"],
        capture_output=True, text=True)
    return done.stderr if done.returncode != 0 else ""


def main():
    interpreter = make_wheels.python_versions.find()
    newest = max(interpreter)
    tools = make_wheels.tools_of(interpreter[newest], newest)
    archive = make(tools)
    with tempfile.TemporaryDirectory() as folder:
        top = unpack(archive, folder)
        lacking = missing(top)
        if lacking:
            sys.exit(f"{archive.name} lacks {len(lacking)} files of the build, for example {lacking[0]}")
        text = description(top)
        if "pagekin.cluster" not in text:
            sys.exit(f"{archive.name} has no description")
        if dead := relative_links(text):
            sys.exit(f"the description of {archive.name} has links that are dead on a package index: {', '.join(dead)}")
        refusal = configures(top, tools)
        if refusal:
            sys.exit(f"CMake refuses {archive.name}:\n{refusal}")
    print(f"{archive.relative_to(ROOT)}: {archive.stat().st_size:,} bytes; complete, and CMake accepts it")


if __name__ == "__main__":
    main()
