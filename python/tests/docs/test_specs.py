"""Tests that the specifications and the tests cite each other completely."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from tests.support.checkout import ROOT, SOURCE, TESTS, modules, named

SPECS = sorted((ROOT / "openspec/specs").glob("*/spec.md"))
SCENARIO = re.compile(r"^#### Scenario ([A-Z]+-\d+\.\d+): .+$", re.MULTILINE)
STEPS = re.compile(r"^- \*\*WHEN\*\* .+\n- \*\*THEN\*\* .+$", re.MULTILINE)
CITED = re.compile(r"\b[A-Z]{2,}-\d+\.\d+\b")


@cache
def cited() -> dict[str, str]:
    """Return the ids in the docstrings of tests and contract suites, each with a file."""
    return {
        found: named(path)
        for path, tree in modules(TESTS, SOURCE / "testing/contracts")
        for node in definitions(tree)
        for found in CITED.findall(ast.get_docstring(node) or "")
    }


def definitions(
    outer: ast.Module | ast.ClassDef,
) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """Yield the functions and classes of a module or class, and those in its classes."""
    for node in outer.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node
        if isinstance(node, ast.ClassDef):
            yield from definitions(node)


@cache
def scenarios() -> list[str]:
    return [found for spec in SPECS for found in SCENARIO.findall(spec.read_text("utf-8"))]


def test_every_scenario_is_shown_by_a_test() -> None:
    assert sorted(set(scenarios()) - set(cited())) == []


def test_every_id_that_a_test_cites_exists() -> None:
    known = set(scenarios())
    assert {found: path for found, path in cited().items() if found not in known} == {}


def test_no_id_is_given_twice() -> None:
    assert [found for found, times in Counter(scenarios()).items() if times > 1] == []


def test_a_spec_says_what_shall_hold_and_when() -> None:
    for spec in SPECS:
        text = spec.read_text("utf-8")
        _, *requirements = re.split(r"^### Requirement: ", text, flags=re.MULTILINE)
        assert re.search(r"^Purpose: \S", text, re.MULTILINE), spec
        assert requirements, spec
        for requirement in requirements:
            rule, *shown = re.split(r"^#### Scenario ", requirement, flags=re.MULTILINE)
            assert " SHALL " in rule, rule
            assert shown, f"no scenario for: {rule}"
            for scenario in shown:
                assert re.search(
                    r"^- \*\*WHEN\*\* .+\n- \*\*THEN\*\* .+$", scenario, re.MULTILINE
                ), scenario
