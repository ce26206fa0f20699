#!/usr/bin/env python3
"""Compiles libraries for Python wheels of which Debian has no archive that fits.

A wheel has all libraries in its one module, so that they meet no others in the process and need no C++ library of the system. Most
of Debian's archives (lib*.a) serve for that. fmt, highway and simdjson have none. That of bzip2 and parts of those of re2 and ICU
are made for programs: a module cannot have them, or could only be loaded if the C library has much room for variables of threads.
These are compiled here from Debian's source packages, of the versions whose headers are installed; what is missing in libre2_code.a and
libicu_code.a is in Debian's archives.

Needs: apt-get with a mirror of bookworm, dpkg-source, a C++ compiler.
Usage: static_libraries.py FOLDER [--compiler "c++ FLAG..."] [--jobs N]
"""
import argparse
import concurrent.futures
import glob
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

FLAGS = ["-O2", "-DNDEBUG", "-fPIC", "-fvisibility=hidden", "-ffp-contract=off", "-fstack-protector-strong",
         "-D_FORTIFY_SOURCE=2", "-pthread"]
BZIP2 = ["blocksort.c", "huffman.c", "crctable.c", "randtable.c", "compress.c", "decompress.c", "bzlib.c"]
# name: source package, package of the headers, flags, sources
LIBRARIES = {
    "bz2": ("bzip2", "libbz2-dev", ["-x", "c", "-std=gnu17"], BZIP2),
    "fmt": ("fmtlib", "libfmt-dev", ["-std=c++17", "-Iinclude"], ["src/format.cc", "src/os.cc"]),
    "hwy": ("highway", "libhwy-dev", ["-std=c++17", "-I."], ["hwy/aligned_allocator.cc", "hwy/per_target.cc", "hwy/targets.cc"]),
    "icu_code": ("icu", "libicu-dev", ["-std=c++17", "-DU_COMMON_IMPLEMENTATION"],
                 ["source/common/putil.cpp", "source/common/umutex.cpp"]),
    "re2_code": ("re2", "libre2-dev", ["-std=c++17", "-I."], ["re2/*.cc", "util/rune.cc", "util/strutil.cc"]),
    "simdjson": ("simdjson", "libsimdjson-dev", ["-std=c++17", "-Iinclude", "-Isrc"], ["src/simdjson.cpp"]),
}


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def upstream(version):
    """1.0.3 of 1.0.3-3+deb12u1"""
    return version.rpartition("-")[0]


def fetch(folder, packages):
    """Source packages, whose checksums apt has verified, unpacked with Debian's patches: package -> folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    mirrors = output_of("apt-get", "indextargets", "--format", "$(REPO_URI)", "Codename: bookworm").split()
    if not mirrors:
        sys.exit("apt knows no mirror of bookworm")
    mirror = max(sorted(set(mirrors)), key=mirrors.count)
    (folder / "sources.list").write_text(
        f"deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] {mirror} bookworm main\n")
    (folder / "lists").mkdir()
    apt = ["apt-get", "-qq", "-o", f"Dir::Etc::sourcelist={folder}/sources.list", "-o", "Dir::Etc::sourceparts=/dev/null",
           "-o", f"Dir::State::lists={folder}/lists", "-o", "APT::Sandbox::User=root"]
    subprocess.run([*apt, "update"], check=True)
    subprocess.run([*apt, "source", "--download-only", *packages], cwd=folder, check=True)
    unpacked = {}
    for package in packages:
        (description,) = folder.glob(f"{package}_*.dsc")
        unpacked[package] = folder / package
        subprocess.run(["dpkg-source", "--no-check", "--extract", description, unpacked[package]], check=True,
                       stdout=subprocess.DEVNULL)
    return unpacked


def check_version(source, headers):
    has = output_of("dpkg-parsechangelog", "-l", str(source / "debian" / "changelog"), "-S", "Version")
    wants = output_of("dpkg-query", "-W", "-f", "${source:Version}", headers)
    if upstream(has) != upstream(wants):
        sys.exit(f"{source.name} is {has}, but the headers of {headers} are of {wants}")


def compile_library(name, source, folder, compiler, jobs):
    package, headers, flags, patterns = LIBRARIES[name]
    check_version(source, headers)
    files = [file for pattern in patterns for file in sorted(glob.glob(pattern, root_dir=source))]
    objects = [folder / f"{name}-{number}.o" for number in range(len(files))]
    commands = [[*compiler, *flags, *FLAGS, "-c", file, "-o", made] for file, made in zip(files, objects)]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda command: subprocess.run(command, check=True, cwd=source), commands))
    archive = folder / f"lib{name}.a"
    archive.unlink(missing_ok=True)
    subprocess.run(["ar", "rcsD", archive, *objects], check=True)
    for made in objects:
        made.unlink()
    print(f"{archive}: {len(files)} files of {package}")


def made_of(name, compiler):
    return f"{LIBRARIES[name]} {FLAGS} {compiler} {output_of('dpkg-query', '-W', LIBRARIES[name][1])}\n"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--compiler", default="c++", help="with flags")
    arguments.add_argument("--jobs", type=int, default=os.cpu_count())
    given = arguments.parse_args()
    folder = given.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)

    def mark(name):
        return folder / f"{name}.made_of"  # written last

    todo = [name for name in LIBRARIES if not mark(name).exists() or mark(name).read_text() != made_of(name, given.compiler)]
    if not todo:
        return
    unpacked = fetch(folder / "sources", [LIBRARIES[name][0] for name in todo])
    for name in todo:
        compile_library(name, unpacked[LIBRARIES[name][0]], folder, shlex.split(given.compiler), given.jobs)
        mark(name).write_text(made_of(name, given.compiler))
    shutil.rmtree(folder / "sources")


if __name__ == "__main__":
    main()
