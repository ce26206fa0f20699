"""Fields of pages: learned from a few labelled pages, then extracted from all others."""

from __future__ import annotations

import json
import os
import tempfile
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Optional, Union, overload

from . import _pagekin
from ._answers import Answers, check_answers, to_answer_labels
from ._errors import LabelWarning, OptionError
from ._options import collect, names_of, suggest, thread_count, with_options
from ._pages import Html, check_page, checked_file, checked_inputs, is_page_text
from ._progress import Progress, Watched
from ._records import Record, TableReader, check_types, to_record
from ._spool import Again, Once, check_reading, read_as_they_come
from ._templates_of import Clusters, TemplatesOf
from ._types import Path

#: A path of a table; a mapping from pages to mappings from fields to values; or mappings with the keys ``page``,
#: ``field`` and one of ``value``, ``xpath``, ``css``, ``slot``. Data frames and tables with these columns serve, too.
Labels = Union[None, str, "os.PathLike[str]", Mapping[Any, Mapping[str, object]], Iterable[Mapping[str, object]]]

_KEYS = ("page", "field", "value", "xpath", "css", "slot")
_FORMS = ("text", "json", "crawl4ai", "scrapy", "console")
_OTHER_FORMS = {"parsel": "scrapy", "javascript": "console", "js": "console"}


@dataclass(frozen=True)
class Field:
    """What a wrapper knows of a field of a template."""

    template: Union[int, str]  #: the id of the template
    name: str  #: of the field; of records ``posts.author``
    is_list: bool  #: a page may have several values
    pages: int  #: that it was learned from
    filled: int  #: of these with a value
    agreement: float  #: of the selectors, 0 to 1
    examples: tuple[str, ...]


@dataclass(frozen=True)
class LabelProblem:
    """A label or an answer that could not be used."""

    page: str
    field: str
    problem: str  #: what is wrong, with what is nearest

    def __str__(self) -> str:
        return f"field '{self.field}' of page '{self.page}': {self.problem}"


@dataclass(frozen=True)
class FieldDoubt:
    """A field whose labels do not say everything."""

    template: Union[int, str]
    field: str
    doubt: float  #: share of pages on which the selectors nearly disagree
    label_next: Optional[str]  #: the page whose label would help most
    places: tuple[str, ...]  #: where the labelled value stands, if at several places


@dataclass(frozen=True)
class FieldHealth:
    """How a field, a record or a column is found now, compared with how it was found when it was learned."""

    template: Union[int, str]
    field: str
    state: str  #: sound, unknown (too few pages), broken
    reason: str  #: of a broken field
    details: Mapping[str, Any]  #: all that the program writes with ``--health``; of a record also its rows

    @property
    def is_broken(self) -> bool:
        """Whether it is no longer found as it was."""
        return self.state == "broken"


def parse_health(text: str) -> list[FieldHealth]:
    """The health that the program writes as JSON."""
    found: list[FieldHealth] = []
    if not text:
        return found
    for row in json.loads(text).get("fields", ()):
        found.append(
            FieldHealth(_id(row.get("template")), row.get("field", ""), row.get("state", ""), row.get("reason") or "", row)
        )
    return found


def _id(text: Any) -> Union[int, str]:
    """A template id: a number, or else a name."""
    if isinstance(text, int):
        return text
    shown = str(text)
    return int(shown) if shown.isdigit() and not shown.startswith("0") else shown


class Records(TableReader):
    """The records of many pages, one by one. ``health``, ``counts`` and ``incidents`` are known at the end."""

    def __init__(self, wrapper: Wrapper, pages: Union[Again, Once], options: dict[str, Any], types: str, threads: int, progress: Progress) -> None:
        super().__init__(lambda watched: wrapper._native.stream(pages.source(), options, threads, watched, types), to_record, progress)
        self._wrapper, self._pages, self._options = wrapper, pages, options
        self._types, self._threads, self._progress = types, threads, progress

    def __next__(self) -> Record:
        record: Record = super().__next__()
        return record

    @property
    def health(self) -> list[FieldHealth]:
        """How each field was found, compared with when it was learned; known at the end."""
        return parse_health(self._end().health)

    @property
    def unknown(self) -> int:
        """Pages of no template of the wrapper; known at the end."""
        return self._end().left_out

    def write(self, path: Path) -> list[FieldHealth]:
        """Writes all records to .tsv, .csv, .jsonl or .parquet, each also with .gz or .zst after it: the bytes of
        ``pagekin extract --wrapper``. Reads the pages from their beginning; the pages of an iterator can be read only once, here or by iterating. Returns the health of the fields."""
        with Watched(self._progress) as watched:
            end = self._wrapper._native.write(
                self._pages.source(), os.fspath(path), self._options, self._threads, watched, self._types
            )
        self._written = end
        return parse_health(end.health)


