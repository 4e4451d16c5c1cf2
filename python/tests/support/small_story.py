"""The small story of the docs: a drowned city, a ledger, and what a model hands in for it."""

from __future__ import annotations

from typing import Any

from questfoundry.testing.scripted import Reply, calls, says
from tests.support.stage_runs import VISION

ENTITIES: dict[str, Any] = {
    "entities": [
        {"kind": "character", "name": "Mara Voss", "concept": "A diver who sells secrets."},
        {"kind": "character", "name": "Sergeant Ilk", "concept": "A policeman out of his depth."},
        {"kind": "location", "name": "Sunken Bank", "concept": "A vault with air left in it."},
        {"kind": "location", "name": "Police Barge", "concept": "The last dry office in town."},
        {"kind": "object", "name": "The Ledger", "concept": "It names who paid for the flood."},
    ]
}
DILEMMAS: dict[str, Any] = {
    "dilemmas": [
        {
            "name": "The drowned ledger",
            "question": "Does Mara hand the ledger to the police or to the families?",
            "why_it_matters": "Whoever holds it decides who pays.",
            "default": {"text": "She hands it over.", "benefit": "The law can reach them."},
            "alternative": {"text": "She gives it away.", "benefit": "The truth is out."},
            "anchors": ["character::mara-voss", "object::the-ledger"],
        },
        {
            "name": "The last air",
            "question": "Is there breath enough for two in the vault?",
            "why_it_matters": "Somebody stays below.",
            "default": {"text": "She shares her air.", "benefit": "Both may live."},
            "alternative": {"text": "She surfaces alone.", "benefit": "One surely lives."},
            "anchors": ["character::mara-voss", "location::sunken-bank"],
        },
    ]
}
LEDGER = "dilemma::the-drowned-ledger"
AIR = "dilemma::the-last-air"
IDS = (
    "character::mara-voss",
    "character::sergeant-ilk",
    "location::sunken-bank",
    "location::police-barge",
    "object::the-ledger",
)
KEPT: dict[str, Any] = {
    "entities": {name: {"decision": "keep", "reason": "It is needed."} for name in IDS}
}
BRANCHES: dict[str, Any] = {
    "dilemmas": {
        LEDGER: {"explore": "both", "weight": "hard", "residue": "heavy"},
        AIR: {"explore": "both", "weight": "soft", "residue": "light"},
    },
    "order": [AIR, LEDGER],
}
PATHS: dict[str, Any] = {
    "paths": {
        f"path::{name}-{which}": {
            "summary": f"{which} of {name}",
            "consequences": [f"{name} {which}"],
        }
        for name in ("the-last-air", "the-drowned-ledger")
        for which in ("default", "alternative")
    }
}


def beat(summary: str) -> dict[str, Any]:
    """A beat in the vault."""
    return {
        "summary": summary,
        "location": "location::sunken-bank",
        "entities": ["character::mara-voss"],
    }


def beats(name: str) -> dict[str, Any]:
    """The Y of a dilemma."""
    return {
        "shared": [beat(f"{name} is found.")],
        "paths": {
            f"path::{name}-{which}": {
                "commit": beat(f"She chooses the {which}."),
                "tail": [beat("It begins."), beat("It ends.")],
            }
            for which in ("default", "alternative")
        },
    }


FRAME: dict[str, Any] = {"setup": [beat("The bell rings.")], "epilogue": [beat("The water falls.")]}


def dream_script() -> list[Reply]:
    """What a model says in DREAM."""
    return [says("A city."), says("The brief."), calls("submit_dream", VISION)]


def brainstorm_script() -> list[Reply]:
    """What a model says in BRAINSTORM."""
    return [
        says("A diver and a ledger."),
        says("The brief."),
        calls("submit_brainstorm", ENTITIES),
        calls("submit_brainstorm", DILEMMAS),
    ]


def seed_sections() -> list[dict[str, Any]]:
    """The sections of SEED in their order."""
    return [KEPT, BRANCHES, PATHS, beats("the-last-air"), beats("the-drowned-ledger"), FRAME]


def seed_script() -> list[Reply]:
    """What a model says in SEED."""
    return [
        says("All of it stays."),
        says("The plan."),
        *(calls("submit_seed", section) for section in seed_sections()),
    ]
