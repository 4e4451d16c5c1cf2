"""Draw the texts of one story: pick a variant of each scene, and fill its slots.

A slot is a placeholder such as ``{who}``. If its name begins with a capital, so does the text.
"""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from attrs import evolve, frozen

from questfoundry.app.stages.grow.option_rules import MOST_TOLERATED_WORDS
from questfoundry.infra.llm.draft.conditions import list_terms, parse_condition, settle_facts
from questfoundry.infra.llm.draft.grammar import capitalise, capitalise_title
from questfoundry.infra.llm.draft.premise import (
    Premise,
    Scene,
    SceneOption,
    SlotError,
    Telling,
    Variant,
)
from questfoundry.infra.llm.draft.tale import Cast

SLOT = re.compile(r"\{([A-Za-z][\w-]*)(?:\.(they|them|their)(?::([^{}/]+)/([^{}/]+))?)?\}")
"""A slot: its name in braces; ``{one.they:is/are}`` is a pronoun with a verb that agrees."""

_TOLD = {"turn": "turn", "how-one": "one", "how-two": "two"}
"""The part of a telling for each slot."""

_FORMS = {"he": {"them": "him", "their": "his"}, "she": {"them": "her", "their": "her"}}


@frozen
class SlotFiller:
    """A filler of the slots in the texts of one story, which tells ``telling``, if any."""

    cast: Cast
    telling: Telling | None = None

    @property
    def words(self) -> Mapping[str, str]:
        """The words for each slot: those of the idea, and the name for each role."""
        return {**self.cast.tale.slots, **self.cast.people}

    def fill(self, text: str) -> str:
        """Return ``text`` with slots filled, and conditions about the idea replaced by their words.

        Raise ``SlotError`` for a slot or a fact that does not exist.
        """
        try:
            settled = settle_facts(text, self.cast.tale.facts)
        except KeyError as error:
            raise SlotError(f"the condition asks for the unknown fact {error.args[0]!r}") from None
        return SLOT.sub(self._fill_slot, settled)

    def is_offered(self, need: str) -> bool:
        """Return whether the idea meets the condition ``need`` of an option.

        Terms about players are left out, because players differ.
        """
        terms = parse_condition(need) if need else ()
        return all(each.is_true_of(self.cast.tale.facts) for each in terms if each.value)

    def _fill_slot(self, found: re.Match[str]) -> str:
        words = self._find_words(*found.groups())
        if words is None:
            raise SlotError(f"the slot {found[0]} asks for something that is not there")
        return capitalise(words) if found[1][0].isupper() else words

    def _find_words(
        self, name: str, form: str | None, single: str | None, many: str | None
    ) -> str | None:
        """Return the words for the slot ``name``, or its pronoun in ``form`` with a verb."""
        if self.telling and name in _TOLD:
            return self.fill(getattr(self.telling, _TOLD[name]))
        they = self.cast.pronouns.get(name.lower())
        if not form or they is None:
            return None if form else self.words.get(name.lower())
        pronoun = they if form == "they" else _FORMS.get(they, {}).get(form, form)
        verb = many if they == "they" else single
        return f"{pronoun} {verb}" if verb else pronoun


_Item = TypeVar("_Item")


class SeedRotation:
    """A chooser of alternatives that never chooses the same one for two consecutive seeds.

    ``seed``: a number, a space and the idea. The idea determines a starting point, and the number
      is added to it.
    """

    def __init__(self, seed: str) -> None:
        number, _, idea = seed.partition(" ")
        self._number = int(number) if number.isdecimal() else sum(map(ord, number))
        self._rng = random.Random(idea)  # noqa: S311 - no secrets

    def choose(self, items: Sequence[_Item]) -> _Item:
        """Return one of ``items``."""
        return items[(self._rng.randrange(len(items)) + self._number) % len(items)]


Pick = Callable[[str, Sequence[Variant]], Variant]
"""A function that receives a scene's name and variants, and returns one of the variants."""


class WordingError(Exception):
    """An error for a text of a scene whose slots cannot be filled.

    ``scene`` and ``number`` (from 1) name the variant, ``text`` holds the faulty words.
    """

    def __init__(self, problem: str, *, scene: str = "", number: int = 0, text: str = "") -> None:
        super().__init__(problem)
        self.problem, self.scene, self.number, self.text = problem, scene, number, text


