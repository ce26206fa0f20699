"""Records that come one by one while the pages are read."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Callable, Optional

from . import _pagekin
from ._errors import OptionError
from ._progress import Progress, ProgressFunction, WatchedLines

if TYPE_CHECKING:
    import pandas
    import pyarrow

OWN = ("page", "template", "confidence", "needs_review", "confidences")


class Record(dict[str, Any]):
    """What was found on a page: a dict, the same that a line of ``pagekin extract -o FILE.jsonl`` has."""

    @property
    def page(self) -> str:
        """The address of the page."""
        return str(self["page"])

    @property
    def template(self) -> Any:
        """The id of its template; None: no known template."""
        return self["template"]

    @property
    def confidence(self) -> Optional[float]:
        """How sure the record is, 0 to 1; with fields, the confidence of the least sure one; None: there is no value."""
        value: Optional[float] = self.get("confidence")
        return value

    @property
    def needs_review(self) -> list[str]:
        """Fields that are in doubt; they have no value, or one to look at."""
        return list(self.get("needs_review", ()))

    @property
    def confidences(self) -> dict[str, float]:
        """How sure each field is."""
        return dict(self.get("confidences", {}))

    @property
    def fields(self) -> dict[str, Any]:
        """The values alone."""
        return {name: value for name, value in self.items() if name not in OWN}

    def __reduce__(self) -> Any:
        return type(self), (dict(self),)


_TYPES = ("auto", "values", "texts", "both")


def check_types(types: str) -> None:
    """Raises OptionError for a form of values that there is not."""
    if types not in _TYPES:
        raise OptionError(f"option `types` takes {', '.join(_TYPES[:-1])} or {_TYPES[-1]}, got {types!r}")


_decoded = json.JSONDecoder().decode  # json.loads would look for the encoding first


def to_record(line: bytes) -> Record:
    return Record(_decoded(str(line, "utf-8")))


class LineReader(Iterator[Any]):
    """Iterates over lines that the library writes. Nothing is read before the first one is asked for."""

    def __init__(
        self, begin: Callable[[Optional[ProgressFunction]], _pagekin.LineStream], make: Callable[[bytes], Any], progress: Progress = False
    ) -> None:
        self._begin, self._make = begin, make
        self._watched = WatchedLines(progress)
        self._stream: Optional[_pagekin.LineStream] = None
        self._written: Optional[_pagekin.StreamEnd] = None  # of a subclass that writes
        self._lines: Iterator[bytes] = iter(())

    def __iter__(self) -> LineReader:
        return self

    def __next__(self) -> Any:
        while True:
            for line in self._lines:
                return self._make(line)
            if self._stream is None:
                self._stream = self._begin(self._watched.begin())
            try:
                self._lines = iter(next(self._stream))
            except BaseException:  # the end, among others
                self._watched.__exit__()
                raise
            self._watched.got_lines()

    def close(self) -> None:
        """Ends the reading."""
        self._watched.__exit__()
        if self._stream is not None:
            self._stream.close()

    def drain(self) -> _pagekin.StreamEnd:
        """Reads what is left and returns what is known at the end."""
        if self._stream is None:
            self._stream = self._begin(self._watched.begin())
        try:
            for _ in self._stream:
                pass
        finally:
            self._watched.__exit__()
        return self._end()

    def _end(self) -> _pagekin.StreamEnd:
        end = self._stream.end if self._stream is not None else None
        if end is None:
            raise ValueError("this is known when all pages are read: iterate to the end first")
        return end

    @property
    def misfits(self) -> str:
        """With types of values: how many texts do not have the form of their column (numbers, money, dates), and which; empty: all fit.
        Known at the end, and after ``write``."""
        return (self._written or self._end()).misfits

    def __enter__(self) -> LineReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def counts(self) -> _pagekin.PageCounts:
        """How many pages were read, used and skipped; known at the end."""
        return self._end().counts

    @property
    def incidents(self) -> list[_pagekin.Incident]:
        """The pages that were skipped or cut, with reasons; known at the end."""
        self._end()
        return self._stream.incidents if self._stream is not None else []


class TableReader(LineReader):
    """Lines that can also be had as a whole table."""

    def write(self, path: Any) -> Any:
        """Writes all of them to a file."""
        raise NotImplementedError

    def to_arrow(self) -> pyarrow.Table:
        """All as a table of pyarrow; reads the pages from their beginning."""
        import pyarrow.parquet

        with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
            path = os.path.join(folder, "all.parquet")
            self.write(path)
            return pyarrow.parquet.read_table(path)

    def to_pandas(self) -> pandas.DataFrame:
        """All as a data frame of pandas; reads the pages from their beginning."""
        try:
            frame: pandas.DataFrame = self.to_arrow().to_pandas()
            return frame
        except ImportError:  # without pyarrow
            with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
                path = os.path.join(folder, "all.jsonl")
                self.write(path)
                with open(path, encoding="utf-8") as file:
                    return frame_of([json.loads(line) for line in file])


def frame_of(rows: list[dict[str, Any]]) -> pandas.DataFrame:
    import pandas

    return pandas.DataFrame(rows)
