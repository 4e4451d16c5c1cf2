"""Every port has a contract suite, and every adapter and fake of it runs that suite."""

from __future__ import annotations

import ast
from importlib import import_module
from inspect import isabstract
from pathlib import Path
from pkgutil import walk_packages

import pytest

import questfoundry
import questfoundry.testing
from tests.support.checkout import SOURCE, TESTS, modules

PORTS = {
    node.name: import_module(f"questfoundry.domain.protocols.{path.stem}")
    for path, tree in modules(SOURCE / "domain/protocols")
    for node in tree.body
    if isinstance(node, ast.ClassDef) and "Protocol" in map(ast.unparse, node.bases)
}
SUITES = {
    "ChatModel": "ChatProviderContract",
    "BookRepository": "LibraryContract",
    "ChatMessageRepository": "ConversationContract",
    "ChunkRepository": "LibraryContract",
    "ConversationContextStrategy": "ConversationContextContract",
    "ConversationRepository": "ConversationContract",
}
"""The suites that are not called after their port, most of them for two that belong together."""
ROOMS = ("questfoundry.infra.", "questfoundry.testing.", "questfoundry.domain.")


def runs() -> dict[str, set[str]]:
    """For each suite the names in the test modules that run it, those of its own classes too."""
    found: dict[str, set[str]] = {
        name: set() for name in questfoundry.testing.__all__ if name.endswith("Contract")
    }
    for path, tree in modules(TESTS):
        if not path.name.startswith("test_"):
            continue
        names = names_in(path)
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                for suite in suites_of(node, tree) & set(found):
                    found[suite] |= names
    return found


def suites_of(node: ast.ClassDef, tree: ast.Module) -> set[str]:
    """The bases of a class, those of bases in the same module too."""
    bases = {ast.unparse(base) for base in node.bases}
    if "ExportedStoryContract" in bases:
        bases.add("StoryExporterContract")
    near = [each for each in tree.body if isinstance(each, ast.ClassDef) and each.name in bases]
    return bases.union(*(suites_of(each, tree) for each in near))


def names_in(path: Path) -> set[str]:
    """The names that a test module or what it takes from tests/support speaks of."""
    tree = ast.parse(path.read_text("utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {node.name[4:] for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests.support."):
            names |= names_in(TESTS.parent.joinpath(*node.module.split(".")).with_suffix(".py"))
    return names


@pytest.fixture(scope="module")
def tested() -> dict[str, set[str]]:
    for found in walk_packages(questfoundry.__path__, "questfoundry."):
        if found.name.startswith(ROOMS):
            import_module(found.name)
    return runs()


def adapters_of(port: type) -> set[type]:
    below = {each for one in port.__subclasses__() for each in (one, *adapters_of(one))}
    return {
        each
        for each in below
        if each.__module__.startswith(ROOMS)
        and not isabstract(each)
        and not each.__name__.startswith("_")
    }


@pytest.mark.parametrize("port", PORTS)
def test_every_adapter_and_fake_runs_the_suite_of_its_port(
    port: str, tested: dict[str, set[str]]
) -> None:
    speaking = tested[SUITES.get(port, f"{port}Contract")]
    assert speaking
    adapters = {each.__name__ for each in adapters_of(getattr(PORTS[port], port))}
    assert adapters - speaking == set()
