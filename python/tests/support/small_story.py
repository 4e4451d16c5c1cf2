"""The small story of docs and tests, a drowned city and a ledger, as a model submits it."""

from functools import partial
from typing import Any

from attrs import evolve

from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.stages.brainstorm.stage import BrainstormStage
from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.grow.sections import BATCH_SIZE
from questfoundry.app.stages.grow.stage import GrowStage
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.seed.stage import SeedStage
from questfoundry.domain.story.story import Story
from questfoundry.testing.scripted import Reply, calls, says
from tests.support.stage_runs import VISION, Ask, Workshop

IDEA = "A diver in a drowned city"
MARA, ILK = "character::mara-voss", "character::sergeant-ilk"
BANK, BARGE = "location::sunken-bank", "location::police-barge"
LEDGER_BOOK = "object::the-ledger"
IDS = (MARA, ILK, BANK, BARGE, LEDGER_BOOK)
LEDGER, AIR = "dilemma::the-drowned-ledger", "dilemma::the-last-air"

ENTITIES: dict[str, Any] = {
    "entities": [
        {"kind": "character", "name": "Mara Voss", "concept": "A diver who sells secrets."},
        {"kind": "character", "name": "Sergeant Ilk", "concept": "A policeman out of his depth."},
        {"kind": "location", "name": "Sunken Bank", "concept": "A vault with air left in it."},
        {"kind": "location", "name": "Police Barge", "concept": "The last dry office in town."},
        {"kind": "object", "name": "The Ledger", "concept": "It names who paid for the flood."},
    ],
    "played": "Mara Voss",
}
DILEMMAS: dict[str, Any] = {
    "dilemmas": [
        {
            "name": "The drowned ledger",
            "question": "Does Mara hand the ledger to the police or to the families?",
            "why_it_matters": "Whoever holds it decides who pays.",
            "default": {"text": "She hands it over.", "benefit": "The law can reach them."},
            "alternative": {"text": "She gives it away.", "benefit": "The truth is out."},
            "anchors": [MARA, LEDGER_BOOK],
        },
        {
            "name": "The last air",
            "question": "Is there breath enough for two in the vault?",
            "why_it_matters": "Somebody stays below.",
            "default": {"text": "She shares her air.", "benefit": "Both may live."},
            "alternative": {"text": "She surfaces alone.", "benefit": "One surely lives."},
            "anchors": [MARA, BANK],
        },
    ]
}
MATERIAL: dict[str, Any] = {
    **ENTITIES,
    "dilemmas": [
        {**each, "anchors": [*anchors]}
        for each, anchors in zip(
            DILEMMAS["dilemmas"],
            (("Mara Voss", "The Ledger"), ("Mara Voss", "Sunken Bank")),
            strict=True,
        )
    ],
}
"""Entities and dilemmas in one answer, in which entities have no ids yet."""

DECISIONS: dict[str, Any] = {"entities": {name: {"decision": "keep"} for name in IDS}}
BRANCHES: dict[str, Any] = {
    "dilemmas": {
        LEDGER: {"explore": "both", "weight": "hard"},
        AIR: {"explore": "both", "weight": "soft"},
    },
    "order": [AIR, LEDGER],
}


def true(text: str, effect: str = "none", entity: str = "") -> dict[str, Any]:
    """Return a consequence as a model submits it."""
    return {"text": text, "effect": effect} | ({"entity": entity} if entity else {})


PATHS: dict[str, Any] = {
    "paths": {
        "path::the-last-air-default": {
            "summary": "Mara and Ilk rise together, breath by breath.",
            "consequences": [true("Ilk owes Mara his life.")],
        },
        "path::the-last-air-alternative": {
            "summary": "Mara rises alone and sends a boat back.",
            "consequences": [true("Ilk remembers the dark.")],
        },
        "path::the-drowned-ledger-default": {
            "summary": "The police seize the ledger, and the harbour closes.",
            "consequences": [
                true("The police trust Mara.", "knows", MARA),
                true("The harbour is closed."),
            ],
        },
        "path::the-drowned-ledger-alternative": {
            "summary": "The families read the names aloud.",
            "consequences": [true("Everybody knows the names.")],
        },
    }
}


def beat(summary: str, location: str, *entities: str) -> dict[str, Any]:
    """Return a beat as a model submits it."""
    return {"summary": summary, "location": location, "entities": list(entities)}


