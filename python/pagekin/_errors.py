"""The exceptions of pagekin. Their texts are those of the library."""

from __future__ import annotations

from typing import Any


class PagekinError(Exception):
    """Something ended a whole operation. A bad page among many does not: see ``result.incidents``."""

    #: The option at fault; empty if there is none.
    option: str = ""
    #: The file, record or page at fault; empty if there is none.
    where: str = ""


class OptionError(PagekinError, ValueError):
    """An option that does not exist, does not fit, or has a value out of range."""


class InputError(PagekinError, OSError):
    """An input cannot be read, or nothing in it can be used."""

    def __str__(self) -> str:  # OSError would show only its own fields
        return str(self.args[0]) if self.args else ""


class NoPagesError(InputError):
    """No page of the input could be used; the text says why."""


class InputNotFoundError(InputError, FileNotFoundError):
    """An input that does not exist: a ``FileNotFoundError`` with its name in ``filename`` and ``where``."""

    def __reduce__(self) -> tuple[Any, ...]:  # OSError would forget the name
        return type(self), self.args, {**self.__dict__, "filename": self.filename}


class IndexBusyError(PagekinError):
    """Another run is updating the index. Nothing was changed; the same call works when that run is over."""


class LabelWarning(UserWarning):
    """Labels or answers that could not be used; ``wrapper.problems`` names them all."""
