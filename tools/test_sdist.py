#!/usr/bin/env python3
"""Makes the source distribution and checks that it can be built.

It must hold every source file that the build reads, and CMake must accept it as it does the checkout. It is not
compiled: the same files have been compiled by `make build`.

Usage: test_sdist.py     result: build/sdist/*.tar.gz
"""
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

import make_wheels

ROOT = make_wheels.ROOT
NEEDED = ("include/", "src/", "cli/", "cmake/", "python/pagekin/", "python/pyspark_pagekin/", "python/src/", "web/dist/",
          "CMakeLists.txt", "LICENSE", "NOTICES.txt", "README.md")


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
        refusal = configures(top, tools)
        if refusal:
            sys.exit(f"CMake refuses {archive.name}:\n{refusal}")
    print(f"{archive.relative_to(ROOT)}: {archive.stat().st_size:,} bytes; complete, and CMake accepts it")


if __name__ == "__main__":
    main()
