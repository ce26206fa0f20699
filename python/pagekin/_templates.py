"""What a clustering says of templates and of single pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class Template:
    """A template: pages that were made alike."""

    id: int  #: stays the same in all runs of an index
    label: int  #: its value in ``labels_``
    name: str  #: for people: "product"
    pages: int  #: how many
    share: float  #: of all pages
    variants: int
    hosts: tuple[str, ...]
    url_shape: str  #: of most of its addresses
    exemplar: str  #: the most typical page
    representatives: tuple[str, ...]  #: pages that stand for it
    marks: tuple[str, ...]  #: what sets it apart, as CSS selectors
    confidence: Optional[float]  #: mean over its pages; None: the method does not give one


@dataclass(frozen=True)
class SampledPage:
    """A page of a sample."""

    url: str
    template: int
    drawn: str  #: representative, random (of its template), random_of_all


@dataclass(frozen=True)
class Question:
    """A page for which a hint would help: what is its template called?"""

    url: str
    template: int  #: the id of the template that it has now
    pages_in_doubt: float  #: how many pages the answer decides
