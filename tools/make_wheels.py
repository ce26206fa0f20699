#!/usr/bin/env python3
"""Builds Python wheels that need nothing but Python and what every system of the manylinux tag has.

One wheel for Python 3.12 and newer (the stable ABI), and one for each older Python of this machine.
The C++ library is that of build/release (make build); only the native module is compiled for each. auditwheel copies the
shared libraries into the wheel, with ICU's data trimmed to what pagekin uses (trim_icu.py), and
gives it the oldest manylinux tag that holds: older_symbols.py makes that manylinux_2_34 on Debian 12.

Usage: make_wheels.py [--all | --python PROGRAM] [--compiled FOLDER] [--jobs N]     result: build/wheels/*.whl
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
ICU = BUILD / "icu"
OLDER_SYMBOLS = ROOT / "tools" / "older_symbols.py"
MOST_BYTES = 10_000_000


def run(*command, **environment):
    """Runs a command, and prints it with what it prints in one piece: several run at a time."""
    command = [str(part) for part in command]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    print("+ " + " ".join(command) + "\n" + done.stdout, end="", flush=True)
    if done.returncode != 0:
        raise subprocess.CalledProcessError(done.returncode, command)


def tools_of(interpreter, version):
    """The programs of a virtual environment with what the build needs."""
    folder = BUILD / f"venv-wheel-{version[0]}.{version[1]}"
    needed = ROOT / "python" / "requirements-build.txt"
    installed = folder / "requirements.txt"  # what it has; written last
    if not installed.exists() or installed.read_text() != needed.read_text():
        run(interpreter, "-m", "venv", folder)
        run(folder / "bin" / "pip", "install", "--no-compile", "--quiet", "--disable-pip-version-check", "-r", needed)
        shutil.copy(needed, installed)
    return folder / "bin"


def make(interpreter, version, jobs, compiled):
    tools = tools_of(interpreter, version)
    raw = BUILD / "wheels-unrepaired" / f"{version[0]}.{version[1]}"
    shutil.rmtree(raw, ignore_errors=True)
    run(tools / "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation",
        f"--config-settings=build-dir={BUILD / 'python'}-{version[0]}.{version[1]}",
        f"--config-settings=cmake.define.PAGEKIN_COMPILED={pathlib.Path(compiled).resolve()}",
        "--config-settings=cmake.define.PAGEKIN_PCH=OFF",  # few files are left to compile
        "--wheel-dir", raw, ROOT, CMAKE_GENERATOR="Ninja", CMAKE_BUILD_PARALLEL_LEVEL=str(jobs))
    (wheel,) = raw.glob("*.whl")
    unpacked = raw / "unpacked"
    shutil.unpack_archive(wheel, unpacked, "zip")
    run(tools / "python", OLDER_SYMBOLS, *unpacked.glob("pagekin/_pagekin*.so"))
    shutil.make_archive(str(wheel), "zip", unpacked)  # auditwheel writes the list of files again
    os.replace(f"{wheel}.zip", wheel)
    shutil.rmtree(unpacked)
    glibc = platform.libc_ver()[1].replace(".", "_")
    made = BUILD / "wheels"
    for old in set(made.glob("*.whl")):  # of the same Python
        if old.name.split("-")[2] == wheel.name.split("-")[2]:
            old.unlink()
    run(tools / "auditwheel", "repair", "--plat", f"manylinux_{glibc}_{platform.machine()}", "--wheel-dir", made, wheel,
        LD_LIBRARY_PATH=str(ICU), PATH=f"{tools}:{os.environ['PATH']}")
    (repaired,) = [path for path in made.glob("*.whl") if path.name.split("-")[2] == wheel.name.split("-")[2]]
    run(tools / "auditwheel", "show", repaired)
    if "abi3" in repaired.name:
        run(tools / "abi3audit", "--strict", "--report", repaired)
    size = repaired.stat().st_size
    print(f"{repaired.relative_to(ROOT)}: {size:,} bytes")
    if size >= MOST_BYTES:
        sys.exit(f"the wheel has {size:,} bytes; less than {MOST_BYTES:,} were expected")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--all", action="store_true", help="for every Python of this machine")
    arguments.add_argument("--python", help="for this one; without it, the newest of this machine")
    arguments.add_argument("--compiled", default=BUILD / "release", help="the build whose libraries are linked")
    arguments.add_argument("--jobs", type=int, default=os.cpu_count(), help="compilers at a time")
    given = arguments.parse_args()
    pythons = python_versions.find()
    if given.python:
        chosen = {python_versions.version_of(given.python): given.python}
    elif given.all:
        chosen = {}
        for version, program in pythons.items():
            chosen.setdefault(python_versions.wheel_for(version), program)
    else:
        newest = max(pythons)
        chosen = {newest: pythons[newest]}
    run(sys.executable, ROOT / "tools" / "trim_icu.py", ROOT, ICU)
    newest = max(chosen)
    run(tools_of(chosen[newest], newest) / "python", OLDER_SYMBOLS, *ICU.glob("libicuuc.so.*"))
    at_once = max(1, min(given.jobs, len(chosen)))  # most of the time of a wheel goes to programs with one thread
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        making = [pool.submit(make, program, version, max(1, given.jobs // at_once), given.compiled)
                  for version, program in chosen.items()]
    for wheel in making:
        wheel.result()


if __name__ == "__main__":
    main()
