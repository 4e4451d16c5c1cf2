"""Choose the premise for an idea: one that its words do not rule out, by the seed."""

import re
from collections.abc import Sequence

from attrs import frozen

from questfoundry.infra.llm.draft.library import MaterialLibrary
from questfoundry.infra.llm.draft.nouns import to_singular
from questfoundry.infra.llm.draft.premise import Mood, Premise, PremiseHead
from questfoundry.infra.llm.draft.reading import load_lists
from questfoundry.infra.llm.draft.rotation import SeedRotation


@frozen(kw_only=True)
class Selection:
    """The name of the premise from which a story is drawn, and the seed of the draw."""

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
        """Return the premise."""
        return library.load_premise(self.premise)


def select_material(
    idea: str, library: MaterialLibrary, seed: str, used: frozenset[str] = frozenset()
) -> Selection:
    """Return the selection for ``idea``; a premise in ``used`` only if no other one fits."""
    grave = frozenset(load_lists(library).list_all("grave"))
    near = list_fitting_premises(idea, tuple(library.load_heads()), grave)
    fresh = [each for each in near if each not in used] or near
    return Selection(premise=SeedRotation(f"{seed} {idea}").choose(fresh), seed=seed)


def list_fitting_premises(
    idea: str, heads: Sequence[PremiseHead], grave: frozenset[str]
) -> Sequence[str]:
    """Return the ids of the premises that fit ``idea``; ``grave`` holds words of grave ideas."""
    words = list_idea_words(idea)
    mood = Mood.GRAVE if words & grave else Mood.LIGHT
    fitting = [each for each in heads if words.isdisjoint(each.avoid)] or heads
    of_mood = [each for each in fitting if each.mood in (None, mood)] or fitting
    return sorted(each.id for each in of_mood)


def list_idea_words(idea: str) -> frozenset[str]:
    """Return the words of ``idea`` in lower case, and their singulars."""
    words = re.findall(r"[a-z]+", idea.lower())
    return frozenset({*words, *map(to_singular, words)})
