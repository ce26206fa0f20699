#!/usr/bin/env python3
"""Runs clang-tidy over the sources of the library.

A file that passed once is not checked again while nothing has changed that clang-tidy reads: the file
itself, the headers of this project that it includes, its compiler flags, .clang-tidy and the version of
clang-tidy. Records of what passed are empty files in pagekin-tidy in the user's cache folder
(XDG_CACHE_HOME, else .cache in the home folder); those of no use for 30 days are removed. Findings are
never recorded. Headers of other libraries are taken not to change.

With --recent N, only files that changed in the last N commits (of the first parents) are checked: .cc
files, and for each header the .cc file of its name, or else one that includes it. All files are checked
if there are fewer commits, as in a shallow clone, or if .clang-tidy changed.

The commands of the program take ten times as long a file, for the header that parses their options:
name them, or give --folders src cli.

Usage: check_tidy.py BUILD_FOLDER [FILE...]     the folder has compile_commands.json
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
TIDY = "clang-tidy-14"
INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.MULTILINE)


def git(*arguments):
    """The lines that git prints, or None if it fails."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.splitlines() if done.returncode == 0 else None


class Headers:
    """The files of this project that a file includes, found by reading #include lines."""

    def __init__(self, folders):
        self.folders = folders
        self.direct = {}  # path: files it includes
        self.bytes = {}

    def of(self, path):
        """Those that `path` itself names."""
        if path not in self.direct:
            self.bytes[path] = path.read_bytes()
            found = []
            for name in INCLUDE.findall(self.bytes[path]):
                for folder in (path.parent, *self.folders):
                    candidate = folder / os.fsdecode(name)
                    if candidate.is_file():
                        found.append(pathlib.Path(os.path.normpath(candidate)))
                        break
            self.direct[path] = found
        return self.direct[path]

    def all_of(self, path):
        """`path` and all files it includes, in order of their names."""
        seen = {path}
        waiting = [path]
        while waiting:
            for header in self.of(waiting.pop()):
                if header not in seen:
                    seen.add(header)
                    waiting.append(header)
        return sorted(seen)


def recent(count, files, headers):
    """Of `files`, those that changed in the last `count` commits or are not committed, and one for each such header."""
    changed = git("diff", "--name-only", f"HEAD~{count}")
    if changed is None:
        print(f"check_tidy.py: history has fewer than {count} commits, so all files are checked")
        return files
    if ".clang-tidy" in changed:
        print(f"check_tidy.py: .clang-tidy changed in the last {count} commits, so all files are checked")
        return files
    changed = {ROOT / path for path in changed + (git("ls-files", "--others", "--exclude-standard") or [])}
    chosen = {path for path in files if path in changed}
    for header in (path for path in changed if path.suffix in (".h", ".inc") and path.exists()):
        own = header.with_suffix(".cc")
        including = [own] if own in files else [path for path in files if header in headers.of(path)]
        if not including:
            including = [path for path in files if header in headers.all_of(path)]
        if not chosen.intersection(including):
            chosen.update(including[:1])
    return [path for path in files if path in chosen]


arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
arguments.add_argument("build", help="the folder of compile_commands.json")
arguments.add_argument("files", nargs="*", help="what to check; without any, the .cc files of --folders")
arguments.add_argument("--folders", nargs="+", default=["src"], help="where to look for .cc files")
arguments.add_argument("--checks", default="", help="checks that are added to those in .clang-tidy")
arguments.add_argument("--recent", type=int, metavar="N", help="only what changed in the last N commits")
arguments.add_argument("--jobs", type=int, default=os.cpu_count(), help="files at a time")
given = arguments.parse_args()

build = pathlib.Path(given.build).resolve()
commands = {}
for entry in json.loads((build / "compile_commands.json").read_text()):
    commands[pathlib.Path(entry["file"])] = entry["command"]
headers = Headers([ROOT / "src", ROOT / "include", ROOT, build / "generated"])
if given.files:
    files = [pathlib.Path(os.path.abspath(name)) for name in given.files]
    for path in files:
        if not path.is_file():
            sys.exit(f"check_tidy.py: {path} does not exist")
else:
    listed = git("ls-files", "--cached", "--others", "--exclude-standard", *given.folders)
    if listed is None:
        sys.exit("check_tidy.py: this is no checkout of git; name the files to check")
    files = sorted(ROOT / name for name in listed if name.endswith(".cc") and (ROOT / name).exists())
    if given.recent is not None:
        files = recent(given.recent, files, headers)

version = subprocess.run([TIDY, "--version"], capture_output=True, check=True).stdout
settings = hashlib.sha256(version + (ROOT / ".clang-tidy").read_bytes() + given.checks.encode())
records = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "pagekin-tidy"
records.mkdir(parents=True, exist_ok=True)


def record_of(path):
    """The file that exists if `path` passed as it is now."""
    key = settings.copy()
    command = commands.get(path, "")
    for folder, name in ((build, "BUILD"), (ROOT, "ROOT")):
        command = command.replace(str(folder), name)
    key.update(command.encode())
    for part in headers.all_of(path):
        key.update(b"\0" + part.name.encode() + b"\0" + hashlib.sha256(headers.bytes[part]).digest())
    return records / key.hexdigest()


def check(path):
    """What clang-tidy finds in a file, or None."""
    done = subprocess.run([TIDY, "--quiet", *([f"--checks={given.checks}"] if given.checks else []), "-p", build, path],
                          cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode == 0 and not done.stdout.strip():
        return None
    return done.stdout.strip() or done.stderr.strip() or f"{path}: {TIDY} ended with status {done.returncode}"


record = {path: record_of(path) for path in files}
unknown = [path for path in files if not record[path].exists()]
for path in files:
    if path not in unknown:
        record[path].touch()
for old in records.iterdir():
    if old.stat().st_mtime < time.time() - 30 * 86400:
        old.unlink(missing_ok=True)
failed = 0
with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
    for path, finding in zip(unknown, pool.map(check, unknown)):
        if finding is None:
            record[path].touch()
        else:
            failed += 1
            print(finding, flush=True)
print(f"check_tidy.py: {len(files)} files, {len(files) - len(unknown)} of them as they were when they passed before, "
      f"{failed} with findings")
sys.exit(1 if failed else 0)
