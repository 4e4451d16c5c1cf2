"""A reviewing model turns problems of a written passage into findings."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from questfoundry.app.writing.reading import review_passage
from questfoundry.domain.artifacts.fill import PassageReview
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.errors import TimedOutError
from questfoundry.domain.events.stages import ReadingFailed
from questfoundry.domain.field_types import json_schema_of
from questfoundry.domain.finding import Finding
from questfoundry.domain.models.traits import Capabilities, ModelTraits, Profile, StructuredOutput
from questfoundry.domain.prose.prose_check import ProseRule
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls, says
from tests.docs.test_prompts import EXTRACTING, LOOPING, MARKUP, dotted, ends, read_of
from tests.support.briefings import BRIEFING, PROSE, VOICE
from tests.support.stage_runs import Workshop, one_provider

ISSUE = {"problem": "Mara never held the key.", "fix": "Leave the key with Oren."}
TINY = ModelTraits(capabilities=Capabilities(comprehension=False))


def judges(verdict: str, *issues: Mapping[str, str]) -> Reply:
    return calls("submit_review", {"issues": list(issues), "decision": verdict})


class Reader:
    """A scripted model that reviews the passage, and its events."""

    def __init__(self, *replies: Reply, traits: ModelTraits | None = None) -> None:
        self.provider = ScriptedChatProvider(replies, traits=traits)
        self._workshop = Workshop()
        self.events = self._workshop.events

    async def review(self) -> tuple[Finding, ...]:
        run = self._workshop.begun(one_provider(self.provider))
        return await review_passage(
            PROSE, BRIEFING, run=run, prompts=self._workshop.prompts, voice=VOICE
        )

    def failed(self) -> list[tuple[str, str]]:
        """Return the kind and passage of each review that failed."""
        return [
            (event.reading, event.passage)
            for event in self.events.events
            if isinstance(event, ReadingFailed)
        ]


async def test_a_failed_review_stops_the_run_and_one_without_a_valid_answer_does_not() -> None:
    """An error must not count as a review; an invalid answer must not block the story."""
    reader = Reader(TimedOutError("too slow"))
    with pytest.raises(TimedOutError):
        await reader.review()
    assert reader.failed() == []

    reader = Reader(judges("perhaps"), judges("maybe"), judges("so-so"))
    assert await reader.review() == ()
    assert reader.failed() == [("review", BRIEFING.passage)]


async def test_a_very_small_model_is_asked_for_no_review() -> None:
    """A tiny model's review is noise, so no call is spent on it."""
    reader = Reader(traits=TINY)
    assert await reader.review() == ()
    assert reader.provider.requests == []


async def test_what_a_reviewer_would_mend_are_findings() -> None:
    """Issues of a passage that the reviewer keeps must not trigger a revision. (PRS-7.1)"""
    assert await Reader(judges("revise", ISSUE)).review() == (
        ProseRule.REVIEW.make_finding(
            passage=BRIEFING.passage, problem=ISSUE["problem"], fix=ISSUE["fix"]
        ),
    )

    assert await Reader(judges("keep", ISSUE)).review() == ()


def model(structured_output: StructuredOutput, answer: Mapping[str, Any], name: str) -> Reader:
    """Return a reader whose model answers by tool call or by JSON schema."""
    traits = ModelTraits(
        capabilities=Capabilities(context_window=32_768, json_schema=True),
        profile=Profile(structured_output=structured_output),
    )
    as_text = structured_output is StructuredOutput.SCHEMA
    return Reader(says(json.dumps(answer)) if as_text else calls(name, answer), traits=traits)


async def asked(structured_output: StructuredOutput) -> ChatRequest:
    """Return the request for a review."""
    reviewed = model(structured_output, {"issues": [], "decision": "keep"}, "submit_review")
    await reviewed.review()
    request: ChatRequest = reviewed.provider.requests[0]
    return request


@pytest.mark.parametrize("structured_output", StructuredOutput)
async def test_everything_is_filled_and_how_to_answer_stands_at_both_ends(structured_output):
    request = await asked(structured_output)
    assert request == await asked(structured_output)
    word = "submit_review" if structured_output is StructuredOutput.TOOL else "JSON object"
    assert [word in end for end in ends(request.messages[0].content)] == [True, True]
    for text in read_of(request):
        for wrong in (MARKUP, LOOPING, EXTRACTING):
            assert not wrong.search(text), text


async def test_a_reviewer_is_told_what_the_writer_had_to_keep_to() -> None:
    reviewed = await asked(StructuredOutput.TOOL)
    system, told = (message.content for message in reviewed.messages)
    of_voice = ("second person", "present tense", VOICE.diction, VOICE.rhythm, *VOICE.avoid)
    assert [words for words in of_voice if words not in system] == []
    of_passage = (
        PROSE,
        "Mara: A diver. Mara limps.",
        "The Vault; with Mara: The bell rings.",
        "The wall has given way.",
        "The ledger is wet.",
        "You kept the key. Oren left.",
        "Hold out the mouthpiece (it decides: Mara gets the air.)",
        'before it: "The Stairs"\n\nYou go down.',
    )
    assert [words for words in of_passage if words not in told] == []


def test_a_guide_names_exactly_the_fields() -> None:
    schema = json_schema_of(PassageReview)
    assert set(Workshop().prompts.wording("fields/fill_review")) == set(dotted(schema, schema))
