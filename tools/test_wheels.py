#!/usr/bin/env python3
"""Installs the wheels into clean virtual environments and runs the tests of the Python package there.

No compiler, header or library of Debian's -dev packages is visible while the tests run: folders with
them are hidden in a mount namespace of their own, where that is allowed. One Python (3.11 or newer)
runs all tests, with pandas, scikit-learn, Scrapy and so on; the others run those that need pytest alone.
Two Pythons are at work at a time; what each prints comes in one piece.

Usage: test_wheels.py [--quick]     --quick: only the Python that runs all tests
"""
import argparse
import concurrent.futures
import os
import pathlib
import platform
import shutil
import subprocess
import sys

import python_versions

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
FULL = (3, 11)  # the first version for which all frameworks have wheels

HIDE = r"""
set -e
for folder in /usr/include /usr/local/include /usr/lib/gcc /usr/lib/llvm-* /usr/lib/*-linux-gnu/pkgconfig \
    /usr/lib/*-linux-gnu/cmake /usr/share/pkgconfig; do
  [ ! -d "$folder" ] || mount -t tmpfs none "$folder"
done
for file in /usr/bin/cc /usr/bin/c++ /usr/bin/gcc /usr/bin/g++ /usr/bin/clang* \
    /usr/lib/*-linux-gnu/lib{icu*,fmt,simdjson,re2,hwy,deflate,brotli*,zstd,xxhash,curl,pq,psl}.so*; do
  [ ! -f "$file" ] || mount --bind /dev/null "$file"
done
exec "$@"
"""


def program_that_runs_anywhere():
    """The native program, with copies of the libraries that are hidden: the tests compare with it."""
    program = os.environ.get("PAGEKIN_PROGRAM", str(BUILD / "release" / "cli" / "pagekin"))
    if not os.access(program, os.X_OK):
        return program  # the tests say that it is missing
    folder = BUILD / "program-for-tests"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for line in subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout.splitlines():
        name, _, rest = line.strip().partition(" => ")
        path = rest.partition(" ")[0]
        if path and not name.startswith(("libc.so", "libm.so", "libpthread", "libdl", "librt", "ld-linux")):
            shutil.copy(path, folder / name)
    wrapper = folder / "pagekin"
    wrapper.write_text(f'#!/bin/sh\nLD_LIBRARY_PATH="{folder}" exec "{program}" "$@"\n')
    wrapper.chmod(0o755)
    return str(wrapper)


def can_hide():
    return subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode == 0


def wheel_for(version):
    tag = "cp{}{}".format(*python_versions.wheel_for(version))
    wheels = list((BUILD / "wheels").glob(f"pagekin-*-{tag}-*_{platform.machine()}.whl"))
    return wheels[0] if wheels else None


def test(version, interpreter, is_full):
    """Whether all tests passed, and the text to print."""
    wheel = wheel_for(version)
    name = f"Python {version[0]}.{version[1]}"
    if wheel is None:
        return True, f"{name}: skipped, there is no wheel for it; make wheels makes it"
    said = [f"{name}: {wheel.name}"]

    def run(command, **options):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
        if done.stdout.strip():
            said.append(done.stdout.strip())
        return done.returncode == 0

    folder = BUILD / f"venv-test-{version[0]}.{version[1]}"
    # Modules are compiled when they are first imported: most never are.
    pip = [folder / "bin" / "pip", "install", "--no-compile", "--quiet", "--disable-pip-version-check"]
    if not folder.exists():
        needed = ["-r", ROOT / "python" / "requirements-test.txt"] if is_full else ["pytest", "numpy"]
        if not run([interpreter, "-m", "venv", folder]) or not run([*pip, *needed]):
            shutil.rmtree(folder, ignore_errors=True)
            return False, "\n".join(said)
    if not run([*pip, "--force-reinstall", "--no-deps", wheel]):
        return False, "\n".join(said)
    command = [folder / "bin" / "python", "-P" if version >= (3, 11) else "-I", "-m", "pytest", "-q", "--durations=5",
               "-p", "no:cacheprovider", ROOT / "python" / "tests"]
    if can_hide():
        command = ["unshare", "--mount", "bash", "-c", HIDE, "bash", *command]
    else:
        said.append("compilers and headers stay visible: this user may not make a mount namespace")
    environment = {key: value for key, value in os.environ.items() if key not in ("LD_LIBRARY_PATH", "PYTHONPATH")}
    passed = run(command, cwd=BUILD, env={
        **environment, "PAGEKIN_TEST_WHEEL": str(wheel), "PAGEKIN_PROGRAM": program})
    return passed, "\n".join(said)


arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
arguments.add_argument("--quick", action="store_true")
given = arguments.parse_args()
found = python_versions.find()
program = program_that_runs_anywhere()
full = min((version for version in found if version >= FULL), default=None)
if full is None:
    sys.exit("there is no Python of version 3.11 or newer to run all tests")
others = [] if given.quick else [version for version in found if version != full]
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    running = [pool.submit(test, version, found[version], version == full) for version in [full, *others]]
    for one in concurrent.futures.as_completed(running):
        print(one.result()[1] + "\n", flush=True)
if not all(one.result()[0] for one in running):
    sys.exit("the tests of a Python failed")
