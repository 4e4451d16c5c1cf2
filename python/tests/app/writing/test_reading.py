"""What models say of a written passage: facts to keep, and issues to mend."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.writing.reading import PassageReader
from questfoundry.domain.artifacts.base import Artifact, json_schema_of
from questfoundry.domain.artifacts.fill import ProseFact
from questfoundry.domain.artifacts.prose_reading import PassageFacts, PassageReview
from questfoundry.domain.chat.exchange import ChatRequest, FinishReason
from questfoundry.domain.errors import TimedOutError
from questfoundry.domain.events import ReadingFailed
from questfoundry.domain.finding import Finding
from questfoundry.domain.models.traits import (
    Capabilities,
    ModelTraits,
    Profile,
    StructuredOutput,
)
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.prose_check import ProseRule
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls, says
from tests.docs.test_prompts import EXTRACTING, LOOPING, MARKUP, dotted, ends, read_of
from tests.support.briefings import BELL, BRIEFING, MARA, PROSE, VOICE
from tests.support.stage_runs import Workshop, one_provider

THUMB = {"entity": MARA, "fact": "Mara has no left thumb."}
CRACK = {"entity": BELL, "fact": "The tide bell is cracked along its lip."}
ISSUE = {"problem": "Mara never held the key.", "fix": "Leave the key with Oren."}
TINY = ModelTraits(capabilities=Capabilities(comprehension=False))


def notes(*facts: Mapping[str, str]) -> Reply:
    return calls("submit_facts", {"facts": list(facts)})


def judges(verdict: str, *issues: Mapping[str, str]) -> Reply:
    return calls("submit_review", {"issues": list(issues), "decision": verdict})


class Reader:
    """A scripted model that reads the passage, and what came of it."""

    def __init__(self, *replies: Reply, traits: ModelTraits | None = None) -> None:
        self.provider = ScriptedChatProvider(replies, traits=traits)
        workshop = Workshop()
        self.events = workshop.events
        self._reader = PassageReader(
            run=workshop.begun(one_provider(self.provider)),
            prompts=workshop.prompts,
            voice=VOICE,
            language="en",
        )

    async def facts(self, briefing: Briefing = BRIEFING) -> tuple[ProseFact, ...]:
        return await self._reader.facts(PROSE, briefing, {MARA, BELL})

    async def review(self) -> tuple[Finding, ...]:
        return await self._reader.review(PROSE, BRIEFING)

    def failed(self) -> list[tuple[str, str]]:
        """Which reading of which passage came to nothing."""
        return [
            (event.reading, event.passage)
            for event in self.events.events
            if isinstance(event, ReadingFailed)
        ]


async def test_new_facts_are_kept_in_their_order() -> None:
    """PRS-6.1."""
    assert await Reader(notes(THUMB, CRACK)).facts() == (ProseFact(**THUMB), ProseFact(**CRACK))
    assert await Reader(notes()).facts() == ()


async def test_what_is_known_or_said_twice_is_left_out() -> None:
    """PRS-6.1."""
    known = {"entity": MARA, "fact": "mara limps."}
    assert await Reader(notes(known, THUMB, THUMB)).facts() == (ProseFact(**THUMB),)


async def test_a_fact_about_nobody_who_is_here_is_asked_for_again() -> None:
    """PRS-6.2."""
    stranger = {**THUMB, "entity": "character::oren"}
    reader = Reader(notes(stranger), notes(THUMB))

    assert await reader.facts() == (ProseFact(**THUMB),)
    first, second = reader.provider.requests
    assert ids_in(first) == [MARA, BELL]
    assert MARA in second.messages[-1].content


async def test_a_passage_without_a_valid_answer_stands_without_facts() -> None:
    """PRS-6.3."""
    reader = Reader(says("Mara has no thumb."), says("None."), says("Nothing."))
    assert await reader.facts() is None
    assert reader.failed() == [("facts", BRIEFING.passage)]


async def test_a_model_that_refuses_leaves_the_passage_without_facts() -> None:
    """PRS-6.3."""
    refusal = says("", finish_reason=FinishReason.REFUSED)
    reader = Reader(refusal, refusal, refusal)
    assert await reader.facts() is None
    assert reader.failed() == [("facts", BRIEFING.passage)]


async def test_a_provider_that_fails_stops_the_run() -> None:
    """PRS-6.3."""
    reader = Reader(TimedOutError("too slow"))
    with pytest.raises(TimedOutError):
        await reader.facts()
    assert reader.failed() == []


async def test_a_very_small_model_is_asked_neither_for_facts_nor_for_a_review() -> None:
    """PRS-6.4, PRS-7.2."""
    reader = Reader(traits=TINY)
    assert await reader.facts() == ()
    assert await reader.review() == ()
    assert reader.provider.requests == []


async def test_where_there_is_nobody_there_is_nothing_to_ask() -> None:
    """PRS-6.4."""
    reader = Reader()
    assert await reader.facts(evolve(BRIEFING, entities=())) == ()
    assert reader.provider.requests == []


async def test_what_a_reviewer_would_mend_are_findings() -> None:
    """PRS-7.1."""
    assert await Reader(judges("revise", ISSUE)).review() == (
        ProseRule.REVIEW.broken(
            passage=BRIEFING.passage, problem=ISSUE["problem"], fix=ISSUE["fix"]
        ),
    )


async def test_what_a_reviewer_keeps_stays_as_it_is() -> None:
    """PRS-7.2."""
    assert await Reader(judges("keep", ISSUE)).review() == ()


async def test_a_review_without_a_valid_answer_is_none() -> None:
    """PRS-7.2."""
    reader = Reader(judges("perhaps"), judges("maybe"), judges("so-so"))
    assert await reader.review() == ()
    assert reader.failed() == [("review", BRIEFING.passage)]


def model(structured_output: StructuredOutput, answer: Mapping[str, Any], name: str) -> Reader:
    """A reader whose model answers in its own way."""
    traits = ModelTraits(
        capabilities=Capabilities(context_window=32_768, json_schema=True),
        profile=Profile(structured_output=structured_output),
    )
    as_text = structured_output is StructuredOutput.SCHEMA
    return Reader(says(json.dumps(answer)) if as_text else calls(name, answer), traits=traits)


async def asked(structured_output: StructuredOutput) -> tuple[ChatRequest, ChatRequest]:
    """The requests for facts and for a review."""
    facts = model(structured_output, {"facts": []}, "submit_facts")
    reviewed = model(structured_output, {"issues": [], "decision": "keep"}, "submit_review")
    await facts.facts()
    await reviewed.review()
    return facts.provider.requests[0], reviewed.provider.requests[0]


@pytest.mark.parametrize("structured_output", StructuredOutput)
async def test_everything_is_filled_and_how_to_answer_stands_at_both_ends(
    structured_output: StructuredOutput,
) -> None:
    requests = await asked(structured_output)
    assert requests == await asked(structured_output)
    for request, tool in zip(requests, ("submit_facts", "submit_review"), strict=True):
        word = tool if structured_output is StructuredOutput.TOOL else "JSON object"
        assert [word in end for end in ends(request.messages[0].content)] == [True, True]
        for text in read_of(request):
            for wrong in (MARKUP, LOOPING, EXTRACTING):
                assert not wrong.search(text), text


async def test_facts_are_asked_for_with_what_is_known() -> None:
    facts, _ = await asked(StructuredOutput.TOOL)
    told = facts.messages[-1].content
    wanted = (PROSE, f"{MARA} = Mara: A diver. Mara limps.", f"{BELL} = The Tide Bell: It warns.")
    assert [words for words in wanted if words not in told] == []
    assert "in English (en)" in facts.messages[0].content


async def test_a_reviewer_is_told_what_the_writer_had_to_keep_to() -> None:
    _, reviewed = await asked(StructuredOutput.TOOL)
    system, told = (message.content for message in reviewed.messages)
    of_voice = ("second person", "present tense", VOICE.diction, VOICE.rhythm, *VOICE.avoid)
    assert [words for words in of_voice if words not in system] == []
    of_passage = (
        PROSE,
        "Mara: A diver. Mara limps.",
        "at The Vault, with Mara: The bell rings.",
        "The wall has given way.",
        "The ledger is wet.",
        "You kept the key. Oren left.",
        "Hold out the mouthpiece (it decides: Mara gets the air.)",
        'before it, "The Stairs":\nYou go down.',
    )
    assert [words for words in of_passage if words not in told] == []


@pytest.mark.parametrize(
    ("guide", "artifact"), [("fill_facts", PassageFacts), ("fill_review", PassageReview)]
)
def test_a_guide_names_exactly_the_fields(guide: str, artifact: type[Artifact]) -> None:
    schema = json_schema_of(artifact)
    assert set(Workshop().prompts.wording(f"fields/{guide}")) == set(dotted(schema, schema))


def ids_in(request: ChatRequest) -> list[str]:
    """The entities that a fact may be about, by the request's schema."""
    (tool,) = request.tools
    found: list[str] = tool.parameters["properties"]["facts"]["items"]["properties"]["entity"][
        "enum"
    ]
    return found
