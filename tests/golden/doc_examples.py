#!/usr/bin/env python3
"""Runs the commands that documents show and compares what they print with the documents.

Commands are the lines that begin with `$ ` in blocks fenced as `console`; lines right after that begin with `> ` go
on with the command. The lines up to the next command are what it prints on standard output and standard error, in a terminal
of 80 columns. A command that ends with another status than 0 is a fault, unless the document shows the status, as in
`pagekin ...; echo $?`. All commands of a document run one after another in a copy of a folder, in which `pagekin` is
the program. The lines of a summary that begin with `time` change from run to run: the document has `time      ...`.

Nothing is passed over: blocks are fenced as `console`, or as `text` if there is nothing to run in them. Any other
block is a fault, and so is a document without a command.

--update writes into the document what the commands print now; read it afterwards.

Usage: doc_examples.py PROGRAM DOCUMENT [--in FOLDER] [--update]

FOLDER is the folder of the document unless given.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser()
parser.add_argument("program", type=os.path.abspath)
parser.add_argument("document", type=pathlib.Path)
parser.add_argument("--in", dest="folder", type=pathlib.Path)
parser.add_argument("--update", action="store_true")
options = parser.parse_args()


def blocks_of(text):
    """(language, begin, end) of the fenced blocks; begin and end are those of the lines between the fences."""
    found, begin, language = [], None, ""
    at = 0
    for line in text.splitlines(keepends=True):
        if line.startswith("```") and begin is None:
            begin, language = at + len(line), line[3:].strip()
        elif line.startswith("```"):
            found.append((language, begin, at))
            begin = None
        at += len(line)
    if begin is not None:
        sys.exit(f"{options.document.name}: the last block does not end")
    return found


def examples_of(block):
    """(command, what it prints) of a block."""
    examples = []
    for line in block.splitlines(keepends=True):
        if line.startswith("$ "):
            examples.append([line, ""])
        elif not examples:
            sys.exit(f"{options.document.name}: a block of commands begins with '{line.rstrip()}'")
        elif line.startswith("> ") and not examples[-1][1]:
            examples[-1][0] += line
        else:
            examples[-1][1] += line
    return examples


def run(command, folder):
    environment = {**os.environ, "PAGEKIN": options.program, "LC_ALL": "C", "COLUMNS": "80"}
    done = subprocess.run(["bash", "-c", 'pagekin() { "$PAGEKIN" "$@"; }\n' + command], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, env=environment)
    printed = re.sub(r"^time .*(\n {10}.*)*$", "time      ...", done.stdout, flags=re.M)
    return re.sub(r"[ \t]+$", "", printed, flags=re.M), done.returncode


text = options.document.read_text(encoding="utf-8")
problems, count, updated, at = [], 0, "", 0
with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch) / "folder"
    shutil.copytree(options.folder or options.document.resolve().parent, folder)
    for language, begin, end in blocks_of(text):
        if language not in ("console", "text"):
            problems.append(f"a block is fenced as '{language}'; use console, or text for what is not run")
        if language != "console":
            continue
        updated += text[at:begin]
        at = end
        for command, shown in examples_of(text[begin:end]):
            count += 1
            printed, status = run(re.sub(r"^[$>] ", "", command, flags=re.M), folder)
            updated += command + printed
            if status != 0 or (printed != shown and not options.update):
                problems.append(f"--- {command}--- the document has\n{shown}--- the program prints\n{printed}"
                                f"--- and ends with status {status}")
if options.update:
    options.document.write_text(updated + text[at:], encoding="utf-8")
if count == 0:
    problems.append(f"{options.document.name} shows no command")
print("\n".join(problems) or f"{count} commands print what {options.document.name} shows")
sys.exit(bool(problems))
