"""Parts of large files, for programs that divide the work among machines, as Spark does.

A part is a range of bytes; its pages are those whose records begin in it. Where a record begins is known
for certain only from the one before it. So the reader of a part searches for its first record, and a
``PartChain`` checks afterwards that the parts join.
"""

from __future__ import annotations

import os
from typing import NamedTuple, Optional, Union

from . import _pagekin
from ._errors import OptionError
from ._pages import checked_inputs

Path = Union[str, "os.PathLike[str]"]

_END = 2**64 - 1


class Part(NamedTuple):
    """A part of a file. ``pagekin.read`` reads it."""

    path: str
    begin: int = 0
    end: int = _END  #: the first byte that is not in it
    begins_exactly: bool = False  #: a record is known to begin at `begin`


class PartEnds(NamedTuple):
    """How a part joins others: ``ends`` of its reader."""

    first: Optional[int]  #: where its first record begins; None: there is no record
    next: int  #: where the first record after it begins; 2**64 - 1: there is none
    is_open: bool  #: nothing is proved about `next`


def divide(path: Path, part_bytes: int = 64_000_000) -> list[Part]:
    """Divides a file into parts of about `part_bytes`, which follow each other.

    WARC files with a member for each record, plain ones, JSON lines that are not compressed, and
    SequenceFiles of a Nutch segment (``content/part-*/data``) can be divided. Any other input is one part.
    """
    name = os.fsdecode(os.fspath(path))
    checked_inputs([name])
    if isinstance(part_bytes, bool) or not isinstance(part_bytes, int) or part_bytes < 1:
        raise OptionError(f"option `part_bytes` takes a whole number above 0, got {part_bytes!r}")
    return [Part(name, begin, end) for begin, end in _pagekin.divide(name, part_bytes)]


class PartChain:
    """Checks that the parts of one file join, so that together they give the pages of the file.

    Call ``add`` for the parts in order, with the ``ends`` of their readers. It says what to do::

        chain = PartChain()
        for part, pages, ends in parts_that_were_read:
            verdict = chain.add(part, ends)
            if isinstance(verdict, Part):               # bytes inside a page looked like a record
                with pagekin.read(verdict) as reader:
                    pages = list(reader)
                verdict = chain.add(verdict, reader.ends)
            if verdict:
                use(pages)
    """

    def __init__(self) -> None:
        self._next = 0
        self._is_open = False

    def add(self, part: Part, ends: Optional[tuple[Optional[int], int, bool]]) -> Union[bool, Part]:
        """True: use the pages of the part. False: leave them out, a record that began before covers
        them. A part: read that one instead, and add it."""
        if ends is None:
            raise ValueError("read all pages of the part first; `ends` is known at the end")
        first, following, is_open = ends
        if part.end <= self._next:
            return False
        begins_here = part.begin == self._next and (part.begins_exactly or part.begin == 0)
        if not (self._is_open or first == self._next or begins_here):
            return Part(part.path, self._next, part.end, True)
        self._next, self._is_open = following, is_open
        return True
