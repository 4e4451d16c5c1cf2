"""The exits of a passage as its writer sees them, and excerpts of neighbouring passages."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from attrs import field, frozen

from questfoundry.domain.ids import kind_of
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.entity import CHOICE_FLAG
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.prose import ProseParagraph, paragraphs_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.hubs import measure_limit
from questfoundry.domain.writing.briefing import (
    BriefedBeat,
    BriefedChoice,
    BriefedHub,
    BriefedOrigin,
    BriefedProse,
    BriefedQuestion,
    BriefedVariant,
)
from questfoundry.domain.writing.fitting import beginning_of, end_of
from questfoundry.domain.writing.may_must import Arrival
from questfoundry.domain.writing.order import WritingTurn
from questfoundry.domain.writing.story_facts import phrase_flags


@frozen
class Exits:
    """The exits of each passage of a woven story."""

    _story: Story

    @property
    def _structure(self) -> Structure:
        return self._story.existing_structure

    def list_labelled_choices(self, passage: str) -> Sequence[Choice]:
        """Return the choices of the passage; empty if all have the same label and answer."""
        leaving = self._structure.outgoing_choices(passage)
        return leaving if len({(choice.label, choice.takes) for choice in leaving}) > 1 else ()

    def brief_choices(self, passage: Passage) -> tuple[BriefedChoice, ...]:
        """Return the choices of a decision at the passage; the topics of a hub do not count."""
        labelled = self.list_labelled_choices(passage.id)
        leaving = [each for each in labelled if not self._structure.passage(each.target).hub]
        is_decision = len({(choice.label, choice.takes) for choice in leaving}) > 1
        return tuple(map(self._brief_option, _group_options(leaving))) if is_decision else ()

    def topic_labels(self, hub: str) -> Mapping[str, str]:
        """Return the labels of a hub's topics, by the ids of the topics' passages."""
        return self._labels_by_hub.get(hub, {})

    @cached_property
    def _labels_by_hub(self) -> Mapping[str, Mapping[str, str]]:
        found: dict[str, dict[str, str]] = defaultdict(dict)
        for each in self._structure.passages:
            if each.hub:
                found[each.hub][each.id] = self._structure.incoming_choices(each.id)[0].label
        return found

    def brief_hub(self, passage: Passage) -> BriefedHub | None:
        """Return the topics that players can look at from the passage; ``None`` without topics."""
        labels = dict(self.topic_labels(passage.hub or passage.id))
        arriving, leaving = self._structure.incoming_choices, self._structure.outgoing_choices

        flags = {each: arriving(each)[0].grants for each in labels}
        every = frozenset[str]().union(*flags.values())

        def find_required_topic(choices: Sequence[Choice]) -> str:
            # In a limited hub, a condition on other topics can also count the topics so far.
            for each, label in labels.items():
                asking = [out.requires & every for out in choices if out.source != each]
                if any(asking) and all(flags[each] & required for required in asking if required):
                    return label
            return ""

        exits = [out for each in labels for out in leaving(each) if out.target not in labels]
        first = find_required_topic(exits)
        after = find_required_topic(arriving(passage.id)) if passage.hub else ""
        own = labels.pop(passage.id, "")
        if not (own or labels):
            return None
        return BriefedHub(
            topics=tuple(labels.values()),
            own=own,
            after=after,
            first=first,
            most=measure_limit(self._structure, passage.hub or passage.id) or len(labels),
        )

    def _brief_option(self, choices: Sequence[Choice]) -> BriefedChoice:
        """Return an option; its ``choices`` lead to different outcomes or variants of a scene."""
        choice = choices[0]
        required = choice.requires.intersection(*(each.requires for each in choices))
        answer = self._story.answer_of(choice.takes) if choice.takes else None
        arriving = self._structure.incoming_choices(choice.target)
        # A flag that every choice to the target requires only selects a variant of a scene, unless
        # no other option leads there.
        is_own = all(each.label == choice.label for each in arriving) and not choice.takes
        requirements = {
            flag
            for flag in required
            if is_own or any(flag not in each.requires for each in arriving)
        }
        return BriefedChoice(
            label=choice.label,
            decides=answer.text if answer else "",
            benefit=answer.benefit if answer else "",
            leaves=self._phrase_flags(choice.grants & self._choice_flags),
            asks=self._phrase_flags(requirements),
            closed=choice.closed,
        )

    def _phrase_flags(self, flags: Collection[str]) -> tuple[str, ...]:
        return tuple(self._story.flags[each] for each in self._story.sort_flags(flags))

    @cached_property
    def _choice_flags(self) -> frozenset[str]:
        return frozenset(flag.id for flag in self._story.choice_flags)

    def list_origins(self, passage: str) -> tuple[Passage, ...]:
        """Return the passages from which players arrive; a topic is replaced by its hub."""
        if self._structure.passage(passage).hub:
            return ()
        sources = (each.source for each in self._structure.incoming_choices(passage))
        found = dict.fromkeys(self._structure.passage(each).hub or each for each in sources)
        return tuple(self._structure.passage(each) for each in found if each != passage)

    def find_next_beat(self, passage: str) -> Beat | None:
        """Return the next beat after the passage if all players have the same, else ``None``."""
        if self._structure.passage(passage).hub:
            return None
        places = (passage, *self.topic_labels(passage))
        leaving = [each for place in places for each in self._structure.selectable_choices(place)]
        targets = [self._structure.passage(choice.target) for choice in leaving]
        successors = [each for each in targets if each.hub != passage]
        first_beats = {
            beat.id: beat for each in successors for beat in self._story.beats_in(each)[:1]
        }
        return first_beats.popitem()[1] if len(first_beats) == 1 else None

    def brief_questions(self, passage: str) -> Iterable[BriefedQuestion]:
        """Yield the question of each dilemma that the choices of the passage decide."""
        paths = [each.takes for each in self._structure.selectable_choices(passage) if each.takes]
        for each in dict.fromkeys(self._story.path(path).dilemma for path in paths):
            dilemma = self._story.dilemma(each)
            yield BriefedQuestion(question=dilemma.question, text=dilemma.why_it_matters)


EARLIER_WORDS = 30
"""The number of words shown from the end of an earlier passage that is not shown in full."""

VARIANT_WORDS = 400
"""The number of words shown from the beginning of a variant (usually all), to avoid repetition."""

MAX_ORIGINS = 4
"""The highest number of other direct predecessors that a writer sees."""


@frozen
class ProseExcerpts:
    """Excerpts of earlier passages, for the writer of a passage.

    An excerpt contains conditional text only if every player who comes to the passage has read it.
    """

    _story: Story
    _exits: Exits
    _arrivals: Mapping[str, Arrival]
    _parsed: dict[str, tuple[ProseParagraph, ...]] = field(init=False, factory=dict)

    def excerpt_preceding_prose(
        self, turn: WritingTurn, prose: Mapping[str, str]
    ) -> Iterable[BriefedProse]:
        """Yield the prose of the recent passages on one route, nearest last.

        The nearest passage is complete if every player has read it; only the end of the other
        passages is shown. Earlier passages that other players have not read are left out: the main
        text must suit these players, too. After a hub stand the ends of the topics that every
        player has read.
        """
        arrival = self._arrivals[turn.passage]
        flags, by_all = arrival.must, arrival.certain_predecessors
        for passage, choice in zip(turn.recent_passages, turn.recent_choices, strict=True):
            if passage not in self._list_shown_passages(turn):
                continue
            text = self._visible_text(prose[passage], flags)
            is_shown_whole = passage == turn.recent_passages[-1] and passage in by_all
            own = self._story.existing_structure.passage(passage)
            beats = [beat for beat in self._story.beats_in(own) if not beat.memory]
            yield BriefedProse(
                title=own.title,
                place=self._story.entity_name(beats[-1].location) if beats else "",
                when=next((beat.when for beat in reversed(beats) if beat.when), ""),
                text="\n\n".join(
                    (
                        text if is_shown_whole else end_of(text, EARLIER_WORDS),
                        *self._excerpt_topics(passage, arrival, prose),
                    )
                ),
                chosen=self._find_chosen_label(choice, flags),
                **self._brief_outcome(choice),
                by_all=passage in by_all,
            )

    def _list_shown_passages(self, turn: WritingTurn) -> tuple[str, ...]:
        """Return the recent passages whose prose is shown: the nearest, and those that all read."""
        by_all = self._arrivals[turn.passage].certain_predecessors
        *earlier, nearest = turn.recent_passages or ("",)
        return (*(each for each in earlier if each in by_all), nearest)

    def _excerpt_topics(
        self, hub: str, arrival: Arrival, prose: Mapping[str, str]
    ) -> Iterable[str]:
        """Yield the ends of the topics of ``hub`` that every player has read, with their titles."""
        for each in self._story.existing_structure.passages:
            if each.hub == hub and each.id in arrival.certain_predecessors and each.id in prose:
                text = self._visible_text(prose[each.id], arrival.must)
                yield f"({each.title}) {end_of(text, EARLIER_WORDS)}"

    def _find_chosen_label(self, taken: str, flags: frozenset[str]) -> str:
        """Return the label of the choice ``taken``; empty if the passage offered no other choice.

        The label of a minor choice is empty, too, if other players may have taken another option.
        """
        choice = self._story.existing_structure.choice(taken)
        is_varying_choice = any(kind_of(each) == CHOICE_FLAG for each in choice.grants - flags)
        return (
            choice.label
            if self._exits.list_labelled_choices(choice.source) and not is_varying_choice
            else ""
        )

    def _brief_outcome(self, taken: str) -> Mapping[str, tuple[str, ...]]:
        """Return what is ``true`` and ``untrue`` of players whose choice has two outcomes.

        The choice with the other outcome has the same label and another condition.
        """
        structure = self._story.existing_structure
        choice = structure.choice(taken)
        twins = [
            each
            for each in structure.selectable_choices(choice.source)
            if each.label == choice.label and each.grants != choice.grants and each.label
        ]
        if not twins:
            return {}
        conditions = {"true": choice.requires, "untrue": choice.forbids}
        return {
            name: tuple(self._story.flags[each] for each in self._story.sort_flags(flags))
            for name, flags in conditions.items()
        }

    def excerpt_variant(self, turn: WritingTurn, prose: Mapping[str, str]) -> BriefedVariant | None:
        """Return the first passage with the same beats, and the facts that differ between both.

        Return ``None`` if there is no such passage or no difference.
        """
        if not turn.variant or turn.variant not in prose:
            return None
        here, there = (self._arrivals[each].must for each in (turn.passage, turn.variant))
        only_here = self._phrase_differences(here - there)
        only_there = self._phrase_differences(there - here)
        if not (only_here or only_there):
            return None
        return BriefedVariant(
            title=self._story.existing_structure.passage(turn.variant).title,
            text=beginning_of(self._visible_text(prose[turn.variant], frozenset()), VARIANT_WORDS),
            here=only_here,
            there=only_there,
        )

    def excerpt_origins(
        self, turn: WritingTurn, prose: Mapping[str, str]
    ) -> Iterable[BriefedOrigin]:
        """Yield the direct predecessors that are no recent passages, at most ``MAX_ORIGINS``.

        Each has its last beat and the end of its prose.
        """
        others = [
            each
            for each in self._exits.list_origins(turn.passage)
            if each.id not in self._list_shown_passages(turn)
        ]
        for each in others[:MAX_ORIGINS]:
            origin_prose = prose.get(each.id, "")
            text = self._visible_text(origin_prose, self._arrivals[turn.passage].must)
            for beat in self._story.beats_in(each)[-1:]:
                yield BriefedOrigin(
                    title=each.title,
                    moment=BriefedBeat.from_beat(self._story, beat),
                    text=end_of(text, EARLIER_WORDS),
                )

    def _phrase_differences(self, flags: frozenset[str]) -> tuple[str, ...]:
        paths = [each for each in self._story.paths if each.flags & flags]
        answers = dict.fromkeys(self._story.answer_of(each.id).text for each in paths)
        of_paths = frozenset[str]().union(*(each.flags for each in paths))
        return (*answers, *phrase_flags(self._story, flags - of_paths))

    def _visible_text(self, prose: str, flags: frozenset[str]) -> str:
        return "\n\n".join(
            each.text for each in self.parse_paragraphs(prose) if each.is_visible_with(flags)
        )

    def parse_paragraphs(self, prose: str) -> tuple[ProseParagraph, ...]:
        """Return the paragraphs of a text, cached because the writers of many passages see them."""
        if prose not in self._parsed:
            self._parsed[prose] = paragraphs_of(prose, self._story.flags_by_name)
        return self._parsed[prose]


def _group_options(choices: Iterable[Choice]) -> Iterable[Sequence[Choice]]:
    """Group the choices that players see as one option: those with the same label and answer."""
    found: dict[tuple[str, str], list[Choice]] = {}
    for choice in choices:
        found.setdefault((choice.label, choice.takes), []).append(choice)
    return found.values()
