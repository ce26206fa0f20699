from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy
import numpy.typing


def version() -> str: ...

class Source:
    def __init__(self, inputs: Sequence[str], max_page_bytes: int = 10000000, all_status: bool = False, verify_digests: bool = False, strict: bool = False, url_field: str = 'url', html_field: str = 'html', html_encoding: str = 'auto') -> None: ...

    def supply_arrow(self, open: Callable[[], object], url: str, html: str, can_begin_again: bool) -> None: ...

    def supply(self, open: Callable[[], Iterable[tuple[str | None, str | bytes]]], can_begin_again: bool, size: int = 0) -> None: ...

    def take_part(self, begin: int, end: int, begins_exactly: bool) -> None: ...

    @property
    def in_memory(self) -> bool: ...

    @property
    def rows(self) -> int: ...

class Page:
    """A page that was read."""

    @property
    def url(self, /) -> str:
        """
        The address, a path or another name; no two pages of a reading have the same.
        """

    @property
    def html(self) -> bytes:
        """The bytes of the document, without transfer or content coding."""

    @property
    def text(self, /) -> str:
        """The document as text, decoded as browsers do."""

    @property
    def charset(self, /) -> str:
        """The encoding that HTTP declared; empty: none."""

    @property
    def input(self, /) -> str:
        """The input that it comes from, as it was named."""

    @property
    def offset(self) -> int:
        """Its place in the input, in bytes."""

    def __len__(self) -> int: ...

    def __repr__(self) -> str: ...

class Incident:
    """A page that was skipped, or of which only a part was used."""

    @property
    def input(self, /) -> str:
        """The input, as it was named."""

    @property
    def page(self, /) -> str:
        """The id of the page; empty: not known."""

    @property
    def offset(self) -> int:
        """
        Where in the input it begins, in bytes; of pages in memory the number of the row.
        """

    @property
    def reason(self) -> str:
        """In a word: empty, binary, status, damaged, too long ..."""

    @property
    def is_skipped(self) -> bool:
        """Whether the page was left out; otherwise a part of it was used."""

    @property
    def detail(self, /) -> str:
        """What was expected and what was found."""

    def __repr__(self) -> str: ...

    def __str__(self) -> str: ...

    def __getstate__(self) -> tuple[object, ...]: ...

    def __setstate__(self, state: tuple[object, ...]) -> None: ...

class PageCounts:
    """How many pages were read and used."""

    @property
    def read(self) -> int:
        """Used and skipped pages."""

    @property
    def used(self) -> int:
        """Pages that were used, limited ones included."""

    @property
    def limited(self) -> int:
        """Pages of which a part was used."""

    @property
    def skipped(self) -> int:
        """Pages that were left out."""

    @property
    def by_reason(self) -> dict[str, int]:
        """Skipped and limited pages by reason."""

    def __repr__(self) -> str: ...

class PageReader:
    """Iterates over the pages of inputs; reads ahead on threads of its own."""

    def __init__(self, source: Source, threads: int = 0) -> None: ...

    def __iter__(self) -> PageReader: ...

    def __next__(self) -> Page: ...

    def close(self) -> None:
        """Ends the reading."""

    def __enter__(self) -> PageReader: ...

    def __exit__(self, *args: object) -> None: ...

    @property
    def incidents(self) -> list[Incident]:
        """Pages that were skipped or limited so far."""

    @property
    def counts(self) -> PageCounts:
        """How many pages were read; known at the end."""

    @property
    def ends(self, /) -> tuple[int | None, int, bool] | None:
        """
        Of a part, at its end: where its first record begins, where the first record after it does, and whether nothing is proved there. See PartChain.
        """

def divide(path: str, part_bytes: int) -> list[tuple[int, int]]: ...

def features(html: str | bytes, url: str = '', length: int = 25) -> dict[str, Any]: ...

