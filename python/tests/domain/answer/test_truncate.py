"""Tests for cutting long texts and lists at a natural end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.answer.merging import truncate_answer, truncate_text
from questfoundry.domain.artifacts.seed import SeedBeats
from questfoundry.domain.story.voice import DreamArtifact
from tests.support.stage_runs import VISION


@pytest.mark.parametrize(
    ("text", "most", "left"),
    [
        ("One. Two three.", 99, "One. Two three."),
        ("One two. Three four.", 12, "One two."),
        ('"Go," she said. "Now!" He went away.', 24, '"Go," she said. "Now!"'),
        ("A. Long words that go on", 20, "A. Long words that"),
        ("Captain Jonquil of the Reef", 19, "Captain Jonquil of"),
        ("one, two", 5, "one"),
        ("水はひく。夜はあける。", 8, "水はひく。"),
        ("x" * 9, 4, "xxxx"),
    ],
)
def test_a_text_ends_with_a_sentence_else_with_a_word(text: str, most: int, left: str) -> None:
    """A text that is cut in the middle of a word looks broken to the author. (STG-3.13)"""
    assert truncate_text(text, most) == left


@given(st.text(min_size=1), st.integers(1, 60))
def test_a_cut_text_fits_and_is_the_beginning_of_the_whole(text: str, most: int) -> None:
    """A cut text keeps its limit, and contains only the model's words. (STG-3.13)"""
    left = truncate_text(text, most)
    assert len(left) <= most
    assert text.strip().startswith(left)


def test_texts_and_lists_are_cut_at_any_depth_and_nothing_else_is_touched() -> None:
    """Values within their limits must stay, and the author must see what was cut. (STG-3.13)"""
    cast = [f"character::{name}" for name in "abcdefghi"]
    beat = {"summary": "They rise. " * 70, "location": "location::sea", "entities": cast}
    paths = {"path::a.b": {"commit": {**beat, "entities": []}, "tail": [beat]}}
    found = truncate_answer(SeedBeats, {"shared": [{**beat, "summary": "So."}], "paths": paths})
    assert found.shortened == (
        "shared.0.entities",
        "paths.path::a.b.commit.summary",
        "paths.path::a.b.tail.0.summary",
        "paths.path::a.b.tail.0.entities",
    )
    tail = found.data["paths"]["path::a.b"]["tail"][0]
    assert tail["entities"] == cast[:8]
    assert tail["summary"].endswith("They rise.")
    assert len(tail["summary"]) <= 625
    assert SeedBeats.model_validate(dict(found.data))

    faulty = {**VISION, "genre": "a / b"}
    assert truncate_answer(DreamArtifact, faulty).shortened == ()
    assert truncate_answer(DreamArtifact, faulty).data == faulty
