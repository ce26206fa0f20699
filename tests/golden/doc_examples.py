#!/usr/bin/env python3
"""Runs the commands that a document shows and compares what they print with the document.

Commands are the lines that begin with `$ ` in blocks fenced as `console`; the lines up
to the next command are what it prints on standard output and standard error. All
commands of a document run one after another in a copy of its folder, in which `pagekin`
is the program. The line of a summary that begins with `time` changes from run to run:
the document has `time      ...` there.

Usage: doc_examples.py PROGRAM DOCUMENT
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

program, document = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
blocks = re.findall(r"^```console\n(.*?)^```$", document.read_text(encoding="utf-8"), flags=re.M | re.S)
examples = [(shown.partition("\n")[0], shown.partition("\n")[2])
            for block in blocks for shown in re.split(r"^\$ ", block, flags=re.M)[1:]]
if not examples:
    sys.exit(f"{document.name} shows no command")

problems = []
with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch) / "docs"
    shutil.copytree(document.parent, folder)
    for command, printed in examples:
        done = subprocess.run(["bash", "-c", 'pagekin() { "$PAGEKIN" "$@"; }\n' + command], cwd=folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                              env={**os.environ, "PAGEKIN": program, "LC_ALL": "C"})
        got = re.sub(r"^time .*$", "time      ...", done.stdout, flags=re.M)
        got = re.sub(r"[ \t]+$", "", got, flags=re.M)
        if done.returncode != 0 or got != printed:
            problems.append(f"--- $ {command}: the document has\n{printed}--- the program prints\n{got}"
                            f"--- and ends with status {done.returncode}")
print("\n".join(problems) or f"{len(examples)} commands print what {document.name} shows")
sys.exit(bool(problems))
