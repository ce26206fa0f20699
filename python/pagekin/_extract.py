"""Features as bytes, for programs that extract them on many machines and cluster on one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _pagekin
from ._catalogue import methods, spec, with_registries
from ._pages import Html
from ._progress import Progress, Watched
from ._result import ClusterResult


@with_registries(methods)
class FeatureExtractor:
    """Extracts what a method needs of pages, as bytes, and clusters them.

    It can be pickled, so that workers of Spark, Dask or multiprocessing extract with it. ``cluster`` gives
    the templates that ``pagekin.cluster`` gives for the same pages in the same order. Templates have names by
    their addresses, but no marks: the pages are not there to be read again.
    """

    def __init__(self, method: str = "auto", *, measure: str = "", **options: object) -> None:
        self.method = spec(method, options)
        self.measure = measure
        self._native = _pagekin.FeatureExtractor(self.method, measure)

    def __call__(self, html: Html, url: str = "") -> bytes:
        """The features of a page. Empty for what is no page: no bytes, or binary ones."""
        return self._native.extract(html, url)

    def cluster(
        self, pages: Iterable[tuple[str, bytes]], *, threads: int = 0, progress: Progress = None
    ) -> ClusterResult:
        """Groups pages by template: pairs of an address and the features, all with the same method, measure
        and version of pagekin."""
        urls: list[str] = []
        features: list[bytes] = []
        for url, one in pages:
            urls.append(url)
            features.append(bytes(one))
        with Watched(progress) as watched:
            native = _pagekin.cluster_features(self.method, self.measure, urls, features, threads, watched)
        return ClusterResult(native, threads, progress)

    def __reduce__(self) -> tuple[Any, ...]:
        return _make, (self.method, self.measure)

    def __repr__(self) -> str:
        return f"FeatureExtractor({self.method!r}, measure={self.measure!r})"


def _make(method: str, measure: str) -> FeatureExtractor:
    return FeatureExtractor(method, measure=measure)
