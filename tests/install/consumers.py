#!/usr/bin/env python3
"""Installs a build into a temporary folder and uses it as other projects would.

The programs of examples/ are compiled against the installed library twice: with CMake's
find_package and with pkg-config, once with the shared and once with the static library. Both
libraries are used in both ways.
What each prints is compared with tests/install/NAME.out. docs/library.md shows some of them, and must show them as they are.

Usage: consumers.py SOURCE_FOLDER BUILD_FOLDER COMPILER [FLAG...]
The flags are those of the build, because a library with sanitizers needs programs with
sanitizers.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

source, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
compiler, flags = sys.argv[3], sys.argv[4:]

# Name of a program -> its arguments, which are read in the folder of the sources; SCRATCH is a folder of this test.
PROGRAMS = {
    "cluster_folder": ["docs/glossary"],
    "nearest_template": ["docs/glossary/shop/pan.html", "docs/glossary"],
    "keep_index": ["SCRATCH/site.index", "examples/shop.jsonl.gz", "examples/shop-new.jsonl.gz"],
    "learn_and_extract": ["examples/shop.jsonl.gz"],
    "clean_texts": ["examples/shop.jsonl.gz"],
    "compare_crawls": ["examples/shop.jsonl.gz", "examples/shop-new.jsonl.gz"],
}
SHOWN = ["cluster_folder", "keep_index", "learn_and_extract", "clean_texts", "compare_crawls"]  # in docs/library.md

# Which library each program is linked with.
WITH_CMAKE = {"cluster_folder": "shared", "nearest_template": "static", "keep_index": "shared",
              "learn_and_extract": "shared", "clean_texts": "shared", "compare_crawls": "shared"}
WITH_PKG_CONFIG = {"cluster_folder": "static", "nearest_template": "shared"}

CMAKE_LISTS = """cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CXX)
find_package(pagekin {version} CONFIG REQUIRED COMPONENTS static)
"""
TARGET = """add_executable({name}_{kind} "{path}")
target_link_libraries({name}_{kind} PRIVATE {library})
"""


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(map(str, command))}\nended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def build_with_cmake(scratch, prefix, version):
    """Yields the name and the path of each program built."""
    folder = scratch / "cmake"
    folder.mkdir()
    lists = CMAKE_LISTS.format(version=version)
    for name, kind in WITH_CMAKE.items():
        library = {"shared": "pagekin::pagekin", "static": "pagekin::static"}[kind]
        lists += TARGET.format(name=name, kind=kind, library=library, path=source / "examples" / f"{name}.cc")
    (folder / "CMakeLists.txt").write_text(lists)
    run("cmake", "-G", "Ninja", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_CXX_FLAGS={shlex.join(flags)}")
    run("cmake", "--build", folder / "build")
    for name, kind in WITH_CMAKE.items():
        yield name, folder / "build" / f"{name}_{kind}"


def build_with_pkg_config(scratch, prefix):
    """Yields the name and the path of each program built."""
    file = next(prefix.rglob("pagekin.pc"))
    environment = {**os.environ, "PKG_CONFIG_PATH": str(file.parent)}
    shared = run("pkg-config", "--cflags", "--libs", "pagekin", env=environment).split()
    static = run("pkg-config", "--static", "--cflags", "--libs", "pagekin", env=environment).split()
    static = ["-l:libpagekin.a" if word == "-lpagekin" else word for word in static]
    for name, kind in WITH_PKG_CONFIG.items():
        program = scratch / f"{name}_{kind}"
        run(compiler, "-std=c++20", *flags, source / "examples" / f"{name}.cc", "-o", program,
            *{"shared": shared, "static": static}[kind])
        yield name, program


problems = []
document = (source / "docs" / "library.md").read_text()
for name in SHOWN:
    if (source / "examples" / f"{name}.cc").read_text() not in document:
        problems.append(f"docs/library.md does not show examples/{name}.cc as it is")
with tempfile.TemporaryDirectory() as temporary:
    scratch = pathlib.Path(temporary)
    prefix = scratch / "prefix"
    run("cmake", "--install", build, "--prefix", prefix)
    for wanted in ("bin/pagekin", "share/man/man1/pagekin.1", "share/man/man1/pagekin-cluster.1",
                   "share/bash-completion/completions/pagekin", "share/zsh/site-functions/_pagekin",
                   "share/fish/vendor_completions.d/pagekin.fish", "share/doc/pagekin/LICENSE", "share/doc/pagekin/NOTICES.txt", "share/doc/pagekin/CITATION.cff", "include/pagekin/version.h"):
        if not (prefix / wanted).is_file():
            problems.append(f"{wanted} is not installed")
    commands = run(prefix / "bin" / "pagekin", "help").split("Commands:\n")[1].split("\n\n")[0]
    for command in re.findall(r"^  (\w+)", commands, re.M):
        if not (prefix / f"share/man/man1/pagekin-{command}.1").is_file():
            problems.append(f"there is no manual page of {command}")
    version = run(prefix / "bin" / "pagekin", "--version").strip()
    programs = [*build_with_cmake(scratch, prefix, version), *build_with_pkg_config(scratch, prefix)]
    libraries = next(prefix.rglob("libpagekin.so")).parent
    for name, program in programs:
        arguments = [word.replace("SCRATCH", str(scratch)) for word in PROGRAMS[name]]
        got = run(program, *arguments, cwd=source, env={**os.environ, "LD_LIBRARY_PATH": str(libraries)})
        expected = (source / "tests" / "install" / f"{name}.out").read_text()
        if got != expected:
            problems.append(f"{program.relative_to(scratch)} printed\n{got}instead of\n{expected}")

print("\n".join(problems) or f"{len(programs)} programs built and run against the installed library")
sys.exit(bool(problems))
