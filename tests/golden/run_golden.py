#!/usr/bin/env python3
"""Runs the real program as a user would and compares what it does with text files.

A case is a folder with a file `cmd`, a shell script in which `pagekin` is the
program. It runs in a copy of the folder and is compared with `out` (standard
output), `err` (standard error; left out: not compared) and `status` (left out: 0).
Times and rates on standard error are written as N before comparing.

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


def stable(text):
    """Standard error without what changes from run to run."""
    text = re.sub(r"^time .*$", "time      N", text, flags=re.M)
    return text


with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch) / "case"
    shutil.copytree(case, folder, symlinks=True)
    script = 'pagekin() { "$PAGEKIN" "$@"; }\n' + (case / "cmd").read_text()
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True,
                          env={**os.environ, "PAGEKIN": program, "LC_ALL": "C"}, timeout=120)

problems = []
got = {"out": done.stdout, "err": stable(done.stderr.decode("utf-8", "replace")).encode(),
       "status": b"%d\n" % done.returncode}
for name, content in got.items():
    file = case / name
    if update and (file.exists() or name == "out"):
        file.write_bytes(content)
    wanted = file.read_bytes() if file.exists() else (b"0\n" if name == "status" else None)
    if wanted is not None and wanted != content:
        problems.append(f"--- {name}: expected\n{wanted.decode('utf-8', 'replace')}"
                        f"--- {name}: got\n{content.decode('utf-8', 'replace')}")
if problems and "err" not in [p.split(":")[0][4:] for p in problems]:
    problems.append("--- standard error was\n" + got["err"].decode())
print("\n".join(problems) or "as expected")
sys.exit(bool(problems))
