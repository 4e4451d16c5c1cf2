"""Tests of removing a model's thoughts that a server leaves in the answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.infra.llm.sdk.answer import ThoughtFilter
from tests.support.examples import examples


def shown(pieces: list[str]) -> str:
    """Return what a reader sees of a stream."""
    thoughts = ThoughtFilter()
    return "".join(map(thoughts.feed, pieces)) + thoughts.flush()


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("<think>Hm.</think>\n\nYes.", "Yes."),
        ("\n<think></think>Yes.", "Yes."),
        ("<think>never ends", ""),
        ("<th", "<th"),
        ("  Yes.", "  Yes."),
        ("A <think> in the middle</think> stays.", "A <think> in the middle</think> stays."),
        ("", ""),
    ],
)
def test_only_thoughts_at_the_beginning_are_taken_out(text: str, seen: str) -> None:
    """Readers see no thoughts, but a later tag belongs to the story."""
    assert shown([text]) == seen
    assert shown(list(text)) == seen


@examples(60)
@given(st.lists(st.text(alphabet="<think>/ y", max_size=6)))
def test_how_a_text_is_cut_into_pieces_does_not_matter(pieces: list[str]) -> None:
    """A tag can be split between two chunks of a stream."""
    assert shown(pieces) == shown(["".join(pieces)])
