"""The options of use cases, from the tables of the library.

``tools/make_options.py`` writes the signatures in _api.py from the same tables.
"""

from __future__ import annotations

import difflib
import functools
import inspect
import operator
import os
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any, Callable, TypeVar, cast

from . import _pagekin
from ._errors import OptionError
from ._hints import to_hints

_USE_CASES: dict[str, list[dict[str, str]]] = _pagekin.list_use_cases()

_Function = TypeVar("_Function", bound=Callable[..., Any])


def collect(use_case: str, values: Mapping[str, object], **changed: object) -> dict[str, Any]:
    """The options of a use case among values by name, as the library takes them. None is the default."""
    given: dict[str, Any] = {}
    for option in _USE_CASES[use_case]:
        name = option["name"]
        value = changed.get(name, values.get(name))
        if value is None:
            continue
        if option["type"] == "file":
            value = os.fspath(value)  # type: ignore[call-overload]
        elif option["type"] == "hints":
            value = to_hints(value)
        given[name] = value
    return given


def with_options(use_case: str) -> Callable[[_Function], _Function]:
    """Adds the options of a use case to the docstring of a function."""

    def add(function: _Function) -> _Function:
        lines = ["Options", "-------"]
        arguments = inspect.signature(function).parameters
        for option in _USE_CASES[use_case]:
            by_flag = option["flag"].replace("-", "_")
            name = next((name for name in (option["name"], by_flag) if name in arguments), None)
            if name is None:
                continue
            details = [option["type"]]
            details += [option["range"]] if option["range"] else []
            details += [f"default {option['default']}"] if option["default"] else []
            text = f"{name} ({'; '.join(details)}): {option['help']}"
            lines += textwrap.wrap(text, 92, subsequent_indent="    ")
        function.__doc__ = inspect.cleandoc(function.__doc__ or "") + "\n\n" + "\n".join(lines)
        return function

    return add


def suggesting(function: _Function) -> _Function:
    """An argument that the function does not have is a TypeError that names the nearest."""
    names = [
        name
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]

    @functools.wraps(function)
    def checked(*arguments: Any, **given: Any) -> Any:
        for name in given:
            if name not in names:
                raise TypeError(f"{function.__name__}: unexpected argument '{name}'{suggest(name, names)}")
        return function(*arguments, **given)

    return cast(_Function, checked)


def suggest(name: str, names: Iterable[str]) -> str:
    """"; did you mean 'a'?", or nothing if no name is near."""
    near = difflib.get_close_matches(name, list(names), 1, 0.6)
    return f"; did you mean '{near[0]}'?" if near else ""


_MOST_THREADS = 4096


def thread_count(threads: Any) -> int:
    """`threads` as the library takes it, 0 for one per core; so is -1, as for ``n_jobs`` of scikit-learn."""
    try:
        number = operator.index(threads)
    except TypeError:
        number = -2
    if isinstance(threads, bool) or not -1 <= number <= _MOST_THREADS:
        error = OptionError(f"option `threads` takes a number from 1 to {_MOST_THREADS}, or 0 or -1 for one per core, got {threads!r}")
        error.option = "threads"
        raise error
    return max(number, 0)


def names_of(given: Any) -> list[str]:
    """Names or ids, one or several, or with commas between them."""
    if given is None:
        return []
    if isinstance(given, str):
        return [name.strip() for name in given.split(",") if name.strip()]
    if isinstance(given, int):
        return [str(given)]
    return [str(name) for name in given]
