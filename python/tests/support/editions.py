"""Finished stories for exports, made without a model: woven shapes with simple texts."""

from attrs import evolve

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.entity import Clue
from questfoundry.domain.story.passage import Ending, Structure
from questfoundry.domain.story.publication import Cover
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import DreamArtifact
from questfoundry.domain.weaving.hubs import Hub, Topic, add_hub
from questfoundry.domain.weaving.minor_choices import (
    GatedChoice,
    Option,
    add_gated_choice,
    add_minor_choices,
    has_no_decision,
)
from questfoundry.domain.weaving.weave import weave
from tests.support.shapes import Shape, shaped
from tests.support.structures import choice, joined

HANDS = ("hands.json", "hands.html", "hands-itch.txt", "hands-steam.txt", "hands-kdp.txt")
REPORTS = ("report.md", "report.json", *HANDS)
"""The files that every export has beside those of its formats, without the manifest."""

IFID = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"

VISION = DreamArtifact(
    genre="mystery",
    subgenre="noir",
    tone="brooding",
    themes=("loyalty against truth", "memory"),
    audience="adult",
    scope="one night in one district",
    size=Size.MICRO,
    style="terse second person",
    creative_vision="A drowned city keeps its secrets in air pockets.",
    content_notes="drowning",
)


PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63606060"
    "000000040001f61738550000000049454e44ae426082"
)
"""A PNG picture of one black pixel."""

COVER = Cover(PIXEL)


def small_edition() -> Edition:
    return edition_of(
        shaped(
            Shape(residue=Residue.HEAVY, shared=1, tails=(1, 1)),
            Shape(hard=True, shared=2, tails=(1, 1)),
            size=Size.MICRO,
        )
    )


def remembering_edition() -> Edition:
    return told(
        joined(
            choice("swim", "quay", "bank", grants=["wet"]),
            choice("row", "quay", "bank"),
            choice("dry", "bank", "home", requires=["wet"]),
            choice("knock", "bank", "home", forbids=["wet"]),
            choice("leave", "bank", "gone"),
            home="home",
            gone="gone",
        ),
        flags={"flag::wet": "Mara's boots are wet."},
    )


def edition_of(story: Story) -> Edition:
    return told(weave(story).structure, flags={flag: flag for flag in flags_of(story)})


def told(structure: Structure, *, flags: dict[str, str] | None = None) -> Edition:
    """Return an edition of any structure, with a title, a label and prose for everything."""
    return Edition(
        ifid=IFID,
        title="The Drowned Ledger",
        language="en",
        hook="The tide bell wakes you, and it should not.",
        vision=VISION,
        structure=evolve(
            structure,
            passages=tuple(
                evolve(passage, title=f"Title of {slug_of(passage.id)}")
                for passage in structure.passages
            ),
            choices=tuple(
                evolve(choice, label=f"Go by {slug_of(choice.id)}") for choice in structure.choices
            ),
        ),
        endings=tuple(
            Ending(id=ending, name=f"Ending {slug_of(ending)}")
            for ending in dict.fromkeys(each.ending for each in structure.passages)
            if ending
        ),
        prose={
            passage.id: f"You are at {slug_of(passage.id)}.\n\nIt is quiet; it isn't safe."
            for passage in structure.passages
        },
        flags=flags or {},
    )


def unwarned(edition: Edition) -> Edition:
    """Return the edition without content notes."""
    return evolve(edition, vision=edition.vision.model_copy(update={"content_notes": ""}))


def with_inserts(edition: Edition, text: str = "It *was* so.") -> Edition:
    """Add conditional text for every flag to every passage, and two scenes to each."""
    inserts = "\n\n".join(f"[{slug_of(flag)}]\n{slug_of(flag)}: {text}" for flag in edition.flags)
    return evolve(
        edition,
        prose={
            name: f"{each}\n\n{inserts}\n\n* * *\n\nThen, *slowly*, it ends."
            for name, each in edition.prose.items()
        },
    )


def with_chapters(edition: Edition, text: str = "The *Second* Night") -> Edition:
    first, *_, last = edition.structure.passages
    return evolve(edition, chapters={first.id: f"1. {text}", last.id: f"2. {text}"})


def with_clues(edition: Edition, text: str = "It was <b>Ilk</b>.") -> Edition:
    """Add two clues to one question and one clue to another, learnt one after the other.

    The first choice of the structure teaches the first clue, the next choice the second, ...
    """
    asked = ("Who rang the bell?", "Who rang the bell?", "Where is the boat?")
    clues = tuple(
        Clue(id=f"clue::{number}", question=question, text=f"{number}. {text}", teaching_beats=())
        for number, question in enumerate(asked, start=1)
    )
    choices = list(edition.structure.choices)
    for place, clue in enumerate(clues):
        choices[place] = evolve(choices[place], grants=choices[place].grants | {clue.id})
    return evolve(
        edition,
        structure=evolve(edition.structure, choices=tuple(choices)),
        flags=edition.flags | {clue.id: clue.text for clue in clues},
        clues=clues,
    )


def with_deeds(edition: Edition, text: str = "Not without the rope.") -> Edition:
    """Add minor choices, a hub in the last passage with one exit, and two gated choices.

    One gated choice is an option of the minor choices, the other a topic; players without the flag
    read ``text`` instead.
    """
    structure = edition.structure
    first, *_, last = [
        each.id for each in structure.passages if has_no_decision(structure, each.id)
    ]
    options = [Option(label=f"Act {number}", flag=f"mark::act-{number}") for number in (1, 2)]
    structure = add_minor_choices(structure, {first: options})
    topics = [
        Topic(passage=f"passage::{name}", beat="", label=f"Ask about {name}", flag=f"mark::{name}")
        for name in ("rope", "tide")
    ]
    structure = add_hub(
        structure, Hub(passage=last, topics=topics, exit_label="Leave", required_flag="")
    )
    target = structure.passage(next(each.target for each in structure.outgoing_choices(first))).id
    if has_no_decision(structure, target):
        needs = options[0].flag
        dare = GatedChoice(label="Dare", flag="mark::dare", needs=needs, closed=f"No dare: {text}")
        structure = add_gated_choice(structure, [target], dare)
    structure = evolve(
        structure,
        passages=tuple(evolve(each, title=each.title or each.id) for each in structure.passages),
        choices=tuple(
            evolve(each, requires=each.requires | {options[1].flag}, closed=f"Closed: {text}")
            if each.target == "passage::rope"
            else each
            for each in structure.choices
        ),
    )
    marks = {flag for each in structure.choices for flag in each.grants if "mark::" in flag}
    return evolve(
        edition,
        structure=structure,
        prose={each.id: edition.prose.get(each.id, text) for each in structure.passages},
        flags=edition.flags | {mark: f"{mark} is so." for mark in sorted(marks)},
    )


def flags_of(story: Story) -> tuple[str, ...]:
    return tuple(each.flag for path in story.paths for each in path.consequences)
