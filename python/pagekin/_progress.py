"""Progress of long calls: a bar in a terminal or a notebook, or a function of the caller."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable, Optional, Union

#: Called as ``progress(phase, unit, done, total, items)`` a few times a second.
ProgressFunction = Callable[[str, str, int, int, int], None]
Progress = Union[None, bool, ProgressFunction]

_DELAY = 0.5  # seconds before the bar appears: a short call needs none


def _in_notebook() -> bool:
    module = sys.modules.get("IPython")
    if module is None:
        return False
    shell = module.get_ipython()
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


def _describe(phase: str, unit: str, done: int, total: int, items: int) -> tuple[float, str]:
    share = min(1.0, done / total) if total else 0.0
    percent = f"{share:4.0%} " if total else ""
    return share, f"{phase} {percent}{items:,} {unit}"


class _Bar:
    """Draws progress on standard error."""

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self._width = 0

    def __call__(self, phase: str, unit: str, done: int, total: int, items: int) -> None:
        seconds = time.monotonic() - self._begin
        if seconds < _DELAY:
            return
        share, text = _describe(phase, unit, done, total, items)
        filled = round(30 * share)
        line = f"[{'#' * filled}{'.' * (30 - filled)}] {text}, {seconds:.0f} s"
        sys.stderr.write("\r" + line.ljust(self._width))
        sys.stderr.flush()
        self._width = len(line)

    def close(self) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
            self._width = 0


class _NotebookBar:
    """Shows progress below a notebook's cell, and removes it at the end."""

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self._handle: Any = None

    def __call__(self, phase: str, unit: str, done: int, total: int, items: int) -> None:
        from IPython.display import HTML, display

        seconds = time.monotonic() - self._begin
        if seconds < _DELAY:
            return
        share, text = _describe(phase, unit, done, total, items)
        value = f' value="{share:.3f}"' if total else ""
        shown = HTML(f"<progress max=1{value} style='width:20em'></progress> {text}, {seconds:.0f} s")
        if self._handle is None:
            self._handle = display(shown, display_id=True)
        else:
            self._handle.update(shown)

    def close(self) -> None:
        if self._handle is not None:
            from IPython.display import HTML

            self._handle.update(HTML(""))


class Watched:
    """A context with the function to hand to the native call, or None."""

    def __init__(self, progress: Progress) -> None:
        self._bar: Union[_Bar, _NotebookBar, None] = None
        self.function: Optional[ProgressFunction] = None
        if callable(progress):
            self.function = progress
            return
        if progress is False:
            return
        if progress is not None and progress is not True:
            raise TypeError(f"`progress` is True, False, None or a function, got {progress!r}")
        if _in_notebook():
            self._bar = _NotebookBar()
        elif progress is True or (sys.stderr is not None and sys.stderr.isatty()):
            self._bar = _Bar()
        self.function = self._bar

    def __enter__(self) -> Optional[ProgressFunction]:
        return self.function

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


class WatchedLines(Watched):
    """Progress of an iteration. A bar that nobody asked for shows only how far the first line is: what the caller prints then would
    break it."""

    def __init__(self, progress: Progress) -> None:
        super().__init__(progress)
        if self._bar is not None and progress is None:
            self.function = _Until(self._bar)

    def begin(self) -> Optional[ProgressFunction]:
        """Called when the first line is asked for."""
        if self._bar is not None:
            self._bar = type(self._bar)()  # its seconds count from now on
            self.function = _Until(self._bar) if isinstance(self.function, _Until) else self._bar
        return self.function

    def got_lines(self) -> None:
        """Called when the first lines are there."""
        if isinstance(self.function, _Until):
            self.function.is_over = True
            self.__exit__()


class _Until:
    """Passes on reports until it is over."""

    def __init__(self, bar: Union[_Bar, _NotebookBar]) -> None:
        self._bar = bar
        self.is_over = False

    def __call__(self, phase: str, unit: str, done: int, total: int, items: int) -> None:
        if not self.is_over:
            self._bar(phase, unit, done, total, items)