class Table:
    """
    A table in memory. Anything that takes Arrow data takes it, without a copy.
    """

    def __len__(self) -> int: ...

    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as lists, by name."""

    def __arrow_c_schema__(self) -> object: ...

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def fingerprint(html: str | bytes, length: int = 25) -> bytes: ...

def similarity(a: str | bytes, b: str | bytes, measure: str) -> float: ...

def pairwise(urls: list[str], pages: list[Any], measure: str, threads: int = 0, progress: Callable[..., None] | None = None) -> numpy.typing.NDArray[numpy.float32]: ...

def list_methods() -> list[dict[str, Any]]: ...

def list_measures() -> list[dict[str, Any]]: ...

def list_scores() -> list[dict[str, Any]]: ...

def list_use_cases() -> dict[str, list[dict[str, str]]]: ...

def make_spec(name: str, options: dict[str, str]) -> str: ...

class Clustered:
    @property
    def page_count(self) -> int: ...

    @property
    def template_count(self) -> int: ...

    @property
    def pages(self, /) -> list[str]: ...

    def labels(self) -> numpy.typing.NDArray[numpy.int64]: ...

    def template_ids(self) -> numpy.typing.NDArray[numpy.int64]: ...

    def variants(self) -> numpy.typing.NDArray[numpy.int64]: ...

    def confidence(self) -> numpy.typing.NDArray[numpy.float32]: ...

    def cluster_ids(self) -> list[int]: ...

    def rows(self) -> numpy.typing.NDArray[numpy.uint64]: ...

    @property
    def row_count(self) -> int: ...

    @property
    def in_memory(self) -> bool: ...

    @property
    def incidents(self) -> list[Incident]: ...

    @property
    def counts(self) -> PageCounts: ...

    @property
    def report(self, /) -> str: ...

    @property
    def caution(self, /) -> str: ...

    @property
    def earlier_pages(self) -> int: ...

    @property
    def is_described(self) -> bool: ...

    def can_describe(self) -> bool: ...

    def describe(self, threads: int = 0, progress: Callable[..., None] | None = None) -> None: ...

    def questions(self) -> list[tuple[int, float]]: ...

    @property
    def unknown_hinted(self, /) -> list[str]: ...

    def changes(self) -> list[dict[str, Any]]: ...

    def page_table(self, columns: list[str]) -> Table: ...

    def template_table(self) -> Table: ...

    def write_pages(self, path: str, columns: list[str]) -> None: ...

    def write_templates(self, path: str) -> None: ...

    def summary(self) -> str: ...

    def sample(self, options: dict[str, Any]) -> list[tuple[int, str]]: ...

    def evaluate(self, labels: dict[str, str]) -> dict[str, Any]: ...

def cluster(source: Source, options: dict[str, Any], threads: int = 0, progress: Callable[..., None] | None = None) -> Clustered: ...

def read_hints(path: str) -> list[dict[str, str]]: ...

def evaluate_assignments(pages: list[str], clusters: list[int], labels: dict[str, str]) -> dict[str, Any]: ...

def sweep(source: Source, labels: dict[str, str], methods: list[str], measures: list[str], vary: list[str], time: bool = False, threads: int = 0, progress: Callable[..., None] | None = None) -> list[dict[str, Any]]: ...

def all_page_columns() -> list[str]: ...

def usual_page_columns() -> list[str]: ...

class Classifier:
    def __init__(self, path: str) -> None: ...

    def templates(self) -> list[int | str]: ...

    def basis(self) -> str: ...

    @property
    def is_model(self) -> bool: ...

    def classify(self, html: str | bytes, url: str = '') -> tuple[int | str | None, float, str]: ...

    def classify_pages(self, source: Source, threads: int = 0, progress: Callable[..., None] | None = None) -> tuple[list[tuple[str, int, int | str | None, float, str]], list[Incident]]: ...

def train(source: Source, labels: dict[str, str], measure: str, path: str, threads: int = 0, progress: Callable[..., None] | None = None) -> dict[str, Any]: ...

def read_labels(path: str) -> dict[str, str]: ...

def read_index(path: str) -> tuple[str, int, int]: ...

class PageExtractor:
    def __init__(self, method: str = 'auto', measure: str = '') -> None: ...

    def extract(self, page: Page) -> tuple[str, int, bytes, Incident | None]: ...

    def extract_supplied(self, html: str | bytes, url: str, max_page_bytes: int) -> tuple[str, int, bytes, Incident | None]: ...

class SiteLearner:
    def __init__(self, method: str = 'auto') -> None: ...

    def add(self, features: bytes) -> None: ...

    def finish(self) -> tuple[numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.float32], int, list[bytes]]: ...

def join_sites(sites: Sequence[int], cores: Sequence[bytes]) -> numpy.typing.NDArray[numpy.uint32]: ...

class FeatureClusterer:
    def __init__(self, method: str, measure: str = '', threads: int = 0) -> None: ...

    def add(self, id: str, features: bytes) -> None: ...

    def finish(self, columns: list[str]) -> Table: ...

class NeighbourSearch:
    def __init__(self, method: str = 'snn', measure: str = '') -> None: ...

    @property
    def is_divisible(self) -> bool: ...

    @property
    def has_values(self) -> bool: ...

    @property
    def overlap(self) -> float: ...

    @property
    def max_iterations(self) -> int: ...

    def place(self, features: bytes) -> tuple[int, int, int]: ...

    def values(self, pages: Sequence[bytes]) -> numpy.typing.NDArray[numpy.uint64]: ...

    def set_counts(self, values: numpy.typing.NDArray[numpy.uint64], counts: numpy.typing.NDArray[numpy.uint64]) -> None: ...

    def keys(self, pages: Sequence[bytes]) -> tuple[numpy.typing.NDArray[numpy.uint64], numpy.typing.NDArray[numpy.uint8]]: ...

    def pairs(self, first: Sequence[bytes], second: Sequence[bytes] | None = None) -> tuple[numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.uint32]]: ...

    def cluster(self, weights: numpy.typing.NDArray[numpy.uint32], first: numpy.typing.NDArray[numpy.uint32], second: numpy.typing.NDArray[numpy.uint32]) -> numpy.typing.NDArray[numpy.uint32]: ...

class FingerprintMatcher:
    def __init__(self, method: str = 'fingerprint') -> None: ...

    def keys(self, features: bytes) -> list[tuple[bytes, bool]]: ...

def classify_read(classifier: Classifier, page: Page) -> tuple[str, int, tuple[str, float, str], Incident | None]: ...

def classify_supplied(classifier: Classifier, html: str | bytes, url: str, max_page_bytes: int) -> tuple[str, int, tuple[str, float, str], Incident | None]: ...

def address_parts(id: str) -> tuple[str, str]: ...

def extract_pages(reader: PageReader, extractor: PageExtractor, note: object, at: int, start: int, lost: Sequence[int], probe: Callable[[bytes], object] | None = None) -> tuple[int, tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64], tuple[numpy.typing.NDArray[numpy.int32], bytes], tuple[numpy.typing.NDArray[numpy.int32], bytes], tuple[numpy.typing.NDArray[numpy.int32], bytes], list[tuple[str, int, Incident]]] | None]: ...

def run_command(arguments: list[bytes]) -> int: ...
