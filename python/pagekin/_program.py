"""Commands whose result is a report or a comparison: the program does them in a child process, so that the bytes are its own
and nothing that it prints or catches meets the caller's process."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _pagekin
from ._errors import InputError, OptionError, PagekinError
from ._frozen import PAGE_KINDS
from ._index import Index
from ._options import thread_count, with_options
from ._pages import checked_file
from ._result import ClusterResult, Path
from ._spool import Again, check_reading

_USAGE = 2  # exit status for options that do not fit


def run_program(command: str, *arguments: object, met: Sequence[int] = (0,)) -> bytes:
    """Runs a command of the program and returns what it prints. Raises what the library would raise."""
    if not sys.executable:
        raise PagekinError(f"pagekin {command} runs in a Python of its own, and this one does not know its program: set sys.executable")
    # The package that runs now, wherever it was imported from, and no module of the working folder.
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    start = f"import sys; sys.path[:] = [{folder!r}, *filter(None, sys.path)]; from pagekin._command import main; sys.exit(main())"
    words = [sys.executable, "-c", start, command, *(os.fspath(a) if isinstance(a, os.PathLike) else str(a) for a in arguments)]
    if _pagekin.follows_links():
        words.append("--follow-links")
    done = subprocess.run(words, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode in met:
        return done.stdout
    text = done.stderr.decode("utf-8", "replace").strip()
    message = text.removeprefix("pagekin: ").removeprefix(f"{command}: ") or f"pagekin {command} ended with status {done.returncode}"
    if done.returncode < 0:
        raise PagekinError(f"pagekin {command} was ended by signal {-done.returncode}: {message}")
    raise OptionError(_in_python(message)) if done.returncode == _USAGE else InputError(_in_python(message))


def _in_python(message: str) -> str:
    """What the program says, with options as Python calls them and without the folder of temporary files."""
    message = re.sub(r"(?<![\w-])--([a-z]+(?:-[a-z]+)*)", lambda found: f"`{found[1].replace('-', '_')}`", message)
    return re.sub(r"[^\s'`(]*/pagekin-\w+/", "", message)


def reading_flags(reading: Mapping[str, Any]) -> list[str]:
    """The options of ``read`` as flags."""
    flags: list[str] = []
    names = {"url": "url-field", "html": "html-field"}
    for name, value in reading.items():
        flag = "--" + names.get(name, name).replace("_", "-")
        if value is True:
            flags.append(flag)
        elif value is not False and value is not None and value != "":
            flags += [flag, str(value)]
    return flags


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
    """The table goes to a file, beside the JSON object that the program prints."""
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
    from ._evaluate import to_labels

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


def write_report(
    result: ClusterResult,
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


def evaluate_by_measure(result: ClusterResult, pages: Again, measure: str, threads: int, **reading: Any) -> dict[str, Any]:
    """See ``ClusterResult.evaluate_by_measure``."""
    with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
        paths, table = pages.paths(), os.path.join(folder, "clusters.tsv")
        _write_clusters(result, table, pages)
        flags: list[object] = ["--measure", measure, "--json", "-q", "--threads", threads, *reading_flags(reading)]
        found: dict[str, Any] = json.loads(run_program("evaluate", table, *paths, *flags))
        return found


def _write_clusters(result: ClusterResult, path: str, pages: Optional[Again]) -> None:
    """The table of a result, in which pages have the names of the files that the program reads."""
    table = result.table().to_dict()
    names = table["page"] if pages is None else [pages.name_in_paths(name) for name in table["page"]]
    if names == table["page"]:
        result.write(path)
        return
    table["page"] = names
    _pagekin.write_table(path, list(table), [PAGE_KINDS[name] for name in table], list(table.values()))


def copy_pages(
    command: str, result: ClusterResult, pages: Optional[Again], path: Optional[Path], flags: Sequence[object], **reading: Any
) -> bytes:
    """``pagekin pages`` and ``pagekin sample``: lists of pages, or copies of them."""
    with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
        table = os.path.join(folder, "clusters.tsv")
        inputs = [] if pages is None else pages.paths()
        _write_clusters(result, table, pages)
        out: list[object] = [] if path is None else ["-o", path]
        return run_program(command, table, *inputs, *out, *flags, "-q", *(reading_flags(reading) if inputs else []))