AIR_BEATS: dict[str, Any] = {
    "shared": [beat("The vault door falls shut behind both of them.", BANK, MARA, ILK)],
    "paths": {
        "path::the-last-air-default": {
            "commit": beat("She holds the mouthpiece out to him.", BANK, MARA, ILK),
            "tail": [
                beat("They count breaths in the dark.", BANK, MARA, ILK),
                beat("Both lie coughing on the deck.", BARGE, MARA, ILK),
            ],
        },
        "path::the-last-air-alternative": {
            "commit": beat("She takes the last bottle and goes.", BANK, MARA),
            "tail": [
                beat("She breaks the surface alone.", BARGE, MARA),
                beat("The boat comes back with Ilk, grey and silent.", BARGE, MARA, ILK),
            ],
        },
    },
}
LEDGER_BEATS: dict[str, Any] = {
    "shared": [beat("The ledger dries, and the names can be read.", BARGE, MARA, LEDGER_BOOK)],
    "paths": {
        "path::the-drowned-ledger-default": {
            "commit": beat("She lays the ledger on the sergeant's desk.", BARGE, MARA, ILK),
            "tail": [
                beat("Boats are chained to the quay.", BARGE, ILK),
                beat("The first name is arrested.", BARGE, ILK, LEDGER_BOOK),
            ],
        },
        "path::the-drowned-ledger-alternative": {
            "commit": beat("She reads the first page to the families.", BARGE, MARA),
            "tail": [
                beat("A window breaks across the water.", BARGE, MARA),
                beat("Nobody sells her a secret again.", BARGE, MARA),
            ],
        },
    },
}
FRAME: dict[str, Any] = {
    "setup": [beat("The tide bell wakes Mara.", BANK, MARA)],
    "epilogues": {
        "ending::the-drowned-ledger-default": {
            "beats": [beat("The water falls by a hand's breadth.", BANK)]
        },
        "ending::the-drowned-ledger-alternative": {
            "beats": [beat("The names are called from boat to boat.", BANK)]
        },
    },
}
RESIDUE: dict[str, Any] = {
    "residue": {
        "path::the-last-air-default": {
            "beat": "beat::the-drowned-ledger-alternative-epilogue-1",
            "how": "heavy",
            "seen": "Ilk stands beside her and reads the last name himself.",
        },
        "path::the-last-air-alternative": {
            "beat": "beat::the-drowned-ledger-default-tail-1",
            "how": "light",
            "seen": "Ilk will not stand with his back to the water.",
        },
    }
}
FLOOD = "clue::who-paid-for-the-flood-1"
QUESTIONS: dict[str, Any] = {
    "questions": [
        {
            "question": "Who paid for the flood?",
            "clues": [
                {
                    "text": "The mayor paid for the flood.",
                    "learnt": ["beat::the-drowned-ledger-shared-1"],
                    "needs": ["beat::the-drowned-ledger-alternative-commit-1"],
                }
            ],
        }
    ]
}
POLICE, FAMILIES = (f"ending::the-drowned-ledger-{each}" for each in ("default", "alternative"))
STATS: dict[str, Any] = {
    "stats": [
        {
            "name": "Ilk's trust",
            "question": "Does Ilk trust you?",
            "high": "Ilk trusts you.",
            "low": "Ilk watches your hands.",
            "high_opens": "Ilk leaves you alone with the evidence.",
            "low_opens": "You act before Ilk can refuse.",
            "about": "character::sergeant-ilk",
        }
    ],
    "closings": {
        POLICE: {"high": "Ilk hands her the key.", "low": "Ilk counts the pages."},
        FAMILIES: {"high": "Ilk reads the last name.", "low": "Ilk's boat stays away."},
    },
    "leans": {"path::the-last-air-default": "high", "path::the-last-air-alternative": "low"},
}
"""The stats, for tests in which the story has some."""

SECTIONS: dict[str, dict[str, Any]] = {
    "entities": DECISIONS,
    "dilemmas": BRANCHES,
    "paths": PATHS,
    f"beats.{AIR}": AIR_BEATS,
    f"beats.{LEDGER}": LEDGER_BEATS,
    "frame": FRAME,
    "residue": RESIDUE,
    "questions": QUESTIONS,
}
"""The sections of SEED in their order."""


TITLES: dict[str, str] = {
    "setup-1": "The Tide Bell",
    "the-last-air-default-commit-1": "One Mouthpiece",
    "the-last-air-default-tail-1": "Breath by Breath",
    "the-last-air-alternative-commit-1": "The Last Bottle",
    "the-last-air-alternative-tail-1": "The Surface",
    "the-drowned-ledger-shared-1": "Names in Wet Ink",
    "the-drowned-ledger-default-commit-1": "The Sergeant's Desk",
    "the-drowned-ledger-default-tail-1": "Chained Boats",
    "the-drowned-ledger-alternative-commit-1": "The First Page",
    "the-drowned-ledger-alternative-tail-1": "A Broken Window",
    "the-drowned-ledger-default-epilogue-1": "Low Water",
    "the-drowned-ledger-alternative-epilogue-1--after-the-last-air-default": "A Hand's Breadth",
    "the-drowned-ledger-alternative-epilogue-1--after-the-last-air-alternative": "Grey and Silent",
}
"""The title of each passage, by slug."""

LABELS: dict[str, str] = {
    "setup-1--the-last-air-default": "Hold out the mouthpiece",
    "setup-1--the-last-air-alternative": "Take the last bottle",
    "the-drowned-ledger-shared-1--the-drowned-ledger-default": "Lay the ledger on the desk",
    "the-drowned-ledger-shared-1--the-drowned-ledger-alternative": "Call the families together",
}
"""The label of each deciding choice, by slug."""


