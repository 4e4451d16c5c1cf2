"""Tests that paths and class names in the documents for maintainers exist."""

import ast
import re
from functools import cache

import pytest

from tests.support.checkout import DOCS, ROOT, SOURCE, modules, sections

ARCHITECTURE = DOCS / "architecture.md"
DECISIONS = sorted((DOCS / "decisions").glob("[0-9]*.md"))
TOLD = [ARCHITECTURE, ROOT / "CONTRIBUTING.md", *DECISIONS]
QUOTED = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"[\w.<>*-]+(?:/[\w.<>*-]+)*/?")
NAME = re.compile(r"[A-Z][a-z]\w*(?:\.\w+)?")
SUFFIXES = (".py", ".md", ".yaml", ".txt", ".toml")
ROOTS = {"python", "prompts", "docs", "openspec", "examples", ".ci"}
DOORS = {"cli", "tui", "web", "mcp"}
LAYERS = {"domain", "app", "infra", "composition", "presentation", *DOORS, "testing"}
OF_A_PROJECT = {"project.yaml", "artifacts", "exports", "story.db"}
"""Names of files in the folder of a story, which this repository lacks."""


@cache
def defined() -> frozenset[str]:
    """Return all classes of the source and their members."""
    names: set[str] = set()
    for _, tree in modules(SOURCE):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                names.add(node.name)
                names.update(f"{node.name}.{each}" for each in members(node))
    return frozenset(names)


def members(node: ast.ClassDef) -> set[str]:
    return {
        found.name if isinstance(found, ast.FunctionDef | ast.AsyncFunctionDef) else found.target.id
        for found in node.body
        if isinstance(found, ast.FunctionDef | ast.AsyncFunctionDef)
        or (isinstance(found, ast.AnnAssign) and isinstance(found.target, ast.Name))
    }


def paths_in(text: str) -> set[str]:
    """Return patterns for the files and folders of this repository that a text names."""
    quoted = {each for each in QUOTED.findall(text) if PATH.fullmatch(each)}
    whole = {each for each in quoted if each.partition("/")[0] in ROOTS | LAYERS and "/" in each}
    return {re.sub(r"<\w+>", "*", each.rstrip("/")) for each in whole} - OF_A_PROJECT


def test_every_path_and_class_that_is_named_exists() -> None:
    for path in TOLD:
        text = path.read_text("utf-8")
        missing = [
            each
            for each in paths_in(text)
            if not any((SOURCE if each.partition("/")[0] in LAYERS else ROOT).glob(each))
        ]
        assert sorted(missing) == [], path
        quoted = {each for each in QUOTED.findall(text) if NAME.fullmatch(each)}
        assert sorted(quoted - defined()) == [], path


@pytest.mark.parametrize("layer", ["domain", "app", "infra"])
def test_every_room_has_its_line(layer: str) -> None:
    told = sections(ARCHITECTURE, 3)[layer]
    rooms = {each.name for each in (SOURCE / layer).iterdir() if (each / "__init__.py").is_file()}
    if layer == "infra":
        rooms |= {f"llm/{each.name}" for each in (SOURCE / "infra/llm").iterdir() if each.is_dir()}
    named_there = {each.removeprefix(f"{layer}/") for each in paths_in(told)}
    assert sorted(rooms - named_there - {"llm", "llm/__pycache__"}) == []


@pytest.mark.parametrize("layer", ["domain", "app", "infra"])
def test_rooms_and_modules_of_a_layer_import_each_other_in_one_direction(layer: str) -> None:
    """Rooms in a circle of imports can only be understood, tested and changed together."""
    by_module = imports_between_modules(layer)
    by_room: dict[str, set[str]] = {}
    for module, imported in by_module.items():
        by_room.setdefault(room_of(module), set()).update(map(room_of, imported))
    assert find_circle(by_room) == []
    assert find_circle(by_module) == []


def imports_between_modules(layer: str) -> dict[str, set[str]]:
    """Return, for each module of a layer, the modules there that it imports, also for types."""
    trees = {
        ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(
            ".__init__"
        ): tree
        for path, tree in modules(SOURCE / layer)
    }
    return {
        module: {
            name if name in trees else f"{node.module}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for name in (f"{node.module}.{alias.name}" for alias in node.names)
            if name in trees or node.module in trees
        }
        for module, tree in trees.items()
    }


def room_of(module: str) -> str:
    return ".".join(module.split(".")[:3])


def find_circle(imports: dict[str, set[str]]) -> list[str]:
    """Return the names that are left after all names without open imports are removed."""
    left = {name: others - {name} for name, others in imports.items()}
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    return sorted(left)
