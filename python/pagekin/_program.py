"""Commands whose result is a comparison of crawls or of classifiers."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Optional, Union

from . import _pagekin
from ._child import reading_flags, run_program
from ._errors import InputError, OptionError
from ._evaluate import to_labels
from ._index import Index
from ._options import thread_count, with_options
from ._pages import checked_file
from ._result import ClusterResult
from ._spool import Again, check_reading
from ._types import Path


def side_of(given: Any, folder: str, name: str, url: str, html: str) -> tuple[list[str], Again]:
    """The inputs of one side of a comparison: a crawl, an index, a result or a table of one."""
    if isinstance(given, Index):
        given.flush()
        given = given.path
    if isinstance(given, ClusterResult):
        path = os.path.join(folder, name + ".tsv")
        given.write(path)
        given = path
    again = Again(given, url=url, html=html)
    return again.paths(), again


class Rows(Sequence[Mapping[str, Any]]):
    """The rows of a comparison, the most important first; ``data`` has all that the program says."""

    _rows = "rows"

    def __init__(self, text: bytes) -> None:
        self.json = text  #: as the program writes it with --json
        self.data: dict[str, Any] = json.loads(text)

    def __getitem__(self, at: Any) -> Any:
        return self.data[self._rows][at]

    def __len__(self) -> int:
        return len(self.data[self._rows])

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter(self.data[self._rows])

    @property
    def caution(self) -> str:
        """Why the templates may be poor, for people; empty: nothing looks wrong."""
        return self.data["caution"] or ""

    def to_pandas(self) -> Any:
        """One row a template."""
        import pandas

        return pandas.DataFrame(list(self))


class Diff(Rows):
    """What has changed between two crawls, template by template."""

    _rows = "templates"

    @property
    def counts(self) -> dict[str, int]:
        """Templates by state."""
        return dict(self.data["counts"])

    @property
    def note(self) -> str:
        """Why the states do not say which templates changed; empty: they do."""
        return self.data["note"] or ""

    def of(self, *states: str) -> list[Mapping[str, Any]]:
        """The templates in these states: changed, new, gone, split, joined, same, odd."""
        return [row for row in self if row["state"] in states]

    def __repr__(self) -> str:
        return "Diff(" + ", ".join(f"{count} {state}" for state, count in self.counts.items() if count) + ")"


class Coverage(Rows):
    """Which templates a crawl lacks."""

    @property
    def missing(self) -> list[Mapping[str, Any]]:
        """The templates that the crawl lacks."""
        return [row for row in self if row["state"] in ("missing", "replaced")]

    def __repr__(self) -> str:
        return f"Coverage({len(self)} templates, {len(self.missing)} missing)"


class CrossValidation:
    """How good classifiers are, by measure."""

    def __init__(self, text: bytes) -> None:
        self.json = text
        self.data: dict[str, Any] = json.loads(text)

    def __repr__(self) -> str:
        return f"CrossValidation({', '.join(self.data)})"


def diff(
    old: Any,
    new: Any,
    *,
    report: Optional[Path] = None,
    title: str = "",
    output: Optional[Path] = None,
    url: str = "url",
    html: str = "html",
    threads: int = 0,
    **reading: Any,
) -> Diff:
    """Which templates are new, gone, changed, split or joined between two crawls: ``pagekin diff``.

    Each side is a crawl (anything that ``pagekin.cluster`` takes), an ``Index``, a ``ClusterResult`` or the path of its
    table. `report` names an HTML file, `output` a table, to be written as well.
    """
    check_reading(reading)
    _table_flags(output)  # a wrong name is refused before the pages are looked at
    with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
        sides: list[str] = []
        kept: list[Again] = []
        for name, given in (("old", old), ("new", new)):
            paths, again = side_of(given, folder, name, url, html)
            kept.append(again)
            sides.append(_one_input(paths, folder, name))
        flags = _shared_flags(threads, url, html, reading, report, title)
        return Diff(run_program("diff", *sides, "--json", *_table_flags(output), *flags))


def _table_flags(output: Optional[Path]) -> list[str]:
    """The table goes to a file, in addition to the JSON object that the program prints."""
    if output is None:
        return []
    name = os.fspath(output)
    if not _pagekin.is_table_name(name):
        raise OptionError(f"`output` takes {_pagekin.table_endings()}, got '{name}'")
    return ["-o", name]


def _one_input(paths: list[str], folder: str, name: str) -> str:
    if len(paths) == 1:
        return paths[0]
    path = os.path.join(folder, name + ".list")
    with open(path, "w", encoding="utf-8") as file:
        file.write("".join(one + "\n" for one in paths))
    return "@" + path


def _shared_flags(threads: int, url: str, html: str, reading: Mapping[str, Any], report: Optional[Path], title: str) -> list[str]:
    flags = ["-q", "--threads", str(thread_count(threads)), *reading_flags({"url": url, "html": html, **reading})]
    if report is not None:
        flags += ["--report", os.fspath(report)]
    if title:
        flags += ["--title", title]
    return flags


@with_options("coverage")
def coverage(
    pages: Any,
    *,
    against: Any = None,
    sitemap: Union[None, Path, Sequence[Path]] = None,
    not_crawled: Optional[Path] = None,
    report: Optional[Path] = None,
    title: str = "",
    output: Optional[Path] = None,
    url: str = "url",
    html: str = "html",
    threads: int = 0,
    **reading: Any,
) -> Coverage:
    """The templates that a crawl lacks, compared with an older crawl or a sitemap: ``pagekin coverage``.

    `against`: the older crawl, or an ``Index``. `not_crawled` names a table for the addresses to crawl, `report` an HTML
    file, `output` a table of the result.
    """
    check_reading(reading)
    if against is None and sitemap is None:
        raise OptionError("coverage needs something to compare with: `against` or `sitemap`")
    _table_flags(output)
    with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
        paths, kept = side_of(pages, folder, "new", url, html)
        flags: list[object] = [*paths]
        if against is not None:
            older, kept_older = side_of(against, folder, "old", url, html)
            flags += ["--against", *older]
        if sitemap is not None:
            maps = [sitemap] if isinstance(sitemap, (str, os.PathLike)) else list(sitemap)
            flags += ["--sitemap", *map(checked_file, maps)]
        wanted: list[object] = [] if not_crawled is None else ["--not-crawled", not_crawled]
        shared = _shared_flags(threads, url, html, reading, report, title)
        return Coverage(run_program("coverage", *flags, *wanted, "--json", *_table_flags(output), *shared))


@with_options("crossval")
def crossval(
    pages: Any,
    truth: Any,
    *,
    measure: Union[str, Sequence[str]] = (),
    folds: Optional[int] = None,
    train_per_class: Optional[int] = None,
    held_out: Optional[int] = None,
    sample: Optional[int] = None,
    seed: int = 1,
    significance: bool = False,
    time: bool = False,
    url: str = "url",
    html: str = "html",
    threads: int = 0,
    **reading: Any,
) -> CrossValidation:
    """How good classifiers are: precision, recall, F1 and accuracy by measure, as ``pagekin crossval --json`` says.

    `truth`: the path of a table, or a mapping from pages to templates. Without `time` nothing is timed, so that the same
    call gives the same result.
    """
    check_reading(reading)
    with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
        again = Again(pages, url=url, html=html)
        paths = again.paths()
        if isinstance(truth, (str, os.PathLike)) and again.is_named:
            truth = checked_file(truth)
        else:
            path = os.path.join(folder, "truth.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                labels = to_labels(truth)
                if not labels:
                    raise InputError("no label was given: `truth` is empty")
                for page, template in labels.items():
                    file.write(json.dumps({"page": again.name_in_paths(page), "template": template}) + "\n")
            truth = path
        flags: list[object] = [*paths, "--truth", truth, "--json", "--seed", seed]
        for name in [measure] if isinstance(measure, str) else measure:
            flags += ["--measure", name]
        numbers = {"--folds": folds, "--train-per-class": train_per_class, "--held-out": held_out, "--sample": sample}
        for flag, value in numbers.items():
            flags += [] if value is None else [flag, value]
        flags += ["--significance"] if significance else []
        flags += [] if time else ["--no-time"]
        return CrossValidation(run_program("crossval", *flags, *_shared_flags(threads, url, html, reading, None, "")))
