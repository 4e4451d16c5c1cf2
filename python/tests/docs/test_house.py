"""Tests of rules for the source that no linter knows."""

import ast
import re
from pathlib import Path

import pytest

from tests.support.checkout import DOCS, ROOT, SOURCE, modules, named

MOST_LINES = 400
LONGEST_TEXT = 200
PHRASE = re.compile(r"[A-Za-z]+ [a-z]+")
COMMAND_LINE = re.compile(r"(?<![\w.-])qf (?:[a-z]|--|<)|(?<![\w-])--[a-z]")
OTHER_PROGRAMS = re.compile(r"--(?:ctx-size|max-model-len|parallel)\b")
"""Options of model servers, which advice about a server may name."""

SENTENCE = re.compile(r"(?:[A-Za-z]+ ){3}[^.!?]*\w[.!?:](?:\s|$)")
READ_BY_MODELS = {"system", "user", "assistant", "ToolDefinition", "Envelope"}
"""Calls whose literal texts a model would read."""

DECISIONS = sorted((DOCS / "decisions").glob("[0-9]*.md"))
MARKDOWN = [ROOT / "README.md", *DOCS.rglob("*.md"), *(ROOT / "openspec").rglob("*.md")]


def test_no_source_file_is_long() -> None:
    lines = {named(path): path.read_text("utf-8").count("\n") for path in SOURCE.rglob("*.py")}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_no_public_class_name_is_given_twice() -> None:
    """A class name with two meanings confuses readers and searches."""
    places: dict[str, list[str]] = {}
    for path, tree in modules(SOURCE):
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(named(path))
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


DOORS = {"cli", "tui", "web", "mcp", "presentation"}
"""The packages that face a person: the doors and what they share."""


def is_door(path: Path) -> bool:
    return path.relative_to(SOURCE).parts[0] in DOORS


def test_event_loops_are_started_by_the_doors_only() -> None:
    """An embedder runs its own event loop, and a second loop in its thread would fail.

    A worker starts the loop of each job in a thread of its own.
    """
    starters = {
        named(path)
        for path, tree in modules(SOURCE)
        if "contracts" not in path.parts and not is_door(path)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr in {"run", "Runner", "run_until_complete", "new_event_loop"}
        and isinstance(node.value, ast.Name)
        and node.value.id in {"asyncio", "loop"}
    }
    assert starters == {named(SOURCE / "infra/queue/worker.py")}


def test_no_command_line_is_named_below_the_doors() -> None:
    """An embedder has no commands, so only the doors may name them in advice."""
    asks_pip = "gguf/pull.py"
    found = [
        f"{named(path)}:{number}: {line.strip()}"
        for path in SOURCE.rglob("*.py")
        if not is_door(path) and not str(path).endswith(asks_pip)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if COMMAND_LINE.search(OTHER_PROGRAMS.sub("", line))
    ]
    assert found == []


def test_no_words_for_models_are_in_the_code() -> None:
    """Authors edit what models read in prompts/, so no such text may hide in the code."""
    found = [
        f"{named(path)}:{node.lineno}: {text[:60]}"
        for layer in ("domain", "app", "infra")
        for path, tree in modules(SOURCE / layer)
        for node, text in hidden_words(tree)
    ]
    assert found == []


def hidden_words(tree: ast.AST) -> list[tuple[ast.expr, str]]:
    """Yield literal texts that reach a model, and long texts that are no error message."""
    excused = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr | ast.Raise) or called(node).endswith("Error")
        for inner in ast.walk(node)
    }
    read = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and called(node) in READ_BY_MODELS
        for argument in (*node.args, *(word.value for word in node.keywords if word.arg != "name"))
        for inner in ast.walk(argument)
    }
    return [
        (node, text)
        for node in ast.walk(tree)
        if (text := text_of(node))
        and (
            (id(node) in read and PHRASE.search(text))
            or (len(text) > LONGEST_TEXT and SENTENCE.search(text) and id(node) not in excused)
        )
    ]


def called(node: ast.AST) -> str:
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name
        case _:
            return ""


def text_of(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=values):
            return "".join(text_of(value) for value in values)
        case _:
            return ""


@pytest.mark.parametrize(
    "code",
    ["message = user(f'Tell {me} a long story')", f"TEXT = '{'Write the next passage. ' * 9}'"],
)
def test_words_in_code_would_be_found(code: str) -> None:
    assert hidden_words(ast.parse(code))


def test_a_decision_has_its_parts_and_is_listed() -> None:
    for path in DECISIONS:
        text = path.read_text("utf-8")
        number = path.name[:4]
        assert re.match(
            rf"# {number}\. .+\n\nStatus: (proposed|accepted|superseded by \d{{4}})", text
        ), path
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == [
            "Context",
            "Decision",
            "Consequences",
        ], path
        assert f"]({path.name})" in (DOCS / "decisions/README.md").read_text("utf-8"), path
