"""Choose the premise for an idea: by the seed, among the premises that its words allow."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from attrs import frozen

from questfoundry.domain.text.tone import split_tone
from questfoundry.infra.llm.draft.conditions import parse_condition
from questfoundry.infra.llm.draft.draw import SeedRotation
from questfoundry.infra.llm.draft.library import MaterialLibrary
from questfoundry.infra.llm.draft.nouns import IdeaWords, to_singular
from questfoundry.infra.llm.draft.premise import Mood, Premise, PremiseHead
from questfoundry.infra.llm.draft.reading import load_lists, read_tale

_YEAR = re.compile(r"\b1[0-9]{3}s?\b")
"""Matches a year from 1000 to 1999, or a decade such as ``1780s``."""

_RECENT = re.compile(r"\b(?:19[5-9][0-9]|20[0-9][0-9])s?\b")


@frozen(kw_only=True)
class Selection:
    """The id of the premise from which a story is drawn, and the seed of the random draw."""

    premise: str
    seed: str

    @property
    def record(self) -> str:
        """The selection as one word, as the vision of a story records it."""
        return f"{self.premise}/{self.seed}"

    @classmethod
    def from_record(cls, record: str) -> "Selection":
        """Return the selection in ``record``."""
        premise, _, rest = record.partition("/")
        return cls(premise=premise, seed=rest.rpartition("/")[2])

    def load(self, library: MaterialLibrary) -> Premise:
        """Return the selected premise; raise ``MaterialError`` if its file is faulty."""
        return library.load_premise(self.premise)


def select_material(
    idea: str,
    library: MaterialLibrary,
    seed: str,
    used: frozenset[str] = frozenset(),
    recent: Sequence[str] = (),
) -> Selection:
    """Return a premise that fits ``idea``, with ``seed``, which decides among several.

    A premise in ``used`` is selected only if no other one fits. ``recent`` are premises of earlier
    stories, the newest last; the newest are avoided longest.
    """
    heads, lists = list_offered(tuple(library.load_heads()), idea, library), load_lists(library)
    near = list_fitting_premises(idea, heads, lists)
    known = used.union(recent[-_LEAST_DISTANCE:])
    if known.issuperset(near):
        near = list_fitting_premises(idea, heads, lists, any_tone=True)
    fresh = list_fresh_premises(near, used, recent)
    return Selection(premise=SeedRotation(f"{seed} {idea}").choose(fresh), seed=seed)


def list_offered(
    heads: Sequence[PremiseHead], idea: str, library: MaterialLibrary
) -> Sequence[PremiseHead]:
    """Return the ``heads`` with a need that ``idea`` meets, or else the heads without needs."""
    facts, words = read_tale(idea, library).facts, list_idea_words(idea)
    words |= find_worlds(idea, words, load_lists(library))
    met = [each for each in heads if any(is_met(need, facts) for need in each.needs)]
    met = [each for each in met if words.isdisjoint(each.avoid)]
    return met or [each for each in heads if not each.needs]


def is_met(need: str, facts: Mapping[str, frozenset[str]]) -> bool:
    """Return whether the condition ``need`` is true of ``facts`` about an idea."""
    return all(each.is_true_of(facts) for each in parse_condition(need))


def list_fresh_premises(
    near: Sequence[str], used: frozenset[str], recent: Sequence[str]
) -> Sequence[str]:
    """Return the premises of ``near`` that no story used, or else those used longest ago.

    ``used``: the premises to avoid at first. ``recent``: the premises of earlier stories, the
      newest last.
    """
    for avoided in (used, frozenset[str]()):
        for start in range(len(recent) + 1):
            fresh = [each for each in near if each not in avoided.union(recent[start:])]
            if fresh:
                return fresh
    return near


def list_fitting_premises(
    idea: str, heads: Sequence[PremiseHead], lists: IdeaWords, *, any_tone: bool = False
) -> Sequence[str]:
    """Return the ids of the premises in ``heads`` that fit ``idea`` and the tone it asks for.

    ``lists`` are the word lists of ``idea.yaml``. With ``any_tone``, the tone only decides between
    light and grave premises.
    """
    said = list_idea_words(idea)
    words = said | find_worlds(idea, said, lists)
    tones = split_tone(idea).tones
    is_grave = not (_GRAVE.isdisjoint(tones) if tones else said.isdisjoint(lists.list_all("grave")))
    is_light = not is_grave or not _LIGHT.isdisjoint(tones)
    ruled_out = {Mood.LIGHT: not is_light, Mood.GRAVE: not is_grave}
    fitting = [each for each in heads if words.isdisjoint(each.avoid)] or heads
    of_mood = [each for each in fitting if not (each.mood and ruled_out[each.mood])] or fitting
    if any_tone:
        return sorted(each.id for each in of_mood)
    suited = {each.id: len(tones.intersection(each.suits)) for each in of_mood}
    least = sorted(suited.values())[-_LEAST_CHOICE:][0] or min(1, max(suited.values()))
    return sorted(each for each, number in suited.items() if number >= least)


_LIGHT, _GRAVE = frozenset({"funny", "cosy"}), frozenset({"sad", "eerie", "tense"})
"""The tones of light and of grave ideas."""

_LEAST_DISTANCE = 12
"""A premise returns after so many other stories at the earliest, if another one fits."""

_LEAST_CHOICE = 3
"""A note about tone leaves this many premises to choose from, if it suits as many."""


def list_idea_words(idea: str) -> frozenset[str]:
    """Return the words of ``idea`` in lower case, and their singulars."""
    words = re.findall(r"[a-z]+", idea.lower())
    return frozenset({*words, *map(to_singular, words)})


def find_worlds(idea: str, words: frozenset[str], lists: IdeaWords) -> frozenset[str]:
    """Return the settings of ``idea``: its time, place or narrator, such as ``in-the-past``.

    ``words`` are the words of ``idea``; its years and its narrator count, too.
    """
    pairs = pairwise(re.findall(r"[a-z]+", idea.lower()))
    said = words | {" ".join(each) for each in pairs}
    found = {each for each in WORLDS if not said.isdisjoint(lists.list_all(each))}
    if _NARRATOR.search(idea):
        found.add("in-first-person")
    if _RECENT.search(idea):
        found.add("in-our-time")
    elif _YEAR.search(idea):
        found.add("in-the-past")
    return frozenset(found)


WORLDS = ("in-the-past", "in-space", "in-our-time", "in-a-hurry")
"""The keys of word lists that show when, where or how an idea happens."""

_NARRATOR = re.compile(r"\b(?:I am|I'm|Me is|me is|[Mm]y name is|[Cc]all me|[Ww]e are) ")
"""Matches narrators who say who they are, such as ``I am Ann``."""
