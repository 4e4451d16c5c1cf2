"""The builder of briefings: everything that the writer of a passage must know."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from functools import cache

from attrs import evolve

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.writing.answer_format import is_hour, unify_spelling
from questfoundry.domain.writing.briefing import BriefedEntity, Briefing
from questfoundry.domain.writing.exits import Exits, ProseExcerpts
from questfoundry.domain.writing.fact import FactKind
from questfoundry.domain.writing.fitting import add_read_inserts, beginning_of
from questfoundry.domain.writing.may_must import find_arrivals
from questfoundry.domain.writing.noted_state import NotedStates, collect_permanent_facts
from questfoundry.domain.writing.order import WritingTurn, find_writing_order
from questfoundry.domain.writing.outline import build_outline
from questfoundry.domain.writing.passage_lengths import plan_written_words
from questfoundry.domain.writing.static_briefing import StaticBriefing, StaticBriefings

INSERT_WORDS = 16
"""The number of words quoted from the beginning of an earlier conditional text."""


class Briefer:
    """The builder of the briefings of one woven story.

    The constructor raises ``InputError`` if the story has no order of writing.
    """

    def __init__(self, story: Story) -> None:
        self._story = story
        self.structure = story.existing_structure
        self.turns = {turn.passage: turn for turn in find_writing_order(self.structure)}
        self._arrivals = find_arrivals(self.structure)
        self._exits = exits = Exits(story)
        self._excerpts = ProseExcerpts(story, exits, self._arrivals)
        self._earlier_passages = _find_earlier_passages(self.turns.values())
        self._noted_states = NotedStates(story, self._arrivals)
        self.outline = build_outline(story, tuple(self.turns.values()))
        static = StaticBriefings(story, self._arrivals, exits, self.outline)
        self._get_static_briefing = cache(lambda passage: static.build(self.turns[passage]))
        self._find_inserts = cache(self._excerpt_inserts)
        self._find_predecessors = cache(self._list_predecessors)

    def word_range(self, passage: str) -> Range:
        """Return the planned number of words for the passage, with its texts for ends of a stat."""
        return plan_written_words(self._story, self.structure.passage(passage))

    def list_origins(self, passage: str) -> Mapping[str, str]:
        """Return the titles of the passages from which players arrive, by the passages' ids."""
        return {each.id: each.title for each in self._exits.list_origins(passage)}

    def common_predecessors(self, passage: str) -> frozenset[str]:
        """Return the earlier written passages that every player of ``passage`` has read."""
        return self._earlier_passages[passage] & self._arrivals[passage].certain_predecessors

    def list_fact_sources(self, passage: str) -> frozenset[str]:
        """Return the common predecessors of ``passage`` whose facts its writer gets.

        The nearest passage is not one of them, because the writer sees its full text.
        """
        return self.common_predecessors(passage) - {*self.turns[passage].recent_passages[-1:]}

    def possible_predecessors(self, passage: str) -> Sequence[str]:
        """Return the earlier written passages that some player of ``passage`` has read.

        The passages are in the order of writing.
        """
        return self._find_predecessors(passage)

    def _list_predecessors(self, passage: str) -> Sequence[str]:
        earlier = self._earlier_passages[passage] & self._arrivals[passage].possible_predecessors
        return [each for each in self.turns if each in earlier]

    def build_briefing(
        self, passage: str, prose: Mapping[str, str], facts: Mapping[str, Sequence[Fact]]
    ) -> Briefing:
        """Build the briefing of the passage from the ``prose`` and ``facts`` of earlier passages.

        Permanent facts are taken only from the passages of ``list_fact_sources``. Notes about the
        current state, and conditional text that players have read, are taken from all
        ``possible_predecessors``.
        """
        turn, static = self.turns[passage], self._get_static_briefing(passage)
        earlier = self.possible_predecessors(passage)
        inserts = (self._find_inserts(prose[each]) for each in earlier if each in prose)
        excerpts = {flag: text for each in inserts for flag, text in each.items()}
        written = tuple(unify_spelling(fact for each in earlier for fact in facts.get(each, ())))
        notes = tuple(self._noted_states.select_lasting_notes(passage, written))
        expired = frozenset(self._noted_states.find_expired_effects(passage, notes))
        present = (*static.here, *static.joined)
        now = {
            each: static.now[each]
            for each in present
            if each in static.now and static.now[each] not in expired
        }
        fact_sources = self.list_fact_sources(passage)
        permanent_facts = collect_permanent_facts(
            fact for fact in notes if fact.passage in fact_sources
        )
        superseded = {*now.values(), *expired}
        beats = static.briefing.beats
        with_inserts = add_read_inserts(static.briefing, excerpts)
        return evolve(
            with_inserts,
            entities=tuple(self._brief_entities(static, now, permanent_facts)),
            facts=tuple(
                each
                for each in with_inserts.facts
                if each.kind is not FactKind.OUTCOME or superseded.isdisjoint(each.texts)
            ),
            before=tuple(self._excerpts.excerpt_preceding_prose(turn, prose)),
            entity_states=tuple(
                each
                for each in self._noted_states.list_entity_states(
                    passage, present, written, permanent_facts
                )
                if not (beats and beats[0].when and is_hour(each.name))
            ),
            variant=self._excerpts.excerpt_variant(turn, prose),
            origins=tuple(self._excerpts.excerpt_origins(turn, prose)),
        )

    def prepare(self, passages: Iterable[str]) -> Generator[None, None, None]:
        """Compute the static parts of the briefings of ``passages``, one at each step."""
        for each in passages:
            self._get_static_briefing(each)
            yield

    def _excerpt_inserts(self, prose: str) -> Mapping[str, str]:
        return {
            slug_of(each.flag): " ".join(beginning_of(each.text, INSERT_WORDS).split())
            for each in self._excerpts.parse_paragraphs(prose)
            if each.flag
        }

    def _brief_entities(
        self, static: StaticBriefing, now: Mapping[str, str], facts: Mapping[str, tuple[str, ...]]
    ) -> Iterable[BriefedEntity]:
        for identifier in (*static.here, *static.joined):
            entity = self._story.entity(identifier)
            yield BriefedEntity(
                id=identifier,
                name=entity.name,
                concept=entity.description,
                facts=facts.get(identifier, ()),
                now=now.get(identifier, ""),
                joined=identifier in static.joined,
            )


def _find_earlier_passages(turns: Iterable[WritingTurn]) -> Mapping[str, frozenset[str]]:
    """Compute the transitive closure of ``WritingTurn.dependencies``."""
    written: dict[str, frozenset[str]] = {}
    for turn in turns:
        written[turn.passage] = turn.dependencies.union(
            *(written[each] for each in turn.dependencies)
        )
    return written
