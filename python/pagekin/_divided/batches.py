"""Files of Arrow record batches that are found by the number of their group, and that are checked when they are read.

A file is two: ``NAME.batches`` has the batches one after the other, each as one message of Arrow. ``NAME.json``, written last, says
where they are, with a checksum each, and whatever else its maker knows. So a file exists if its .json does; who is killed before leaves
nothing that anyone reads. Both appear by renaming.
"""

from __future__ import annotations

import json
import os
import tempfile
import zlib
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Any, Optional

from .._errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

Path = str


def write_whole(path: Path, content: bytes) -> None:
    """A file that appears whole or not at all."""
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=os.path.basename(path) + ".", suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


class BatchWriter:
    """Writes a file. Nothing of it remains unless ``finish`` is called."""

    def __init__(self, name: Path) -> None:
        self._name = name
        handle, self._temporary = tempfile.mkstemp(
            dir=os.path.dirname(name), prefix=os.path.basename(name) + ".", suffix=".new"
        )
        self._file: Optional[IO[bytes]] = os.fdopen(handle, "wb")
        self._batches: list[list[int]] = []  # group, offset, bytes, checksum, rows
        self._offset = 0

    def add(self, group: int, batch: pa.RecordBatch) -> None:
        """A further batch of a group."""
        assert self._file is not None
        content = batch.serialize()
        self._file.write(content)
        self._batches.append([group, self._offset, content.size, zlib.crc32(content), batch.num_rows])
        self._offset += content.size

    def finish(self, known: dict[str, Any]) -> None:
        """The file appears, with what is `known` of it."""
        assert self._file is not None
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._file = None
        os.chmod(self._temporary, 0o644)
        os.replace(self._temporary, self._name + ".batches")
        known_now = {**known, "bytes": self._offset, "batches": self._batches}
        write_whole(self._name + ".json", json.dumps(known_now).encode())

    def __enter__(self) -> BatchWriter:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
            os.unlink(self._temporary)


def known_of(name: Path) -> Optional[dict[str, Any]]:
    """What the maker of a file knew; None: there is no such file, or not all of it."""
    try:
        with open(name + ".json", "rb") as file:
            known: dict[str, Any] = json.load(file)
        if os.path.getsize(name + ".batches") == known["bytes"]:
            return known
    except (FileNotFoundError, ValueError, KeyError):
        pass
    return None


def read_batches(name: Path, known: dict[str, Any], group: int, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """The batches of a group, in the order in which they were written. Raises InputError where a byte has changed."""
    import pyarrow as pa

    wanted = [batch for batch in known["batches"] if batch[0] == group]
    if not wanted:
        return
    with open(name + ".batches", "rb") as file:
        for _, offset, size, checksum, rows in wanted:
            file.seek(offset)
            content = file.read(size)
            if len(content) != size or zlib.crc32(content) != checksum:
                raise InputError(f"{name}.batches: bytes {offset} to {offset + size} are damaged; make the file again")
            batch = pa.ipc.read_record_batch(pa.py_buffer(content), schema)
            if batch.num_rows != rows:
                raise InputError(f"{name}.batches: {batch.num_rows} rows at byte {offset}, {rows} expected")
            yield batch
