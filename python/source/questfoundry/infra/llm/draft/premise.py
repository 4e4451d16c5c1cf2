"""Define the format of a premise file: one conflict with its scenes, for any people and places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator


class QuestionShape(StrEnum):
    """The form of an idea's question: whether, which, how much, who, or the way to a goal."""

    WHETHER = "whether"
    WHICH = "which"
    HOW_MUCH = "how-much"
    WHO = "who"
    WAY = "way"


class Tone(StrEnum):
    """The tone of a variant; a variant without a tone suits every story."""

    DRY = "dry"
    TENSE = "tense"
    WARM = "warm"
    EERIE = "eerie"
    BRIGHT = "bright"
    GRAVE = "grave"


class Mood(StrEnum):
    """The mood of ideas that a premise suits; a premise without a mood suits both."""

    LIGHT = "light"
    GRAVE = "grave"


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


class Vision(Part):
    """The genre, tone and themes of the stories that are drawn from a premise."""

    genre: str
    subgenre: str
    tone: str
    themes: Annotated[tuple[str, ...], Field(min_length=2, max_length=5)]


class PremiseRole(Part):
    """A role of the premise, played by a person of the idea or of a region's lists.

    ``about``: who this person is in the conflict.
    ``cues``: words that occur near a mention of this person in an idea.
    ``status``: the states that the scenes allow, such as ``dead``; the first is the default.
    ``phrase``: the role of a person without a stated role, such as ``your old partner``.
    ``strict``: whether a person of the idea needs one of the ``cues`` for this role.
    ``hinge``: whether the role is for a person in what the idea asks: in its deed or its fact.
    """

    about: str
    cues: Lines = ()
    status: tuple[Key, ...] = ("here",)
    phrase: str = ""
    strict: bool = False
    hinge: bool = False


class ThingPart(Part):
    """The thing that the conflict is about; ``name`` is used if the idea names no thing.

    ``name``: the thing with its article. ``kind``: its class. ``many``: whether it is plural.
    """

    about: str
    name: str
    kind: Key
    many: bool = False


class ExtraKind(StrEnum):
    """The kind of an extra: a thing, place or person of an idea without a role in the premise."""

    SOMETHING = "something"
    SOMEWHERE = "somewhere"
    SOMEBODY = "somebody"
    NOTHING = "nothing"


class ExtraTexts(Part):
    """The texts about an extra of one kind.

    ``label``: the label of the choice to look into it.
    ``look``: what the player sees there.
    ``end``: a sentence of an ending in which it returns.
    """

    label: str
    look: str
    end: str


KindTexts = Annotated[Mapping[ExtraKind, ExtraTexts], Field(min_length=4, max_length=4)]
"""The texts for each kind; those for ``nothing`` serve ideas that name nothing more."""


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


class Stat(Part):
    """A number that is meant to change with the player's options; it has no effect yet.

    Until then, conditions about the band ``mid`` of the number are true.
    """

    id: Key
    asks: str
    low: str
    mid: str
    high: str
    bands: Mapping[str, int]


class SceneOption(Part):
    """An option of a scene.

    ``label``: an action in a few words.
    ``mark``: the name by which later texts ask for this option.
    ``reply``: the text that follows at once, before the next scene.
    ``to``: the next scene, if it is not the scene's own ``to``.
    ``need``: the condition for the option; players who do not meet it see ``closed`` instead.
    ``lean``: the change of the premise's stat.
    """

    label: str
    mark: Key = ""
    reply: str = ""
    to: Key = ""
    need: str = ""
    closed: str = ""
    lean: int = 0

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
    """

    title: str
    text: str
    tone: Tone | None = None
    again: str = ""
    label: str = ""
    leave: str = ""
    options: tuple[SceneOption, ...] = ()


class Scene(Part):
    """A scene with its variants.

    ``summary``: one sentence that is true of every variant.
    ``hour``: ``dusk`` or ``night``.
    ``at``: ``place`` (where the story happens) or ``outside``.
    ``who``: the roles that take part, besides the lead.
    ``to``: the next scene.
    ``topics``: for a hub, two scenes that the player can look into before ``to``.
    ``clue``: for a topic, the clue that it teaches.
    ``answer``: the answer to a dilemma that the player gives by coming here.
    ``ending``: the name of the ending, if the story ends here.
    ``options``: the options of variants that have no options of their own.
    """

    summary: str
    hour: Annotated[str, Field(pattern="^(dusk|night)$")]
    at: Annotated[str, Field(pattern="^(place|outside)$")] = "place"
    who: tuple[Key, ...] = ()
    to: Key = ""
    topics: tuple[Key, ...] = ()
    clue: Key = ""
    answer: Key = ""
    ending: str = ""
    options: tuple[SceneOption, ...] = ()
    variants: Annotated[tuple[Variant, ...], Field(min_length=1)]

    def options_of(self, variant: Variant) -> tuple[SceneOption, ...]:
        """Return the options of ``variant``, or the scene's options if it has no options."""
        return variant.options or self.options

    def list_marks(self) -> Iterator[str]:
        """Yield the marks that the options of any variant set."""
        for variant in self.variants:
            yield from (each.mark for each in self.options_of(variant) if each.mark)


class PremiseHead(Part):
    """The part of a premise file above the scenes, by which the premise is chosen for an idea.

    ``id``: the name of the file.
    ``shape``: the form of question that the premise suits.
    ``about``: the conflict in one or two sentences.
    ``mood``: the mood of ideas that fit this premise; none for any mood.
    ``secret``: whether the premise is for facts that somebody in the idea learns or hides.
    ``near``: examples of ideas that fit this premise.
    ``other``: the role of the person that the player faces; settings and trades call it
      ``{other}``.
    ``classes``: the premise's own phrases by the class of the thing.
    ``extras``: the texts about further nouns of the idea, by slot.
    """

    id: Key
    shape: QuestionShape
    mood: Mood | None = None
    secret: bool = False
    about: str
    near: Annotated[tuple[str, ...], Field(min_length=3)]
    vision: Vision
    titles: Lines
    hooks: Lines
    roles: Annotated[Mapping[Key, PremiseRole], Field(min_length=1)]
    other: Key
    thing: ThingPart
    classes: Annotated[Mapping[Key, Mapping[Key, str]], Field(min_length=1)]
    extras: Mapping[Key, KindTexts] = {}
    lines: Mapping[Key, Mapping[Key, Lines]] = {}
    stat: Stat | None = None
    dilemmas: Annotated[Mapping[Key, DilemmaPart], Field(min_length=2, max_length=2)]
    clues: Mapping[Key, str] = {}

    @property
    def is_open(self) -> bool:
        """Return whether the idea supplies the conflict; otherwise, the premise has its own."""
        return bool(self.extras)

    @property
    def asks(self) -> frozenset[str]:
        """The keys of the phrases that an idea must state for this premise."""
        return frozenset({"deed", "done", "fact", "one"}.intersection(*self.classes.values()))

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
