"""Tests of the premises that other stories beside a project use."""

import pytest

from questfoundry.infra.llm.draft.history import find_used_premises


@pytest.fixture
def stories(tmp_path):
    for name, style in (
        ("own", "[the-guest/0]"),
        ("other", "A draft\n  [the-price/city/house/cook/3]"),
        ("by-a-model", "Terse."),
    ):
        folder = tmp_path / name / "artifacts"
        folder.mkdir(parents=True)
        (folder / "dream.yaml").write_text(f"style: >-\n  {style}\n", encoding="utf-8")
    (tmp_path / "broken" / "artifacts" / "dream.yaml").mkdir(parents=True)
    return tmp_path


def test_the_premises_of_sibling_stories_are_found(stories):
    """The next story in a folder should differ from the last one."""
    assert find_used_premises(stories / "own") == {"the-price"}


def test_a_project_that_does_not_exist_yet_has_siblings(stories):
    assert find_used_premises(stories / "new") == {"the-guest", "the-price"}
