"""Which files there are: local ones, and those of file systems that pyarrow knows."""

from __future__ import annotations

import glob
import os
import posixpath
import shutil
from collections.abc import Iterable, Sequence
from typing import Any, Optional, Union
from urllib.parse import unquote, urlsplit

from .._errors import InputError, OptionError
from .._parts import Part, divide
from .._types import Path

_ARCHIVES = (".warc", ".jsonl", ".ndjson")
_COMPRESSED = (".gz", ".zst", ".bz2")
_TABLE = ".parquet"
_LEAST_PART_BYTES, _MOST_PART_BYTES = 16_000_000, 128_000_000
_PARTS_A_CORE = 3

#: What the path of a part begins with if it is of a Parquet file. Its range is one of row groups.
PARQUET = "parquet:"


def is_remote(path: str) -> bool:
    """Whether a path is the address of a file elsewhere: hdfs://, s3://, gs:// ..."""
    return "://" in path and not path.startswith("file:/")


def local_path(path: str) -> str:
    """A path as the native reader knows it."""
    return unquote(urlsplit(path).path) if path.startswith("file:/") else path


def path_list(paths: Union[Path, Sequence[Path]]) -> list[str]:
    """The paths that are given, with the files that fit patterns in place of these."""
    given = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    found: list[str] = []
    for one in given:
        path = os.fsdecode(os.fspath(one))
        if any(sign in path for sign in "*?[") and not is_remote(path) and not os.path.exists(path):
            matches = sorted(glob.glob(path), key=os.fsencode)
            if not matches:
                raise InputError(f"{path}: no file has such a name")
            found += matches
        else:
            found.append(path)
    if not found:
        raise InputError("no input was given")
    return found


def _remote(path: str) -> tuple[Any, str]:
    from pyarrow import fs

    try:
        found: tuple[Any, str] = fs.FileSystem.from_uri(path)
        return found
    except Exception as failed:  # pyarrow has no class of its own for these
        raise InputError(f"{path}: cannot be opened: {failed}") from failed


def open_remote(path: str, folder: str) -> str:
    """Copies a file, or a segment with all that is in it, into a folder of this machine. Returns its path
    there."""
    from pyarrow import fs

    system, name = _remote(path)
    name = name.rstrip("/")
    copy = os.path.join(folder, posixpath.basename(name))
    try:
        files = [name]
        if system.get_file_info(name).type == fs.FileType.Directory:
            below = system.get_file_info(fs.FileSelector(name, recursive=True))
            files = [one.path for one in below if one.is_file]
        for one in files:
            target_path = copy + one[len(name) :]
            os.makedirs(os.path.dirname(target_path), exist_ok=True)
            with system.open_input_stream(one, compression=None) as source, open(target_path, "wb") as target:
                shutil.copyfileobj(source, target, 1 << 20)
    except OSError as failed:
        raise InputError(f"{path}: cannot be read: {failed}") from failed
    return copy


# -- Parquet


def open_table(path: str) -> Any:
    """A Parquet file, here or elsewhere."""
    from pyarrow import ArrowException, parquet

    try:
        if not is_remote(path):
            return parquet.ParquetFile(local_path(path))
        system, name = _remote(path)
        return parquet.ParquetFile(system.open_input_file(name))
    except (OSError, ArrowException) as failed:
        raise InputError(f"{path}: cannot be read as Parquet: {failed}") from failed


def _table_parts(path: str, part_bytes: int) -> list[Part]:
    """Row groups that follow each other, of about `part_bytes` together."""
    metadata = open_table(path).metadata
    parts: list[Part] = []
    begin = size = 0
    for group in range(metadata.num_row_groups):
        size += metadata.row_group(group).total_byte_size
        if size >= part_bytes or group + 1 == metadata.num_row_groups:
            parts.append(Part(PARQUET + path, begin, group + 1))
            begin, size = group + 1, 0
    return parts or [Part(PARQUET + path, 0, 1)]


# -- folders


def _is_archive(name: str) -> bool:
    lower = name.lower()
    if lower.endswith(_TABLE):
        return True
    for ending in _COMPRESSED:
        lower = lower.removesuffix(ending)
    return lower.endswith(_ARCHIVES)


def _is_hidden(name: str) -> bool:
    """What Hadoop and Spark write beside tables: _SUCCESS, .part-0.crc."""
    return name.startswith(("_", "."))


