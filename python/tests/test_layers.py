"""The modules of the package stand above each other: what a module imports never imports it, also not when a function is called."""

from __future__ import annotations

import ast
import pathlib
from collections.abc import Iterator

import pytest

import pagekin

PACKAGE = pathlib.Path(pagekin.__file__).parent
MODULES = {
    ".".join([PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(".__init__"): path
    for path in PACKAGE.rglob("*.py")
}


def _named_by(node: ast.AST, package: str) -> Iterator[str]:
    """What an import names, a module or a name in a module, in full."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
        module = ".".join([*above, *([node.module] if node.module else [])])
        yield from (f"{module}.{alias.name}" for alias in node.names)


def _module_of(name: str) -> str | None:
    """The module of the package that has a name; the native module imports none of them."""
    if name == "pagekin._pagekin":
        return None
    while name and name not in MODULES:
        name = name.rpartition(".")[0]
    return name or None


def imports_of(module: str, only_in_functions: bool = False) -> set[str]:
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    tree = ast.parse(path.read_text())
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    nodes = [node for root in (functions if only_in_functions else [tree]) for node in ast.walk(root)]
    found = {_module_of(name) for node in nodes for name in _named_by(node, package)}
    return {name for name in found if name and name != module}


def test_the_imports_are_found():
    assert {"pagekin._api", "pagekin._result", "pagekin.crawl"} <= imports_of("pagekin")
    assert "pagekin._errors" in imports_of("pagekin.spark._data") and "pagekin" not in imports_of("pagekin._result")
    assert imports_of("pagekin.spark", only_in_functions=True) == {"pagekin.spark._source"}


def test_no_two_modules_import_each_other_in_a_circle():
    imports = {module: imports_of(module) for module in MODULES}
    done: set[str] = set()

    def visit(module: str, above: list[str]) -> None:
        if module in above:
            pytest.fail("a circle of imports: " + ", ".join([*above[above.index(module) :], module]))
        if module not in done:
            for name in sorted(imports[module]):
                visit(name, [*above, module])
            done.add(module)

    for module in sorted(MODULES):
        visit(module, [])


def test_functions_import_only_what_is_optional():
    """PySpark before 4.0 has no base classes for a source of data."""
    found = {(module, name) for module in MODULES for name in imports_of(module, only_in_functions=True)}
    assert found == {("pagekin.spark", "pagekin.spark._source")}
