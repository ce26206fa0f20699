"""Which files there are: local ones, and those of file systems that pyarrow knows."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote, urlsplit

from .._errors import InputError
from .._parts import Part, divide

_ARCHIVES = (".warc", ".jsonl", ".ndjson")
_COMPRESSED = (".gz", ".zst", ".bz2")


def is_remote(path: str) -> bool:
    """Whether a path is the address of a file elsewhere: hdfs://, s3://, gs:// ..."""
    return "://" in path and not path.startswith("file://")


def local_path(path: str) -> str:
    """A path as the native reader knows it."""
    return unquote(urlsplit(path).path) if path.startswith("file://") else path


def _remote(path: str) -> tuple[Any, str]:
    from pyarrow import fs

    try:
        found: tuple[Any, str] = fs.FileSystem.from_uri(path)
        return found
    except Exception as failed:  # pyarrow has no class of its own for these
        raise InputError(f"{path}: cannot be opened: {failed}") from failed


def open_remote(path: str, folder: str) -> str:
    """Copies a file into a folder of this machine and returns its path there."""
    system, name = _remote(path)
    copy = os.path.join(folder, os.path.basename(name))
    try:
        with system.open_input_stream(name, compression=None) as source, open(copy, "wb") as target:
            shutil.copyfileobj(source, target, 1 << 20)
    except OSError as failed:
        raise InputError(f"{path}: cannot be read: {failed}") from failed
    return copy


def _is_archive(name: str) -> bool:
    lower = name.lower()
    for ending in _COMPRESSED:
        lower = lower.removesuffix(ending)
    return lower.endswith(_ARCHIVES)


def _files_below(folder: str) -> list[str]:
    """The files of a folder in the order in which the native reader reads them."""
    found: list[str] = []

    def enter(path: str) -> None:
        with os.scandir(path) as entries:
            names = [entry.name + "/" if entry.is_dir() else entry.name for entry in entries]
        for name in sorted(names, key=os.fsencode):
            if name.endswith("/"):
                enter(os.path.join(path, name[:-1]))
            else:
                found.append(os.path.join(path, name))

    enter(folder)
    return found


def _expanded(path: str) -> list[str]:
    """A folder of archives as its files; everything else as it is."""
    if is_remote(path):
        from pyarrow import fs

        system, name = _remote(path)
        info = system.get_file_info(name)
        if info.type == fs.FileType.NotFound:
            raise InputError(f"{path}: there is no such file")
        if info.type != fs.FileType.Directory:
            return [path]
        below = system.get_file_info(fs.FileSelector(name, recursive=True))
        files = sorted((one.path for one in below if one.is_file), key=os.fsencode)
        base = path.rstrip("/")
        return [base + one[len(name.rstrip("/")) :] for one in files if _is_archive(one)]
    path = local_path(path)
    if os.path.isdir(path):
        files = _files_below(path)
        return files if files and all(map(_is_archive, files)) else [path]
    if not os.path.exists(path.partition(":")[2] if _has_prefix(path) else path):
        raise InputError(f"{path}: there is no such file or folder")
    return [path]


def _has_prefix(path: str) -> bool:
    return path.partition(":")[0] in ("html", "warc", "jsonl", "list")


def divide_all(paths: Iterable[str], part_bytes: int) -> list[Part]:
    """The parts of all inputs, in input order."""
    parts: list[Part] = []
    for path in paths:
        for name in _expanded(path):
            parts += [Part(name)] if is_remote(name) else divide(name, part_bytes)
    return parts