@frozen(kw_only=True)
class DrawnScene:
    """A scene with one variant and filled slots; it still has conditions about the player."""

    name: str
    scene: Scene
    number: int
    title: str
    summary: str
    text: str
    again: str = ""
    label: str = ""
    leave: str = ""
    options: tuple[SceneOption, ...] = ()

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks that the options set, by which later texts ask for these options."""
        return tuple(each.mark for each in self.options if each.mark)

    @property
    def texts(self) -> tuple[str, ...]:
        """All texts of the scene that may contain conditions."""
        return (self.text, self.again, *(each.reply for each in self.options))


@frozen(kw_only=True)
class DrawnStory:
    """The texts drawn for one story: its scenes in order, and the filler for further texts."""

    premise: Premise
    cast: Cast
    scenes: Mapping[str, DrawnScene]
    title: str
    hook: str
    filler: SlotFiller

    def fill(self, text: str) -> str:
        """Return ``text`` with its slots filled."""
        return self.filler.fill(text)

    @property
    def start(self) -> str:
        """The name of the first scene."""
        return next(iter(self.scenes))

    def read_names(self) -> frozenset[str]:
        """Return the marks, clues and answers that conditions of texts and options ask for."""
        texts = (text for each in self.scenes.values() for text in each.texts)
        needs = (
            f"[[{each.need}: x]]"
            for scene in self.scenes.values()
            for each in scene.options
            if each.need
        )
        return frozenset(term.name for text in (*texts, *needs) for term in list_terms(text))


def draw_story(premise: Premise, cast: Cast, seed: str, pick: Pick | None = None) -> DrawnStory:
    """Draw a story from ``premise`` for ``cast``; equal seeds give equal stories.

    ``seed`` is a number, a space and the idea. ``pick`` chooses the variant of each scene; by
    default, ``seed`` decides. Raise ``WordingError`` if a text cannot be filled.
    """
    rotation = SeedRotation(seed)
    tellings = _suit(cast.tale.tellings, cast.tale.tones)
    filler = SlotFiller(cast, rotation.choose(tellings) if tellings else None)
    pick = pick or (lambda _, variants: rotation.choose(_suit(variants, cast.tale.tones)))
    scenes = {
        name: _draw_scene(name, scene, pick(name, scene.variants), filler)
        for name, scene in premise.scenes.items()
    }
    return DrawnStory(
        premise=premise,
        cast=cast,
        scenes=add_opening(scenes, cast),
        title=_draw_title(premise.titles, filler, rotation),
        hook=_fill_head(rotation.choose(premise.hooks), filler),
        filler=filler,
    )


_Suited = TypeVar("_Suited", Variant, Telling)


def _suit(items: Sequence[_Suited], tones: frozenset[str]) -> Sequence[_Suited]:
    """Return the ``items`` that suit one of ``tones``, or else those without tones, or else all."""
    suited = [each for each in items if tones.intersection(each.suits)]
    return suited or [each for each in items if not each.suits] or items


def _draw_scene(name: str, scene: Scene, variant: Variant, filler: SlotFiller) -> DrawnScene:
    number = scene.variants.index(variant) + 1

    def fill(text: str) -> str:
        try:
            return filler.fill(text)
        except SlotError as error:
            raise WordingError(str(error), scene=name, number=number, text=text) from error

    texts = {each: fill(getattr(variant, each)) for each in ("title", "text", "again")}
    texts["title"] = capitalise_title(texts["title"])
    labels = {each: fill(getattr(variant, each)) for each in ("label", "leave")}
    options = (each for each in variant.options if filler.is_offered(each.need))
    return DrawnScene(
        name=name,
        scene=scene,
        number=number,
        summary=fill(scene.summary),
        options=tuple(_fill_option(each, fill) for each in options),
        **texts,
        **labels,
    )


def _fill_option(option: SceneOption, fill: Callable[[str], str]) -> SceneOption:
    texts = {each: fill(getattr(option, each)) for each in ("label", "reply", "closed")}
    texts["label"] = _shorten_label(texts["label"])
    return option.model_copy(update=texts)


def _shorten_label(label: str) -> str:
    """Return ``label``, or only the answer that it quotes if it is too long for an option."""
    quoted = re.search(r'"[^"]+"', label)
    return quoted[0] if quoted and len(label.split()) > MOST_TOLERATED_WORDS else label


def add_opening(scenes: Mapping[str, DrawnScene], cast: Cast) -> Mapping[str, DrawnScene]:
    """Return ``scenes`` with the idea as typed, in italics, as the first paragraph."""
    first, scene = next(iter(scenes.items()))
    return {**scenes, first: evolve(scene, text=f"*{cast.tale.idea}*\n\n{scene.text}")}


MOST_TITLE_CHARACTERS = 60
"""The most characters of a title."""


def _draw_title(titles: Sequence[str], filler: SlotFiller, rotation: SeedRotation) -> str:
    """Return one of ``titles``; the last one if all others are too long."""
    filled = [capitalise_title(_fill_head(each, filler)) for each in titles]
    short = [each for each in filled if len(each) <= MOST_TITLE_CHARACTERS]
    return rotation.choose(short) if short else filled[-1][:MOST_TITLE_CHARACTERS]


def _fill_head(text: str, filler: SlotFiller) -> str:
    try:
        return filler.fill(text)
    except SlotError as error:
        raise WordingError(str(error), text=text) from error
