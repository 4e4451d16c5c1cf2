"""GROW's rules refuse bad titles, labels and names, and accept good ones."""

import asyncio

import pytest
from attrs import evolve

from questfoundry.app.stages.grow.label_spoilers import LabelSpoilers
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.domain.artifacts.grow import GrowFrame, GrowLabels, GrowTitles
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.weave import weave
from tests.support.small_story import made_until, story_of
from tests.support.stage_runs import shipped_prompts

RULES = GrowRules(shipped_prompts())
DESK = "choice::the-drowned-ledger-shared-1--the-drowned-ledger-default"
FAMILIES = "choice::the-drowned-ledger-shared-1--the-drowned-ledger-alternative"
ON = "choice::the-drowned-ledger-default-commit-1--on"


@pytest.fixture(scope="module")
def story() -> Story:
    """Return the small story with its structure."""
    planned = story_of(asyncio.run(made_until("seed")))
    woven = weave(planned)
    return evolve(planned, beats=woven.beats, structure=woven.structure)


def broken(story: Story, labels: dict[str, str]) -> list[tuple[str, str]]:
    """Return the faulty choices of ``labels``, each with the broken rule."""
    section = GrowLabels.model_validate({"labels": {i: {"label": t} for i, t in labels.items()}})
    faults = RULES.check_labels(section, LabelSpoilers(story))
    return [
        (fault.field.removeprefix("labels.").removesuffix(".label"), fault.rule) for fault in faults
    ]


LABELS = [
    *((ON, label, ["markup"]) for label in ("Go <b>on</b>", "Go [[on]]", "Go\non")),
    (ON, " ".join(["on"] * 18), ["too_many_words"]),
    (ON, "—!", ["no_words"]),
    # Authors write in other scripts, with quotes, or at length.
    (ON, " ".join(["on"] * 17), []),
    (ON, "An Land gehen", []),
    (ON, "\u0410 потом уйти", []),
    (ON, "走下楼梯，回到银行，然后离开", []),  # noqa: RUF001
    (ON, "Ask for #7 & leave", []),
    (ON, "“Then whose is it?”", []),
    (ON, "I will wait for the tide.", []),
    (ON, "You leave…", []),
    # A label that reveals the outcome takes the tension out of the choice.
    (DESK, "See boats are chained to shore", ["gives_away"]),  # four words of a tail beat
    (DESK, "Make police trust you, harbour closed", ["gives_away"]),  # two of a consequence
    (DESK, "Watch arrested name, first of many", ["gives_away"]),
    # Words that the player has read reveal nothing.
    (DESK, "Hand Mara's ledger to the police", []),  # the question's own words
    (DESK, "Lay the ledger on the sergeant's desk", []),  # the beat of the choice
    (DESK, "Lay ledgers on the desks of sergeants", []),  # its beat in other word forms
    (DESK, "Trust somebody", []),  # one revealing word
    (DESK, "Show the Sunken Bank to Sergeant Ilk", []),  # names
    # A choice without a decision has no outcome.
    (ON, "See boats are chained to shore", []),
]


@pytest.mark.parametrize(("choice", "label", "rules"), LABELS)
def test_a_label_is_a_few_plain_words_that_give_nothing_away(story, choice, label, rules) -> None:
    """Long labels and markup break exports; outcomes spoil the choice. (GRW-2.5)"""
    assert broken(story, {choice: label}) == [(choice, f"grow.{rule}") for rule in rules]


def test_siblings_differ_by_more_than_case_and_punctuation(story: Story) -> None:
    """Two equal options in one passage give the player no choice."""
    same = {DESK: "Give it up", FAMILIES: "Give it up!", ON: "give it up"}
    assert broken(story, same) == [(FAMILIES, "grow.same_label")]


@pytest.mark.parametrize(
    ("concept", "label"),
    [
        ("Of boats, of whatever is chained, and of the shore.", "See boats are chained to shore"),
        (
            "Whom the police would trust with the harbour closed.",
            "Make police trust you, harbour closed",
        ),
    ],
    ids=["words in a row", "facts"],
)
def test_what_is_said_of_somebody_gives_nothing_away(story, concept, label) -> None:
    """The description of a character is known to the player. (GRW-2.5)"""
    told = evolve(story.entities[0], concept=concept)
    known = evolve(story, entities=(told, *story.entities[1:]))
    assert broken(story, {DESK: label}) == [(DESK, "grow.gives_away")]
    assert broken(known, {DESK: label}) == []


def test_titles_differ_from_each_other_and_from_those_before() -> None:
    """Two passages with one title look the same in maps and editors."""
    titles = {"passage::a": "The Bell", "passage::b": "the bell!", "passage::c": "Old Water"}
    section = GrowTitles.model_validate({"titles": {i: {"title": t} for i, t in titles.items()}})
    faults = RULES.check_titles(section, {"passage::z": "Old water"})
    assert [(fault.field, fault.rule, fault.problem) for fault in faults] == [
        ("titles.passage::b.title", "grow.same_name", "says the same as that of passage::a"),
        ("titles.passage::c.title", "grow.same_name", "says the same as that of passage::z"),
    ]


def test_names_of_endings_differ_and_the_title_says_something() -> None:
    """Endings are listed by name, so names must differ; titles need real words."""
    frame = GrowFrame.model_validate(
        {
            "title": "???",
            "hook": "It begins {here}.",
            "onward": "...",
            "endings": {"ending::a": {"name": "Dawn"}, "ending::b": {"name": "DAWN"}},
        }
    )
    assert [fault.field for fault in RULES.check_frame(frame)] == [
        "title",
        "hook",
        "onward",
        "endings.ending::b.name",
    ]
