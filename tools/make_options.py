#!/usr/bin/env python3
"""Writes what is made from the tables of options of the library (include/pagekin/options.h):

- the signatures of Python functions: the lines between "# options of NAME" and "# end of options"
  in the files of python/pagekin, but for the options that the function has by hand before them;
- docs/options.md.

Usage: make_options.py PROGRAM [--check]     --check: writes nothing, and fails if something would change
"""
import ast
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TYPES = {"flag": "bool", "integer": "int", "number": "float", "text": "str", "word": "str",
         "file": "Optional[Path]", "hints": "Hints", "texts": "Union[str, Iterable[str]]"}


# What the headings say of options that several commands have.
SHARED = {
    "reading": "Of all commands that read pages.",
    "documents": "Of all commands that read pages: documents of other types than HTML.",
    "templates": "Of `extract`, `learn`, `label` and `clean`: where the templates come from.",
    "table": "Of commands that read a table of pages and templates: `sample`, `pages`, `report`, `serve`, `evaluate`.",
    "records": "Of `extract` with `--wrapper`, and the types of values that it writes.",
    "scores": "Of `sweep`.",
}


# The function of Python that does a use case: its file in python/pagekin, and its name.
FUNCTIONS = {
    "reading": ("_api.py", "read"), "templates": ("_record_tables.py", "extract"), "cluster": ("_api.py", "cluster"),
    "train": ("_api.py", "train"), "extract": ("_record_tables.py", "extract"), "records": ("_learn.py", "Wrapper.extract"),
    "learn": ("_learn.py", "learn"), "label": ("_prompts.py", "label"), "selectors": ("_learn.py", "Wrapper.selectors"),
    "clean": ("_clean.py", "clean"), "sample": ("_result.py", "ClusterResult.sample"), "pages": ("_result.py", "ClusterResult.write_template_pages"),
    "coverage": ("_program.py", "coverage"), "report": ("_result.py", "ClusterResult.report"), "evaluate": ("_result.py", "ClusterResult.evaluate_by_measure"),
    "sweep": ("_api.py", "sweep"), "crossval": ("_program.py", "crossval"), "compare": ("_api.py", "similarity"), "matrix": ("_api.py", "pairwise"),
    "fingerprint": ("_api.py", "fingerprint"),
}  # fmt: skip
# Arguments that have another name than the option and the flag.
OTHER_NAMES = {
    "reading": {"url_field": "url", "html_field": "html"}, "sample": {"total": "n"}, "selectors": {"format": "form"},
}
# Why Python has no such argument.
NO_NETWORK = "the wheel has no network code"
NO_ARGUMENT = {
    "reading": {"request_delay": NO_NETWORK, "keep_records": NO_NETWORK},
    "documents": "functions take HTML; `python -m pagekin` has all of them but `--tika`, for which the wheel has no network code",
    "table": "a result has arrays of templates, variants and clusters",
    "classify": {
        "decide": "`Index.classify` gives the best; `python -m pagekin classify` has it",
        "columns": "a decision has all of them as attributes",
    },
    "scores": "each row of a sweep has all scores",
    "fingerprint": {"tags": "`cluster` with the method `fingerprint:tags=...` has it"},
    "synth": "it makes test data: `python -m pagekin synth`",
    "crawl": "the wheel has no network code; `pagekin.crawl` is for crawlers",
}


def default_of(option):
    """As Python writes it."""
    if option["type"] in ("file", "hints"):
        return "None"
    if option["type"] == "texts":
        return "()"
    if option["type"] == "flag":
        return option["default"].capitalize()
    if option["type"] in ("text", "word"):
        return json.dumps(option["default"])
    number = float(option["default"])
    return repr(number if option["type"] == "number" else int(number))


def signature(options, indent, taken):
    return "".join(f"{indent}{o['name']}: {TYPES[o['type']]} = {default_of(o)},\n"
                   for o in options if not {o["name"], o["flag"].replace("-", "_")} & taken)


