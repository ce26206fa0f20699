#!/usr/bin/env python3
"""Builds Python wheels that need nothing but Python and glibc 2.28 or newer (manylinux_2_28), for x86-64 and arm64.

One wheel for Python 3.12 and newer (the stable ABI), and one for each older Python of this machine. The C++ library is that of
build/release (make build), or of build/arm64 with --arm64; only the native module is compiled for each. It is linked with archives
alone, also of the C++ library (cmake/wheel.cmake), with ICU's data trimmed to what pagekin uses (trim_icu.py), and with the symbols of an
older glibc (older_glibc.py). older_glibc.py, auditwheel, twine and abi3audit check what came out.

Usage: make_wheels.py [--all | --python PROGRAM] [--arm64] [--compiled FOLDER] [--jobs N]     result: build/wheels/*.whl
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

import python_versions

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
OLDER_GLIBC = ROOT / "tools" / "older_glibc.py"
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


class Machine:
    """A kind of processor, and how one compiles for it."""

    def __init__(self, name, compiled, compiler="c++", root=None):
        self.name = name
        self.compiled = pathlib.Path(compiled).resolve()
        self.compiler = compiler
        self.root = root
        self.libraries = BUILD / "wheel-libraries" / name

    def make_libraries(self, tools, jobs):
        """What cmake/wheel.cmake wants."""
        compiler = self.compiler + (f" --sysroot={self.root}" if self.root else "")
        run(sys.executable, ROOT / "tools" / "trim_icu.py", ROOT, self.libraries / "icu", self.compiler)
        run(sys.executable, ROOT / "tools" / "static_libraries.py", self.libraries / "static", "--compiler", compiler,
            "--jobs", jobs)
        run(tools / "python", OLDER_GLIBC, self.libraries / "glibc", "--compiler", compiler)

    def defines(self, tools):
        made = {"PAGEKIN_COMPILED": self.compiled, "PAGEKIN_WHEEL_LIBRARIES": self.libraries,
                "PAGEKIN_PCH": "OFF"}  # few files are left to compile
        if self.root:
            # CMake looks for packages in the root alone, which has no nanobind.
            nanobind = subprocess.run([tools / "python", "-m", "nanobind", "--cmake_dir"], check=True, capture_output=True, text=True)
            made |= {"CMAKE_TOOLCHAIN_FILE": ROOT / "cmake" / "arm64.cmake", "PAGEKIN_ARM64_ROOT": self.root,
                     "nanobind_DIR": nanobind.stdout.strip()}
        return [f"--config-settings=cmake.define.{name}={value}" for name, value in made.items()]

    def environment(self, version):
        """What makes scikit-build-core name files for another machine."""
        if not self.root:
            return {}
        return {"_PYTHON_HOST_PLATFORM": f"linux-{self.name}",
                "SETUPTOOLS_EXT_SUFFIX": f".cpython-{version[0]}{version[1]}-{self.name}-linux-gnu.so"}


def make(machine, interpreter, version, jobs):
    tools = tools_of(interpreter, version)
    name = f"{version[0]}.{version[1]}-{machine.name}"
    raw = BUILD / "wheels-unrepaired" / name
    shutil.rmtree(raw, ignore_errors=True)
    run(tools / "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation",
        f"--config-settings=build-dir={BUILD / 'python'}-{name}", *machine.defines(tools), "--wheel-dir", raw, ROOT,
        CMAKE_GENERATOR="Ninja", CMAKE_BUILD_PARALLEL_LEVEL=str(jobs), **machine.environment(version))
    (wheel,) = raw.glob("*.whl")
    unpacked = raw / "unpacked"
    shutil.unpack_archive(wheel, unpacked, "zip")
    (module,) = unpacked.glob("pagekin/_pagekin*.so")
    run(tools / "python", OLDER_GLIBC, "--check", module)
    shutil.rmtree(unpacked)
    made = BUILD / "wheels"

    def of_the_same():
        return [path for path in made.glob(f"*{machine.name}.whl") if path.name.split("-")[2] == wheel.name.split("-")[2]]

    for old in of_the_same():
        old.unlink()
    platform = f"manylinux_2_28_{machine.name}"
    # Platforms of another machine have no names here; "auto" finds them.
    run(tools / "auditwheel", "repair", "--plat", "auto" if machine.root else platform, "--only-plat", "--wheel-dir", made, wheel,
        PATH=f"{tools}:{os.environ['PATH']}")
    (repaired,) = of_the_same()
    if platform not in repaired.name:
        sys.exit(f"{repaired.name} is not for {platform}")
    run(tools / "auditwheel", "show", repaired)
    run(tools / "twine", "check", "--strict", repaired)
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
    arguments.add_argument("--arm64", action="store_true", help="for arm64, with Debian's cross compiler")
    arguments.add_argument("--compiled", help="the build whose libraries are linked")
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
    if given.arm64:
        machine = Machine("aarch64", given.compiled or BUILD / "arm64" / "cmake", "aarch64-linux-gnu-g++",
                          BUILD / "arm64" / "root")
    else:
        machine = Machine(os.uname().machine, given.compiled or BUILD / "release")
    newest = max(chosen)
    machine.make_libraries(tools_of(chosen[newest], newest), given.jobs)
    at_once = max(1, min(given.jobs, len(chosen)))  # most of the time of a wheel goes to programs with one thread
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        making = [pool.submit(make, machine, program, version, max(1, given.jobs // at_once))
                  for version, program in chosen.items()]
    for wheel in making:
        wheel.result()


if __name__ == "__main__":
    main()
