"""The lines of a request for prose; the template ``fill/passage.md`` puts the blocks in order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

from attrs import field, frozen

from questfoundry.domain.text.wording import join_sentences
from questfoundry.domain.writing.briefing import BriefedEntity, BriefedProse
from questfoundry.domain.writing.fact import FactKind, Scope
from questfoundry.domain.writing.fact_lines import Lines, RequestPhrases, list_facts
from questfoundry.domain.writing.outline import OutlineLine
from questfoundry.domain.writing.passage_lines import PassageLines
from questfoundry.domain.writing.shared_context import SequenceBriefing, SharedBriefing


def build_request_lines(
    shared: SharedBriefing,
    wording: Mapping[str, Any],
    *,
    outline: Sequence[OutlineLine],
    is_whole: bool,
    player: str = "",
) -> Mapping[str, Any]:
    """Build the lines of a request from its briefings, in blocks that the template orders.

    The key ``rows`` has a mapping for each sequence of passages (a "row" in the prompt), and its
    key ``passages`` a mapping for each passage. ``insert`` is an example of a name under which the
    model may add conditional text; it is empty if the model may add no such text. ``player`` is the
    id of the entity that the beginning of the request describes already.
    """
    phrases = RequestPhrases(wording, shared.passages, is_whole)
    return _LineBuilder(shared, phrases, outline, PassageLines(phrases), player).build()


_SHORT = 40
"""Up to this number of characters, the items of a row are repeated in a later row."""


@frozen
class _LineBuilder:
    _shared: SharedBriefing
    _phrases: RequestPhrases
    _outline: Sequence[OutlineLine]
    _passages: PassageLines
    _player: str
    _row_items: dict[str, list[tuple[int, Lines]]] = field(init=False, factory=dict)

    def build(self) -> Mapping[str, Any]:
        common, sequences = self._shared.common, self._shared.sequences
        inserts = (name for each in self._shared.passages for name in each.inserts)
        return {
            "insert": next(inserts, ""),
            "outline": tuple(map(self._say_outline, self._outline)),
            "here": self._say_here(),
            "before": tuple(self._list_prose(common.before)),
            "entities": tuple(map(self._say_entity, common.entities)),
            "facts": tuple(list_facts(self._phrases, common)),
            "layout": tuple(self._list_layout()),
            "rules": RequestRules(self._phrases, self._shared, bool(self._outline)).build(),
            "rows": tuple(
                self._build_row(number, previous, sequence)
                for number, (previous, sequence) in enumerate(pairwise((None, *sequences)), start=1)
                if sequence
            ),
        }

    def _say_outline(self, line: OutlineLine) -> str:
        say, moments = self._phrases.say, join_sentences(line.moments)
        text = moments
        if line.question:
            text = say("outline.decision", question=line.question)
        elif line.endings:
            text = say("outline.ending", names='" or "'.join(line.endings), text=moments)
        answers = (
            say(
                "outline.or" if number else "outline.either",
                text=join_sentences((each.text, each.then)),
            )
            for number, each in enumerate(line.answers)
        )
        seen = (say("outline.seen", answer=each.text, then=each.then) for each in line.seen)
        return say("outline.line", number=line.number, text=" ".join((text, *answers, *seen)))

    def _say_here(self) -> str:
        """Return at which line of the outline the passages of the request begin."""
        key = "outline.rows" if self._has_rows else "outline.here"
        return self._phrases.say_if(self._outline, key, line=self._shared.common.line)

    @property
    def _has_rows(self) -> bool:
        """Return whether the request has several rows, each with a heading."""
        return len(self._shared.sequences) > 1 and not self._is_hub

    def _list_prose(self, before: Sequence[BriefedProse], *, is_own: bool = False) -> Iterator[str]:
        say, say_if = self._phrases.say, self._phrases.say_if
        *_, nearest = before or (None,)
        for each in before:
            if not self._phrases.is_new(each.title, each.text) and each is not nearest:
                continue
            yield ""
            yield say(
                "before.title",
                title=each.title,
                place=say_if(each.place, "before.place", place=each.place),
                when=say_if(each.when, "before.when", when=each.when),
                route=say_if(not (each.by_all or is_own), "before.route"),
            )
            yield each.text
            if each.chosen and not is_own:
                yield say("before.chosen", label=each.chosen)

    def _say_entity(self, entity: BriefedEntity) -> str:
        now = self._phrases.say_if(entity.now, "entity.now", now=entity.now)
        if entity.id == self._player:
            text = f" {join_sentences(entity.facts)}" if entity.facts else ""
            return self._phrases.say("entity.player", name=entity.name, text=text, now=now)
        return self._phrases.say(
            "entity.line",
            name=entity.name,
            joined=self._phrases.say_if(entity.joined, "entity.joined"),
            text=join_sentences(entity.concept, entity.facts),
            now=now,
        )

    def _list_layout(self) -> Iterator[str]:
        say, sequences, passages = self._phrases.say, self._shared.sequences, self._shared.passages
        if len(passages) == 1:
            return
        texts = list[str]()
        last = (sequences[0].passages[-1].title,)
        if self._is_hub:
            texts.append(say("layout.hub"))
        elif len(sequences) > 1 and {each.after for each in sequences[1:]} == {last}:
            texts.append(say("layout.first"))
        elif len(sequences) > 1:
            in_turn = any(each.after for each in sequences)
            texts.append(say("layout.in_turn" if in_turn else "layout.apart"))
            texts.append(say("layout.rows"))
        yield from ("", say("layout.count", count=len(passages)), "", " ".join(texts))

    @property
    def _is_hub(self) -> bool:
        sequences = self._shared.sequences
        return len(sequences) == 2 and sequences[1].is_topics

    def _build_row(
        self, number: int, previous: SequenceBriefing | None, sequence: SequenceBriefing
    ) -> Mapping[str, Any]:
        is_row, title = len(self._shared.sequences) > 1, Lines()
        if self._has_rows:
            say = self._phrases.say
            row = say(
                "row.title",
                number=number,
                count=len(self._shared.sequences),
                line=self._phrases.say_if(self._outline, "row.line", line=sequence.own.line),
                players=self._say_players(sequence),
            )
            title = ("", row)
        return {
            "title": title,
            "before": tuple(self._list_own_prose(sequence, previous)) if is_row else (),
            "entities": self._refer_to_rows(
                number, self._list_own_entities(sequence) if is_row else ()
            ),
            "facts": self._refer_to_rows(
                number, list_facts(self._phrases, sequence.own) if is_row else ()
            ),
            "passages": tuple(self._passages.build(each, sequence) for each in sequence.passages),
        }

    def _say_players(self, sequence: SequenceBriefing) -> str:
        say, before, after = self._phrases.say, sequence.own.before, sequence.after
        nearest = before[-1] if before else None
        if sequence.is_topics and nearest:
            return say("row.topics", title=nearest.title)
        if nearest and nearest.chosen and len(after) < 2:
            outcome = self._phrases.say_if(
                nearest.true, "row.outcome", text=join_sentences(nearest.true)
            ) or self._phrases.say_if(
                nearest.untrue, "row.other_outcome", text=join_sentences(nearest.untrue)
            )
            return say("row.chosen", title=nearest.title, label=nearest.chosen, outcome=outcome)
        titles = after or ((nearest.title,) if nearest and not nearest.text else ())
        return self._phrases.say_if(titles, "row.sources", titles='" or from "'.join(titles))

    def _list_own_prose(
        self, sequence: SequenceBriefing, previous: SequenceBriefing | None
    ) -> Iterator[str]:
        say, before = self._phrases.say, sequence.own.before
        if not (before and before[-1].text):
            return
        common = self._shared.common.before
        if before[-1].title in [each.title for each in common]:
            yield from (say("row.shared"), "", before[-1].text)
        elif previous and [each.text for each in previous.own.before] == [
            each.text for each in before
        ]:
            yield say("row.same")
        else:
            yield say("row.after" if common else "row.before")
            yield from self._list_prose(before, is_own=True)

    def _list_own_entities(self, sequence: SequenceBriefing) -> Lines:
        say, lines = self._phrases.say, []
        for each in sequence.own.entities:
            text = f" {join_sentences(each.facts)}" if each.facts else ""
            now = self._phrases.say_if(each.now, "entity.now", now=each.now)
            lines.append(say("entity.own", name=each.name, text=text, now=now))
        return self._phrases.list(say("row.entities"), lines)

    def _refer_to_rows(self, number: int, lines: Iterable[str]) -> Lines:
        """Return ``lines`` of row ``number``; a line "as in row 2" replaces what row 2 says."""
        found: list[str] = []
        for is_block, block in groupby(lines, key=bool):
            part = tuple(block)
            found.extend(self._refer_to_row(number, *part) if is_block else part)
        return tuple(found)

    def _refer_to_row(self, number: int, heading: str, *items: str) -> Lines:
        rows = self._row_items.setdefault(heading.partition(".")[0].rstrip(":"), [])
        known = max(
            ((row, had) for row, had in rows if {*had} <= {*items} and len("".join(had)) > _SHORT),
            key=lambda each: len(each[1]),
            default=None,
        )
        if known is None or not self._has_rows:
            rows.append((number, items))
            return (heading, *items)
        row, had = known
        new = (each for each in items if each not in had)
        return (heading, self._phrases.say("row.known", row=row), *new)


@frozen
class RequestRules:
    """The builder of the rules of one request, in the words of ``rules`` in the wording.

    ``has_outline``: whether the request has the outline of the story.
    """

    phrases: RequestPhrases
    shared: SharedBriefing
    has_outline: bool

    def build(self) -> Lines:
        """Return the rules that apply to at least one passage, in their order."""
        say = self.phrases.say
        length = say(f"insert_length.{'whole' if self.phrases.is_whole else 'usual'}")
        return tuple(say(f"rules.{each}", length=length) for each in self._find_names())

    def _find_names(self) -> Iterator[str]:
        passages, sequences = self.shared.passages, self.shared.sequences
        hubs = [each.hub for each in passages if each.hub]
        open_passages = [each for each in passages if not each.ending]
        has_inserts = any(each.inserts for each in passages)
        conditions = {
            "scene": True,
            "begin": True,
            "stop": open_passages,
            "options": any(each.choices for each in open_passages),
            "decision": any(each.questions for each in open_passages),
            "next": any(each.follows for each in open_passages),
            "later": self.has_outline and open_passages,
            "order": any(len(each.passages) > 1 and not each.is_topics for each in sequences),
            "hub": any(not each.own for each in hubs),
            "topics": any(each.own for each in hubs),
            "ending": len(open_passages) < len(passages),
            "revealed": self._has(FactKind.LESSON),
            "secrets": self._has(FactKind.CLUE, Scope.NONE),
            "variant": any(each.variant for each in passages),
            "main": has_inserts or self._has(FactKind.EVENT),
            "insert": has_inserts,
            "turn": self._has(FactKind.LEVEL, Scope.SOME),
            "place": has_inserts,
            "needed": any(each.list_required_inserts(endings=True) for each in passages),
            "opening": any(not one.title for each in passages for one in each.minor_choices),
            "spread": any(each.ending and each.inserts for each in passages),
        }
        return (name for name, applies in conditions.items() if applies)

    def _has(self, kind: FactKind, scope: Scope | None = None) -> bool:
        """Return whether a briefing of the request has a fact of ``kind`` and ``scope``."""
        rows = [each.own for each in self.shared.sequences]
        return any(
            fact.kind is kind and scope in (None, fact.scope)
            for briefing in (self.shared.common, *rows, *self.shared.passages)
            for fact in briefing.facts
        )
