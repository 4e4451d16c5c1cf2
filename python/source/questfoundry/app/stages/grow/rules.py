"""What must hold of the words that GROW asks for: titles, labels, and the names of endings.

Each fault names one text, so that only the texts at fault are asked for again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from questfoundry.app.stages.grow.outcomes import Outcomes, Words, terms_in
from questfoundry.app.stages.rules import Rules
from questfoundry.domain.answer.faults import Fault
from questfoundry.domain.artifacts.grow import GrowFrame, GrowLabels, GrowScenes, GrowTitles
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.order import Before

MOST_WORDS = 14
"""The most words of a label; where a language writes without spaces, the schema bounds it."""

_MARKUP = re.compile(r"[<>{}`\x00-\x1f\x7f]|\[\[|\]\]|\*\*|__|^#")


class GrowRules(Rules):
    """The rules of all sections."""

    stage = "grow"

    def order(self, section: GrowScenes, pairs: Iterable[Before]) -> Sequence[Fault]:
        """The first beat of every pair is told before the second, or at the same time."""
        return [
            self.broken(
                f"order_{pair.reason}",
                f"scenes.{each}",
                provided=section.scenes[each].when,
                first=pair.first,
                second=pair.second,
                entity=pair.entity,
                dilemma=pair.dilemma,
            )
            for pair in pairs
            if section.scenes[pair.first].time > section.scenes[pair.second].time
            for each in (pair.first, pair.second)
        ]

    def titles(self, section: GrowTitles, taken: Mapping[str, str]) -> Sequence[Fault]:
        """Titles differ from each other, and from the ``taken`` ones of other passages."""
        given = {name: each.title for name, each in section.titles.items()}
        return list(self._distinct("titles.{}.title", given, taken))

    def frame(self, section: GrowFrame) -> Sequence[Fault]:
        """A title, a hook and a button that say something, and endings whose names differ."""
        names = {name: each.name for name, each in section.endings.items()}
        return [
            *self._form("title", section.title),
            *self._form("hook", section.hook),
            *self._form("onward", section.onward),
            *self._distinct("endings.{}.name", names, {}),
        ]

    def labels(self, section: GrowLabels, woven: Story) -> Sequence[Fault]:
        """Labels are short, differ from their siblings', and give no outcome away.

        ``woven`` is the story with its structure. Choices of a passage that ask for the same
        path, or that all only lead on, are no siblings: no player sees two of them.
        """
        choices = [each for each in woven.settled_structure.choices if each.id in section.labels]
        outcomes = Outcomes(woven)
        siblings: dict[tuple[str, Words], Choice] = {}
        faults: list[Fault] = []
        for choice in choices:
            label = section.labels[choice.id].label
            at = f"labels.{choice.id}.label"
            faults += self._form(at, label)
            if len(label.split()) > MOST_WORDS:
                faults.append(self.broken("too_many_words", at, provided=label, most=MOST_WORDS))
            faults += self._outcome(at, label, choice, outcomes)
            other = siblings.setdefault((choice.source, terms_in(label)), choice)
            if other.takes != choice.takes:
                faults.append(self.broken("same_label", at, provided=label, other=other.id))
        return faults

    def unknown(self, at: str, kind: str, name: str, known: Collection[str]) -> Fault:
        """The fault of naming what there is not; it names the nearest that there are."""
        near = get_close_matches(name, known, n=3, cutoff=0) or ["-"]
        return self.broken("unknown", at, provided=name, kind=kind, name=name, near=", ".join(near))

    def planned(self, at: str, name: str) -> Fault:
        """The fault of telling anew a beat that SEED has."""
        return self.broken("planned", at, provided=name)

    def _distinct(
        self, field: str, given: Mapping[str, str], taken: Mapping[str, str]
    ) -> Iterator[Fault]:
        """Each text says something, and what no other says; ``field`` has a place for its id."""
        first = {terms_in(text): name for name, text in taken.items()}
        for name, text in given.items():
            at = field.format(name)
            yield from self._form(at, text)
            other = first.setdefault(terms_in(text), name)
            if other != name:
                yield self.broken("same_name", at, provided=text, other=other)

    def _form(self, at: str, text: str) -> Iterator[Fault]:
        if not terms_in(text):
            yield self.broken("no_words", at, provided=text)
        if _MARKUP.search(text):
            yield self.broken("markup", at, provided=text)

    def _outcome(self, at: str, label: str, choice: Choice, outcomes: Outcomes) -> Iterator[Fault]:
        outcome = outcomes.given_away(choice, label)
        if outcome:
            yield self.broken("gives_away", at, provided=label, outcome=outcome)
