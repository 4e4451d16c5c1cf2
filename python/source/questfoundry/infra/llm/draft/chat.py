"""Define the chat provider that answers each stage from scenes written by hand.

Each answer follows from its request alone: the selection of scenes is recorded in the vision, and
everything else is drawn again from the idea and the recorded seed.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import RefusedError
from questfoundry.domain.ids import slug_of
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.outline.material_parts import MaterialPage
from questfoundry.domain.outline.names import find_outline_names
from questfoundry.domain.outline.points import extract_idea
from questfoundry.domain.protocols.provider import ChatProvider, PromptRepository, TextSink
from questfoundry.domain.remedy import ChooseModel, ShowBrief
from questfoundry.domain.run.request_subjects import PassageSubject, SectionSubject
from questfoundry.domain.story.entity import EntityKind, OutlineName
from questfoundry.domain.story.publication import SCENE_RECORD
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.infra.llm.draft.brainstorm import EntityIds, build_brainstorm, title
from questfoundry.infra.llm.draft.draw import DrawnStory, WordingError, draw_story
from questfoundry.infra.llm.draft.history import PremiseHistory, find_used_premises
from questfoundry.infra.llm.draft.library import FOLDER, PREMISES, MaterialLibrary
from questfoundry.infra.llm.draft.plan import PlanBuilder
from questfoundry.infra.llm.draft.premise import MaterialError
from questfoundry.infra.llm.draft.question import IdeaQuestion
from questfoundry.infra.llm.draft.reading import read_tale
from questfoundry.infra.llm.draft.selection import Selection, select_material
from questfoundry.infra.llm.draft.tale import Cast, build_cast
from questfoundry.infra.prompts.jinja import JinjaPromptRepository

_MOST_WORDS = 120
"""A text with more words is shortened before it is read as an idea."""

_MOST_PEOPLE = 4

_MOST_PLACES = 2

_NOBODY = frozenset({EntityKind.FACTION, EntityKind.LOCATION, EntityKind.OBJECT})


@frozen(kw_only=True)
class ShortOutline:
    """An idea, shortened if it was long.

    ``people``, ``places``: the names in the lists of the original text.
    """

    text: str
    people: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


def shorten_outline(idea: str, outline: str = "") -> ShortOutline:
    """Return ``idea``, shortened if long, with the names listed in ``outline`` or ``idea``."""
    is_long = len(idea.split()) > _MOST_WORDS
    if not outline and not is_long:
        return ShortOutline(text=idea)
    text = outline or idea
    pages = (MaterialPage(name="outline/idea.md", text=text),)
    names = [each for each in find_outline_names(pages) if each.is_listed]
    people = [each.name for each in names if each.kind not in _NOBODY]
    return ShortOutline(
        text=_drop_title(extract_idea(pages) if is_long else idea, text),
        people=tuple(people[:_MOST_PEOPLE]),
        places=tuple(_list_places(names, text)),
    )


def _drop_title(premise: str, text: str) -> str:
    """Return ``premise`` without the title of the outline ``text``, which is not a sentence."""
    title = re.match(r"#+ +(.+)", text.strip())
    return premise.removeprefix(f"{title[1].strip()}. ") if title else premise


def _list_places(names: Sequence[OutlineName], text: str) -> Iterator[str]:
    """Yield the first places, with ``the`` if ``text`` uses them so."""
    places = (each.name for each in names if each.kind == EntityKind.LOCATION)
    for name in islice(places, _MOST_PLACES):
        has_article = re.search(rf"\bthe {re.escape(name)}\b", text, re.IGNORECASE)
        yield f"the {name}" if has_article else name


class DraftChatProvider(ChatProvider):
    """A chat provider that composes answers from the material in ``prompts/draft/``.

    ``added``: Further folders that contain ``draft/``.
    ``project``: The project's folder. Premises that stories in sibling folders use are avoided if
      another premise fits as well, and so are those of the last stories in ``history``. A seed
      that the user chooses decides alone.
    """

    def __init__(
        self,
        *,
        model: ModelRef,
        traits: ModelTraits,
        prompts: PromptRepository,
        added: Iterable[Path] = (),
        project: Path | None = None,
        history: PremiseHistory | None = None,
    ) -> None:
        self._project, self._history = project, history
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
                answer = self._fill(subject, request.seed)
                return json.dumps(answer, ensure_ascii=False)
            case _ if request.tools or request.response_schema is not None:
                raise self._refuse("section", section="tools")
            case _:
                return str(self._words["talk"])

    @property
    def _words(self) -> Mapping[str, Any]:
        return self._prompts.wording(f"{FOLDER}/words")

    def _refuse(self, reason: str, **values: object) -> RefusedError:
        problem = str(self._words["refusals"][reason]).format(**values)
        return RefusedError(problem, remedies=(ChooseModel(),))

    def _refuse_passage(self, briefing: Briefing) -> RefusedError:
        refused = self._refuse("passage", title=repr(briefing.title))
        refused.remedies = (*refused.remedies, ShowBrief(slug_of(briefing.passage)))
        return refused

    def _fill(self, subject: SectionSubject, seed: int | None) -> Mapping[str, Any]:
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
                self._remember(selection)
                return self._envision(drawn, selection)
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

    def _envision(self, drawn: DrawnStory, selection: Selection) -> dict[str, Any]:
        words, premise = self._words, drawn.premise
        question = drawn.cast.tale.question
        decision = drawn.cast.tale.decision if premise.needs else None
        asked = decision.question if decision else question.asked
        own = "decide" if decision else ""
        fit = (
            words["fits"].get(own if premise.needs else _name_fit(question), "").format(asked=asked)
        )
        about = drawn.fill(premise.about)
        return {
            **premise.vision.model_dump(mode="json"),
            "audience": words["audience"],
            "scope": words["scope"].format(place=premise.place.name, outside=premise.outside.name),
            "size": "micro",
            "style": words["style"].format(record=selection.record).strip(),
            "creative_vision": words["vision" if not decision else "vision-within"]
            .format(fit=fit, hook=drawn.hook, about=about)
            .strip(),
        }

    def _write(self, subject: PassageSubject, seed: int | None) -> str:
        style = subject.story.vision.style if subject.story.vision else ""
        if not SCENE_RECORD.search(style):  # somebody else made the story
            raise self._refuse_passage(subject.briefings[0])
        text = shorten_outline(subject.author_idea, subject.outline)
        drawn = self._draw(text, subject.story, seed)
        weaver = PlanBuilder(drawn=drawn, story=subject.story, words=self._words).build_weaver()
        name = subject.briefings[0].passage.partition("::")[2]
        if name not in drawn.scenes:
            raise self._refuse_passage(subject.briefings[0])
        return weaver.write(name)

    def _select(self, text: ShortOutline, story: Story, seed: int | None) -> Selection:
        """Return the selection that the story's vision records, or a new selection."""
        style = story.vision.style if story.vision else ""
        if recorded := SCENE_RECORD.search(style):
            return Selection.from_record(recorded[1])
        if seed is not None or self._project is None:
            return select_material(text.text, self._library, str(seed or 0))
        used = find_used_premises(self._project)
        recent = self._history.list_recent(self._project) if self._history else ()
        return select_material(text.text, self._library, "0", used, recent)

    def _remember(self, selection: Selection) -> None:
        if self._history and self._project:
            self._history.add(selection.premise, self._project)

    def _draw(self, text: ShortOutline, story: Story, seed: int | None) -> DrawnStory:
        selection = self._select(text, story, seed)
        premise = selection.load(self._library)
        tale = read_tale(text.text, self._library, text.people, text.places)
        cast, seed_text = build_cast(tale, premise), f"{selection.seed} {text.text}"
        try:
            drawn = draw_story(premise, cast, seed_text)
        except WordingError as error:
            where = f"prompts/{PREMISES}/{selection.premise}.yaml, scene {error.scene}"
            raise MaterialError(f"{where}: {error}. Test the slot first.") from error
        renamed = adopt_names(cast, EntityIds.from_story(drawn), story)
        return drawn if renamed == cast else draw_story(premise, renamed, seed_text)


def _name_fit(question: IdeaQuestion) -> str:
    """Return the key of the sentence that says how the draft treats the idea's ``question``."""
    if not question.is_own:
        return "general"
    if not question.is_typed:
        return "read"
    return "open" if question.form == "open" else "own"


def adopt_names(cast: Cast, ids: EntityIds, story: Story) -> Cast:
    """Return ``cast`` with the names that the author has given to its people in ``story``."""
    names, tale = {each.id: each.name for each in story.entities}, cast.tale
    roles = {key: _adopt(name, names.get(ids.people[key])) for key, name in cast.people.items()}

    def adopt(told: Iterable[str]) -> tuple[str, ...]:
        return tuple(_adopt(each, names.get(ids.told.get(each, ""))) for each in told)

    people, things, places = map(adopt, (tale.people, tale.things, tale.places))
    tale = evolve(tale, people=people, things=things, places=places)
    return evolve(cast, people=roles, tale=tale)


def _adopt(name: str, entity: str | None) -> str:
    """Return ``entity``, the name in the story, if the author has changed ``name`` there."""
    is_same = entity is None or entity.casefold() == title(name).casefold()
    return name if is_same else str(entity)
