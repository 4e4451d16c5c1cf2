"""Tests that each port has a contract suite, and that each adapter and fake runs the suite."""

import ast
from functools import cache
from pathlib import Path

import questfoundry.testing
from tests.support.checkout import SOURCE, TESTS, modules

PROTOCOLS = SOURCE / "domain/protocols"
PORTS = [
    node.name
    for _, tree in modules(PROTOCOLS)
    for node in tree.body
    if isinstance(node, ast.ClassDef) and "Protocol" in map(ast.unparse, node.bases)
]
SUITES = {
    "BookRepository": "LibraryContract",
    "ChatMessageRepository": "ConversationContract",
    "ChatModel": "ChatProviderContract",
    "ChunkRepository": "LibraryContract",
    "ConversationContextStrategy": "ConversationContextContract",
    "ConversationRepository": "ConversationContract",
    "RunHandle": "RunExecutorContract",
}
"""The suites with another name than their port; most of them test two related ports."""
UNSCRIPTED = {"DraftChatProvider"}
"""Adapters with tests of their own: their answers come from scenes, so no test can choose them."""
ROOMS = tuple(SOURCE / room for room in ("infra", "testing", "domain"))


@cache
def classes() -> dict[str, tuple[Path, ast.ClassDef]]:
    """Return the file and the definition of each class in the source."""
    return {
        node.name: (path, node)
        for path, tree in modules(SOURCE)
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }


@cache
def runs() -> dict[str, set[str]]:
    """Return for each suite the names in the test modules that run the suite."""
    found: dict[str, set[str]] = {
        name: set() for name in questfoundry.testing.__all__ if name.endswith("Contract")
    }
    for path in TESTS.rglob("test_*.py"):
        if "node_modules" not in path.parts and "Contract" in (text := path.read_text("utf-8")):
            tree = ast.parse(text)
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    for suite in suites_of(node, tree) & set(found):
                        found[suite] |= names_in(path)
    return found


def suites_of(node: ast.ClassDef, tree: ast.Module) -> set[str]:
    """Return the bases of a class, including bases of base classes in the same module."""
    bases = {ast.unparse(base).removeprefix("testing.") for base in node.bases}
    if "ExportedStoryContract" in bases:
        bases.add("StoryExporterContract")
    near = [each for each in tree.body if isinstance(each, ast.ClassDef) and each.name in bases]
    return bases.union(*(suites_of(each, tree) for each in near))


@cache
def names_in(path: Path) -> set[str]:
    """Return the names that a test module uses, including those in its support module."""
    tree = ast.parse(path.read_text("utf-8"))
    names = {node.name[4:] for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                names.add(name)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests.support."):
            names |= names_in(TESTS.parent.joinpath(*node.module.split(".")).with_suffix(".py"))
    return names


@cache
def line_of(name: str) -> list[ast.ClassDef]:
    """Return a class and those of its bases that are in the source, the class last."""
    _, node = classes()[name]
    bases = [ast.unparse(base).partition("[")[0] for base in node.bases]
    above = [each for base in reversed(bases) if base in classes() for each in line_of(base)]
    return [*above, node]


@cache
def is_whole(name: str) -> bool:
    """Return whether a class implements all its abstract members."""
    left: set[str] = set()
    for node in line_of(name):
        for part in node.body:
            match part:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    abstract = any("abstractmethod" in ast.unparse(d) for d in part.decorator_list)
                    (left.add if abstract else left.discard)(part.name)
                case ast.Assign(targets=[ast.Name(id=given)]):
                    left.discard(given)
                case ast.AnnAssign(target=ast.Name(id=given)):
                    left.discard(given)
    return not left


def test_every_adapter_and_fake_runs_the_suite_of_its_port() -> None:
    adapters = {
        name: {node.name for node in line_of(name)[:-1]}
        for name, (path, _) in classes().items()
        if not name.startswith("_")
        and any(path.is_relative_to(room) for room in ROOMS)
        and set(PORTS).intersection(node.name for node in line_of(name)[:-1])
        and is_whole(name)
    }
    for port in PORTS:
        speaking = runs()[SUITES.get(port, f"{port}Contract")]
        assert speaking, port
        of_port = {name for name, bases in adapters.items() if port in bases}
        assert of_port - speaking - UNSCRIPTED == set(), port
