"""Who and where is in a moment that says a sentence of the author's: whom its point names.

Nobody who was met is lost by it: the rules that held of the sections hold.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Self

from attrs import frozen

from questfoundry.app.stages.section import Made
from questfoundry.app.stages.seed.cast import is_place, times_met
from questfoundry.app.stages.seed.drafts import with_each
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.seed import BeatDraft
from questfoundry.domain.name_words import is_small, is_title
from questfoundry.domain.story.entity import Entity

_WORD = re.compile(r"[^\W\d_a-z][^\W\d_]*")
_MOST = 8
"""So many a beat holds beside its place."""


@frozen
class WhoIsNamed:
    """The entities, by the words of their names that no other one has."""

    words: Mapping[str, str]

    @classmethod
    def of(cls, entities: Iterable[Entity]) -> Self:
        """Those of them."""
        found = dict[str, set[str]]()
        for each in entities:
            for word in _WORD.findall(each.name):
                if not (is_small(word) or is_title(word)):
                    found.setdefault(word, set()).add(each.id)
        return cls({word: next(iter(ids)) for word, ids in found.items() if len(ids) == 1})

    def in_text(self, text: str) -> tuple[str, ...]:
        """The ids of those whom a text names, the first said first."""
        said = (self.words.get(word, "") for word in _WORD.findall(text))
        return tuple(dict.fromkeys(filter(None, said)))

    def tells(self, text: str) -> bool:
        """Whether it names any."""
        return bool(self.in_text(text))


def with_cast(made: Made, named: WhoIsNamed, points: Mapping[str, str]) -> Made:
    """The sections with whom the ``points`` name, by the line that stands for each, where it is."""
    met, found = set[str](), dict[str, Artifact]()
    for name, part in made.items():
        there = times_met([part])

        def cast_of(
            _: str, draft: BeatDraft, met: Collection[str] = met, there: Counter[str] = there
        ) -> BeatDraft:
            point = points.get(draft.summary)
            if point is None:
                return draft
            return _with_named(draft, named.in_text(f"{draft.summary}\n{point}"), met, there)

        found[name] = with_each(name, part, cast_of)
        met = met | times_met([found[name]]).keys()
    return found


def _with_named(
    draft: BeatDraft, said: Iterable[str], met: Collection[str], there: Counter[str]
) -> BeatDraft:
    """The beat with those; whoever is met here alone, and nowhere before, stays in it.

    ``there`` counts who is in the beats of the section, and goes on doing so.
    """

    def may_go(each: str) -> bool:
        return there[each] > 1 or each in met

    named = list(said)
    place = next((each for each in named if is_place(each)), "")
    location = place if place and may_go(draft.location) else draft.location
    cast = [each for each in named if not is_place(each)]
    stay = [each for each in draft.entities if each in cast or not (cast and may_go(each))]
    room = _MOST - sum(each not in cast for each in stay)
    entities = tuple(dict.fromkeys((*cast[:room], *stay)))
    there.subtract((draft.location, *draft.entities))
    there.update((location, *entities))
    return draft.model_copy(update={"location": location, "entities": entities})
