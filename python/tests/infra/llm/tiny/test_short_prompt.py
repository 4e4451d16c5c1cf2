import pytest

from questfoundry.domain.story.size import Range
from questfoundry.domain.writing.briefing import BriefedHub, BriefedMinorChoice, BriefedMinorChoices
from questfoundry.infra.llm.tiny.short_prompt import BeatLine, KnownIds, ProseRequest
from tests.support.prose_requests import HARBOUR, READ, asked_for, briefed, left_behind
from tests.support.stage_runs import VISION

MESSAGE = """A drowned city

Known:
character::dr-voss = Dr. Voss: a diver, now blind
object::key = The Brass Key: opens room: nine
path::tell-default = You tell Dr. Voss who it is. At once, the others leave.
dilemma::tell = Do you tell Voss?
object::map = A map [old] and worn [sic].
passage::b = The rain falls and falls. [location: The Mill]
"""


def test_a_line_tells_of_an_id():
    """Guides refer to entities by name and kind, which the tiny provider reads from these lines."""
    assert KnownIds(MESSAGE).describe_id("object::key") == {
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
        ("dilemma::tell", "Do you tell Voss"),
        ("location::lantern-quay", "Lantern Quay"),
    ],
)
def test_a_name_is_the_first_sentence_or_the_words_of_the_id(identifier, name):
    """A name cut at the full stop of "Dr." would put half a name into every sentence."""
    assert KnownIds(MESSAGE).get_name(identifier) == name


def test_of_each_kind_the_first_name_counts():
    known = KnownIds(MESSAGE)
    assert known.names_by_kind("character::ann", "object::key", "character::dr-voss") == {
        "character": "Ann",
        "object": "Brass Key",
    }
    assert known.first_names_by_kind()["character"] == "Dr. Voss"


def test_names_of_an_entry_stand_in_brackets_at_the_end_of_its_line():
    """A title may only name the place and cast of its passage, which the brackets list."""
    known = KnownIds(MESSAGE)
    entry = known.describe_id("passage::b")
    assert entry["known"] == "The rain falls and falls."
    assert (entry["location"], entry["character"]) == ("Mill", "")
    assert "location" not in known.describe_id("object::map")


def read(**changes):
    return ProseRequest.read(asked_for(briefed(**changes)))


def test_what_the_template_writes_is_read_back():
    """The tiny provider reads the template's output, so a changed template must not lose a part."""
    assert read(hook="You came because of a letter.") == ProseRequest(
        idea=VISION["creative_vision"],
        known=(
            "location::old-harbour = The Old Harbour: Boats lie under the water.",
            "location::sunken-bank = Sunken Bank: A bank below the quay.",
            "character::mara = Mara: A diver who trusts nobody.",
            "character::voss = Dr. Voss: The last doctor of the city.",
            "object::brass-key = The Brass Key: It opens a door that is gone.",
        ),
        hook="You came because of a letter.",
        beats=(
            BeatLine(
                text=HARBOUR.text,
                names={"location": "Old Harbour", "character": "Mara", "object": "Brass Key"},
            ),
            BeatLine(
                text="Soon you reach the Sunken Bank, where the doors are open.",
                # The first of the characters that take part.
                names={"location": "Sunken Bank", "character": "Dr. Voss"},
            ),
        ),
        left_behind="",
        inserts={},
        answers={},
        topic="",
        before=(" ".join(READ.split()).replace("roofs. You", "roofs.  You"),),
        choices=("Open the floodgate", "Keep it shut"),
        ending="",
        length=120,
    )


def test_an_ending_has_a_name_and_no_choices():
    """An ending read as a passage with choices would end with a question."""
    request = read(choices=(), ending="The Open Gate", words=Range(60, 60))
    assert (request.choices, request.ending) == ((), "The Open Gate")
    assert request.length == 60


def test_what_decisions_left_behind_is_for_all_or_in_an_insert():
    """Prose must mention a heavy effect for all players, a light one conditionally and a cosmetic
    one never.
    """
    traces = tuple(left_behind(residue) for residue in ("light", "heavy", "cosmetic"))
    told = "From now on, people will bar their doors."
    assert read(traces=traces).left_behind == told
    assert read(traces=traces).inserts == {"the-prisoner-1": told}
    assert (read(traces=traces[2:]).left_behind, read(traces=traces[2:]).inserts) == ("", {})


def test_what_was_done_just_before_and_what_is_looked_at_stand_apart():
    """Text for a minor choice and text for a hub topic belong in different places of the
    passage.
    """
    deed = BriefedMinorChoice(name="act-1", label="Hum", left="You hummed.")
    deeds = (BriefedMinorChoices(title="", ago=1, looked=False, minor_choices=(deed,)),)
    hub = BriefedHub(topics=("Look at the oars",), own="Look at the sails")
    assert read(minor_choices=deeds).answers == {"act-1": "You hummed."}
    told = read(hub=hub, choices=())
    assert (told.topic, told.choices) == ("Look at the sails", ("Look at the oars",))
