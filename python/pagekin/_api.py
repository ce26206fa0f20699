"""The functions of the package."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, Optional, Union

from . import _pagekin
from ._catalogue import check_options, measures, methods, scores, spec, with_registries
from ._errors import InputError
from ._evaluate import to_labels
from ._hints import Hints
from ._options import collect, suggesting, thread_count, with_options
from ._parts import Part
from ._pages import Html, check_page, checked_inputs, input_names, is_file_object, is_page_text, make_source, to_pairs, to_source
from ._progress import Progress, Watched
from ._result import ClusterResult
from ._spool import is_read_once
from ._types import Path

if TYPE_CHECKING:
    import numpy as np
    import pandas
    from numpy.typing import NDArray

DEFAULT_MEASURE = "structure_style"


@suggesting
def read(
    paths: Union[Path, Sequence[Path], Part, IO[bytes], IO[str]],
    *,
    threads: int = 0,
    max_page_bytes: int = 10_000_000,
    all_status: bool = False,
    verify_digests: bool = False,
    strict: bool = False,
    url: str = "url",
    html: str = "html",
    html_encoding: str = "auto",
    listed_pages: bool = False,
    archives: Path = "",
) -> _pagekin.PageReader:
    """Iterates over the pages of files, in bounded memory.

    `paths`: directories, HTML files, WARC and WACZ files, JSON lines, Parquet and Arrow files, Nutch segments, crawl stores, one or
    several; patterns, and addresses of fsspec; or a file that is open for reading. `url` and `html` name the fields of JSON lines and
    the columns of tables. ``cdx:TABLE`` reads the WARC records that a table names by filename, offset and length; `archives` is the folder of
    these files. `listed_pages`: of WACZ files, only the pages that their lists name. The pages that are skipped are in ``incidents`` of what is
    returned. `strict` ends at the first page that cannot be read. A ``Part`` of ``pagekin.divide`` is
    read alone.
    """
    threads = thread_count(threads)
    names: Optional[list[str]]
    if isinstance(paths, Part):
        names = checked_inputs([paths.path])
    elif isinstance(paths, (str, os.PathLike)) or is_file_object(paths):
        names = input_names(paths)
    else:
        names = checked_inputs(_names(paths))
    if not names:
        raise InputError("no input was given")
    source = make_source(
        names, max_page_bytes=max_page_bytes, all_status=all_status, verify_digests=verify_digests, strict=strict, url=url, html=html,
        html_encoding=html_encoding, listed_pages=listed_pages, archives=archives,
    )  # fmt: skip
    if isinstance(paths, Part):
        source.take_part(paths.begin, paths.end, paths.begins_exactly)
    return _pagekin.PageReader(source, threads)


def _names(paths: Any) -> list[Any]:
    """Several names of files."""
    names = list(paths) if isinstance(paths, Iterable) and not isinstance(paths, (bytes, bytearray, memoryview)) else [paths]
    for name in names:
        if not isinstance(name, (str, os.PathLike)) or (isinstance(name, str) and "<" in name and not os.path.exists(name)):
            shown = "a page" if isinstance(name, str) else type(name).__name__
            raise TypeError(f"expected the names of files, got {shown}; pages in memory need no reading: cluster, extract and others take them")
    return names


def _checked_page(html: Html) -> Html:
    """A page; refuses the name of a file, which would be a page without markup."""
    if isinstance(html, os.PathLike):
        raise TypeError(f"expected a page as str or bytes, got a path: read it with open({os.fspath(html)!r}, 'rb').read()")
    check_page(html)
    if isinstance(html, str) and len(html) < 4096 and not is_page_text(html) and "\0" not in html and os.path.exists(html):
        raise TypeError(f"expected a page as str or bytes, got the name of a file: read it with open({html!r}, 'rb').read()")
    return html


def fingerprint(html: Html, length: int = 25) -> bytes:
    """The template fingerprint of a page: at most `length` bytes, equal or nearly equal for pages of
    one template (Hachenberg and Gottron 2013)."""
    return _pagekin.fingerprint(_checked_page(html), length)


def features(html: Html, url: str = "", length: int = 25) -> dict[str, Any]:
    """What a page consists of, as methods and measures see it.

    A dict: ``fingerprint``; ``tag_hash`` and ``head_hash``, equal for pages with equal tags;
    ``elements``, counts by name; ``element_count``; ``depth``; ``class_names`` and ``marks``, hashes as
    NumPy arrays; ``mark_names``, the marks as CSS selectors; ``host`` and ``url_shape`` of the
    address; ``limits`` that cut the page short.
    """
    import numpy as np

    found = _pagekin.features(_checked_page(html), url, length)
    for name in ("class_names", "marks"):
        found[name] = np.array(found[name], dtype=np.uint64)
    return found


@with_registries(measures)
def similarity(a: Html, b: Html, measure: str = DEFAULT_MEASURE, **options: object) -> float:
    """How similar two pages are: 0 to 1, and 1 for pages that are equal to the measure.

    `options` are those of the measure.
    """
    check_options(measure, options, measures)
    return _pagekin.similarity(_checked_page(a), _checked_page(b), spec(measure, options))


def check_matrix(pages: int) -> None:
    """Says what all pairs of pages cost; raises MemoryError if there is no room for them."""
    size = 4 * pages * pages
    cost = f"{pages:,} pages have {pages * (pages - 1) // 2:,} pairs; the matrix takes {size:,} bytes"
    logging.getLogger("pagekin").info("pairwise: %s", cost)
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            free = next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        return  # not known here
    if size > free:
        raise MemoryError(f"pairwise: {cost}, {free:,} are free; compare a sample, or use cluster()")


@with_registries(measures)
def pairwise(
    pages: Any,
    measure: str = DEFAULT_MEASURE,
    *,
    url: str = "url",
    html: str = "html",
    threads: int = 0,
    progress: Progress = None,
    **options: object,
) -> NDArray[np.float32]:
    """The similarities of all pairs of pages, as a square matrix.

    `pages`: anything that ``cluster`` takes; all of them are held in memory. The matrix has 4 bytes a pair of pages, in both orders: 400 MB
    for 10,000 pages. If that is more than this machine has free, a ``MemoryError`` says so before anything is compared; the logger
    ``pagekin`` gets the numbers of pairs and bytes in any case (level INFO).
    """
    check_options(measure, options, measures)
    threads = thread_count(threads)
    pairs = to_pairs(pages, url, html)
    check_matrix(len(pairs))
    urls = [address if address is not None else str(row) for row, (address, _) in enumerate(pairs)]
    with Watched(progress) as watched:
        return _pagekin.pairwise(urls, [page for _, page in pairs], spec(measure, options), threads, watched)


@with_registries(methods)
@with_options("cluster")
def cluster(
    pages: Any,
    method: str = "auto",
    *,
    # options of cluster
    measure: str = "",
    check: bool = False,
    index: Optional[Path] = None,
    on_duplicate: str = "replace",
    keep: str = "",
    checkpoint_seconds: float = 60.0,
    skeletons: bool = False,
    describe: bool = False,
    hints: Hints = None,
    ask: int = 0,
    # end of options
    url: str = "url",
    html: str = "html",
    threads: int = 0,
    progress: Progress = None,
    max_page_bytes: int = 10_000_000,
    all_status: bool = False,
    verify_digests: bool = False,
    strict: bool = False,
    html_encoding: str = "auto",
    listed_pages: bool = False,
    archives: Path = "",
    **options: object,
) -> ClusterResult:
    """Groups pages by template.

    `pages`: a path or a list of paths; anything with columns of addresses and pages that speaks Arrow
    (pandas, polars, pyarrow, a relation of DuckDB); a mapping from addresses to pages; a list or an
    iterator of pages, each str, bytes, ``(url, html)``, a mapping or an object with both. `url` and
    `html` name the columns, keys, attributes or fields. Pages without an address are named by their
    place.

    `describe` finds at once what sets templates apart, else that is done when it is asked for. `hints`:
    the path of a table, a mapping from addresses to names, or mappings with the keys page, and
    template, same_as or different_from. ``result.questions`` has the pages of `ask`. `threads`: 0 is one per core; the result does not depend on it.
    `progress`: True or False; None shows a bar in terminals and notebooks; or a function. `strict`
    ends at the first page that cannot be read. Further `options` are those of the method.
    """
    check_options(method, options, methods)
    threads = thread_count(threads)
    given = collect("cluster", locals(), method=spec(method, options))
    reading: dict[str, Any] = dict(
        url=url,
        html=html,
        max_page_bytes=max_page_bytes,
        all_status=all_status,
        verify_digests=verify_digests,
        strict=strict,
        html_encoding=html_encoding,
        listed_pages=listed_pages,
        archives=os.fspath(archives) if isinstance(archives, os.PathLike) else archives,
    )
    source = to_source(pages, **reading)
    with Watched(progress) as watched:
        native = _pagekin.cluster(source, given, threads, watched)
    return ClusterResult(native, threads, progress, None if is_read_once(pages) else (pages, reading))


@with_registries(methods, measures, scores)
@suggesting
@with_options("sweep")
def sweep(
    pages: Any,
    truth: Any,
    *,
    vary: Union[Mapping[str, Union[str, Iterable[object]]], Iterable[str]] = (),
    # options of sweep
    methods: Union[str, Iterable[str]] = (),
    measures: Union[str, Iterable[str]] = (),
    time: bool = False,
    # end of options
    url: str = "url",
    html: str = "html",
    threads: int = 0,
    progress: Progress = None,
) -> SweepResult:
    """Scores of clusterings over the options of methods and measures.

    `vary`: ``{"threshold": "0.1:0.9:0.1"}`` (from, to, step) or ``{"linkage": ["single", "average"]}``.
    Without methods it takes those that have such an option; "all" stands for every one.
    """
    threads = thread_count(threads)
    settings: list[str]
    if isinstance(vary, Mapping):
        settings = [
            f"{name}={values if isinstance(values, str) else ','.join(map(str, values))}"
            for name, values in vary.items()
        ]
    else:
        settings = [vary] if isinstance(vary, str) else list(vary)
    source, labels = labelled_source(pages, truth, url, html)
    with Watched(progress) as watched:
        rows = _pagekin.sweep(
            source, labels, _words(methods), _words(measures), settings, time, threads, watched
        )
    return SweepResult(rows)


def _words(given: Union[str, Iterable[str]]) -> list[str]:
    return [given] if isinstance(given, str) else list(given)


class SweepResult(Sequence[dict[str, Any]]):
    """The settings of a sweep, with their scores."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._rows = rows

    def __getitem__(self, at: Any) -> Any:
        return self._rows[at]

    def __len__(self) -> int:
        return len(self._rows)

    def best(self, score: str = "adjusted_rand_index") -> dict[str, Any]:
        """The setting with the highest score, the first of equal ones."""
        done = [row for row in self._rows if row["is_done"]]
        if not done:
            raise ValueError("no setting was done: " + "; ".join(row["error"] for row in self._rows[:3]))
        return max(done, key=lambda row: row["scores"][score])

    def to_pandas(self) -> pandas.DataFrame:
        """One row a setting."""
        import pandas

        flat = []
        for row in self._rows:
            line = {"method": row["method"], "measure": row["measure"], **row["values"]}
            line.update({"clusters": row["clusters"], "error": row["error"], **row["scores"]})
            flat.append(line)
        return pandas.DataFrame(flat)

    def __repr__(self) -> str:
        return f"SweepResult({len(self)} settings)"