def with_signatures(text, use_cases):
    def block(match):
        indent, name = match[1], match[2]
        # Parameters before the block are written by hand.
        head = text[text.rindex("\ndef ", 0, match.start()):match.start()]
        taken = set(re.findall(r"^\s+(\w+):", head, flags=re.M))
        return (f"{indent}# options of {name}\n{signature(use_cases[name], indent, taken)}"
                f"{indent}# end of options\n")

    return re.sub(r"^( +)# options of (\w+)\n.*?^ +# end of options\n", block, text, flags=re.M | re.S)


def arguments_of(file, name):
    """The names of the arguments of a function or a method; of several definitions, as of overloads, those of the last."""
    found = ast.parse((ROOT / "python" / "pagekin" / file).read_text())
    for part in name.split("."):
        found = [node for node in found.body if getattr(node, "name", None) == part][-1]
    return {argument.arg for argument in [*found.args.args, *found.args.kwonlyargs]}


def argument_of(use_case, option):
    """How Python says an option, or why it does not. A gap that nobody has explained, and an explanation of none, is an error."""
    reason = NO_ARGUMENT.get(use_case, {}).get(option["name"])
    if use_case in FUNCTIONS:
        known = arguments_of(*FUNCTIONS[use_case])
        other = OTHER_NAMES.get(use_case, {}).get(option["name"])
        for name in [other] if other else [option["name"], option["flag"].replace("-", "_")]:
            if name in known and reason:
                sys.exit(f"{use_case}: Python has the option {name}; there is nothing to explain")
            if name in known:
                return f"`{name}`"
    if not reason:
        sys.exit(f"{use_case}: Python lacks the option {option['name']}; add it, or say in NO_ARGUMENT why not")
    return "no: " + reason


def document(use_cases):
    lines = ["# Options of use cases", "",
             "Made by `tools/make_options.py` from the tables of the library (`include/pagekin/options.h`). The program has",
             "them as flags, the C++ library as fields of an options struct, and the Python package as arguments, or a reason why not.", ""]
    for name, options in use_cases.items():
        reason = NO_ARGUMENT.get(name)
        has_python = not isinstance(reason, str)
        about = [SHARED[name]] if name in SHARED else []
        about += [] if has_python else [f"Not arguments in Python: {reason}."]
        lines += [f"## {name}", "", *([" ".join(about), ""] if about else []),
                  "| option | flag | Python | type | default | meaning |" if has_python else "| option | flag | type | default | meaning |",
                  "|---|---|---|---|---|---|" if has_python else "|---|---|---|---|---|"]
        for o in options:
            flag = "--" + o["flag"]
            kind = f"{o['type']}, {o['range']}" if o["range"] else o["type"]
            cells = [f"`{o['name']}`", f"`{flag}`", *([argument_of(name, o)] if has_python else []), kind, o["default"] or "none", o["help"]]
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        lines.append("")
    return "\n".join(lines)


program, check = sys.argv[1], "--check" in sys.argv[2:]
listed = subprocess.run([program, "list", "options", "--json"], check=True, capture_output=True, text=True).stdout
use_cases = {case["name"]: case["options"] for case in json.loads(listed)["options"]}
package = sorted((ROOT / "python" / "pagekin").glob("*.py"))
changed = []
for path, text in [*((file, with_signatures(file.read_text(), use_cases)) for file in package),
                   (ROOT / "docs" / "options.md", document(use_cases))]:
    if path.exists() and path.read_text() == text:
        continue
    changed.append(str(path.relative_to(ROOT)))
    if not check:
        path.write_text(text)
if check and changed:
    sys.exit(f"{', '.join(changed)}: not as the tables of options say; run tools/make_options.py PROGRAM")
print("written: " + ", ".join(changed) if changed else "signatures and docs/options.md are as the tables say")
