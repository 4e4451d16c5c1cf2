"""Who and where is in a moment that says a sentence of the author's: whom its point names.

Nobody who was met is lost by it: the rules that held of the sections hold.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Self

from attrs import frozen

from questfoundry.app.stages.section import Made
from questfoundry.app.stages.seed.cast import is_place, times_met
from questfoundry.app.stages.seed.drafts import with_each
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.seed import BeatDraft
from questfoundry.domain.name_words import is_small, is_title
from questfoundry.domain.names_said import carries
from questfoundry.domain.outline_lines import line_of
from questfoundry.domain.story.entity import Entity
from questfoundry.domain.story.outline_name import OutlineName

_WORD = re.compile(r"[^\W\d_a-z][^\W\d_]*")
_PRONOUN = re.compile(r"\b(?:he|she|they|him|her|his|them|their)\b", re.IGNORECASE)
_MOST = 8
"""So many a beat holds beside its place."""


@frozen
class WhoIsNamed:
    """The entities, by the words of their names and other names, those that nobody else has."""

    words: Mapping[str, str]

    @classmethod
    def of(cls, entities: Iterable[Entity], names: Sequence[OutlineName]) -> Self:
        """Those of them; ``names`` say what else the outline calls them."""
        found = dict[str, set[str]]()
        for each in entities:
            forms = [one for name in names if carries(each.name, name.name) for one in name.forms]
            for word in _WORD.findall(" ".join((each.name, *forms))):
                if not (is_small(word) or is_title(word)):
                    found.setdefault(word, set()).add(each.id)
        return cls({word: next(iter(ids)) for word, ids in found.items() if len(ids) == 1})

    def in_text(self, text: str) -> tuple[str, ...]:
        """The ids of those whom a text names, in its order, each as often as it is named."""
        said = (self.words.get(word, "") for word in _WORD.findall(text))
        return tuple(filter(None, said))

    def tells(self, text: str) -> bool:
        """Whether it names any."""
        return bool(self.in_text(text))

    def by_line(self, points: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """The sentence that stands for each point, with whom and where the point names.

        Where it says only ``she``, that is whoever was named last, and where it names no place it
        is where the outline was last.
        """
        found, somebody, place = dict[str, tuple[str, ...]](), "", ""
        for point in points:
            line, said = line_of(point, self.tells), self.in_text(point)
            people, places = (
                [each for each in said if is_place(each) is where] for where in (False, True)
            )
            if line:
                there = people or ([somebody] if somebody and _PRONOUN.search(line) else [])
                where = places or ([place] if place else [])
                named = (*self.in_text(line), *there, *where)
                found.setdefault(line, tuple(dict.fromkeys(named)))
            somebody = next(reversed(people), somebody)
            place = next(reversed(places), place)
        return found


def with_cast(made: Made, named: Mapping[str, Sequence[str]]) -> Made:
    """The sections with whom those lines name, by line, in the beats that say them."""
    met, found = set[str](), dict[str, Artifact]()
    for name, part in made.items():
        there = times_met([part])

        def cast_of(
            _: str, draft: BeatDraft, met: Collection[str] = met, there: Counter[str] = there
        ) -> BeatDraft:
            said = named.get(draft.summary)
            return draft if said is None else _with_named(draft, said, met, there)

        found[name] = with_each(name, part, cast_of)
        met = met | times_met([found[name]]).keys()
    return found


def _with_named(
    draft: BeatDraft, named: Sequence[str], met: Collection[str], there: Counter[str]
) -> BeatDraft:
    """The beat with those; whoever is met here alone, and nowhere before, stays in it.

    ``there`` counts who is in the beats of the section, and goes on doing so.
    """

    def may_go(each: str) -> bool:
        return there[each] > 1 or each in met

    place = next((each for each in named if is_place(each)), "")
    location = place if place and may_go(draft.location) else draft.location
    cast = [each for each in named if not is_place(each)]
    stay = [each for each in draft.entities if each in cast or not (cast and may_go(each))]
    room = _MOST - sum(each not in cast for each in stay)
    entities = tuple(dict.fromkeys((*cast[:room], *stay)))
    there.subtract((draft.location, *draft.entities))
    there.update((location, *entities))
    return draft.model_copy(update={"location": location, "entities": entities})
