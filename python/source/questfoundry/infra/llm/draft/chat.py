"""Define the chat provider that answers each stage from scenes written by hand.

Each answer follows from its request alone: the selection of scenes is recorded in the vision, and
everything else is drawn again from the idea and the recorded seed.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from attrs import evolve

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import RefusedError
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, PromptRepository, TextSink
from questfoundry.domain.run.request_subjects import PassageSubject, SectionSubject
from questfoundry.domain.story.publication import SCENE_RECORD
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.infra.llm.draft.brainstorm import EntityIds, build_brainstorm, name_of
from questfoundry.infra.llm.draft.cast import Cast, CastPerson
from questfoundry.infra.llm.draft.casting import build_cast, read_idea
from questfoundry.infra.llm.draft.draw import DrawnStory, draw_story
from questfoundry.infra.llm.draft.idea import Idea
from questfoundry.infra.llm.draft.library import FOLDER, MaterialLibrary
from questfoundry.infra.llm.draft.mentions import shorten
from questfoundry.infra.llm.draft.outline import ShortOutline, shorten_outline
from questfoundry.infra.llm.draft.plan import PlanBuilder
from questfoundry.infra.llm.draft.selection import Selection, fits, select_material
from questfoundry.infra.llm.draft.used import find_used_premises
from questfoundry.infra.prompts.jinja import JinjaPromptRepository


class DraftChatProvider(ChatProvider):
    """A chat provider that composes answers from the material in ``prompts/draft/``.

    ``added``: Further folders that contain ``draft/``.
    ``project``: The project's folder. Premises that stories in sibling folders use are avoided if
      another premise fits as well.
    """

    def __init__(
        self,
        *,
        model: ModelRef,
        traits: ModelTraits,
        prompts: PromptRepository,
        added: Iterable[Path] = (),
        project: Path | None = None,
    ) -> None:
        self._project = project
        self._model = model
        self._traits = traits
        self._prompts = prompts
        self._library = MaterialLibrary(prompts, tuple(JinjaPromptRepository((e,)) for e in added))

    @property
    def model(self) -> ModelRef:
        """The reference that names this provider and its scenes in place of a model."""
        return self._model

    @property
    def traits(self) -> ModelTraits:
        """The capabilities and limits that the scenes have in place of a model."""
        return self._traits

    async def close(self) -> None:
        """Do nothing, because there is no connection."""

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Return the answer to ``request``; raise ``RefusedError`` if no scene can answer it."""
        text = self._answer(request)
        if on_text is not None:
            on_text(text)
        return ChatResponse(text=text, model=self._model.model)

    def _answer(self, request: ChatRequest) -> str:
        match request.about:
            case PassageSubject() as subject:
                return self._write(subject, request.seed)
            case SectionSubject() as subject if request.response_schema is not None:
                answer = self._fill(subject, request.seed or 0)
                return json.dumps(answer, ensure_ascii=False)
            case _ if request.tools or request.response_schema is not None:
                raise self._refuse("section", section="tools")
            case _:
                return str(self._words["talk"])

    @property
    def _words(self) -> Mapping[str, Any]:
        return self._prompts.wording(f"{FOLDER}/words")

    def _refuse(self, reason: str, **values: object) -> RefusedError:
        return RefusedError(str(self._words["refusals"][reason]).format(**values))

    def _fill(self, subject: SectionSubject, seed: int) -> Mapping[str, Any]:
        if subject.default is not None:
            return subject.default
        self._require_micro(subject)
        idea = next(iter(subject.author_lines), subject.idea)
        text = shorten_outline(idea, subject.outline)
        drawn = self._draw(text, subject.story, seed)
        plan = PlanBuilder(drawn=drawn, story=subject.story, words=self._words)
        match subject.stage, subject.section:
            case "dream", "dream":
                selection = self._select(text, subject.story, seed)
                return self._envision(drawn, selection, self._describe_fit(text, drawn))
            case "brainstorm", "brainstorm":
                return build_brainstorm(drawn, self._words)
            case "seed", "seed":
                return plan.build_seed()
            case "grow", "grow":
                return plan.build_grow()
            case "fill", "voice":
                return {"person": "second", "tense": "present", **self._words["voice"]}
            case stage, section:
                raise self._refuse("section", section=f"{stage}, {section}")

    def _require_micro(self, subject: SectionSubject) -> None:
        if subject.size not in (None, Size.MICRO):
            raise self._refuse("size", size=subject.size)
        if subject.shape is not None:
            raise self._refuse("shape", shape=subject.shape)

    def _envision(self, drawn: DrawnStory, selection: Selection, fit: str) -> dict[str, Any]:
        words, vision = self._words, drawn.material.premise.vision
        about = drawn.fill(drawn.material.premise.about)
        place, outside = drawn.fill("{place.in}"), drawn.fill("{outside.in}")
        return {
            **vision.model_dump(mode="json"),
            "tone": drawn.cast.tone or vision.tone,
            "audience": words["audience"],
            "scope": words["scope"].format(place=place, outside=outside),
            "size": "micro",
            "style": words["style"].format(record=selection.record),
            "creative_vision": words["vision"]
            .format(fit=fit, hook=drawn.hook, about=about)
            .strip(),
        }

    def _write(self, subject: PassageSubject, seed: int | None) -> str:
        text = shorten_outline(subject.author_idea, subject.outline)
        drawn = self._draw(text, subject.story, seed or 0)
        weaver = PlanBuilder(drawn=drawn, story=subject.story, words=self._words).build_weaver()
        name = subject.briefings[0].passage.partition("::")[2]
        if name not in drawn.scenes:
            raise self._refuse("section", section=subject.briefings[0].title)
        return weaver.write(name)

    def _select(self, text: ShortOutline, story: Story, seed: int) -> Selection:
        """Return the selection that the story's vision records, or a new selection."""
        style = story.vision.style if story.vision else ""
        if recorded := SCENE_RECORD.search(style):
            return Selection.from_record(recorded[1])
        used = find_used_premises(self._project) if self._project else frozenset[str]()
        return select_material(self._read(text), self._library, str(seed), used)

    def _describe_fit(self, text: ShortOutline, drawn: DrawnStory) -> str:
        """Return a warning if the story is not about the question of the idea; may be empty."""
        idea, premise = self._read(text), drawn.material.premise
        if fits(idea, premise):
            return ""
        warning = self._words["unfit" if idea.question.phrases else "unasked"]
        return str(warning).format(question=drawn.fill(premise.hard.question))

    def _read(self, text: ShortOutline) -> Idea:
        return read_idea(text.text, self._library)

    def _draw(self, text: ShortOutline, story: Story, seed: int) -> DrawnStory:
        selection = self._select(text, story, seed)
        material = selection.load(self._library)
        cast = text.keep_names(build_cast(self._read(text), material, selection.seed))
        seed_text = f"{selection.seed} {text.text}"
        drawn = draw_story(material, cast, seed_text)
        renamed = adopt_names(cast, EntityIds.from_story(drawn), story)
        return drawn if renamed == cast else draw_story(material, renamed, seed_text)


def adopt_names(cast: Cast, ids: EntityIds, story: Story) -> Cast:
    """Return ``cast`` with the names that the author has given to its people in ``story``."""
    names = {each.id: each.name for each in story.entities}
    people = {
        role: _rename(person, names.get(ids.people[role], ""))
        for role, person in cast.people.items()
    }
    return evolve(cast, people=people)


def _rename(person: CastPerson, name: str) -> CastPerson:
    if not name or name.casefold() == name_of(person.name).casefold():
        return person
    return evolve(person, name=name, short=shorten(name))
