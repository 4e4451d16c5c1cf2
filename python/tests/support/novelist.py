"""FILL for the small story: a model that settles the voice and writes every passage."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve

from questfoundry.app.pipeline.run_stage import RunStageUseCase
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.stages.fill import FILL, FillStage
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.writing.write_story import WriteStory
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.models.traits import Capabilities, ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from questfoundry.domain.story.story import Story
from questfoundry.testing.memory import InMemoryJournal
from questfoundry.testing.scripted import calls, says
from tests.support.small_story import made_until, story_of
from tests.support.stage_runs import WITHOUT_AUTHOR, Ask, Workshop, one_provider

VOICE: dict[str, Any] = {
    "person": "second",
    "tense": "present",
    "diction": "trade words of divers and clerks",
    "rhythm": "short sentences, then a long one",
    "use": ["by a hand's breadth"],
    "avoid": ["suddenly"],
    "sample": "You count the ropes. Nine, where there were ten.",
    "contrast": "A shiver runs down your spine.",
}
KEEP: dict[str, Any] = {"decision": "keep", "issues": []}
TITLE = re.compile(r'^## Passage "(.+)": \d+ to \d+ words$', re.MULTILINE)
_ACTS = (
    "watch lift turn hold count smell hear pull tap follow weigh mark "
    "hide seek test dry paint fold call leave"
)
_KINDS = (
    "wet cold old grey small bent loud green thin dark pale worn "
    "tall warm odd blue stiff bare soft rough"
)
_THINGS = (
    "bell hull rope lamp door stair coin glove chart oar net sail "
    "crate hook page key mast drum cup plank"
)

_INSERT = re.compile(r"^- (\[\S+\])(?: (.+))?$", re.MULTILINE)
"""A name with its text; the text is absent if the request has stated it before."""

_TOLD_BEFORE = "All of it comes back at once."

READ_WHOLE = "submit_whole"

_OWED = re.compile(
    r"^(?:Inserts that this ending needs: (.+)|Write an insert for each of these, (.+?): .*)$",
    re.MULTILINE,
)
"""The names that an ending must answer, in a request with several passages."""

NOTED = re.compile(r'^- "(.+?) now: One short sentence', re.MULTILINE)
"""The entities named in the instructions for notes of a request."""

Answer = Callable[[ChatRequest], ChatResponse]

Notes = Callable[[str, ChatRequest], Mapping[str, str]]
"""A function that returns a fact for some of those names."""


def passages_asked(request: ChatRequest) -> list[str]:
    if request.tools or len(request.messages) < 2:
        return []
    return TITLE.findall(request.messages[1].content)


def passage_asked(request: ChatRequest) -> str:
    return next(iter(passages_asked(request)), "")


SHORT = 80
"""The word count below which half of the sentences are enough."""


def prose_of(title: str, sentences: int = 20) -> str:
    """Return prose without findings, different for each title."""
    chance = random.Random(title)
    words = [chance.sample(each.split(), sentences) for each in (_ACTS, _KINDS, _THINGS)]
    return " ".join(
        f"You {act} the {kind} {thing}." for act, kind, thing in zip(*words, strict=True)
    )


def together(*passages: tuple[str, str]) -> str:
    """Return passages by title as one answer."""
    return "\n\n".join(f"[[{title}]]\n{prose}" for title, prose in passages)


def answers_to(message: str, passage: str = "") -> str:
    before, _, own = message.partition('## Passage "')
    texts = dict(_INSERT.findall(before))
    inserts = dict(_INSERT.findall(own))
    if "Write an insert for each of them" in before:
        inserts = {**texts, **inserts}
    if owed := _OWED.search(own) or _OWED.search(before):
        names = (owed[1] or owed[2]).split(", ")
        inserts = {name: texts.get(name, "") for name in names} | inserts
    place = f" {passage}." if passage else ""
    return "".join(f"\n\n{name}\n{text or _TOLD_BEFORE}{place}" for name, text in inserts.items())


def inserts_in(message: str) -> str:
    """Return the missing inserts that the message asks for, each after the first paragraph."""
    title = message.partition('# The passage "')[2].partition('"')[0]
    names = _INSERT.findall(message)
    return "\n\n".join(f"{name} after 1\n{text} {title}." for name, text in names)


def passages_in(message: str, notes: Callable[[str], str] = lambda _: "") -> str:
    """Return the prose of the requested passages as one answer, each with its notes."""
    common, *rows = re.split(r"^(?=Row \d+ of \d+)", message, flags=re.MULTILINE)
    written: list[tuple[str, str]] = []
    for row in rows or [""]:
        head, *blocks = re.split(r'^(?=## Passage ")', common + row, flags=re.MULTILINE)
        for block in blocks:
            title = TITLE.findall(block)[0]
            most = re.search(r"^## .* \d+ to (\d+) words", block)
            prose = prose_of(title, 10 if most and int(most[1]) < SHORT else 20)
            written.append((title, prose + answers_to(head + block, title) + notes(title)))
    return together(*written) if len(written) > 1 else written[0][1]


class Novelist(ChatProvider):
    """A model that answers by request; ``answers`` replaces single passages, by title, in turn.

    ``requests`` lists the requests, ``busiest`` is the largest number of parallel calls.
    """

    def __init__(
        self,
        answers: dict[str, list[Answer | ChatResponse | Exception]] | None = None,
        *,
        traits: ModelTraits | None = None,
        facts: Notes = lambda _, __: {},
        review: Callable[[ChatRequest], dict[str, Any]] = lambda _: KEEP,
        reading: Callable[[ChatRequest], list[dict[str, str]]] = lambda _: [],
        drama: Callable[[ChatRequest], list[dict[str, str]]] = lambda _: [],
        inserts: Callable[[str], str] = lambda message: inserts_in(message),
        name: str = "scripted/novelist",
    ) -> None:
        self._answers = {title: list(each) for title, each in (answers or {}).items()}
        self._facts = facts
        self._review = review
        self._reading = reading
        self._drama = drama
        self._inserts = inserts
        self._model = ModelRef.parse(name)
        self._traits = traits or ModelTraits(
            capabilities=Capabilities(context_window=32_768, json_schema=True)
        )
        self._inside = 0
        self.busiest = 0
        self.requests: list[ChatRequest] = []

    @property
    def model(self) -> ModelRef:
        return self._model

    @property
    def traits(self) -> ModelTraits:
        return self._traits

    @property
    def readings(self) -> list[ChatRequest]:
        return [each for each in self.requests if each.tools and each.tools[0].name == READ_WHOLE]

    @property
    def titles(self) -> list[str]:
        return [title for each in self.requests for title in passages_asked(each)]

    def asked(self, title: str) -> list[ChatRequest]:
        return [each for each in self.requests if title in passages_asked(each)]

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        self.requests.append(request)
        self._inside += 1
        self.busiest = max(self.busiest, self._inside)
        try:
            await asyncio.sleep(0)
            return self._answer(request)
        finally:
            self._inside -= 1

    async def close(self) -> None:
        pass

    def _answer(self, request: ChatRequest) -> ChatResponse:
        name = request.tools[0].name if request.tools else ""
        if name.startswith("submit_"):
            return calls(name, self._handed_in(request, request.tools[0].parameters))
        if request.response_schema is not None:
            return says(json.dumps(self._handed_in(request, request.response_schema)))
        if "# Missing inserts" in request.messages[-1].content:
            return says(self._inserts(request.messages[-1].content))
        title = passage_asked(request)
        if not title:
            return says("Short words, wet things.")
        scripted = self._answers.get(title)
        if not scripted:
            notes = self._notes(request)
            return says(passages_in(request.messages[1].content, lambda _: notes))
        answer = scripted.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, ChatResponse) else answer(request)

    def _notes(self, request: ChatRequest) -> str:
        """Return the notes below the prose, if the request wants notes."""
        asked = NOTED.search(request.messages[1].content)
        facts = self._facts(asked[1], request) if asked else {}
        lines = (f"\n{name}: {fact}" for name, fact in facts.items())
        return f"\n\n[for later]{''.join(lines)}" if facts else ""

    def _handed_in(self, request: ChatRequest, schema: Mapping[str, Any]) -> dict[str, Any]:
        if "decision" in schema["properties"]:
            return self._review(request)
        if "scenes" in schema["properties"]:
            return {"scenes": self._drama(request)}
        if "findings" in schema["properties"]:
            summary = {"summary": "Much."} if "summary" in schema["properties"] else {}
            return {"findings": self._reading(request), **summary}
        return VOICE


class FillWorkshop:
    def __init__(self, workshop: Workshop, *, concurrency: int) -> None:
        self.workshop = workshop
        workshop.completions = {
            FILL: WriteStory(
                store=workshop.store, prompts=workshop.prompts, concurrency=concurrency
            )
        }

    @classmethod
    async def made(cls, *, concurrency: int = 16) -> FillWorkshop:
        workshop = await made_until("grow")
        workshop.events.events.clear()
        # Only FILL has costs in this project.
        workshop.store = evolve(workshop.store, journal=InMemoryJournal())
        stages = [workshop.registry.get(name) for name in workshop.registry.names]
        workshop.registry = StageRegistry([*stages, FillStage()])
        return cls(workshop, concurrency=concurrency)

    @property
    def story(self) -> Story:
        return story_of(self.workshop)

    def run(self, provider: ChatProvider) -> RunStageUseCase:
        return self.workshop.run_stage(one_provider(provider))


async def filled(
    model: Novelist, asked: Ask = WITHOUT_AUTHOR, fill: FillWorkshop | None = None
) -> tuple[FillWorkshop, StageResult]:
    """Return the project in which ``model`` wrote the small story, and the result of FILL."""
    fill = fill or await FillWorkshop.made()
    return fill, await fill.run(model).execute("fill", asked)
