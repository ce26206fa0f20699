"""Commands of the program in a child process, so that the bytes are its own and nothing that it prints or catches meets the
caller's process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from . import _pagekin
from ._errors import InputError, OptionError, PagekinError

_USAGE = 2  # exit status for options that do not fit


def run_program(command: str, *arguments: object, met: Sequence[int] = (0,)) -> bytes:
    """Runs a command of the program and returns what it prints. Raises what the library would raise."""
    if not sys.executable:
        raise PagekinError(f"pagekin {command} runs in a Python of its own, and this one does not know its program: set sys.executable")
    # The package that runs now, wherever it was imported from, and no module of the working folder.
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    start = f"import sys; sys.path[:] = [{folder!r}, *filter(None, sys.path)]; from pagekin._command import main; sys.exit(main())"
    words = [sys.executable, "-c", start, command, *(os.fspath(a) if isinstance(a, os.PathLike) else str(a) for a in arguments)]
    if _pagekin.follows_links():
        words.append("--follow-links")
    done = subprocess.run(words, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode in met:
        return done.stdout
    text = done.stderr.decode("utf-8", "replace").strip()
    message = text.removeprefix("pagekin: ").removeprefix(f"{command}: ") or f"pagekin {command} ended with status {done.returncode}"
    if done.returncode < 0:
        raise PagekinError(f"pagekin {command} was ended by signal {-done.returncode}: {message}")
    raise OptionError(_in_python(message)) if done.returncode == _USAGE else InputError(_in_python(message))


def _in_python(message: str) -> str:
    """What the program says, with options as Python calls them and without the folder of temporary files."""
    message = re.sub(r"(?<![\w-])--([a-z]+(?:-[a-z]+)*)", lambda found: f"`{found[1].replace('-', '_')}`", message)
    return re.sub(r"[^\s'`(]*/pagekin-\w+/", "", message)


def reading_flags(reading: Mapping[str, Any]) -> list[str]:
    """The options of ``read`` as flags."""
    flags: list[str] = []
    names = {"url": "url-field", "html": "html-field"}
    for name, value in reading.items():
        flag = "--" + names.get(name, name).replace("_", "-")
        if value is True:
            flags.append(flag)
        elif value is not False and value is not None and value != "":
            flags += [flag, str(value)]
    return flags
