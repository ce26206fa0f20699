"""Commands of the program that take the table of a result: the methods of ``ClusterResult`` that are not in the library."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from typing import Any, Optional

from . import _pagekin
from ._child import reading_flags, run_program
from ._frozen import PAGE_KINDS
from ._pages import checked_file
from ._spool import Again
from ._types import Clustering, Path


def write_report(
    result: Clustering,
    pages: Again,
    path: Path,
    *,
    title: str,
    representatives: int,
    truth: Optional[Path],
    screenshots: bool,
    browser: str,
    threads: int,
    **reading: Any,
) -> None:
    """See ``ClusterResult.report``."""
    with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
        paths, table = pages.paths(), os.path.join(folder, "clusters.tsv")
        _write_clusters(result, table, pages)
        flags: list[object] = ["-q", "--threads", threads, "--representatives", representatives, *reading_flags(reading)]
        flags += ["--title", title] if title else []
        flags += ["--truth", checked_file(truth)] if truth is not None else []
        flags += ["--screenshots"] if screenshots else []
        flags += ["--browser", browser] if browser else []
        run_program("report", table, *paths, "-o", path, *flags)


def evaluate_by_measure(result: Clustering, pages: Again, measure: str, threads: int, **reading: Any) -> dict[str, Any]:
    """See ``ClusterResult.evaluate_by_measure``."""
    with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
        paths, table = pages.paths(), os.path.join(folder, "clusters.tsv")
        _write_clusters(result, table, pages)
        flags: list[object] = ["--measure", measure, "--json", "-q", "--threads", threads, *reading_flags(reading)]
        found: dict[str, Any] = json.loads(run_program("evaluate", table, *paths, *flags))
        return found


def _write_clusters(result: Clustering, path: str, pages: Optional[Again]) -> None:
    """The table of a result, in which pages have the names of the files that the program reads."""
    table = result.table().to_dict()
    names = table["page"] if pages is None else [pages.name_in_paths(name) for name in table["page"]]
    if names == table["page"]:
        result.write(path)
        return
    table["page"] = names
    _pagekin.write_table(path, list(table), [PAGE_KINDS[name] for name in table], list(table.values()))


def copy_pages(
    command: str, result: Clustering, pages: Optional[Again], path: Optional[Path], flags: Sequence[object], **reading: Any
) -> bytes:
    """``pagekin pages`` and ``pagekin sample``: lists of pages, or copies of them."""
    with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
        table = os.path.join(folder, "clusters.tsv")
        inputs = [] if pages is None else pages.paths()
        _write_clusters(result, table, pages)
        out: list[object] = [] if path is None else ["-o", path]
        return run_program(command, table, *inputs, *out, *flags, "-q", *(reading_flags(reading) if inputs else []))