class Wrapper:
    """How to find the fields of the pages of some templates; ``pagekin.learn`` makes it.

    It may be used by several threads at once, pickled, saved and opened. ``problems`` names the labels that could not
    be used, ``doubts`` the fields for which a further label would help.
    """

    def __init__(self, native: _pagekin.NativeWrapper, learned: str = "") -> None:
        self._native = native
        self._learned = learned

    @classmethod
    def open(cls, path: Path) -> Wrapper:
        """Opens a wrapper that ``save`` or ``pagekin learn`` wrote."""
        (name,) = checked_inputs([path])
        return cls(_pagekin.NativeWrapper.load(name))

    def save(self, path: Path) -> None:
        """Writes the wrapper to a file: the bytes that ``pagekin learn -o`` writes."""
        self._native.save(os.fspath(path))

    # -- what it knows

    @property
    def fields(self) -> list[Field]:
        """The fields, by template."""
        return [
            Field(
                template=row["template"],
                name=row["field"],
                is_list=row["is_list"],
                pages=row["pages"],
                filled=row["filled"],
                agreement=row["agreement"],
                examples=tuple(row["examples"]),
            )
            for row in self._native.fields()
        ]

    @property
    def learned(self) -> dict[str, Any]:
        """What ``pagekin learn --json`` says; empty for a wrapper that was opened."""
        found: dict[str, Any] = json.loads(self._learned) if self._learned else {}
        return found

    @property
    def problems(self) -> list[LabelProblem]:
        """Labels and answers that could not be used."""
        return [LabelProblem(row["page"], row["field"], row["problem"]) for row in self.learned.get("problems", ())]

    @property
    def doubts(self) -> list[FieldDoubt]:
        """Fields for which a further label would help."""
        return [
            FieldDoubt(_id(row["template"]), row["field"], row["doubt"], row["label_next"], tuple(row["places"]))
            for row in self.learned.get("fields", ())
            if row["label_next"] or row["places"]
        ]

    # -- extraction

    @overload
    def extract(self, pages: Html, url: str = "", *, addresses: str = "full") -> Record: ...

    @overload
    def extract(
        self,
        pages: Any,
        url: str = "url",
        *,
        html: str = "html",
        template: Any = (),
        columns: Any = (),
        all_pages: bool = False,
        addresses: str = "full",
        types: str = "auto",
        threads: int = 0,
        progress: Progress = None,
        **reading: Any,
    ) -> Records: ...

    def extract(
        self,
        pages: Any,
        url: str = "",
        *,
        html: str = "html",
        template: Any = (),
        columns: Any = (),
        all_pages: bool = False,
        addresses: str = "full",
        types: str = "auto",
        threads: int = 0,
        progress: Progress = None,
        **reading: Any,
    ) -> Union[Record, Records]:
        """The fields of one page, or of many.

        One page: ``extract(html, url)``, a string with markup or bytes, and its address. Returns a ``Record``. ``record.template``
        is None for a page of no known template.

        Many: ``extract(pages)``, anything that ``pagekin.cluster`` takes; `url` and `html` name columns. Returns an
        iterator of records in the order of the pages, which are read as the iteration goes on; an iterator may be endless, and is stored nowhere. `template` and
        `columns` choose some templates and fields; `all_pages` gives a record for pages without fields, too;
        `addresses` is full or kept; `types` is that of ``pagekin.extract``. Further options say how files are read, as in ``pagekin.read``.
        """
        threads = thread_count(threads)
        if addresses not in ("full", "kept"):
            raise OptionError(f"option `addresses` takes full or kept, got {addresses!r}")
        if isinstance(pages, (bytes, bytearray, memoryview)) or (isinstance(pages, str) and is_page_text(pages)):
            if reading or template != () or columns != () or all_pages or types != "auto":
                check_reading(reading)
                given = {"template": template != (), "columns": columns != (), "all_pages": all_pages, "types": types != "auto", **reading}
                name = next(name for name, is_given in given.items() if is_given)
                raise TypeError(f"'{name}' is for many pages, and this is one: give a list, [html]")
            check_page(pages, url)
            return to_record(self._native.extract_line(pages, url or "", addresses == "full"))  # type: ignore[arg-type]
        options = {
            "templates": names_of(template),
            "columns": names_of(columns),
            "all_pages": all_pages,
            "full_addresses": addresses == "full",
        }
        check_types(types)
        if isinstance(url, str) and "<" in url:
            check_page("", url)  # says what comes first
        if hasattr(pages, "html") and not isinstance(pages, Iterable):
            raise TypeError(f"expected a page as str or bytes, or many pages, got {type(pages).__name__}; give its html and its url")
        return Records(self, read_as_they_come(pages, url=url or "url", html=html, **reading), options, types, threads, progress)

    def health(self, pages: Any, **options: Any) -> list[FieldHealth]:
        """How each field is found on these pages, compared with when it was learned."""
        records: Records = self.extract(_many(pages), **options)
        records.drain()
        return records.health

    def repair(self, pages: Any, **options: Any) -> Wrapper:
        """A wrapper in which broken fields have the places where they were found again on these pages; this wrapper
        itself if no field is broken. It has all fields, so `template` and `columns` cannot choose some."""
        for name in ("template", "columns"):
            if names_of(options.get(name, ())):
                raise OptionError(f"option `{name}` chooses some fields; repair() returns a wrapper with all fields")
        records: Records = self.extract(_many(pages), **options)
        native = records.drain().repaired
        return self if native is None else Wrapper(native, self._learned)

    def selectors(
        self, form: str, pages: Any, *, best: int = 5, url: str = "url", html: str = "html", threads: int = 0, progress: Progress = None
    ) -> str:
        """XPath and CSS selectors of the fields, checked on `pages`, as ``pagekin selectors --format`` writes them.

        `form`: text, json, crawl4ai, scrapy (or parsel: Python code for both), console (JavaScript).
        """
        threads = thread_count(threads)
        form = _OTHER_FORMS.get(form, form)
        if form not in _FORMS:
            raise OptionError(f"unknown form {form!r}{suggest(form, [*_FORMS, *_OTHER_FORMS])}; there are {', '.join(_FORMS)}")
        with Watched(progress) as watched:
            return self._native.selectors(Again(pages, url=url, html=html).source(), form, best, threads, watched)

    # -- as a value

    def __bytes__(self) -> bytes:
        with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
            path = os.path.join(folder, "wrapper")
            self.save(path)
            with open(path, "rb") as file:
                return file.read()

    @classmethod
    def from_bytes(cls, data: bytes, learned: str = "") -> Wrapper:
        """The wrapper whose file has these bytes."""
        with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
            path = os.path.join(folder, "wrapper")
            with open(path, "wb") as file:
                file.write(data)
            return cls(_pagekin.NativeWrapper.load(path), learned)

    def __reduce__(self) -> Any:
        return type(self).from_bytes, (bytes(self), self._learned)

    def __repr__(self) -> str:
        fields = self.fields
        templates = len({field.template for field in fields})
        problems = f", problems: {len(self.problems)}" if self.problems else ""
        return f"Wrapper(fields: {len(fields)}, templates: {templates}{problems})"


