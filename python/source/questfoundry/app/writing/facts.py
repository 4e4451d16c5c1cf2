"""The lasting facts that a passage made up: an eye colour, a limp, the name of a ship."""

from __future__ import annotations

from typing import cast

from questfoundry.app.stages.stage import Section
from questfoundry.app.writing.reading import read
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.fill import ProseFact
from questfoundry.domain.artifacts.prose_reading import PassageFacts
from questfoundry.domain.protocols import ChatProvider, EventSink, PromptRepository
from questfoundry.domain.writing.briefing import Briefing

FACTS = "facts"


async def extract_facts(
    prose: str,
    briefing: Briefing,
    *,
    language: str,
    provider: ChatProvider,
    prompts: PromptRepository,
    events: EventSink,
) -> tuple[ProseFact, ...]:
    """What the prose newly made true of the entities that its writer was told of.

    None where there is nothing to say, where no answer was valid, and from models that do
    not comprehend texts. What stops the provider goes through.
    """
    ids = tuple(entity.id for entity in briefing.entities)
    if not ids:
        return ()
    section = Section(
        name=FACTS,
        model=PassageFacts,
        template="templates/fill/facts",
        guide="fields/fill_facts",
        manifest=Manifest(pins={"facts.entity": ids}),
    )
    found = await read(
        briefing.passage,
        section,
        {"briefing": briefing, "prose": prose, "language": language},
        provider=provider,
        prompts=prompts,
        events=events,
    )
    return _new(cast(PassageFacts, found).facts, briefing) if found else ()


def _new(facts: tuple[ProseFact, ...], briefing: Briefing) -> tuple[ProseFact, ...]:
    """The facts that are not known yet, each once."""
    known = {(each.id, fact.casefold()) for each in briefing.entities for fact in each.facts}
    fresh: list[ProseFact] = []
    for each in facts:
        if (each.entity, each.fact.casefold()) not in known:
            known.add((each.entity, each.fact.casefold()))
            fresh.append(each)
    return tuple(fresh)
