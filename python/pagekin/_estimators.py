"""Estimators with the conventions of scikit-learn. They work without it, too."""

from __future__ import annotations

import os
import tempfile
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _pagekin
from ._api import cluster, labelled_source
from ._catalogue import methods, spec
from ._errors import OptionError
from ._pages import to_pairs, to_source
from ._result import ClusterResult
from ._templates import Template

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    class _BaseEstimator:
        def get_params(self, deep: bool = True) -> dict[str, Any]: ...
        def set_params(self, **params: Any) -> Any: ...

    class _ClusterMixin: ...

    class _ClassifierMixin: ...

    class _TransformerMixin:
        def fit_transform(self, X: Any, y: Any = None, **params: Any) -> Any: ...

else:
    try:
        from sklearn.base import BaseEstimator as _BaseEstimator
        from sklearn.base import ClassifierMixin as _ClassifierMixin
        from sklearn.base import ClusterMixin as _ClusterMixin
        from sklearn.base import TransformerMixin as _TransformerMixin
    except ImportError:

        class _BaseEstimator:
            """What estimators need of scikit-learn's class."""

            @classmethod
            def _names(cls):
                code = cls.__init__.__code__
                return code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]

            def get_params(self, deep=True):
                return {name: getattr(self, name) for name in self._names()}

            def set_params(self, **params):
                for name, value in params.items():
                    if name not in self._names():
                        raise ValueError(f"{type(self).__name__} has no parameter '{name}'")
                    setattr(self, name, value)
                return self

            def __repr__(self):
                shown = ", ".join(f"{k}={v!r}" for k, v in self.get_params().items())
                return f"{type(self).__name__}({shown})"

        class _ClusterMixin:
            pass

        class _TransformerMixin:
            def fit_transform(self, X, y=None, **params):
                return self.fit(X, y).transform(X)

        class _ClassifierMixin:
            def score(self, X, y):
                import numpy as np

                return float(np.mean(np.asarray(self.predict(X), dtype=object) == np.asarray(y, dtype=object)))


class _NotFitted(ValueError, AttributeError):
    pass


def _not_fitted(estimator: object) -> Exception:
    text = f"this {type(estimator).__name__} is not fitted yet; call fit() first"
    try:
        from sklearn.exceptions import NotFittedError

        error: Exception = NotFittedError(text)
        return error
    except ImportError:
        return _NotFitted(text)


def _number_of_pages(pages: Any) -> Optional[int]:
    try:
        return len(pages)
    except TypeError:
        return None


class _Stored:
    """A model or index as bytes, which can be pickled, and the classifier that reads them."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self._classifier: Optional[_pagekin.Classifier] = None

    @property
    def classifier(self) -> _pagekin.Classifier:
        if self._classifier is None:
            with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
                path = os.path.join(folder, "model")
                with open(path, "wb") as file:
                    file.write(self.content)
                self._classifier = _pagekin.Classifier(path)
        return self._classifier

    def __getstate__(self) -> dict[str, bytes]:
        return {"content": self.content}

    def __setstate__(self, state: dict[str, bytes]) -> None:
        self.content = state["content"]
        self._classifier = None

    def classify(self, X: Any, n_jobs: Optional[int]) -> tuple[list[Union[int, str, None]], list[float]]:
        """Templates, None for none, and scores, one a page of X."""
        source = to_source(X, paths=False)
        rows, _, _ = self.classifier.classify_pages(source, _threads(n_jobs), None)
        if not source.in_memory:
            return [row[2] for row in rows], [row[3] for row in rows]
        names: list[Union[int, str, None]] = [None] * source.rows
        scores = [0.0] * source.rows
        for _, row, name, score, _ in rows:
            names[row] = name
            scores[row] = score
        return names, scores


def _threads(n_jobs: Optional[int]) -> int:
    """Threads as n_jobs says them: None is 1, -1 is one per core."""
    if n_jobs is None:
        return 1
    return 0 if n_jobs < 0 else n_jobs


class _TakesPages:
    """Tells scikit-learn that X is a list of documents, not a matrix: its checks that need numbers are skipped then."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.two_d_array = False
        tags.input_tags.string = True
        tags.no_validation = True
        tags.requires_fit = not isinstance(self, TemplateFeatures)
        return tags


