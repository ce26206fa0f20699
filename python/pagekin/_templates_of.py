"""Where the templates of pages come from, for functions that work template by template."""

from __future__ import annotations

import os
import tempfile
from typing import Any, Optional, Union

from ._pages import checked_file
from ._types import Clustering, Path, TemplateIndex

#: A result, or the path of a table that ``result.write`` or ``pagekin cluster -o`` wrote.
Clusters = Union[None, Clustering, str, "os.PathLike[str]"]


class TemplatesOf:
    """A context with the options that the library takes."""

    def __init__(self, clusters: Clusters, model: Optional[Union[Path, TemplateIndex]], method: str, measure: str) -> None:
        if clusters is not None and model is not None:
            raise TypeError("clusters and model both say the templates of pages; give one of them")
        self._clusters = clusters if clusters is None or isinstance(clusters, Clustering) else checked_file(clusters)
        self._given = {"method": method, "measure": measure}
        if isinstance(model, TemplateIndex):
            model.flush()
            model = model.path
        if model is not None:
            self._given["model"] = checked_file(model)
        self.model: Optional[str] = self._given.get("model")
        self._folder: Optional[tempfile.TemporaryDirectory[str]] = None

    def __enter__(self) -> dict[str, str]:
        if isinstance(self._clusters, Clustering):
            self._folder = tempfile.TemporaryDirectory(prefix="pagekin-")
            path = os.path.join(self._folder.name, "clusters.jsonl")
            columns = ["page", "template", "variant", "confidence", "representative"]
            self._clusters.write(path, columns)
            self._given["clusters"] = path
        elif self._clusters is not None:
            self._given["clusters"] = self._clusters
        return self._given

    def __exit__(self, *_: Any) -> None:
        if self._folder is not None:
            self._folder.cleanup()
