"""Tests that code and documents refer only to what exists in this repository."""

import ast
import re
from collections import defaultdict
from pathlib import Path

from tests.docs.test_specs import CITED, scenarios
from tests.support.checkout import DOCS, PROMPTS, ROOT, SOURCE, TESTS, blocks, named

MARKDOWN = [
    *ROOT.glob("*.md"),
    *(
        path
        for folder in ("docs", "openspec", "examples")
        for path in (ROOT / folder).rglob("*.md")
    ),
]
TEXTS = [
    *MARKDOWN,
    *(path for path in PROMPTS.rglob("*") if path.is_file()),
    *(
        path
        for folder in (SOURCE, TESTS, ROOT / "python/benchmarks", ROOT / "examples")
        for path in folder.rglob("*.py")
        if "node_modules" not in path.parts and path != Path(__file__)
    ),
]
ELSEWHERE = re.compile(
    r"\bADR\b|\b[SU]\d+\.\d+\b|\(S\d\)|\bU\d{1,2}\b|\bDESIGN\b|\b[A-Z]+\.md\b(?<!README\.md)"
    r"(?<!CONTRIBUTING\.md)(?<!CHANGELOG\.md)(?<!CONTEXT\.md)|\bseeds/"
)
"""Ids and names of documents that are not in this repository."""

OPEN = {"questfoundry", "questfoundry.testing"}


def found(pattern: re.Pattern[str]) -> dict[str, list[str]]:
    """Return each match of the pattern with the files that contain it."""
    places: dict[str, list[str]] = defaultdict(list)
    for path in TEXTS:
        for match in set(pattern.findall(path.read_text("utf-8"))):
            places[match].append(named(path))
    return places


def test_nothing_refers_to_documents_that_are_not_here() -> None:
    assert found(ELSEWHERE) == {}


def test_decisions_that_are_cited_exist() -> None:
    cited = found(re.compile(r"\bdecisions?[ /](\d{4})\b"))
    there = {path.name[:4] for path in (DOCS / "decisions").glob("[0-9]*.md")}
    assert cited
    assert {number: paths for number, paths in cited.items() if number not in there} == {}


def test_files_that_documents_link_to_or_show_exist() -> None:
    links = re.compile(r"\]\(([^)#\s]+)[^)]*\)|(?:src|href)=\"([^\"#]+)")
    missing = [
        (named(path), target)
        for path in MARKDOWN
        for target in map("".join, links.findall(re.sub("`[^`\n]*`", "", path.read_text("utf-8"))))
        if ":" not in target and not (path.parent / target).exists()
    ]
    assert missing == []


def test_scenarios_that_are_cited_exist() -> None:
    there = set(scenarios())
    areas = {each.partition("-")[0] for each in there}
    missing = {
        each: paths
        for each, paths in found(CITED).items()
        if each not in there and each.partition("-")[0] in areas
    }
    assert missing == {}


def test_programs_in_documents_import_what_embedders_may_use() -> None:
    """Embedders copy these programs, and only the public modules keep their names."""
    imported = {
        (named(path), node.module)
        for path in MARKDOWN
        for block in blocks(path, "python")
        for node in ast.walk(ast.parse(block.text))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("questfoundry")
    }
    assert imported
    assert [each for each in imported if each[1] not in OPEN] == []