class TemplateFeatures(_TransformerMixin, _TakesPages, _BaseEstimator):
    """What pages consist of, as rows of a sparse matrix, for any estimator of scikit-learn. Needs SciPy.

    X is anything that ``pagekin.cluster`` takes; a list of pages in pipelines. Nothing is learned. Features are hashed into `n_features`
    columns; a value is the number of features of the page that fall into its column, or 1 with `binary`.

    Parameters
    ----------
    kind : "marks" (paths of tags with classes and ids, what the method auto compares), "class_names" or "elements" (how often each occurs)
    n_features : columns; collisions are rare if they are many
    binary : whether a feature occurs, not how often
    """

    def __init__(self, kind: str = "marks", n_features: int = 2**18, binary: bool = False) -> None:
        self.kind = kind
        self.n_features = n_features
        self.binary = binary

    def fit(self, X: Any, y: object = None) -> TemplateFeatures:
        """Checks the parameters."""
        if self.kind not in ("marks", "class_names", "elements"):
            raise OptionError(f"kind: expected marks, class_names or elements, got '{self.kind}'")
        if self.n_features < 1:
            raise OptionError(f"n_features: expected a number above 0, got {self.n_features}")
        return self

    def transform(self, X: Any) -> Any:
        """A matrix in CSR form, one row a page."""
        import numpy as np
        from scipy import sparse

        self.fit(None)
        columns: list[NDArray[np.int64]] = []
        values: list[NDArray[np.float64]] = []
        ends = [0]
        for address, page in to_pairs(X, paths=False):
            found = _pagekin.features(page, address or "", 1)
            if self.kind == "elements":
                hashes = np.array([zlib.crc32(name.encode()) for name in found["elements"]], np.uint64)
                counts = np.array(list(found["elements"].values()), np.float64)
            else:
                hashes = np.array(found[self.kind], np.uint64)
                counts = np.ones(len(hashes))
            which, inverse = np.unique((hashes % np.uint64(self.n_features)).astype(np.int64), return_inverse=True)
            sums = np.bincount(inverse, counts, len(which)).astype(np.float64)
            columns.append(which)
            values.append(np.ones(len(which)) if self.binary else sums)
            ends.append(ends[-1] + len(which))
        data = np.concatenate(values) if values else np.zeros(0)
        indices = np.concatenate(columns) if columns else np.zeros(0, np.int64)
        return sparse.csr_matrix((data, indices, np.array(ends)), shape=(len(ends) - 1, self.n_features))


class TemplateClusterer(_ClusterMixin, _TakesPages, _BaseEstimator):
    """Groups pages by template.

    X is anything that ``pagekin.cluster`` takes; a list of pages in pipelines. With the method auto
    (and fingerprint) ``predict`` gives the clusters of further pages.

    Parameters
    ----------
    method : as in ``pagekin.cluster``, options included: "fingerprint:length=40"
    measure : of methods that compare pages
    n_jobs : threads; None is one, -1 one per core; the result does not depend on it

    Attributes
    ----------
    labels_ : by page, 0 for the largest cluster; -1: left out or skipped
    template_ids_, variants_, confidence_ : by page
    templates_ : see ``ClusterResult.templates``
    result_ : the result itself; not pickled
    """

    labels_: NDArray[np.int64]
    template_ids_: NDArray[np.int64]
    variants_: NDArray[np.int64]
    confidence_: NDArray[np.float32]
    n_clusters_: int

    def __init__(self, method: str = "auto", measure: str = "", n_jobs: Optional[int] = None) -> None:
        self.method = method
        self.measure = measure
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: object = None) -> TemplateClusterer:
        """Finds the clusters of the pages."""
        name = self.method.partition(":")[0]
        keeps_index = name in methods and methods[name].keeps_index
        self._stored: Optional[_Stored] = None
        with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
            path = os.path.join(folder, "index")
            result = cluster(
                to_source(X, paths=False),
                self.method,
                measure=self.measure,
                index=path if keeps_index else None,
                threads=_threads(self.n_jobs),
                progress=False,
            )
            if keeps_index:
                with open(path, "rb") as file:
                    self._stored = _Stored(file.read())
        self.result_: ClusterResult = result
        self.labels_ = result.labels_
        self.template_ids_ = result.template_ids_
        self.variants_ = result.variants_
        self.confidence_ = result.confidence_
        self._ids = result._native.cluster_ids()
        self._templates: Optional[list[Template]] = None
        self.n_clusters_ = len(self._ids)
        return self

    @property
    def templates_(self) -> list[Template]:
        """See ``ClusterResult.templates``."""
        if not self._is_fitted:
            raise _not_fitted(self)
        if self._templates is None:
            self._templates = self.result_.templates
        return self._templates

    def fit_predict(self, X: Any, y: object = None, **params: object) -> NDArray[np.int64]:
        """Finds the clusters of the pages and returns ``labels_``."""
        return self.fit(X).labels_

    def predict(self, X: Any) -> NDArray[np.int64]:
        """The clusters of further pages, numbered as in ``labels_``; -1: none of these."""
        import numpy as np

        names, _ = self._classify(X)
        label_of: dict[Union[int, str, None], int] = {name: label for label, name in enumerate(self._ids)}
        return np.array([label_of.get(name, -1) for name in names], dtype=np.int64)

    def decision_scores(self, X: Any) -> NDArray[np.float64]:
        """How well each page fits the template that ``predict`` gives: 0 to 1, with the method auto
        below 0.5 where ``predict`` gives -1."""
        import numpy as np

        return np.array(self._classify(X)[1], dtype=np.float64)

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """How surely each page is of a known template, as detectors of outliers report it: above 0 where ``predict`` names a cluster, below
        where it is -1. Only of the method auto, whose scores have a threshold: it is ``decision_scores`` less 0.5."""
        if self.method.partition(":")[0] != "auto":
            raise AttributeError(f"scores of the method {self.method} have no threshold; decision_scores has them")
        return self.decision_scores(X) - 0.5

    @property
    def _is_fitted(self) -> bool:
        return hasattr(self, "labels_")

    def _classify(self, X: Any) -> tuple[list[Union[int, str, None]], list[float]]:
        if not self._is_fitted:
            raise _not_fitted(self)
        if self._stored is None:
            raise AttributeError(f"the method {self.method} cannot name the clusters of further pages; auto can")
        if _number_of_pages(X) == 0:
            return [], []
        return self._stored.classify(X, self.n_jobs)

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        if state.pop("result_", None) is not None:
            state["_templates"] = self.templates_
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)


