"""The methods, measures and scores that the library has, with their options.

All of it comes from the registries of the library, so nothing is listed twice.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Callable, TypeVar

from . import _pagekin
from ._errors import OptionError
from ._options import suggest

_READERS: dict[str, Callable[[str], object]] = {
    "int": int,
    "float": float,
    "bool": lambda text: text == "true",
    "str": str,
}


def _to_text(value: object) -> str:
    """An option's value as the library reads it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


@dataclass(frozen=True)
class Option:
    """An option of a method or measure."""

    name: str
    kind: str  #: int, float, bool or str
    default: object
    range: str  #: "0 to 1", or the words allowed, "a|b|c"
    help: str

    def __str__(self) -> str:
        allowed = f", {self.range}" if self.range and self.range != "..." else ""
        return f"{self.name} ({self.kind}{allowed}; default {self.default}): {self.help}"


@dataclass(frozen=True)
class Info:
    """A method, measure or score. Calling it with options gives the text that names it with them:
    ``methods.fingerprint(length=40)`` is ``"fingerprint:length=40"``.
    """

    name: str
    summary: str
    options: tuple[Option, ...]
    references: tuple[Mapping[str, Any], ...] = field(repr=False)
    default_measure: str = ""  #: of methods that compare pages
    required_option: str = ""  #: of methods: it has no default
    keeps_index: bool = False  #: of methods: later runs can go on with its pages
    cost: str = ""  #: of measures: of one comparison

    def __call__(self, **options: object) -> str:
        known = {option.name for option in self.options}
        for name in options:
            if name not in known:
                has = ", ".join(sorted(known)) or "none"
                error = OptionError(f"{self.name} has no option '{name}'; it has {has}")
                error.option = name
                raise error
        return _pagekin.make_spec(self.name, {k: _to_text(v) for k, v in options.items()})

    @property
    def __signature__(self) -> inspect.Signature:
        return inspect.Signature(
            [
                inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=option.default)
                for option in self.options
                if option.name.isidentifier()
            ],
            return_annotation=str,
        )

    @property
    def doc(self) -> str:
        """Summary, options and references as text."""
        lines = [f"{self.name}: {self.summary}"]
        if self.default_measure:
            lines.append(f"    compares pages; default measure {self.default_measure}")
        if self.cost:
            lines.append(f"    cost of a comparison: {self.cost}")
        for option in self.options:
            text = str(option)
            if option.name == self.required_option:
                text += " (required)"
            lines += textwrap.wrap(text, 92, initial_indent="    ", subsequent_indent="        ")
        for reference in self.references:
            text = f"{reference['authors']}: {reference['title']}, {reference['venue']} {reference['year']}"
            lines += textwrap.wrap(text, 92, initial_indent="    ", subsequent_indent="        ")
        return "\n".join(lines)


class Registry(Mapping[str, Info]):
    """Methods, measures or scores by name; also as attributes."""

    def __init__(self, kind: str, infos: list[dict[str, Any]]) -> None:
        self._kind = kind
        self._infos: dict[str, Info] = {}
        for info in infos:
            options = tuple(
                Option(
                    name=option["name"],
                    kind=option["kind"],
                    default=_READERS[option["kind"]](option["default"]) if option["default"] else None,
                    range=option["range"],
                    help=option["help"],
                )
                for option in info["options"]
            )
            extra = {
                key: info[key]
                for key in ("default_measure", "required_option", "keeps_index", "cost")
                if key in info
            }
            self._infos[info["name"]] = Info(
                name=info["name"],
                summary=info["summary"],
                options=options,
                references=tuple(info["references"]),
                **extra,
            )
        self.__doc__ = f"The {kind}s, by name.\n\n" + self.doc

    @property
    def doc(self) -> str:
        """All of them with their options, as text."""
        return "\n".join(info.doc for info in self._infos.values())

    def __getitem__(self, name: str) -> Info:
        if name not in self._infos:
            raise KeyError(f"there is no {self._kind} '{name}'; there are {', '.join(self._infos)}")
        return self._infos[name]

    def __getattr__(self, name: str) -> Info:
        if name.startswith("_") or name not in self._infos:
            raise AttributeError(name)
        return self._infos[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._infos)

    def __len__(self) -> int:
        return len(self._infos)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._infos]

    def __repr__(self) -> str:
        width = max(map(len, self._infos), default=0)
        return "\n".join(f"{name:{width}}  {info.summary}" for name, info in self._infos.items())


methods = Registry("method", _pagekin.list_methods())
measures = Registry("measure", _pagekin.list_measures())
scores = Registry("score", _pagekin.list_scores())


def spec(name: str, options: Mapping[str, object]) -> str:
    """The text that names a method or measure with these options, in addition to those that `name` has."""
    if not isinstance(name, str):
        raise OptionError(f"expected a name, with options after a colon, got {name!r}")
    if not options:
        return name
    base, _, given = name.partition(":")
    values = dict(part.split("=", 1) for part in given.split(",") if "=" in part)
    values.update({key: _to_text(value) for key, value in options.items()})
    return _pagekin.make_spec(base, values)


#: Arguments of functions that take the options of a method, too.
_ARGUMENTS = (
    "measure", "check", "index", "on_duplicate", "keep", "checkpoint_seconds", "skeletons", "describe", "hints", "ask",
    "url", "html", "threads", "progress", "max_page_bytes", "all_status", "verify_digests", "strict", "html_encoding", "listed_pages",
    "archives", "method",
)  # fmt: skip


def check_options(name: str, options: Mapping[str, object], registry: Registry) -> None:
    """Raises for an option that neither the function nor the method or measure has, with what was probably meant."""
    if not isinstance(name, str):
        raise OptionError(f"expected the name of a {registry._kind}, got {name!r}")
    known = registry.get(name.partition(":")[0])
    if known is None:
        return  # the library says which there are
    own = [option.name for option in known.options]
    for option in options:
        if option not in own:
            raise OptionError(
                f"unknown argument '{option}'{suggest(option, [*own, *_ARGUMENTS])}; {known.name} has the options "
                f"{', '.join(own) or 'none'}"
            )


_Function = TypeVar("_Function", bound=Callable[..., Any])


def with_registries(*registries: Registry) -> Callable[[_Function], _Function]:
    """Adds what registries hold to the docstring of a function."""

    def add(function: _Function) -> _Function:
        text = inspect.cleandoc(function.__doc__ or "")
        for registry in registries:
            title = f"{registry._kind.capitalize()}s"
            text += f"\n\n{title}\n{'-' * len(title)}\n{registry.doc}"
        function.__doc__ = text
        return function

    return add
