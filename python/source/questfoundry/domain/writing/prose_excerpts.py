"""Excerpts of neighbouring passages for the writer of a passage."""

from collections.abc import Iterable, Mapping

from attrs import field, frozen

from questfoundry.domain.ids import kind_of
from questfoundry.domain.story.choice_flag import CHOICE_FLAG
from questfoundry.domain.story.prose import ProseParagraph, paragraphs_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.briefing import (
    BriefedBeat,
    BriefedOrigin,
    BriefedProse,
    BriefedVariant,
)
from questfoundry.domain.writing.exits import Exits
from questfoundry.domain.writing.may_must import Arrival
from questfoundry.domain.writing.order import WritingTurn
from questfoundry.domain.writing.shortening import beginning_of, end_of
from questfoundry.domain.writing.story_facts import phrase_flags

EARLIER_WORDS = 40
"""The words shown of the end of an earlier passage, unless the writer sees it in full."""

VARIANT_WORDS = 400
"""The words shown of the beginning of a variant (usually all), so that no sentence is repeated."""

MAX_ORIGINS = 4
"""The highest number of other direct predecessors that a writer sees."""


@frozen
class ProseExcerpts:
    """Excerpts of written passages, as every player who comes to a given passage has read them."""

    _story: Story
    _exits: Exits
    _arrivals: Mapping[str, Arrival]
    _parsed: dict[str, tuple[ProseParagraph, ...]] = field(init=False, factory=dict)

    def excerpt_preceding_prose(
        self, turn: WritingTurn, prose: Mapping[str, str]
    ) -> Iterable[BriefedProse]:
        """Yield the prose of the recent passages on one route, nearest last.

        The nearest passage is complete if every player has read it; of the others only the end is
        shown.
        """
        arrival = self._arrivals[turn.passage]
        flags, by_all = arrival.must, arrival.certain_predecessors
        for passage, choice in zip(turn.recent_passages, turn.recent_choices, strict=True):
            text = self._visible_text(prose[passage], flags)
            is_shown_whole = passage == turn.recent_passages[-1] and passage in by_all
            own = self._story.existing_structure.passage(passage)
            topics = self._exits.topic_labels(passage)
            beats = [beat for beat in self._story.beats_in(own) if not beat.memory]
            yield BriefedProse(
                title=own.title,
                place=self._story.entity_name(beats[-1].location) if beats else "",
                when=next((beat.when for beat in reversed(beats) if beat.when), ""),
                text=text if is_shown_whole else end_of(text, EARLIER_WORDS),
                chosen=self._find_chosen_label(choice, flags),
                by_all=passage in by_all,
                looked=tuple(topics.values()) if turn.passage not in topics else (),
            )

    def _find_chosen_label(self, taken: str, flags: frozenset[str]) -> str:
        """Return the label of the choice, or an empty string for an unlabelled link.

        The label of a minor choice is also left out if other players may have chosen another
        option.
        """
        choice = self._story.existing_structure.choice(taken)
        is_varying_choice = any(kind_of(each) == CHOICE_FLAG for each in choice.grants - flags)
        return (
            choice.label
            if self._exits.list_labelled_choices(choice.source) and not is_varying_choice
            else ""
        )

    def excerpt_variant(self, turn: WritingTurn, prose: Mapping[str, str]) -> BriefedVariant | None:
        """Return the first passage with the same beats, and how its readers differ from those here.

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
        """Yield the other direct predecessors, each with its last beat and the end of its prose.

        The prose is empty if the same answer contains the predecessor.
        """
        others = [
            each
            for each in self._exits.list_origins(turn.passage)
            if each.id not in turn.recent_passages
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
        """Return the answers of the flags' paths, and the texts of all other flags."""
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