def labelled_source(
    pages: Any, truth: Any, url: str, html: str, *, paths: bool = True
) -> tuple[_pagekin.Source, dict[str, str]]:
    """Pages and their labels. A sequence of labels needs pages in memory, which then get names that
    no two of them share."""
    if isinstance(truth, (str, os.PathLike, Mapping)):
        return to_source(pages, url=url, html=html), to_labels(truth)
    pairs = to_pairs(pages, url, html, paths=paths)
    names: list[str] = []
    taken: set[str] = set()
    for row, (address, _) in enumerate(pairs):
        name = str(row) if address is None else address
        while name in taken:  # more than once if an address looks like a name that was made here
            name += f"#{row}"
        taken.add(name)
        names.append(name)
    source = to_source([])
    documents = [page for _, page in pairs]
    source.supply(lambda: zip(names, documents), True, len(names))
    return source, to_labels(truth, names)


@with_options("train")
def train(
    pages: Any,
    truth: Any,
    path: Path,
    *,
    # options of train
    measure: str = "common_path_shingles",
    # end of options
    url: str = "url",
    html: str = "html",
    threads: int = 0,
    progress: Progress = None,
    **options: object,
) -> dict[str, Any]:
    """Learns templates from labelled pages and writes a model to `path`; ``Index.open`` and the command
    ``pagekin classify`` read it. `options` are those of the measure. Returns how many pages and
    templates it learned from."""
    check_options(measure, options, measures)
    threads = thread_count(threads)
    source, labels = labelled_source(pages, truth, url, html)
    with Watched(progress) as watched:
        return _pagekin.train(source, labels, spec(measure, options), os.fspath(path), threads, watched)


def read_labels(path: Path) -> dict[str, str]:
    """Labels by page, from a table with the columns of a page and its template."""
    return _pagekin.read_labels(checked_inputs([path])[0])
