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


@pytest.mark.parametrize(
    ("label", "rule"),
    [
        (" ".join(["on"] * 18), "grow.too_many_words"),
        ("Go <b>on</b>", "grow.markup"),
        ("Go [[on]]", "grow.markup"),
        ("Go\non", "grow.markup"),
        ("—!", "grow.no_words"),
    ],
)
def test_a_label_is_a_few_plain_words(story: Story, label: str, rule: str) -> None:
    """Long labels or markup break the layout of exports."""
    assert broken(story, {ON: label}) == [(ON, rule)]


@pytest.mark.parametrize(
    "label",
    [
        " ".join(["on"] * 17),
        "An Land gehen",
        "\u0410 потом уйти",
        "走下楼梯，回到银行，然后离开",  # noqa: RUF001
        "Ask for #7 & leave",
        "“Then whose is it?”",
        "I will wait for the tide.",
        "You leave…",
    ],
)
def test_labels_as_authors_write_them_are_accepted(story: Story, label: str) -> None:
    """Rules must not refuse other scripts, quotes or long but natural labels."""
    assert broken(story, {ON: label}) == []


def test_siblings_differ_by_more_than_case_and_punctuation(story: Story) -> None:
    """Two equal options in one passage give the player no choice."""
    same = {DESK: "Give it up", FAMILIES: "Give it up!", ON: "give it up"}
    assert broken(story, same) == [(FAMILIES, "grow.same_label")]


@pytest.mark.parametrize(
    "label",
    [
        "See boats are chained to shore",  # four consecutive words of a tail beat
        "Make police trust you, harbour closed",  # two revealing words of a consequence
        "Watch arrested name, first of many",
    ],
)
def test_an_outcome_is_not_given_away(story: Story, label: str) -> None:
    """A label that reveals the outcome takes the tension out of the choice. (GRW-2.5)"""
    assert broken(story, {DESK: label}) == [(DESK, "grow.gives_away")]


@pytest.mark.parametrize(
    "label",
    [
        "Hand Mara's ledger to the police",  # the question's own words
        "Lay the ledger on the sergeant's desk",  # the beat of the choice
        "Trust somebody",  # one revealing word
        "Lay ledgers on the desks of sergeants",  # the beat of the choice, in other word forms
        "Show the Sunken Bank to Sergeant Ilk",  # names
    ],
)
def test_what_the_player_knows_gives_nothing_away(story: Story, label: str) -> None:
    """Words that the player has read reveal nothing, so they are not refused. (GRW-2.5)"""
    assert broken(story, {DESK: label}) == []


def test_words_that_the_player_has_met_may_stand_in_a_row(story: Story) -> None:
    """A phrase from an entity's description is known to the player, so it may appear. (GRW-2.5)"""
    told = evolve(story.entities[0], concept="Of boats, of whatever is chained, and of the shore.")
    known = evolve(story, entities=(told, *story.entities[1:]))
    label = "See boats are chained to shore"
    assert broken(story, {DESK: label}) == [(DESK, "grow.gives_away")]
    assert broken(known, {DESK: label}) == []


def test_what_is_said_of_somebody_gives_nothing_away(story: Story) -> None:
    """Facts from a character's description reveal no outcome. (GRW-2.5)"""
    told = evolve(story.entities[0], concept="Whom the police would trust with the harbour closed.")
    known = evolve(story, entities=(told, *story.entities[1:]))
    label = "Make police trust you, harbour closed"
    assert broken(known, {DESK: label}) == []


def test_a_choice_that_only_leads_on_has_no_outcome_to_give_away(story: Story) -> None:
    """A choice without a decision has no outcome, so the spoiler rule does not apply. (GRW-2.5)"""
    assert broken(story, {ON: "See boats are chained to shore"}) == []


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
