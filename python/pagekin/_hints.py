"""Hints: what a person says of the templates of some pages."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Optional, Union

from ._errors import InputError

#: A path; a mapping from pages to the names of their templates; or mappings with the key ``page``, and
#: ``template``, ``same_as`` or ``different_from``. A data frame of pandas serves, too.
Hints = Union[None, str, "os.PathLike[str]", Mapping[Any, object], Iterable[Mapping[str, object]]]

_KEYS = ("page", "template", "same_as", "different_from")


def _rows(hints: Any) -> Iterator[dict[str, str]]:
    if hasattr(hints, "columns") and hasattr(hints, "to_dict"):  # a data frame of pandas
        hints = hints.to_dict("records")
    if isinstance(hints, Mapping):
        hints = [{"page": page, "template": name} for page, name in hints.items()]
    for row, hint in enumerate(hints):
        if not isinstance(hint, Mapping) or not set(hint) <= set(_KEYS):
            shown = ", ".join(map(str, hint)) if isinstance(hint, Mapping) else repr(hint)
            raise TypeError(f"hint {row}: expected a mapping with keys of {', '.join(_KEYS)}, got {shown}")
        # What is missing is None, or not a number in a data frame.
        yield {key: str(value) for key, value in hint.items() if value is not None and value == value}


class HintFile:
    """A context with the path of a file with the hints; empty: there are none."""

    def __init__(self, hints: Hints) -> None:
        self._hints = hints
        self._folder: Optional[tempfile.TemporaryDirectory[str]] = None

    def __enter__(self) -> str:
        if self._hints is None:
            return ""
        if isinstance(self._hints, (str, os.PathLike)):
            return os.fspath(self._hints)
        rows = list(_rows(self._hints))
        self._folder = tempfile.TemporaryDirectory(prefix="pagekin-")
        self._path = os.path.join(self._folder.name, "hints.jsonl")
        with open(self._path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        return self._path

    def __exit__(self, kind: object, error: Optional[BaseException], *_: object) -> None:
        if self._folder is None:
            return
        self._folder.cleanup()
        if isinstance(error, InputError) and self._path in str(error):
            # The caller knows of no file.
            raise InputError(str(error).replace(self._path, "hints")) from None