def _many(pages: Any) -> Any:
    return [pages] if isinstance(pages, bytes) or (isinstance(pages, str) and is_page_text(pages)) else pages


def _is_missing(value: Any) -> bool:
    """Whether a value is missing, as tables show it: None, NaN, NA of pandas."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and value != value)


def table_rows(table: Any) -> Any:
    """The rows of a table or a data frame as mappings; what is not a table stays as it is."""
    if hasattr(table, "collect") and hasattr(table, "collect_schema"):  # a lazy frame of polars
        table = table.collect()
    if hasattr(table, "to_dicts"):  # polars
        return table.to_dicts()
    if hasattr(table, "to_dict") and hasattr(table, "columns"):  # pandas
        return table.to_dict("records")
    if hasattr(table, "fetch_arrow_reader"):  # a relation of DuckDB
        table = table.arrow()
    if hasattr(table, "to_pylist") and hasattr(table, "schema"):  # pyarrow
        return table.to_pylist()
    if hasattr(table, "__arrow_c_stream__") or hasattr(table, "__arrow_c_array__"):
        import pyarrow

        return pyarrow.table(table).to_pylist()
    return table


def to_field_labels(labels: Any) -> list[dict[str, Any]]:
    """Labels as the library takes them."""
    if labels is None:
        return []
    if isinstance(labels, (str, os.PathLike)):
        return _pagekin.read_field_labels(checked_file(labels))
    labels = table_rows(labels)
    if isinstance(labels, Mapping):
        if labels and not all(isinstance(fields, Mapping) for fields in labels.values()):
            raise TypeError("expected labels as {page: {field: value}}")
        labels = [
            {"page": page, "field": field, "value": value} for page, fields in labels.items() for field, value in fields.items()
        ]
    rows: list[dict[str, Any]] = []
    for number, label in enumerate(labels):
        if not isinstance(label, Mapping) or not {"page", "field"} <= set(label) or not set(label) <= set(_KEYS):
            shown = ", ".join(map(str, label)) if isinstance(label, Mapping) else repr(label)
            raise TypeError(f"label {number}: expected a mapping with page, field and one of value, xpath, css, slot; got {shown}")
        values = label.get("value")
        if values is not None and hasattr(values, "tolist"):  # an array or a number of NumPy
            values = values.tolist()
        for value in values if isinstance(values, (list, tuple)) else [values]:
            row: dict[str, Any] = {"page": str(label["page"]), "field": str(label["field"])}
            if not _is_missing(value):
                row["value"] = str(value)
            for key in ("xpath", "css"):
                if isinstance(label.get(key), str):
                    row[key] = label[key]
            if not _is_missing(label.get("slot")) and label["slot"]:
                row["slot"] = int(label["slot"])
            rows.append(row)
    return rows


@with_options("learn")
def learn(
    pages: Any,
    labels: Labels = None,
    *,
    answers: Answers = None,
    clusters: Clusters = None,
    model: Optional[Path] = None,
    method: str = "auto",
    measure: str = "",
    # options of learn
    sample: int = 300,
    # end of options
    url: str = "url",
    html: str = "html",
    threads: int = 0,
    progress: Progress = None,
    **reading: Any,
) -> Wrapper:
    """Learns from labelled pages how to extract fields, and returns a ``Wrapper``.

    `labels`: the path of a table with the columns page, field and value (xpath or css may stand in place of value); a
    mapping ``{page: {field: value}}``, in which None says that the page lacks the field and a list has several values;
    or mappings with these keys; or a table with these columns, of pandas, polars or anything that speaks Arrow. `answers`: what came back for ``result.prompts()`` or ``pagekin.label``; an answer that
    cannot be right is named in ``wrapper.problems``, with a warning. One labelled page of a template is often enough.

    The templates come from a clustering of the pages by `method`, or from `clusters` (a ``ClusterResult`` or the path of
    its table), or from `model` (an index or a model).
    """
    threads = thread_count(threads)
    again = Again(pages, url=url, html=html, **reading)
    rows = to_field_labels(labels)
    asked, refused = check_answers(answers)
    rows += to_answer_labels(asked)
    if not rows:
        named = "; ".join(f"page {problem['page']!r}: {problem['problem']}" for problem in refused[:3])
        raise OptionError("no label can be used" + (f": {named}" if named else ": give `labels` or `answers`"))
    with TemplatesOf(clusters, model, method, measure) as templates, Watched(progress) as watched:
        native, learned, _ = _pagekin.learn(again.source(), rows, templates, collect("learn", locals()), threads, watched)
    if refused:
        answer = json.loads(learned)
        answer["problems"] = refused + answer["problems"]
        learned = json.dumps(answer)
    wrapper = Wrapper(native, learned)
    if wrapper.problems:
        shown = "; ".join(map(str, wrapper.problems[:3]))
        more = f"; and {len(wrapper.problems) - 3} more" if len(wrapper.problems) > 3 else ""
        warnings.warn(LabelWarning(f"labels that could not be used: {shown}{more}"), stacklevel=2)
    return wrapper


__all__ = ["Field", "FieldDoubt", "FieldHealth", "LabelProblem", "Labels", "Records", "Wrapper", "learn"]
