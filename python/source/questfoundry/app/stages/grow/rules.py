"""The rules for the texts of GROW: titles, labels, and names of endings.

Each fault names one text, so that only faulty texts are requested again.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from questfoundry.app.stages.grow.label_spoilers import LabelSpoilers, Words, split_terms
from questfoundry.app.stages.grow.option_rules import MOST_TOLERATED_WORDS, MOST_WORDS, OptionRules
from questfoundry.domain.artifacts.grow import (
    GrowCover,
    GrowEndings,
    GrowFrame,
    GrowLabels,
    GrowRecalls,
    GrowScenes,
    GrowTitles,
    SceneTime,
)
from questfoundry.domain.fault import Fault, FaultCategory
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.weaving.order import Precedence


class GrowRules(OptionRules):
    """The rules for all sections of GROW."""

    def check_order(self, section: GrowScenes, pairs: Iterable[Precedence]) -> Sequence[Fault]:
        """Return faults for both beats of each of ``pairs`` whose first beat has a later time."""
        return [
            self.make_fault(
                f"order_{pair.reason}",
                f"scenes.{each}",
                provided=section.scenes[each].when,
                first=pair.first,
                second=pair.second,
                entity=pair.entity,
                dilemma=pair.dilemma,
                clue=pair.clue,
            )
            for pair in pairs
            if section.scenes[pair.first].time > section.scenes[pair.second].time
            for each in (pair.first, pair.second)
        ]

    def check_start_time(self, section: GrowScenes, since: SceneTime | None) -> Sequence[Fault]:
        """Return faults for beats with a time before ``since``, the end of the previous chapter."""
        return [
            self.make_fault(
                "before_chapter", f"scenes.{each}", provided=scene.when, since=since.when
            )
            for each, scene in section.scenes.items()
            if since and scene.time < since.time
        ]

    def check_titles(self, section: GrowTitles, taken: Mapping[str, str]) -> Sequence[Fault]:
        """Return faults for titles that equal each other or a title in ``taken``."""
        given = {name: each.title for name, each in section.titles.items()}
        return list(self._check_distinct("titles.{}.title", given, taken))

    def check_frame(self, section: Artifact) -> Sequence[Fault]:
        """Return faults for invalid cover texts, and for invalid or repeated names of endings."""
        faults: list[Fault] = []
        if isinstance(section, GrowCover):
            for name in ("title", "hook", "onward"):
                faults += self._check_form(name, getattr(section, name))
        if isinstance(section, GrowFrame | GrowEndings):
            names = {name: each.name for name, each in section.endings.items()}
            faults += self._check_distinct("endings.{}.name", names, {})
        return faults

    def check_labels(self, section: GrowLabels, outcomes: LabelSpoilers) -> Sequence[Fault]:
        """Return faults for labels that are too long, repeat a sibling, or reveal an outcome.

        Choices of one passage that take the same path, or no path, are no siblings, since no player
        sees two of them.
        """
        structure = outcomes.story.existing_structure
        choices = [each for each in structure.choices if each.id in section.labels]
        siblings: dict[tuple[str, Words], Choice] = {}
        faults: list[Fault] = []
        for choice in choices:
            label = section.labels[choice.id].label
            at = f"labels.{choice.id}.label"
            faults += self._check_form(at, label)
            if len(label.split()) > MOST_TOLERATED_WORDS:
                faults.append(
                    self.make_fault("too_many_words", at, provided=label, most=MOST_WORDS)
                )
            faults += self._check_spoiler(at, label, choice, outcomes)
            other = siblings.setdefault((choice.source, split_terms(label)), choice)
            if other.takes != choice.takes:
                faults.append(self.make_fault("same_label", at, provided=label, other=other.id))
        return faults

    def check_callbacks(
        self, section: GrowRecalls, fits: Mapping[str, Sequence[str]], least: int, enough: int
    ) -> Sequence[Fault]:
        """Return faults for flags that do not fit their place, or if too few flags are recalled.

        ``fits`` lists the flags that fit each place. At least ``enough`` different flags must
        occur; the request asked for ``least``.
        """
        misplaced = [
            self.make_fault(
                "not_offered", f"recalls.{place}.marks", provided=flag, fits=", ".join(fits[place])
            )
            for place, recalled in section.recalls.items()
            for flag in recalled.marks
            if flag not in fits[place]
        ]
        if misplaced:
            return misplaced
        picked = {flag for recalled in section.recalls.values() for flag in recalled.marks}
        if len(picked) >= enough:
            return ()
        few = self.make_fault(
            "too_few_recalled",
            "recalls",
            category=FaultCategory.COMPLETENESS,
            given=len(picked),
            least=least,
        )
        return (few,)

    def make_unknown_fault(self, at: str, kind: str, name: str, known: Collection[str]) -> Fault:
        """Build the fault that the id ``name`` is unknown, with the most similar known ids."""
        near = get_close_matches(name, known, n=3, cutoff=0) or ["-"]
        return self.make_fault(
            "unknown", at, provided=name, kind=kind, name=name, near=", ".join(near)
        )

    def make_repeated_beat_fault(self, at: str, name: str) -> Fault:
        """Build the fault that the added beat ``name`` has the id of a beat in SEED."""
        return self.make_fault("planned", at, provided=name)

    def _check_distinct(
        self, field: str, given: Mapping[str, str], taken: Mapping[str, str]
    ) -> Iterator[Fault]:
        first = {split_terms(text): name for name, text in taken.items()}
        for name, text in given.items():
            at = field.format(name)
            yield from self._check_form(at, text)
            other = first.setdefault(split_terms(text), name)
            if other != name:
                yield self.make_fault("same_name", at, provided=text, other=other)

    def _check_spoiler(
        self, at: str, label: str, choice: Choice, outcomes: LabelSpoilers
    ) -> Iterator[Fault]:
        outcome = outcomes.find_spoiler(choice, label)
        if outcome:
            yield self.make_fault("gives_away", at, provided=label, outcome=outcome)
