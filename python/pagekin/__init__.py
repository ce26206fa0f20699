"""pagekin: finds which web pages were made from the same template.

>>> import pagekin
>>> result = pagekin.cluster("crawl.warc.gz")          # doctest: +SKIP
>>> for template in result.templates:                  # doctest: +SKIP
...     print(template.pages, template.name, template.exemplar)

``read`` iterates over pages, ``cluster`` finds templates, ``evaluate`` and ``sweep`` score them, ``train``
and ``Index`` recognise the template of a new page, ``similarity`` and ``pairwise`` compare pages.
``extract`` makes tables of pages, ``learn`` a ``Wrapper`` that finds labelled fields, ``clean`` the main text; ``diff``, ``coverage``
and ``crossval`` compare. ``methods``, ``measures`` and ``scores`` list what there is to choose from.
"""

from __future__ import annotations

from importlib import import_module as _import_module
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
from ._clean import CleanPage, CleanPages, CleanStream, clean
from ._errors import IndexBusyError, InputError, InputNotFoundError, LabelWarning, NoPagesError, OptionError, PagekinError
from ._evaluate import Evaluation, evaluate
from ._record_tables import Column, Extracted, RecordTable, Schema, extract
from ._index import Decision, Drift, Index, PageDecision, PageDecisions
from ._learn import Field, FieldDoubt, FieldHealth, LabelProblem, Records, Wrapper, learn
from ._pagekin import Incident, Page, PageCounts, PageReader
from ._parts import Part, PartChain, PartEnds, divide
from ._program import Coverage, CrossValidation, Diff, coverage, crossval, diff
from ._prompts import Prompt, Prompts, Slot, estimate_tokens, label
from ._records import Record
from ._result import ClusterResult, Table, TemplatePages
from ._templates import Question, SampledPage, Template

if TYPE_CHECKING:
    from . import crawl as crawl
    from . import steps as steps
    from ._estimators import TemplateClassifier as TemplateClassifier
    from ._estimators import TemplateClusterer as TemplateClusterer
    from ._estimators import TemplateFeatures as TemplateFeatures

__version__: str = _pagekin.version()

#: The columns that tables of pages can have.
PAGE_COLUMNS: tuple[str, ...] = tuple(_pagekin.all_page_columns())

__all__ = [
    "PAGE_COLUMNS",
    "CleanPage",
    "CleanPages",
    "CleanStream",
    "ClusterResult",
    "Column",
    "Coverage",
    "CrossValidation",
    "Decision",
    "Diff",
    "Drift",
    "Evaluation",
    "Extracted",
    "Field",
    "FieldDoubt",
    "FieldHealth",
    "Incident",
    "Index",
    "IndexBusyError",
    "Info",
    "InputError",
    "InputNotFoundError",
    "LabelProblem",
    "LabelWarning",
    "NoPagesError",
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
    "Prompt",
    "Prompts",
    "Question",
    "Record",
    "RecordTable",
    "Records",
    "SampledPage",
    "Schema",
    "Slot",
    "SweepResult",
    "Table",
    "Template",
    "TemplateClassifier",
    "TemplateClusterer",
    "TemplateFeatures",
    "TemplatePages",
    "Wrapper",
    "clean",
    "cluster",
    "coverage",
    "crossval",
    "diff",
    "divide",
    "estimate_tokens",
    "evaluate",
    "extract",
    "features",
    "fingerprint",
    "follow_links",
    "label",
    "learn",
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


def follow_links(allowed: bool = True) -> bool:
    """Allows or forbids this process to write files through symbolic links that are in their place. They are refused until it is
    called, and links that another user made are refused in any case. Returns what held before."""
    return _pagekin.follow_links(allowed)


_ESTIMATORS = ("TemplateClassifier", "TemplateClusterer", "TemplateFeatures")
_MODULES = ("crawl", "steps")


def __getattr__(name: str) -> Any:
    # Estimators import scikit-learn where it is installed, which takes a second.
    if name in _ESTIMATORS:
        return getattr(_import_module(f"{__name__}._estimators"), name)
    if name in _MODULES:
        return _import_module(f"{__name__}.{name}")
    raise AttributeError(f"module 'pagekin' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *_ESTIMATORS, *_MODULES})
