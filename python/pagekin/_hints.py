"""Hints: what a person says of the templates of some pages."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Union

from . import _pagekin
from ._pages import checked_file

#: A path; a mapping from pages to the names of their templates; or mappings with the key ``page``, and
#: ``template``, ``same_as`` or ``different_from``. A data frame of pandas serves, too.
Hints = Union[None, str, "os.PathLike[str]", Mapping[Any, object], Iterable[Mapping[str, object]]]

_KEYS = ("page", "template", "same_as", "different_from")


def to_hints(hints: Any) -> list[dict[str, str]]:
    """The hints as the library takes them."""
    if hints is None:
        return []
    if isinstance(hints, (str, os.PathLike)):
        return _pagekin.read_hints(checked_file(hints))
    if hasattr(hints, "columns") and hasattr(hints, "to_dict"):  # a data frame of pandas
        hints = hints.to_dict("records")
    if isinstance(hints, Mapping):
        hints = [{"page": page, "template": name} for page, name in hints.items()]
    if not isinstance(hints, Iterable):
        raise TypeError(f"expected hints as a path, a mapping from pages to templates, or mappings, got {type(hints).__name__}")
    rows = []
    for row, hint in enumerate(hints):
        if not isinstance(hint, Mapping) or not set(hint) <= set(_KEYS):
            shown = ", ".join(map(str, hint)) if isinstance(hint, Mapping) else repr(hint)
            raise TypeError(f"hint {row}: expected a mapping with keys of {', '.join(_KEYS)}, got {shown}")
        # What is missing is None, or not a number in a data frame.
        rows.append({key: str(value) for key, value in hint.items() if value is not None and value == value})
    return rows
