"""The result of a clustering."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _html, _pagekin
from ._evaluate import evaluate
from ._frozen import FrozenTable, freeze
from ._options import collect, names_of, suggest
from ._pages import is_page_text, to_source
from ._progress import Progress, Watched
from ._prompts import Prompts, make_prompts
from ._result_commands import copy_pages, evaluate_by_measure, write_report
from ._spool import Again
from ._templates import Question, SampledPage, Template
from ._types import Path

if TYPE_CHECKING:
    import numpy as np
    import pandas
    import polars
    import pyarrow
    from numpy.typing import NDArray


class Table:
    """A table of results. Anything that takes Arrow data takes it as it is, without a copy."""

    def __init__(self, native: _pagekin.Table) -> None:
        self._native = native

    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
        return self._native.column_names

    def __len__(self) -> int:
        return len(self._native)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._native.__arrow_c_schema__()

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as lists."""
        return self._native.to_dict()

    def to_arrow(self) -> pyarrow.Table:
        """As a table of pyarrow, without a copy."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> pandas.DataFrame:
        """As a data frame of pandas."""
        try:
            made: pandas.DataFrame = self.to_arrow().to_pandas()
            return made
        except ImportError:
            import pandas

            return pandas.DataFrame(self.to_dict())

    def to_polars(self) -> polars.DataFrame:
        """As a data frame of polars."""
        import polars

        frame = polars.DataFrame(self)
        return frame

    def __reduce__(self) -> Any:
        return type(self), (FrozenTable(self.to_dict()),)

    def __repr__(self) -> str:
        return f"Table({len(self)} rows: {', '.join(self.column_names)})"


class ClusterResult:
    """Pages and their templates.

    Arrays have one entry for each page that was read. For pages in memory they have one entry for each
    page that was given, in the same order, also for pages that were skipped.
    """

    def __init__(
        self,
        native: _pagekin.Clustered,
        threads: int = 0,
        progress: Progress = None,
        given: Optional[tuple[Any, dict[str, Any]]] = None,
    ) -> None:
        self._native = native
        self._threads = threads
        self._progress = progress
        self._given = given  # the pages and how they are read; None: they cannot be read again
        self._lock = threading.Lock()

    # -- arrays, named as in scikit-learn

    @cached_property
    def labels_(self) -> NDArray[np.int64]:
        """By page: the number of its cluster, 0 for the largest; -1: left out or skipped."""
        return self._native.labels()

    @cached_property
    def template_ids_(self) -> NDArray[np.int64]:
        """By page: the id of its template, as the command line shows it; 0: left out or skipped."""
        return self._native.template_ids()

    @cached_property
    def confidence_(self) -> NDArray[np.float32]:
        """By page: how sure it is, 0 to 1; not a number: the method does not give it."""
        return self._native.confidence()

    @cached_property
    def variants_(self) -> NDArray[np.int64]:
        """By page: its variant; the id of the template if that has none."""
        return self._native.variants()

    # -- pages and templates

    @property
    def page_count(self) -> int:
        """How many pages were clustered; with an index, those of earlier runs included."""
        return self._native.page_count

    @cached_property
    def pages(self) -> list[str]:
        """The addresses or other names of the pages that were clustered."""
        return self._native.pages

    @cached_property
    def templates(self) -> list[Template]:
        """The templates, the largest first.

        What sets a template apart is found by reading the pages again, the first time that this is
        asked for. Pages that can be read only once have names and addresses, but no marks.
        """
        self._describe()
        columns = self._native.template_table().to_dict()
        rows = zip(*columns.values())
        return [
            Template(
                id=row["template"],
                label=label,
                name=row["name"],
                pages=row["pages"],
                share=row["share"],
                variants=row["variants"],
                hosts=tuple(row["hosts"]),
                url_shape=row["url_shape"],
                exemplar=row["exemplar"],
                representatives=tuple(row["representatives"]),
                marks=tuple(row["marks"]),
                confidence=row["confidence"],
            )
            for label, row in enumerate(dict(zip(columns, values)) for values in rows)
        ]

    def _describe(self) -> None:
        with self._lock:
            if self._native.is_described or not self._native.can_describe():
                return
            with Watched(self._progress) as progress:
                self._native.describe(self._threads, progress)

    @property
    def caution(self) -> str:
        """Why the result may be poor, and what to do about it; empty if nothing looks wrong."""
        return self._native.caution

    @cached_property
    def incidents(self) -> list[_pagekin.Incident]:
        """Pages that were skipped, or used only in part, with the reasons; at most 100,000."""
        return self._native.incidents

    @property
    def counts(self) -> _pagekin.PageCounts:
        """How many pages were read, used, limited and skipped."""
        return self._native.counts

    @property
    def changes(self) -> list[dict[str, Any]]:
        """What became of the templates of earlier runs of the index."""
        return self._native.changes()

    @cached_property
    def questions(self) -> list[Question]:
        """The pages for which a hint would help most; see `ask` of ``pagekin.cluster``."""
        asked = self._native.questions()
        ids = self._native.page_table(["template"]).to_dict()["template"] if asked else []
        return [Question(self.pages[page], ids[page], doubt) for page, doubt in asked]

    @property
    def unknown_hints(self) -> list[str]:
        """Pages that hints name and that were not among the pages."""
        return self._native.unknown_hinted

    @property
    def summary(self) -> str:
        """What was read and found, in some lines, as the command line prints it."""
        return self._native.summary()

    # -- tables

    def table(self, columns: Union[str, Sequence[str]] = "") -> Table:
        """The pages as a table. `columns`: names, see ``pagekin.PAGE_COLUMNS``; default: the usual
        ones. The names of templates need the pages to be read again."""
        names = self._columns(columns)
        return Table(self._native.page_table(names))

    def template_table(self) -> Table:
        """The templates as a table."""
        self._describe()
        return Table(self._native.template_table())

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.table().__arrow_c_stream__(requested_schema)

    def to_arrow(self, columns: Union[str, Sequence[str]] = "") -> pyarrow.Table:
        """The pages as a table of pyarrow, without a copy."""
        return self.table(columns).to_arrow()

    def to_pandas(self, columns: Union[str, Sequence[str]] = "") -> pandas.DataFrame:
        """The pages as a data frame of pandas."""
        return self.table(columns).to_pandas()

    def to_polars(self, columns: Union[str, Sequence[str]] = "") -> polars.DataFrame:
        """The pages as a data frame of polars."""
        return self.table(columns).to_polars()

    def to_parquet(self, path: Path, columns: Union[str, Sequence[str]] = "") -> None:
        """Writes the pages to a Parquet file, the same that ``pagekin cluster -o`` writes."""
        text = os.fspath(path)
        if not text.lower().endswith((".parquet", ".parquet.gz", ".parquet.zst")):
            raise ValueError(f"expected a file that ends in .parquet, got '{text}'")
        self.write(path, columns)

    def write(self, path: Path, columns: Union[str, Sequence[str]] = "") -> None:
        """Writes the pages to a file: .tsv, .csv, .jsonl or .parquet, each also with .gz or .zst
        after it; the same bytes that ``pagekin cluster -o`` writes."""
        self._native.write_pages(os.fspath(path), self._columns(columns))

    def write_templates(self, path: Path) -> None:
        """Writes the templates to a file; the same bytes that ``pagekin cluster --templates`` writes."""
        self._describe()
        self._native.write_templates(os.fspath(path))

    def _columns(self, columns: Union[str, Sequence[str]]) -> list[str]:
        names = columns.split(",") if isinstance(columns, str) else list(columns)
        names = [name.strip() for name in names]
        if names in ([], [""]):
            return _pagekin.usual_page_columns()
        if "name" in names:
            self._describe()
        return names

    def _again(self, pages: Any = None, **reading: Any) -> Again:
        """The pages of the result, to be read again."""
        if pages is not None:
            return Again(pages, **reading)
        if self._given is None:
            raise ValueError(
                "this result does not have its pages: they could be read only once, or were in memory when it was pickled; give them again as `pages`"
            )
        given, how = self._given
        return Again(given, **{**how, **reading})

    def report(
        self,
        path: Path,
        *,
        pages: Any = None,
        title: str = "",
        representatives: int = 3,
        truth: Optional[Path] = None,
        screenshots: bool = False,
        browser: str = "",
    ) -> None:
        """Writes the program's report, one HTML file to look at: pictures and skeletons of templates, typical and unusual pages,
        a map. The same as ``pagekin report``; options as there. Pages that could be read only once must be given again."""
        write_report(
            self, self._again(pages), path, title=title, representatives=representatives, truth=truth,
            screenshots=screenshots, browser=browser, threads=self._threads, **self._reading(),
        )  # fmt: skip

    def _reading(self) -> dict[str, Any]:
        return {} if self._given is None else self._given[1]

    # -- from templates to data

    def prompts(
        self,
        pages: Any = None,
        *,
        budget: int = 4000,
        fields: Union[str, Sequence[str]] = (),
        max_templates: int = 1000,
        min_pages: int = 2,
        columns: bool = True,
    ) -> Prompts:
        """What to ask a model, once for each template: a representative with its slots numbered, and the columns of the template
        with examples, within `budget` tokens (counted as a third of the bytes). ``prompts.answer(model)`` asks, and
        ``pagekin.learn(pages, answers=...)`` takes what came back.

        `fields`: the names that are wanted; without them the model chooses. `min_pages`: smaller templates are passed over.
        `columns`: with what varies on the other pages of the template, which costs another reading of the pages.
        """
        how = {"url": "url", "html": "html", **self._reading()}
        if pages is None and self._given is None:
            self._again()
        return make_prompts(
            self, self._given[0] if pages is None and self._given is not None else pages, budget=budget, fields=fields,
            max_templates=max_templates, min_pages=min_pages, columns=columns, threads=self._threads, progress=self._progress, **how,
        )  # fmt: skip

    def write_sample(
        self,
        path: Path,
        n: Optional[int] = None,
        *,
        pages: Any = None,
        per_template: Optional[int] = None,
        fraction: Optional[float] = None,
        random_share: float = 0.0,
        seed: int = 1,
    ) -> None:
        """Writes a sample as ``pagekin sample -o`` does: a list, or copies of the pages to FILE.warc.gz or FOLDER/."""
        flags: list[object] = ["--seed", seed, "--random-share", random_share]
        for flag, value in (("--total", n), ("--per-template", per_template), ("--fraction", fraction)):
            flags += [] if value is None else [flag, value]
        self._copy("sample", path, pages, flags)

    def write_template_pages(self, path: Path, template: Any = (), *, not_template: Any = (), unique: bool = False, pages: Any = None) -> None:
        """Writes the pages of chosen templates as ``pagekin pages -o`` does: a list, or copies to FILE.warc.gz or FOLDER/."""
        flags: list[object] = ["--unique"] if unique else []
        for flag, names in (("--template", names_of(template)), ("--not-template", names_of(not_template))):
            flags += [flag, ",".join(names)] if names else []
        self._copy("pages", path, pages, flags, unique)

    def _copy(self, command: str, path: Path, pages: Any, flags: list[object], reads: bool = False) -> None:
        text = os.fspath(path)
        copies = reads or text.endswith(("/", ".warc", ".warc.gz")) or os.path.isdir(text)
        again = self._again(pages) if copies else None
        copy_pages(command, self, again, path, flags, **(self._reading() if copies else {}))

    # -- samples and scores

    def sample(
        self,
        n: Optional[int] = None,
        *,
        per_template: Optional[int] = None,
        fraction: Optional[float] = None,
        random_share: float = 0.0,
        seed: int = 1,
    ) -> list[SampledPage]:
        """Some pages of every template, its representatives first.

        `n`: at most this many pages in all. `per_template`: of each template, 3 if nothing is
        given. `fraction`: at least this share of each. `random_share`: pages drawn from all others,
        as a share of the rest of the sample. A larger sample has all pages of a smaller one.
        """
        drawn = self._native.sample(collect("sample", locals(), total=n))
        pages = self.pages
        ids = self._native.page_table(["template"]).to_dict()["template"] if drawn else []
        return [SampledPage(pages[page], ids[page], how) for page, how in drawn]

    def evaluate_by_measure(self, measure: str, *, pages: Any = None) -> dict[str, Any]:
        """Scores without known templates: silhouette, cohesion and separation of the clusters by a measure, as ``pagekin evaluate --measure
        --json`` says them. Compares all pairs of pages, and reads the pages again."""
        return evaluate_by_measure(self, self._again(pages), measure, self._threads, **self._reading())

    def evaluate(self, truth: Any) -> Any:
        """Scores against known templates; see ``pagekin.evaluate``."""
        return evaluate(self, truth)

    # -- showing

    def __len__(self) -> int:
        """How many templates there are: what iterating gives. ``page_count`` counts pages."""
        return self._native.template_count

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Template]:
        return iter(self.templates)

    def __getitem__(self, template: Union[int, str]) -> TemplatePages:
        """A template by its id or name, with its pages."""
        for found in self.templates:
            if template in (found.id, found.name):
                return TemplatePages(self, found)
        names = suggest(str(template), [found.name for found in self.templates])
        raise KeyError(f"there is no template {template!r}{names}; ids are those of result.templates")

    def __reduce__(self) -> Any:
        given = self._given
        if given is not None and not _is_path(given[0]):
            given = None  # the pages are not a part of their result
        return _thaw, (freeze(self), given)

    def __repr__(self) -> str:
        caution = f", caution: {self.caution}" if self.caution else ""
        return (
            f"ClusterResult({self.page_count:,} pages, {self._native.template_count:,} templates, "
            f"{len(self.incidents):,} incidents{caution})"
        )

    def _repr_html_(self) -> str:
        return _html.wall(self.templates, self.page_count, caution=self.caution)


def _is_path(pages: Any) -> bool:
    if isinstance(pages, (str, os.PathLike)):
        return True
    return isinstance(pages, (list, tuple)) and all(
        isinstance(page, os.PathLike) or (isinstance(page, str) and not is_page_text(page)) for page in pages
    )


def _thaw(frozen: Any, given: Any) -> ClusterResult:
    return ClusterResult(frozen, 0, False, given)  # it stands in for the library's own


class TemplatePages:
    """A template of a result, with its pages. ``info`` has what is known of it."""

    def __init__(self, result: ClusterResult, info: Template) -> None:
        self._result = result
        self.info = info
        self.id = info.id
        self.name = info.name

    @property
    def urls(self) -> list[str]:
        """The addresses of its pages."""
        columns = self._result.table(["page", "template"]).to_dict()
        return [page for page, template in zip(columns["page"], columns["template"]) if template == self.id]

    def pages(self) -> Iterator[_pagekin.Page]:
        """Its pages with their HTML, in their order; reads the pages of the result again, in bounded memory."""
        return self._read(set(self.urls))

    def representatives(self) -> list[_pagekin.Page]:
        """The pages that stand for it, with their HTML."""
        order = {page: place for place, page in enumerate(self.info.representatives)}
        return sorted(self._read(set(order)), key=lambda page: order[page.url])

    def _read(self, wanted: set[str]) -> Iterator[_pagekin.Page]:
        left = len(wanted)
        again = self._result._again()
        if not again.is_named:  # a file of them could not hold all names
            ids = self._result.template_ids_
            names = None if self._result._native.earlier_pages else iter(self.urls)  # they are in the order of the pages
            for row, (address, html) in enumerate(again.pairs()):
                if ids[row] != self.id:
                    continue
                name = next(names) if names is not None else str(row) if address is None else address
                if name in wanted:
                    yield again.made(name, html, row)
            return
        with _pagekin.PageReader(to_source(again.paths(), **self._result._reading()), self._result._threads) as reader:
            for page in reader:
                if page.url in wanted:
                    yield page
                    left -= 1
                    if left == 0:
                        return

    def __len__(self) -> int:
        return self.info.pages

    def __repr__(self) -> str:
        return f"TemplatePages({self.id}, {self.name!r}, {len(self):,} pages)"