class TemplateClassifier(_ClassifierMixin, _TakesPages, _BaseEstimator):
    """Learns templates from labelled pages and recognises them.

    Parameters
    ----------
    measure : how pages are compared, options included: "pq_gram:p=3"
    none : what ``predict`` returns for a page that is like no template
    n_jobs : threads; None is one, -1 one per core

    Attributes
    ----------
    classes_ : the labels
    """

    classes_: NDArray[Any]

    def __init__(
        self, measure: str = "common_path_shingles", none: Any = "none", n_jobs: Optional[int] = None
    ) -> None:
        self.measure = measure
        self.none = none
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any) -> TemplateClassifier:
        """Learns from pages X with labels y; a page with the label None is not used."""
        import numpy as np

        if y is None:
            raise ValueError("TemplateClassifier needs labels: fit(X, y)")
        labels = list(y)
        known: dict[str, Any] = {}
        for label in labels:
            if label is not None and label == label:
                known.setdefault(str(label), label)
        source, by_name = labelled_source(X, labels, "url", "html", paths=False)
        with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
            path = os.path.join(folder, "model")
            _pagekin.train(source, by_name, spec(self.measure, {}), path, _threads(self.n_jobs), None)
            with open(path, "rb") as file:
                self._stored = _Stored(file.read())
        self._label_of = known
        self.classes_ = np.array(sorted(known.values(), key=str))
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """The label of each page, or `none`."""
        import numpy as np

        names, _ = self._classify(X)
        labels: Sequence[Any] = [self._label_of[str(name)] if name is not None else self.none for name in names]
        made = np.array(labels, dtype=object)
        same = {type(label) for label in labels}
        return np.array(labels) if len(same) == 1 else made

    def decision_scores(self, X: Any) -> NDArray[np.float64]:
        """How similar each page is to the template that was chosen or, where none was, to the nearest:
        0 to 1."""
        import numpy as np

        return np.array(self._classify(X)[1], dtype=np.float64)

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """One column a class, in the order of ``classes_``, as of any classifier with several classes: the score of ``decision_scores`` in the
        column of the label that ``predict`` gives, -1 in all others. The model keeps the nearest template alone, so the others have no scores
        of their own; a page that is like no template has -1 in all columns. With two classes it is one number a page, above 0 for the second
        class, below for the first, 0 for none."""
        import numpy as np

        names, scores = self._classify(X)
        column_of = {str(label): column for column, label in enumerate(self.classes_)}
        columns = np.full((len(names), len(column_of)), -1.0)
        for row, (name, score) in enumerate(zip(names, scores)):
            if name is not None:
                columns[row, column_of[str(name)]] = score
        if len(column_of) != 2:
            return columns
        chosen: NDArray[np.float64] = np.where(columns[:, 1] > columns[:, 0], columns[:, 1], 0) - np.where(columns[:, 0] > columns[:, 1], columns[:, 0], 0)
        return chosen

    def _classify(self, X: Any) -> tuple[list[Union[int, str, None]], list[float]]:
        if not hasattr(self, "_stored"):
            raise _not_fitted(self)
        if _number_of_pages(X) == 0:
            return [], []
        return self._stored.classify(X, self.n_jobs)
