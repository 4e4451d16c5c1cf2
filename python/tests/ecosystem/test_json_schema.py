"""Tests of the published story schema with independent validators."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.story_document import JsonExporter
from tests.strategies.hostile import EVERYTHING, dressed
from tests.support.checkout import ROOT
from tests.support.ecosystem import run_node
from tests.support.editions import remembering_edition, small_edition

pytestmark = pytest.mark.ecosystem

SCHEMA = ROOT / "docs/reference/story.schema.json"


def exported(edition: Edition) -> bytes:
    (file,) = JsonExporter().export(edition)
    return file.content


STORIES = [
    exported(edition)
    for edition in (small_edition(), remembering_edition(), dressed(small_edition(), EVERYTHING))
]


def test_ajv_accepts_stories_and_no_others() -> None:
    """Other programs use ajv, whose strict mode refuses an unclear schema. (FMT-10.1)"""
    documents = [json.loads(story) for story in STORIES]
    wrong = {**documents[0], "passages": [{"id": 1}]}
    *accepted, refused = run_node(
        "validate.mjs", [json.loads(SCHEMA.read_text()), [*documents, wrong]]
    )
    assert accepted == [[], [], []]
    assert {fault["instancePath"] for fault in refused} == {"/passages/0", "/passages/0/id"}


def check_jsonschema(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "check_jsonschema", *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def test_check_jsonschema_accepts_stories_and_no_others(tmp_path: Path) -> None:
    """The schema must be valid for its own draft, and a Python validator must agree with ajv."""
    for number, story in enumerate(STORIES):
        (tmp_path / f"{number}.json").write_bytes(story)
    files = [str(path) for path in sorted(tmp_path.iterdir())]
    assert check_jsonschema("--check-metaschema", str(SCHEMA)).returncode == 0
    assert check_jsonschema("--schemafile", str(SCHEMA), *files).returncode == 0
    (tmp_path / "0.json").write_text("{}")
    refused = check_jsonschema("--schemafile", str(SCHEMA), *files)
    assert (refused.returncode, "'ifid' is a required property" in refused.stdout) == (1, True)
