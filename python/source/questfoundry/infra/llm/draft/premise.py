"""Define the format of a premise file: the scenes, roles and endings of a ready-made story."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import chain
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, RootModel, model_validator

from questfoundry.domain.errors import PromptError


class SlotError(Exception):
    """An error for a slot or a condition that asks for something that the material lacks."""


class MaterialError(PromptError):
    """An error for a faulty file of the material; the message says where, and what to do."""


class Mood(StrEnum):
    """The mood of ideas that a premise suits; a premise without a mood suits both."""

    LIGHT = "light"
    GRAVE = "grave"


Tone = Literal["funny", "cosy", "strange", "sad", "eerie", "tense", "quiet"]
"""A tone that an idea can ask for."""


class Part(BaseModel):
    """The base class of the parts of a material file; unknown keys are rejected."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


def split_lines(value: object) -> object:
    """Return the items of ``value``: a list, or a text with one item on each line."""
    if not isinstance(value, str):
        return value
    return [line.strip() for line in value.splitlines() if line.strip()]


Lines = Annotated[tuple[str, ...], BeforeValidator(split_lines), Field(min_length=1)]
"""One or more texts: a YAML list, or a block with one text on each line."""

Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$")]


class Telling(Part):
    """A short tale of what happens in an idea, for one kind of question.

    ``turn``: how it comes to the question. ``one``, ``two``: how it comes to either answer. Each is
      one paragraph in the past tense.
    ``suits``: tones; only an idea that asks for one of them gets this telling.
    """

    turn: str
    one: str
    two: str
    suits: tuple[Tone, ...] = ()


class Tellings(RootModel[Mapping[Key, Annotated[tuple[Telling, ...], Field(min_length=1)]]]):
    """The tellings for each kind of question."""


class Vision(Part):
    """The genre, tone and themes of the stories that are drawn from a premise."""

    genre: str
    subgenre: str
    tone: str
    themes: Annotated[tuple[str, ...], Field(min_length=2, max_length=5)]


class PremiseRole(Part):
    """A person of the premise.

    ``about``: who this person is.
    ``names``: two names or more; a story uses the first that its idea does not contain.
    ``they``: the pronoun of these names.
    ``of_idea``: whether a person of the idea takes the role, if there is one.
    """

    about: str
    they: Literal["he", "she", "they"] = "they"
    of_idea: bool = False
    names: Annotated[tuple[str, ...], Field(min_length=2)]


class NamedPart(Part):
    """A thing or place of the premise: its ``name`` with the article, and what it is ``about``."""

    name: str
    about: str


class PremiseAnswer(Part):
    """One answer to a dilemma: its ``text``, its ``benefit``, and what is true ``after`` it."""

    text: str
    benefit: str
    after: str


class DilemmaPart(Part):
    """A dilemma with exactly two answers, by key; the first is the default."""

    name: str
    question: str
    why: str
    answers: Annotated[Mapping[Key, PremiseAnswer], Field(min_length=2, max_length=2)]


HIGH, LOW = "high", "low"
"""The names by which texts ask whether the stat of the premise is above or below 0."""


class PremiseStat(Part):
    """The stat of the premise: its name, its question, and the sentence for each of its ends."""

    name: str
    question: str
    high: str
    low: str


class SceneOption(Part):
    """An option of a scene.

    ``label``: an action in a few words.
    ``mark``: the name by which later texts ask for this option.
    ``reply``: the text that follows at once, before the next scene.
    ``leans``: the side to which the option moves the stat of the premise, if any.
    ``to``: the next scene, if it is not the scene's own ``to``.
    ``need``: the condition for the option; players who do not meet it see ``closed`` instead.
    """

    label: str
    mark: Key = ""
    reply: str = ""
    leans: Literal["", "high", "low"] = ""
    to: Key = ""
    need: str = ""
    closed: str = ""

    @model_validator(mode="after")
    def _check_closed(self) -> SceneOption:
        if self.closed and not self.need:
            raise ValueError("`closed` needs a condition in `need`")
        return self


class Variant(Part):
    """One wording of a scene; its texts and labels agree with each other.

    ``again``: for a hub (a scene with topics to look into), the text after its first topic.
    ``label``: for a topic, the label of the choice that leads to it.
    ``leave``: for a hub, the label of the choice that leaves it.
    ``suits``: tones; an idea that asks for one of them gets this variant. Others get it only if
      each variant of the scene has tones.
    """

    title: str
    text: str
    again: str = ""
    label: str = ""
    leave: str = ""
    suits: tuple[Tone, ...] = ()
    options: tuple[SceneOption, ...] = ()


class LastPage(Part):
    """The last page of an ending for one side of the stat: what happens, its name and its text."""

    summary: str
    ending: str
    title: str
    text: str