def _segment_parts(folder: str) -> Optional[list[str]]:
    """The SequenceFiles with the pages of a Nutch segment, as the native reader finds them; None: it is none."""
    content = os.path.join(folder, "content")
    if not os.path.isdir(content):
        return None
    found: list[str] = []
    is_segment = False
    for name in os.listdir(content):
        if not name.startswith("part-"):
            continue
        path = os.path.join(content, name)
        data = os.path.join(path, "data")
        if os.path.isfile(data):
            is_segment = is_segment or os.path.isfile(os.path.join(path, "index"))
            path = data
        if os.path.isfile(path):
            found.append(path)
            with open(path, "rb") as file:
                is_segment = is_segment or file.read(3) == b"SEQ"
    return sorted(found, key=os.fsencode) if is_segment else None


def _files_below(folder: str) -> Optional[list[str]]:
    """Archives, Parquet files and pages of segments below a folder, in the order in which the native reader
    reads them. None: there is something else, and the folder must be read as one."""
    found: list[str] = []
    entries = []
    with os.scandir(folder) as all_entries:
        for entry in all_entries:
            entries.append((entry.name + "/" if entry.is_dir() else entry.name, entry.is_dir()))
    has_tables = any(name.endswith(_TABLE) for name, _ in entries)
    for name, is_folder in sorted(entries, key=lambda entry: os.fsencode(entry[0])):
        path = os.path.join(folder, name.rstrip("/"))
        if has_tables and _is_hidden(name):
            continue
        if not is_folder:
            if not _is_archive(name):
                return None
            found.append(path)
            continue
        below = _segment_parts(path)
        if below is None:
            below = _files_below(path)
        if below is None:
            return None
        found += below
    return found


def _expanded_remote(path: str) -> list[str]:
    from pyarrow import fs

    system, name = _remote(path)
    info = system.get_file_info(name)
    if info.type == fs.FileType.NotFound:
        raise InputError(f"{path}: there is no such file")
    if info.type != fs.FileType.Directory:
        return [path]
    root = name.rstrip("/")
    below = system.get_file_info(fs.FileSelector(name, recursive=True))
    found: set[str] = set()
    for one in below:
        inside = one.path[len(root) :]
        if not one.is_file or any(map(_is_hidden, inside.split("/"))):
            continue
        # SEGMENT/content/part-0/data, or SEGMENT/content/part-0
        segment, mark, rest = inside.rpartition("/content/part-")
        if mark and rest.partition("/")[2] in ("", "data"):
            found.add(segment)
        elif _is_archive(inside):
            found.add(inside)
    if not found:
        raise InputError(f"{path}: there are no archives, tables or Nutch segments in this folder")
    base = path.rstrip("/")
    return [base + inside for inside in sorted(found, key=os.fsencode)]


def expanded(path: str) -> list[str]:
    """A folder of archives, tables or segments as its files; everything else as it is."""
    if is_remote(path):
        return _expanded_remote(path)
    path = local_path(path)
    if os.path.isdir(path):
        parts = _segment_parts(path)
        return parts or _files_below(path) or [path]
    if not os.path.exists(path.partition(":")[2] if _has_prefix(path) else path):
        raise InputError(f"{path}: there is no such file or folder")
    return [path]


def _has_prefix(path: str) -> bool:
    return path.partition(":")[0] in ("html", "warc", "jsonl", "list")


def usual_part_bytes(names: Sequence[str], cores: int) -> int:
    """Small enough for several parts a core, so that no core waits long for the last part; large enough that
    the start of a task, about 0.1 s, costs little."""
    known = sum(os.path.getsize(name) for name in names if os.path.isfile(name))
    return min(max(known // (_PARTS_A_CORE * cores), _LEAST_PART_BYTES), _MOST_PART_BYTES)


def divide_all(paths: Iterable[str], part_bytes: Optional[int], cores: int = 1) -> list[Part]:
    """The parts of all inputs, in input order. `part_bytes`: None for the usual size."""
    if part_bytes is not None and part_bytes <= 0:
        error = OptionError(f"part_bytes: expected a number of bytes above 0, got {part_bytes}")
        error.option = "part_bytes"
        raise error
    names = [name for path in paths for name in expanded(path)]
    size = usual_part_bytes(names, cores) if part_bytes is None else part_bytes
    parts: list[Part] = []
    for name in names:
        if name.lower().endswith(_TABLE):
            parts += _table_parts(name, size)
        else:
            parts += [Part(name)] if is_remote(name) else divide(name, size)
    return parts
