#!/usr/bin/env python3
"""Runs the real program as a user would and compares what it does with text files.

A case is a folder with a file `cmd`, a shell script in which `pagekin` is the
program. It runs in a copy of the folder without the files named here, and is
compared with `out` (standard output), `err` (standard error, see stable()) and
`status`. A missing `out` or `err` says that nothing is printed there, a missing
`status` says 0.

--update makes these files what the program does now; read them afterwards.

Usage: run_golden.py PROGRAM CASE_FOLDER [--update]
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

program, case = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
update = "--update" in sys.argv
MISSING = {"out": b"", "err": b"", "status": b"0\n"}  # what a missing file says


def stable(text, scratch):
    """Standard error without what changes from run to run and from machine to machine.

    Numbers become N, and the folder in which the case runs becomes SCRATCH. Anything
    else that changes is a fault of the program.
    """
    for pattern, replacement in (
            (re.escape(scratch), "SCRATCH"),
            (r"^(reading|comparing|describing|drawing)\b.* \S+/s\b.*\n", ""),  # progress on a slow machine
            (r"^time .*(\n {10}.*)*$", "time      N"),  # the line of a summary: seconds, rates, memory
            (r"[\d.,]+ (\S+/s)\b", r"N \1"),  # 1,234 pages/s
            (r"[\d.,]+ ([KMG]i?B of memory)\b", r"N \1"),
            (r"\b\d+ (processors?|cores?|threads?)\b", r"N \1"),
            (r"\b(pid|process) \d+\b", r"\1 N")):
        text = re.sub(pattern, replacement, text, flags=re.M)
    return text


with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch) / "case"
    shutil.copytree(case, folder, symlinks=True,
                    ignore=lambda where, names: {"cmd", *MISSING} if where == str(case) else set())
    script = 'pagekin() { "$PAGEKIN" "$@"; }\n' + (case / "cmd").read_text()
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True,
                          env={**environment, "PAGEKIN": program, "LC_ALL": "C"}, timeout=120)

got = {"out": done.stdout, "err": stable(done.stderr.decode("utf-8", "replace"), scratch).encode(),
       "status": b"%d\n" % done.returncode}
problems = []
for name, content in got.items():
    file = case / name
    if update and content == MISSING[name]:
        file.unlink(missing_ok=True)
    elif update:
        file.write_bytes(content)
    wanted = file.read_bytes() if file.exists() else MISSING[name]
    if wanted != content:
        problems.append(f"--- {name}: expected\n{wanted.decode('utf-8', 'replace')}"
                        f"--- {name}: got\n{content.decode('utf-8', 'replace')}")
print("\n".join(problems) or "as expected")
sys.exit(bool(problems))
