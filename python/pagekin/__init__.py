"""pagekin: finds which web pages were made from the same template.

>>> import pagekin
>>> result = pagekin.cluster("crawl.warc.gz")          # doctest: +SKIP
>>> for template in result.templates:                  # doctest: +SKIP
...     print(template.pages, template.name, template.exemplar)

``read`` iterates over pages, ``cluster`` finds templates, ``evaluate`` and ``sweep`` score them, ``train``
and ``Index`` recognise the template of a new page, ``similarity`` and ``pairwise`` compare pages.
``methods``, ``measures`` and ``scores`` list what there is to choose from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _pagekin
from ._api import (
    SweepResult,
    cluster,
    features,
    fingerprint,
    pairwise,
    read,
    read_labels,
    similarity,
    sweep,
    train,
)
from ._catalogue import Info, Option, measures, methods, scores
from ._errors import InputError, OptionError, PagekinError
from ._evaluate import Evaluation, evaluate
from ._index import Decision, Index, PageDecision, PageDecisions
from ._pagekin import Incident, Page, PageCounts, PageReader
from ._parts import Part, PartChain, PartEnds, divide
from ._result import ClusterResult, Table
from ._templates import Question, SampledPage, Template

if TYPE_CHECKING:
    from ._estimators import TemplateClassifier as TemplateClassifier
    from ._estimators import TemplateClusterer as TemplateClusterer

__version__: str = _pagekin.version()

#: The columns that tables of pages can have.
PAGE_COLUMNS: tuple[str, ...] = tuple(_pagekin.all_page_columns())

__all__ = [
    "PAGE_COLUMNS",
    "ClusterResult",
    "Decision",
    "Evaluation",
    "Incident",
    "Index",
    "Info",
    "InputError",
    "Option",
    "OptionError",
    "Page",
    "PageCounts",
    "PageDecision",
    "PageDecisions",
    "PageReader",
    "PagekinError",
    "Part",
    "PartChain",
    "PartEnds",
    "Question",
    "SampledPage",
    "SweepResult",
    "Table",
    "Template",
    "TemplateClassifier",
    "TemplateClusterer",
    "cluster",
    "divide",
    "evaluate",
    "features",
    "fingerprint",
    "measures",
    "methods",
    "pairwise",
    "read",
    "read_labels",
    "scores",
    "similarity",
    "sweep",
    "train",
]


def __getattr__(name: str) -> Any:
    # Estimators import scikit-learn where it is installed, which takes a second.
    if name in ("TemplateClassifier", "TemplateClusterer"):
        from . import _estimators

        return getattr(_estimators, name)
    raise AttributeError(f"module 'pagekin' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted([*globals(), "TemplateClassifier", "TemplateClusterer"])
