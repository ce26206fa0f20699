"""A result that was pickled: what was found, without the library's own objects."""

from __future__ import annotations

from typing import Any

from . import _pagekin

PAGE_KINDS = {
    "page": "text", "template": "integer", "variant": "integer", "confidence": "number", "representative": "flag",
    "name": "text", "cluster": "integer", "host": "text", "url_shape": "text", "input": "text", "offset": "integer",
}  # fmt: skip
_TEMPLATE_KINDS = {
    "template": "integer", "name": "text", "pages": "integer", "share": "number", "variants": "integer", "hosts": "texts",
    "url_shape": "text", "exemplar": "text", "representatives": "texts", "marks": "texts", "confidence": "number",
}  # fmt: skip


class FrozenTable:
    """A table in memory."""

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        self._columns = columns

    @property
    def column_names(self) -> list[str]:
        return list(self._columns)

    def __len__(self) -> int:
        return len(next(iter(self._columns.values()), []))

    def to_dict(self) -> dict[str, list[Any]]:
        return dict(self._columns)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        import pyarrow

        return pyarrow.table(self._columns).__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        import pyarrow

        return pyarrow.table(self._columns).schema.__arrow_c_schema__()


class FrozenClustered:
    """Stands in for the library's result."""

    is_described = True

    def __init__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def labels(self) -> Any:
        return self.arrays["labels"]

    def template_ids(self) -> Any:
        return self.arrays["template_ids"]

    def variants(self) -> Any:
        return self.arrays["variants"]

    def confidence(self) -> Any:
        return self.arrays["confidence"]

    def page_table(self, columns: list[str]) -> FrozenTable:
        # With the names of templates, the library also has the confidence of their description.
        known = {**self.page_columns, **self.named_columns} if "name" in columns else self.page_columns
        unknown = [name for name in columns if name not in known]
        if unknown:
            raise ValueError(f"unknown column '{unknown[0]}'; there are {', '.join(PAGE_KINDS)}")
        return FrozenTable({name: known[name] for name in columns})

    def template_table(self) -> FrozenTable:
        return FrozenTable(self.template_columns)

    def can_describe(self) -> bool:
        return False

    def changes(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.all_changes
        return found

    def questions(self) -> list[tuple[int, float]]:
        found: list[tuple[int, float]] = self.all_questions
        return found

    def summary(self) -> str:
        return str(self.text)

    def evaluate(self, labels: dict[str, str]) -> dict[str, Any]:
        clusters = [0 if number is None else number for number in self.page_columns["cluster"]]
        return _pagekin.evaluate_assignments(self.pages, clusters, labels)

    def write_pages(self, path: str, columns: list[str]) -> None:
        found = self.page_table(columns).to_dict()
        _pagekin.write_table(path, columns, [PAGE_KINDS[name] for name in columns], [found[name] for name in columns])

    def write_templates(self, path: str) -> None:
        names = list(self.template_columns)
        kinds = [_TEMPLATE_KINDS[name] for name in names]
        _pagekin.write_table(path, names, kinds, [self.template_columns[name] for name in names])

    def sample(self, options: dict[str, Any]) -> list[tuple[int, str]]:
        labels, confidence, representatives = self.candidates
        return _pagekin.sample_candidates(self.pages, labels, confidence, representatives, options)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


def freeze(result: Any) -> FrozenClustered:
    """What is known of a result, as values."""
    native = result._native
    if isinstance(native, FrozenClustered):
        return native
    result._describe()
    return FrozenClustered(
        {
            "arrays": {
                "labels": native.labels(),
                "template_ids": native.template_ids(),
                "variants": native.variants(),
                "confidence": native.confidence(),
            },
            "page_columns": native.page_table([name for name in PAGE_KINDS if name != "name"]).to_dict(),
            "named_columns": native.page_table(["name", "confidence"]).to_dict(),
            "template_columns": native.template_table().to_dict(),
            "page_count": native.page_count,
            "template_count": native.template_count,
            "pages": native.pages,
            "caution": native.caution,
            "incidents": native.incidents,
            "counts": native.counts,
            "earlier_pages": native.earlier_pages,
            "in_memory": native.in_memory,
            "unknown_hinted": native.unknown_hinted,
            "report": native.report,
            "all_changes": native.changes(),
            "all_questions": native.questions(),
            "text": native.summary(),
            "candidates": native.sample_candidates(),
        }
    )
