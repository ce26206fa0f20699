"""Native code in a child process, so that a page that crashes it costs only itself.

The worker of Spark forks. The child reads and extracts pages and sends rows through a pipe. Before each
page it notes the number and the name of the page in shared memory. When the child dies, the note says
which page it was at; another child goes on after the rows that have arrived and leaves that page out.
The same happens to a page that takes too long.

The cost is a fork for some thousand pages, and copying the rows once.
"""

from __future__ import annotations

import ctypes
import faulthandler
import fcntl
import gc
import mmap
import os
import pickle
import select
import signal
import struct
import sys
import time
import warnings
from collections.abc import Callable, Generator, Iterator
from typing import Any, NamedTuple, Optional

_SIZE = struct.Struct("<cQ")  # kind of a message and its length
_NOTE = struct.Struct("<qqqi")  # number, offset, begun (milliseconds), length of the name
_NOTE_BYTES = 8192
_ROWS, _END, _FAILED = b"r", b"e", b"f"
_POLL_SECONDS = 0.5
_PR_SET_PDEATHSIG = 1
_SET_PIPE_SIZE = 1031  # F_SETPIPE_SZ, which fcntl has from Python 3.10 on
_PIPE_BYTES = 1 << 20


_has_settled = False  # in this process


def settle() -> None:
    """Takes what a worker of Spark has loaded out of the sight of the garbage collector, once a process.

    Spark's worker collects garbage after each task, and a child of a fork does when it allocates. Looking at
    the objects of all modules took 0.1 s a task, and copies their memory in the child.
    """
    global _has_settled
    if not _has_settled:
        gc.collect()
        gc.freeze()
        _has_settled = True


class Lost(NamedTuple):
    """A page that was left out because native code did not survive it."""

    number: int
    offset: int
    page: str
    detail: str


class Died(Exception):
    """The child died outside of the work on a page."""