GROW_FRAME: dict[str, Any] = {
    "title": "The Drowned Ledger",
    "hook": "The tide bell wakes you, and it should not.",
    "onward": "Go on",
    "endings": {
        "ending::the-drowned-ledger-default": {"name": "The Harbour Closes"},
        "ending::the-drowned-ledger-alternative--after-the-last-air-default": {
            "name": "Read Aloud"
        },
        "ending::the-drowned-ledger-alternative": {"name": "Names Without Echo"},
    },
}


def _handfuls(name: str, kind: str, field: str, texts: dict[str, str]) -> dict[str, dict[str, Any]]:
    entries = [(f"{kind}::{slug}", {field: text}) for slug, text in texts.items()]
    return {
        f"{name}.{1 + first // BATCH_SIZE}": {name: dict(entries[first : first + BATCH_SIZE])}
        for first in range(0, len(entries), BATCH_SIZE)
    }


SCENES: dict[str, Any] = {
    "scenes": {
        "beat::setup-1": {"day": 1, "hour": 6, "when": "Before sunrise"},
        "beat::the-last-air-shared-1": {"day": 1, "hour": 9, "when": "At low tide"},
        "beat::the-drowned-ledger-shared-1": {"day": 2, "hour": 9, "when": "The morning after"},
    }
}
"""The times of the moments that every player meets."""

GROW_SECTIONS: dict[str, dict[str, Any]] = {
    "scenes": SCENES,
    **_handfuls("titles", "passage", "title", TITLES),
    **_handfuls("labels", "choice", "label", LABELS),
    "frame": GROW_FRAME,
}
"""The sections of GROW in their order."""


SEED_JOINED: tuple[dict[str, Any], ...] = (
    {**DECISIONS, **BRANCHES, **PATHS},
    {
        "beats": {each: SECTIONS[f"beats.{each}"] for each in (AIR, LEDGER)},
        **FRAME,
        **RESIDUE,
        **QUESTIONS,
    },
)
"""The answers to SEED's requests for several sections at once."""

GROW_JOINED: tuple[dict[str, Any], ...] = (
    SCENES,
    {
        "titles": {f"passage::{slug}": {"title": text} for slug, text in TITLES.items()},
        "labels": {f"choice::{slug}": {"label": text} for slug, text in LABELS.items()},
        **GROW_FRAME,
    },
)
"""The answers to GROW's requests for several sections at once."""


def talk(stage: str = "", *answers: dict[str, Any]) -> list[Reply]:
    """Return the replies to Discuss and Summarize, and ``answers`` to the stage's Serialize."""
    submitted = (calls(f"submit_{stage}", each) for each in answers)
    return [says("Mara dives, Ilk follows."), says("The brief."), *submitted]


SUBMITTED: dict[str, tuple[dict[str, Any], ...]] = {
    "dream": (VISION,),
    "brainstorm": (ENTITIES, DILEMMAS),
    "seed": tuple(SECTIONS.values()),
    "grow": tuple(GROW_SECTIONS.values()),
}
SCRIPTS = {stage: partial(talk, stage, *answers) for stage, answers in SUBMITTED.items()}
dream_script, brainstorm_script, seed_script, _ = SCRIPTS.values()


def grow_script() -> list[Reply]:
    """Return the replies to GROW without a discussion."""
    return SCRIPTS["grow"]()[2:]


def story_workshop() -> Workshop:
    workshop = Workshop()
    prompts = workshop.prompts
    workshop.registry = StageRegistry(
        [DreamStage(), BrainstormStage(prompts), SeedStage(prompts), GrowStage(prompts)]
    )
    return workshop


_MADE: dict[str, Workshop] = {}


async def made_until(stage: str) -> Workshop:
    """Return a project of its own with the stages up to ``stage``, which run once."""
    if stage not in _MADE:
        stages = story_workshop().registry.names
        before = stages[: stages.index(stage)]
        _MADE[stage] = await made_until(before[-1]) if before else story_workshop()
        await make(_MADE[stage], stage)
    return _MADE[stage].copy()


async def make(workshop: Workshop, stage: str, request: Ask | None = None) -> StageResult:
    _, run = workshop.scripted(SCRIPTS[stage]())
    return await run.execute(stage, request or Ask(said=IDEA))


def story_of(workshop: Workshop, *, before: str | None = None) -> Story:
    return workshop.registry.story(workshop.store.artifacts, before=before)


WANT = "He wants the ledger, fears the dark, and will cut her air line for it."


def with_want(story: Story, *acting: str) -> Story:
    """Return ``story`` with a want of Ilk, who acts first in the beats ``acting`` (ids)."""
    return evolve(
        story,
        entities=tuple(
            evolve(each, want=WANT) if each.id == ILK else each for each in story.entities
        ),
        beats=tuple(evolve(each, actor=ILK) if each.id in acting else each for each in story.beats),
    )
