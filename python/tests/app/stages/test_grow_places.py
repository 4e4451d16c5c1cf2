"""The place of a finding leads to lines of a file."""

import pytest

from questfoundry.app.stages.grow.edit import START, places_of
from questfoundry.domain.answer.schema import find_steps
from questfoundry.domain.artifacts.grow import GrowArtifact


def passage(name: str, *choices: str) -> dict:
    leaving = [{"id": each, "to": "passage::b", "label": "Go"} for each in choices]
    return {"id": name, "title": name, "beats": ["beat::x"], "choices": leaving}


GROW = {
    "title": "T",
    "hook": "It begins here.",
    "onward": "Go on",
    "scenes": {},
    "endings": {"ending::a": {"name": "The End"}},
    "start": "passage::a",
    "passages": [
        passage("passage::a", "choice::1", "choice::2"),
        passage("passage::b", "choice::2"),
        passage("passage::b"),
        passage("passage::b"),
    ],
}


@pytest.mark.parametrize(
    ("place", "field", "steps"),
    [
        ("passage::a", "passages.0", ("passages", 0)),
        ("choice::1", "passages.0.choices.0", ("passages", 0, "choices", 0)),
        ("choice::2", "passages.1.choices.0", ("passages", 1, "choices", 0)),
        ("passage::b", "passages.2", ("passages", 2)),
        ("passage::nowhere", "start", ("start",)),
    ],
    ids=["passage", "choice", "doubled-choice", "doubled-passage", "start"],
)
def test_a_place_is_found_in_the_artifact(place, field, steps):
    """Authors need the line of a finding; a doubled id means its second use. (SEE-1.2)"""
    assert places_of(GrowArtifact.model_validate(GROW)).get(place, START) == field
    assert find_steps(field, GROW) == steps