class Note:
    """Shared memory that says which page a child is at."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, _NOTE_BYTES)
        self.clear()

    def set(self, number: int, offset: int, page: str) -> None:
        name = page.encode("utf-8", "replace")[: _NOTE_BYTES - _NOTE.size]
        self._memory[_NOTE.size : _NOTE.size + len(name)] = name
        _NOTE.pack_into(self._memory, 0, number, offset, int(time.monotonic() * 1000), len(name))

    @property
    def memory(self) -> mmap.mmap:
        """For native code, which notes pages itself: see python/src/extract_pages.cc."""
        return self._memory

    def clear(self) -> None:
        _NOTE.pack_into(self._memory, 0, -1, 0, 0, 0)

    def get(self) -> tuple[int, int, float, str]:
        number, offset, begun, length = _NOTE.unpack_from(self._memory, 0)
        name = self._memory[_NOTE.size : _NOTE.size + length].decode("utf-8", "replace")
        return number, offset, begun / 1000, name

    def close(self) -> None:
        self._memory.close()


#: ``work(start, lost, note)`` yields (number of pages that are done, rows) and returns a result. It must not
#: work on pages before `start` nor on those in `lost`, and calls ``note.set`` before each page and
#: ``note.clear`` after it, so that no page is blamed while it waits for input.
Steps = Generator[tuple[int, Any], None, Any]
Work = Callable[[int, "frozenset[int]", Note], Steps]


def run_isolated(work: Work, page_seconds: float) -> Generator[Any, None, tuple[Any, list[Lost]]]:
    """Yields the rows of `work` as they come. Returns (its result, the pages that were lost).

    Raises what `work` raises, and ``Died`` if the child dies although it is not at a page.
    """
    settle()
    lost: list[Lost] = []
    done = 0
    note = Note()
    try:
        while True:
            child = _Child(work, done, frozenset(one.number for one in lost), note, page_seconds)
            try:
                for done, rows in child:
                    yield rows
            finally:
                child.end()
            if child.has_ended:
                return child.result, lost
            number, offset, _, page = note.get()
            known = {one.number for one in lost}
            if number < 0 or number in known:
                raise Died(f"the process that reads pages died: {child.death}")
            lost.append(Lost(number, offset, page, child.death))
    finally:
        note.close()


class _Child:
    def __init__(
        self, work: Work, start: int, lost: frozenset[int], note: Note, page_seconds: float
    ) -> None:
        self.has_ended = False
        self.result: Any = None
        self.death = ""
        self._note = note
        self._page_seconds = page_seconds
        self._took_too_long = False
        note.clear()
        sys.stdout.flush()
        sys.stderr.flush()
        self._pipe, write = os.pipe()
        _enlarge(write)
        parent = os.getpid()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of fork beside threads, which are idle
            self._pid: Optional[int] = os.fork()
        if self._pid == 0:
            status = 1
            try:
                os.close(self._pipe)
                status = _run(work, start, lost, note, write, parent)
            finally:
                os._exit(status)
        os.close(write)

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        while True:
            header = self._read(_SIZE.size)
            if header is None:
                break
            kind, length = _SIZE.unpack(header)
            body = self._read(length)
            if body is None:
                break
            if kind == _ROWS:
                yield pickle.loads(body)
                continue
            value = pickle.loads(body)
            if kind == _FAILED:
                raise value
            self.has_ended, self.result = True, value
            break
        self._reap()

    def _read(self, length: int) -> Optional[bytearray]:
        """None: the child has ended before."""
        data = bytearray(length)
        view, at = memoryview(data), 0
        while at < length:
            ready, _, _ = select.select([self._pipe], [], [], _POLL_SECONDS)
            if not ready:
                self._watch()
                continue
            count = os.readv(self._pipe, [view[at:]])
            if count == 0:
                return None
            at += count
        return data

    def _watch(self) -> None:
        number, _, begun, _ = self._note.get()
        if self._page_seconds <= 0 or number < 0 or self._pid is None:
            return
        if time.monotonic() - begun > self._page_seconds and not self._took_too_long:
            self._took_too_long = True
            os.kill(self._pid, signal.SIGKILL)

    def _reap(self) -> None:
        if self._pid is None:
            return
        _, status = os.waitpid(self._pid, 0)
        self._pid = None
        if self._took_too_long:
            self.death = f"native code took more than {self._page_seconds:g} s"
        elif os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            try:
                name = signal.Signals(number).name
            except ValueError:
                name = f"signal {number}"
            self.death = f"native code ended with {name}"
        else:
            self.death = f"native code ended with status {os.WEXITSTATUS(status)}"

    def end(self) -> None:
        if self._pid is not None:  # nobody wants more rows
            os.kill(self._pid, signal.SIGKILL)
            self._reap()
        if self._pipe >= 0:
            os.close(self._pipe)
            self._pipe = -1


def _run(
    work: Work, start: int, lost: frozenset[int], note: Note, pipe: int, parent: int
) -> int:
    faulthandler.disable()  # its file is that of the parent, which does not crash
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    except (OSError, AttributeError):
        pass  # not Linux: an orphan ends when it writes
    if os.getppid() != parent:
        return 1
    try:
        steps = work(start, lost, note)
        while True:
            try:
                step = next(steps)
            except StopIteration as ended:
                _send(pipe, _END, pickle.dumps(ended.value, protocol=5))
                return 0
            note.clear()
            _send(pipe, _ROWS, pickle.dumps(step, protocol=5))
    except BrokenPipeError:
        return 1
    except BaseException as raised:  # it is raised again by the parent
        try:
            body = pickle.dumps(raised)
            pickle.loads(body)
        except Exception:
            body = pickle.dumps(RuntimeError(f"{type(raised).__name__}: {raised}"))
        _send(pipe, _FAILED, body)
        return 1


def _enlarge(pipe: int) -> None:
    """Lets the child go on while its parent hands rows to Spark."""
    try:
        fcntl.fcntl(pipe, _SET_PIPE_SIZE, _PIPE_BYTES)
    except OSError:
        pass  # not Linux, or more than this user may have


def _send(pipe: int, kind: bytes, body: bytes) -> None:
    for data in (_SIZE.pack(kind, len(body)), body):
        view = memoryview(data)
        while view:
            view = view[os.write(pipe, view) :]
