"""Types that modules below those of results and indexes name: paths, and what they need of a result and of an index."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Protocol, Union, runtime_checkable

Path = Union[str, "os.PathLike[str]"]


class Columns(Protocol):
    """What is needed of a ``Table``."""

    def to_dict(self) -> dict[str, list[Any]]: ...


@runtime_checkable
class Clustering(Protocol):
    """What is needed of a ``ClusterResult``. Up to Python 3.11, isinstance reads the properties: they must cost nothing."""

    @property
    def page_count(self) -> int: ...

    def table(self, columns: Union[str, Sequence[str]] = "") -> Columns: ...

    def template_table(self) -> Columns: ...

    def write(self, path: Path, columns: Union[str, Sequence[str]] = "") -> None: ...


@runtime_checkable
class TemplateIndex(Protocol):
    """What is needed of an ``Index``."""

    path: str
    is_model: bool

    def flush(self) -> object: ...