class Scene(Part):
    """A scene with its variants; a scene with one wording has the keys of ``Variant`` itself.

    ``summary``: one sentence that is true of every variant.
    ``at``: ``place`` (where the story happens) or ``outside``.
    ``who``: the roles that take part, besides the player.
    ``to``: the next scene.
    ``topics``: for a hub, two scenes that the player can look into before ``to``.
    ``clue``: for a topic, the clue that it teaches.
    ``answer``: the answer to a dilemma that the player gives by coming here.
    ``ending``: the name of the ending, if the story ends here.
    ``last``: the two last pages that may follow, by the side of the stat that players are on. Those
      who are at 0 read ``low``. Each page becomes a scene with this ``side``, ``after`` this scene.
    """

    summary: str
    at: Annotated[str, Field(pattern="^(place|outside)$")] = "place"
    who: tuple[Key, ...] = ()
    to: Key = ""
    topics: tuple[Key, ...] = ()
    clue: Key = ""
    answer: Key = ""
    ending: str = ""
    last: Mapping[Literal["high", "low"], LastPage] = {}
    after: Key = ""
    side: Literal["", "high", "low"] = ""
    variants: Annotated[tuple[Variant, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _check_last(self) -> Scene:
        if self.last and (len(self.last) < len((HIGH, LOW)) or self.ending or self.to):
            raise ValueError("`last` needs both `high` and `low`, and neither `ending` nor `to`")
        return self

    @model_validator(mode="before")
    @classmethod
    def _wrap_wording(cls, value: Any) -> Any:
        if not isinstance(value, Mapping) or "variants" in value:
            return value
        wording = {key: each for key, each in value.items() if key in Variant.model_fields}
        others = {key: each for key, each in value.items() if key not in wording}
        return {**others, "variants": (wording,)}

    def list_marks(self) -> Iterator[str]:
        """Yield the marks that the options of any variant set."""
        for variant in self.variants:
            yield from (each.mark for each in variant.options if each.mark)


class PremiseHead(Part):
    """The part of a premise file above the scenes, by which the premise is chosen for an idea.

    ``id``: the name of the file.
    ``mood``: the mood of ideas that fit this premise; none for any mood.
    ``avoid``: words of an idea that rule the premise out.
    ``needs``: conditions about the idea, such as ``deed=some``; if it meets one of them, the
      premise is preferred, else it is ruled out.
    ``suits``: tones, such as ``eerie``; an idea that asks for one of them prefers this premise.
    ``about``: the conflict in one or two sentences.
    ``player``: who the player is, with ``the``.
    ``place``, ``outside``: where the story happens, and the place outside.
    """

    id: Key
    mood: Mood | None = None
    avoid: Lines = ()
    needs: Lines | tuple[()] = ()
    suits: tuple[Tone, ...] = ()
    about: str
    vision: Vision
    titles: Lines
    hooks: Lines
    player: str
    roles: Annotated[Mapping[Key, PremiseRole], Field(min_length=1)]
    thing: NamedPart
    place: NamedPart
    outside: NamedPart
    dilemmas: Annotated[Mapping[Key, DilemmaPart], Field(min_length=2, max_length=2)]
    clues: Mapping[Key, str] = {}
    stat: PremiseStat | None = None

    @property
    def soft(self) -> DilemmaPart:
        """The first dilemma, whose branches join again."""
        return next(iter(self.dilemmas.values()))

    @property
    def hard(self) -> DilemmaPart:
        """The second dilemma, which leads to the endings."""
        return list(self.dilemmas.values())[1]


class Premise(PremiseHead):
    """A whole premise; the story begins with its first scene."""

    scenes: Annotated[Mapping[Key, Scene], Field(min_length=5)]

    @model_validator(mode="before")
    @classmethod
    def _add_last_pages(cls, value: Any) -> Any:
        scenes = value.get("scenes") if isinstance(value, Mapping) else None
        if not isinstance(scenes, Mapping):
            return value
        return {**value, "scenes": dict(chain(*(_list_scenes(*each) for each in scenes.items())))}

    @model_validator(mode="after")
    def _check_stat(self) -> Premise:
        options = chain(
            *(each.options for scene in self.scenes.values() for each in scene.variants)
        )
        uses = any(scene.last for scene in self.scenes.values()) or any(e.leans for e in options)
        if uses and not self.stat:
            raise ValueError("`leans` and `last` need the key `stat` in the head of the file")
        return self


_OF_LAST_PAGE = ("at", "who", "answer")
"""The keys that a last page takes over from the scene before it."""


def _list_scenes(name: str, scene: Any) -> Iterator[tuple[str, Any]]:
    """Yield ``scene`` with its name, then the last pages after it, as scenes."""
    yield name, scene
    pages = scene.get("last") if isinstance(scene, Mapping) else None
    common = {key: scene[key] for key in _OF_LAST_PAGE if key in scene} if pages else {}
    for side, page in pages.items() if isinstance(pages, Mapping) else ():
        if isinstance(page, Mapping):
            yield f"{name}-{side}", {**common, **page, "after": name, "side": side}
