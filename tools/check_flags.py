#!/usr/bin/env python3
"""Fails if a command has a flag that no table of options has (include/pagekin/options.h).

The flags of a command are in the tables of its use cases, or in the lists below: files that it reads and
writes, what it prints, and how it runs. The lists must be exact, so they can only shrink.

Usage: check_flags.py PROGRAM
"""
import json
import re
import subprocess
import sys

# The use cases whose options a command has, besides the one with its name.
READING = ["reading", "documents"]
USE_CASES = {
    "crawl": ["documents"],
    "extract": [*READING, "templates", "records"],
    "learn": [*READING, "templates"],
    "label": [*READING, "templates"],
    "clean": [*READING, "templates"],
    "cluster": [*READING, "report"],
    "coverage": [*READING, "report"],
    "diff": [*READING, "report"],
    "sample": [*READING, "table"],
    "pages": [*READING, "table"],
    "report": [*READING, "table"],
    "serve": [*READING, "table", "report"],
    "evaluate": [*READING, "table"],
    "sweep": [*READING, "scores"],
    "synth": [],
    "list": [],
}

# How a command runs, where its results go, and the labels that it reads: any command may have these.
COMMON = {"help", "threads", "quiet", "verbose", "errors", "summary", "follow-links", "fail-on", "output", "json",
          "report", "truth", "truth-rules"}

# Further files, what is printed, and the parts of a server.
OF_COMMANDS = {
    "crawl": {"import"},
    "cluster": {"columns", "templates", "save", "all", "dendrogram"},
    "classify": {"model"},
    "extract": {"schema", "save-schema", "wrapper", "repair", "health"},
    "learn": {"fields", "answers", "ask"},
    "label": {"representatives"},
    "sample": {"format"},
    "pages": {"format"},
    "diff": {"pages"},
    "coverage": {"not-crawled"},
    "serve": {"labels", "wrapper", "port", "bind"},
    "evaluate": {"table"},
    "crossval": {"significance"},
    "compare": {"from"},
    "fingerprint": {"entropy"},
    "sweep": {"plot"},
    "list": {"markdown", "bibtex"},
}


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


program = sys.argv[1]
tables = {case["name"]: {option["flag"] for option in case["options"]}
          for case in json.loads(run(program, "list", "options", "--json"))["options"]}
commands = re.findall(r"^  ([a-z]+)  ", run(program, "help").split("Options:")[0], flags=re.M)
problems = []
for command in set(commands) - {"help", "completions"}:
    help_text = run(program, "help", command)
    if "not in this build" in help_text:
        continue
    flags = set(re.findall(r"^ +(?:-\w, )?--([a-z][a-z-]*)", help_text, flags=re.M))
    names = [command, *USE_CASES.get(command, READING)]
    of_tables = set().union(*(tables.get(name, set()) for name in names))
    listed = OF_COMMANDS.get(command, set())
    problems += [f"{command} --{flag}: in no table of options" for flag in sorted(flags - of_tables - COMMON - listed)]
    problems += [f"{command} --{flag}: listed here, but {'in a table' if flag in flags else 'there is no such flag'}"
                 for flag in sorted(listed) if flag in of_tables or flag not in flags]
if problems:
    sys.exit("\n".join(problems))
print(f"the flags of {len(commands)} commands are those of {len(tables)} tables")
