"""A corrected choice label changes wherever the story repeats it."""

import pytest

from questfoundry.app.writing.draft_session import correct_labels
from questfoundry.domain.artifacts.fill import ReaderFinding
from questfoundry.domain.story.passage import Choice, Passage, Structure

SAID = {
    "a-b": "Cut the rope",
    "a-c": "Wait for Ilk",
    "b-d": "Cut the rope",
    "c-d": "Wait for the tide",
}
STRUCTURE = Structure(
    start="a",
    passages=tuple(Passage(id=each, title=each) for each in "abcd"),
    choices=tuple(
        Choice(id=each, source=each[0], target=each[-1], label=label)
        for each, label in SAID.items()
    ),
)


FINDING = ReaderFinding.model_validate(
    {"kind": "label", "problem": "It is a chain.", "fix": "Say so.", "weight": "slight"}
)


@pytest.mark.parametrize(
    ("quote", "instead", "called"),
    [
        ("rope", "chain", {"a-b": "Cut the chain", "b-d": "Cut the chain"}),
        ("Wait for Ilk", "Wait for him", {"a-c": "Wait for him"}),
        ("Cut the rope", "Cut the rope.", {"a-b": "Cut the rope.", "b-d": "Cut the rope."}),
        ("Cut the rope", "wait for  ilk!", {}),
        ("Cut the rope", "…", {}),
        ("Cut the rope", "<b>Cut</b>", {}),
        ("Cut the rope", "Cut " * 18, {}),
        ("Wait for the tide", "Row", {}),
        ("r", "d", {}),
        ("", "", {}),
    ],
)
def test_all_that_say_the_same_are_put_right(quote, instead, called) -> None:
    """Equal labels change together; an empty, known or overlong label changes none."""
    finding = FINDING.model_copy(update={"quote": quote, "instead": instead})
    assert correct_labels(STRUCTURE, "a", finding) == called
