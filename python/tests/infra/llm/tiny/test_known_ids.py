import pytest

from questfoundry.domain.run.request_subjects import IdMention
from questfoundry.infra.llm.tiny.known_ids import KnownIds

KNOWN = KnownIds(
    (
        IdMention(id="character::dr-voss", name="Dr. Voss", text="a diver", is_played=True),
        IdMention(id="object::key", name="The Brass Key", text="opens room: nine"),
        IdMention(
            id="path::tell-default", text="You tell Dr. Voss who it is. At once, the others leave."
        ),
        IdMention(id="passage::b", text="The rain falls.", names={"location": "The Mill"}),
    )
)


def test_an_id_is_described_by_its_mention():
    """Guides refer to entities by name and kind, so both must come from the mention."""
    assert KNOWN.describe_id("object::key") == {
        "id": "object::key",
        "kind": "object",
        "name": "Brass Key",
        "known": "The Brass Key: opens room: nine.",
    }


@pytest.mark.parametrize(
    ("identifier", "name"),
    [
        ("character::dr-voss", "Dr. Voss"),
        ("path::tell-default", "You tell Dr. Voss who it is"),
        ("location::lantern-quay", "Lantern Quay"),
    ],
)
def test_an_id_without_a_name_is_called_by_its_first_sentence_or_its_words(identifier, name):
    """A name cut at the full stop of "Dr." would put half a name into every sentence."""
    assert KNOWN.get_name(identifier) == name


def test_of_each_kind_the_first_name_counts():
    assert KNOWN.names_by_kind("character::ann", "object::key", "character::dr-voss") == {
        "character": "Ann",
        "object": "Brass Key",
    }
    assert KNOWN.first_names_by_kind()["character"] == "Dr. Voss"


def test_a_passage_names_its_own_place_and_nobody_from_elsewhere():
    """A title may only name the place and cast of its passage."""
    entry = KNOWN.describe_id("passage::b")
    assert (entry["known"], entry["location"], entry["character"]) == (
        "The rain falls.",
        "Mill",
        "",
    )
    assert "location" not in KNOWN.describe_id("object::key")
