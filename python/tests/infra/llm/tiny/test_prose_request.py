from questfoundry.domain.story.size import Range
from questfoundry.infra.llm.tiny.prose_request import Moment, ProseRequest
from tests.support.prose_requests import HARBOUR, READ, asked_for, left_behind, told
from tests.support.stage_runs import VISION


def read(**changes):
    return ProseRequest.read(asked_for(told(**changes)))


def test_what_the_template_writes_is_read_back():
    """LOC-14.1."""
    assert read(hook="You came because of a letter.") == ProseRequest(
        idea=VISION["creative_vision"],
        known=(
            "location::old-harbour = The Old Harbour: Boats lie under the water.",
            "location::sunken-bank = Sunken Bank: A bank below the quay.",
            "character::mara = Mara: A diver who trusts nobody.",
            "character::voss = Dr. Voss: The last doctor of the city.",
            "object::brass-key = The Brass Key: It opens a door that is gone.",
        ),
        opens="You came because of a letter.",
        moments=(
            Moment(
                text=HARBOUR.text,
                words={"location": "Old Harbour", "character": "Mara", "object": "Brass Key"},
            ),
            Moment(
                text="Soon you reach the Sunken Bank, where the doors are open.",
                # Of two characters, the first that takes part.
                words={"location": "Sunken Bank", "character": "Dr. Voss"},
            ),
        ),
        left="",
        before=(" ".join(READ.split()).replace("roofs. You", "roofs.  You"),),
        choices=("Open the floodgate", "Keep it shut"),
        ending="",
        least=80,
    )


def test_an_ending_has_a_name_and_no_choices():
    """LOC-14.1."""
    request = read(ways=(), ending="The Open Gate", words=Range(60, 60))
    assert (request.choices, request.ending) == ((), "The Open Gate")
    assert request.least == 60


def test_only_what_colours_the_whole_passage_is_left_behind_here():
    """LOC-14.1. A light residue has a beat of its own, and a cosmetic one is never told."""
    traces = tuple(left_behind(residue) for residue in ("light", "heavy", "cosmetic"))
    assert read(traces=traces).left == "From now on, people will bar their doors."
    assert read(traces=traces[:1]).left == ""


def test_a_beat_without_a_text_still_has_its_place():
    """LOC-14.1."""
    beat = type(HARBOUR)(role="transition", text="", place="Sunken Bank", cast=())
    (moment,) = read(beats=(beat,)).moments
    assert moment == Moment(text="", words={"location": "Sunken Bank"})
