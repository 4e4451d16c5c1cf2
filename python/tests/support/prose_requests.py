"""Requests for the prose of a passage, as FILL sends them to very small models."""

from questfoundry.domain.models.traits import PromptStyle
from questfoundry.domain.story.size import Range
from questfoundry.domain.writing.briefing import (
    BriefedBeat,
    BriefedChoice,
    BriefedEntity,
    BriefedProse,
    BriefedTrace,
    Briefing,
)
from tests.support.stage_runs import VISION, shipped_prompts

HARBOUR = BriefedBeat(
    text="You find Mara at the Old Harbour, holding a wet rope.",
    place="The Old Harbour",
    cast=("Mara", "The Brass Key"),
)
BANK = BriefedBeat(
    text="Soon you reach the Sunken Bank, where the doors are open.",
    place="Sunken Bank",
    cast=("Dr. Voss", "Mara"),
)
ENTITIES = tuple(
    BriefedEntity(id=identifier, name=name, concept=concept, facts=())
    for identifier, name, concept in (
        ("location::old-harbour", "The Old Harbour", "Boats lie under the water."),
        ("location::sunken-bank", "Sunken Bank", "A bank below the quay."),
        ("character::mara", "Mara", "A diver who trusts nobody."),
        ("character::voss", "Dr. Voss", "The last doctor of the city."),
        ("object::brass-key", "The Brass Key", "It opens a door that is gone."),
    )
)
READ = "The rain falls on the roofs.\n\nYou hear the bells of Saint Anne."


def briefed(**changes) -> Briefing:
    """Return a passage of two beats before two choices, with ``changes``."""
    return Briefing(
        **{
            "passage": "passage::shared-1",
            "title": "High Water",
            "beats": (HARBOUR, BANK),
            "entities": ENTITIES,
            "choices": (
                BriefedChoice(label="Open the floodgate", decides="You open the floodgate."),
                BriefedChoice(label="Keep it shut", decides="You keep it shut."),
            ),
            "words": Range(80, 120),
            "before": (BriefedProse(title="Rain", text=READ, chosen="Go on"),),
            **changes,
        }
    )


def left_behind(residue: str) -> BriefedTrace:
    return BriefedTrace(
        residue=residue,
        name="the-prisoner-1",
        answer="You free the prisoner.",
        seen="From now on, people will bar their doors.",
    )


def asked_for(briefing: Briefing) -> str:
    variables = {"briefing": briefing, "vision": VISION}
    return shipped_prompts().render("templates/fill/passage", variables, PromptStyle.SHORT)["user"]
