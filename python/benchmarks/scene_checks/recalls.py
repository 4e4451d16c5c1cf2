"""Find texts that recall what only some players have read, such as ``all those spoons``.

A noun with ``the`` or ``those`` is a recall if an earlier optional text (a reply, a topic, an
answer, a conditional paragraph) has the noun, and no text has it that every reader of the recall
has read. Things that are everywhere, such as a floor, need no introduction.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain, pairwise

from attrs import frozen

from benchmarks.scene_checks.compose import list_plain_casts, pick_variant
from benchmarks.scene_checks.finding import MaterialFinding
from benchmarks.scene_checks.graph import OrderCheck
from questfoundry.infra.llm.draft.conditions import parse_condition, split_paragraphs
from questfoundry.infra.llm.draft.draw import DrawnScene, DrawnStory, WordingError, draw_story
from questfoundry.infra.llm.draft.nouns import to_singular
from questfoundry.infra.llm.draft.paragraphs import Group, TextPiece, collect_groups, expand_text
from questfoundry.infra.llm.draft.premise import Premise, SlotError
from questfoundry.infra.llm.draft.tagged_words import Word
from questfoundry.infra.llm.draft.tagging import tag_words

_DEFINITE = frozenset({"the", "that", "those", "these", "this", "no"})
_WORD = re.compile(r"[a-z]{3,}")

_EVERYWHERE = frozenset(
    {"answer", "arm", "breath", "clock", "cold", "corner", "counter", "cup", "desk"}
    | {"difference", "door", "end", "evening", "eye", "face", "floor", "foot", "front"}
    | {"glass", "ground", "half", "hand", "head", "heart", "house", "lamp", "light", "line"}
    | {"man", "middle", "minute", "mistake", "moment", "morning", "mouth", "name", "night"}
    | {"nobody", "noise", "other", "part", "passage", "people", "person", "place", "question"}
    | {"rest", "right", "road", "room", "rope", "same", "second", "side", "size", "sky"}
    | {"sleeve", "stair", "step", "stone", "story", "stranger", "street", "teeth"}
    | {"thickness", "thing", "time", "town", "turn", "voice", "wall", "water", "way", "whole"}
    | {"window", "woman", "wood", "word", "work", "world", "year"}
)
"""Nouns that need no introduction."""


def find_recalls(premise: Premise, file: str) -> Iterator[MaterialFinding]:
    """Yield the recalls in all variants of ``premise``; other checks must have found no fault."""
    order, most = OrderCheck(premise, file), max(len(e.variants) for e in premise.scenes.values())
    for cast in list_plain_casts(premise):
        for number in range(most):
            try:
                story = draw_story(premise, cast, "0", pick_variant(number))
                yield from RecallCheck(story, order, file).find()
            except (WordingError, SlotError):
                return  # reported when the premise is composed


@frozen(slots=False)
class RecallCheck:
    """A check of one drawn story; ``order`` knows which scenes precede a scene."""

    story: DrawnStory
    order: OrderCheck
    file: str

    def find(self) -> Iterator[MaterialFinding]:
        """Yield a finding for each noun that only some readers of a text have met."""
        for name, scene in self.story.scenes.items():
            doubtful = self._list_optional(name) - self._list_shared(scene)
            for piece in self._pieces[name]:
                found = doubtful.intersection(_list_definite_nouns(piece.text))
                if found:
                    tied = self._list_tied(piece.name, name)
                    yield from (self._build(scene, each, piece) for each in sorted(found - tied))

    def _build(self, scene: DrawnScene, noun: str, piece: TextPiece) -> MaterialFinding:
        return MaterialFinding(
            file=self.file,
            scene=scene.name,
            variant=scene.number,
            problem=f"the text recalls {noun!r}, which only some players have met",
            fix="Write a condition, or introduce it.",
            words=_quote(piece.text, noun),
        )

    @cached_property
    def _groups(self) -> Mapping[str, Group]:
        return collect_groups(self.story)

    @cached_property
    def _pieces(self) -> Mapping[str, Sequence[TextPiece]]:
        return {
            name: tuple(expand_text(f"{each.text}\n\n{each.again}", self._groups))
            for name, each in self.story.scenes.items()
        }

    def _list_optional(self, name: str) -> frozenset[str]:
        """Return the words of all texts that a player can read before the scene ``name``."""
        scenes = self.story.scenes.items()
        texts = (each.texts for key, each in scenes if self.order.precedes(key, name))
        return _list_words(*chain(*texts))

    def _list_shared(self, scene: DrawnScene) -> frozenset[str]:
        """Return the words that every reader of ``scene`` has read."""
        texts = [*self._describe_head(), scene.title]
        texts += (_drop_definite(each.text) for each in self._pieces[scene.name])
        for key, each in self.story.scenes.items():
            if self.order.is_always_before(key, scene.name):
                texts += [*self._list_common(each), *_list_labels(each)]
        tied = (self._list_tied(each, scene.name) for each in self._list_needs(scene))
        return _list_words(*texts).union(*tied)

    def _describe_head(self) -> Iterator[str]:
        premise = self.story.premise
        yield self.story.fill(premise.about)
        yield from (each.about for each in premise.roles.values())
        for part in (premise.thing, premise.place, premise.outside):
            yield f"{part.name} {part.about}"

    def _list_common(self, scene: DrawnScene) -> Iterator[str]:
        """Yield the words that all versions of a paragraph of ``scene`` contain."""
        for paragraph in split_paragraphs(scene.text):
            versions = [_list_words(each.text) for each in expand_text(paragraph, self._groups)]
            yield " ".join(frozenset.intersection(*versions) if versions else ())

    def _list_needs(self, scene: DrawnScene) -> Iterator[str]:
        """Yield the marks, clues and answers that every option for ``scene`` needs."""
        for option in chain(*(each.options for each in self.story.scenes.values())):
            if option.to == scene.name and option.need:
                yield from (term.name for term in parse_condition(option.need))

    def _list_tied(self, name: str, later: str) -> frozenset[str]:
        """Return the words read by all who have ``name`` and come to the scene ``later``."""
        return _list_words(*self._list_tied_texts(name, later)) if name else frozenset()

    def _list_tied_texts(self, name: str, later: str) -> Iterator[str]:
        for key, scene in self.story.scenes.items():
            if name in {scene.scene.clue, scene.scene.answer} and not scene.scene.ending:
                yield from scene.texts
            if self.order.is_always_before(key, later):
                yield from (each.text for each in self._pieces[key] if each.name == name)
            yield from (f"{each.label} {each.reply}" for each in scene.options if each.mark == name)


def _list_labels(scene: DrawnScene) -> Iterator[str]:
    yield from (scene.title, scene.leave, scene.label)
    yield from (f"{each.label} {each.closed}" for each in scene.options)


def _list_words(*texts: str) -> frozenset[str]:
    words = {*_WORD.findall(" ".join(texts).lower())}
    return frozenset(map(_make_singular, words))


_make_singular = cache(to_singular)


@lru_cache(maxsize=10_000)
def _list_definite_nouns(text: str) -> frozenset[str]:
    """Return the nouns of ``text`` after ``the`` or ``those``, in the singular."""
    words = tag_words(text)
    places = (place for place, word in enumerate(words) if word.low in _DEFINITE)
    return frozenset(_find_noun(words, each + 1) for each in places) - _EVERYWHERE - {""}


def _find_noun(words: Sequence[Word], place: int) -> str:
    """Return the last noun of the phrase at ``place``; empty without one."""
    while place < len(words) and words[place].tag.startswith(("JJ", "CD")):
        place += 1
    end = place
    while end < len(words) and words[end].is_noun:
        end += 1
    return to_singular(words[end - 1].low) if end > place else ""


def _drop_definite(text: str) -> str:
    """Return ``text`` without the words directly after ``the``, which introduce nothing."""
    pairs = pairwise(["", *text.split()])
    return " ".join(word for before, word in pairs if before.lower().strip('"*') not in _DEFINITE)


def _quote(text: str, noun: str) -> str:
    found = re.search(rf"(?:\S+ ){{0,3}}\S*{re.escape(noun)}\S*", text, re.IGNORECASE)
    return found[0] if found else noun
