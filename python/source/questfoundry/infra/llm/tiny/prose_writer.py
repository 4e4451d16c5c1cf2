"""Write a passage: copy the sentences of its beats, and let the model add further sentences.

A beat is one event of the passage. The model never sees the passage's length or the next events.
The length determines how many sentences are added; the model completes each of them.
"""

from collections.abc import Mapping, Sequence

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.ids import kind_of
from questfoundry.domain.protocols.provider import EmbeddingProvider
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.prose import remove_conditional_text
from questfoundry.domain.writing.briefing import BriefedBeat, Briefing
from questfoundry.infra.llm.tiny.guides import ProseWording
from questfoundry.infra.llm.tiny.known_ids import remove_article
from questfoundry.infra.llm.tiny.selector import Selector
from questfoundry.infra.llm.tiny.sentence_writer import Ask, SentenceWriter, Slot, TextLimits
from questfoundry.infra.llm.tiny.sentences import (
    ProseFaults,
    end_sentence,
    first_words,
    split_sentences,
)

_ROOM = 24
"""Words reserved for the last sentence, and for half a sentence that the loop may overshoot."""

_IDEA_WORDS = 40
_WIDELY = 8
_BEGUN = "begun"


class ProseWriter:
    """A writer for one passage; it begins each added sentence with words from a table.

    ``attempts``: Earlier versions of this passage's text. The writer avoids sentences from them and
      from the prose before the passage.
    ``seed``: A text; a different seed selects different beginnings and words.
    """

    def __init__(
        self,
        *,
        idea: str,
        briefing: Briefing,
        attempts: Sequence[str],
        wording: ProseWording,
        ask: Ask,
        embeddings: EmbeddingProvider,
        seed: str,
    ) -> None:
        hub, traces = briefing.hub, briefing.traces
        read = [each.text.replace("\n", " ") for each in briefing.before]
        topics = hub.topics if hub else ()
        self._beats = _list_beats(briefing)
        self._briefing = briefing
        self._idea = idea
        self._labels = (*(each.label for each in briefing.choices), *topics)
        self._left_behind = " ".join(each.seen for each in traces if each.residue == Residue.HEAVY)
        self._inserts = {each.name: each.seen for each in traces if each.residue == Residue.LIGHT}
        self._answers = {
            each.name: each.left for group in briefing.minor_choices for each in group.minor_choices
        }
        self._wording = wording
        self._before = " ".join(read)
        happens = [beat.text for beat in self._beats]
        self._selector = Selector(idea=seed, embeddings=embeddings)
        self._sentences = SentenceWriter(
            ask=ask,
            embeddings=embeddings,
            system=wording.system,
            topic=" ".join((idea, *happens)),
            seed=seed,
            earlier=split_sentences(" ".join((*read, *attempts, *happens))),
            count_faults=ProseFaults(
                known=(
                    *(idea, briefing.hook, self._left_behind, *self._inserts.values()),
                    *self._answers.values(),
                    *(f"{each.name} {each.concept}" for each in briefing.entities),
                    *(*happens, *wording.names),
                ),
                # The label of a single choice may be repeated, as it only states what comes next.
                labels=self._labels if len(self._labels) > 1 else (),
            ),
        )

    @property
    def usage(self) -> Usage:
        """The tokens used by all model calls of this writer together."""
        return self._sentences.usage

    async def write(self) -> str:
        """Return the text of the passage, with one paragraph for each beat, which is a story event.

        The text begins with the reactions to the player's earlier choices. Texts that are shown
        only under a condition come before the last paragraph.
        """
        inserts, done = _format_inserts(self._inserts), _format_inserts(self._answers).strip()
        for number, beat in enumerate(self._beats, start=1):
            slot = self._build_slot(beat)
            text = end_sentence(beat.text)
            if number == 1:
                parts = (end_sentence(self._briefing.hook), text, end_sentence(self._left_behind))
                text = " ".join(filter(None, parts))
            enough = self._briefing.words.most * number // len(self._beats) - _ROOM
            while len(remove_conditional_text(done).split()) + len(text.split()) < enough:
                sentence = await self._write_sentence(self._wording.moments, slot, text)
                if not sentence:
                    break
                text = f"{text} {sentence}"
            if number == len(self._beats):
                is_topic = bool(self._briefing.hub and self._briefing.hub.own)
                last = "" if is_topic else await self._write_last(slot, text)
                text = f"{inserts}{text} {last}".rstrip()
            done = f"{done}\n\n{text}"
        return done.strip()

    async def _write_last(self, slot: Slot, before: str) -> str:
        if self._briefing.ending:
            slot = slot.add_values({"happens": self._briefing.ending})
            return await self._write_sentence(self._wording.endings, slot, before, widely=1)
        several = len(self._labels) > 1
        table = self._wording.choices if several else self._wording.onward
        return await self._write_sentence(table, slot, before)

    async def _write_sentence(
        self, table: Mapping[str, str], slot: Slot, before: str, widely: int = _WIDELY
    ) -> str:
        """Return a sentence that follows the text ``before`` and begins with an entry of ``table``.

        The entry is chosen from the ``widely`` entries most similar to the events. The result is
        empty if no unused entry fits.
        """
        begins = {
            begin: words
            for begin, words in table.items()
            if slot.can_fill(begin, {})
            and slot.fill(begin) not in self._before
            and self._selector.is_unused(_BEGUN, begin)
        }
        if not begins:
            return ""
        order = await self._selector.rank_by_similarity(begins, slot.get_value("happens"))
        begin = self._selector.pick_seeded(before, order[:widely])
        self._selector.take(_BEGUN, begin)
        question = slot.fill(self._wording.question)
        return await self._sentences.write(question, slot.fill(begin), TextLimits(), before=before)

    def _build_slot(self, beat: BriefedBeat) -> Slot:
        kinds = {each.name: kind_of(each.id) for each in self._briefing.entities}
        # If a beat has several names of a kind, the first one counts.
        names = {kinds[name]: name for name in reversed(beat.cast) if name in kinds}
        names |= {EntityKind.LOCATION.value: beat.place}
        happens = f"{beat.text} {self._left_behind}"
        idea = end_sentence(first_words(self._idea, _IDEA_WORDS))
        bare = {kind: remove_article(name) for kind, name in names.items()}
        return Slot(values={**bare, "idea": idea, "happens": happens})


def _list_beats(briefing: Briefing) -> tuple[BriefedBeat, ...]:
    """Return the beats of the passage, then a beat for each fact about this passage alone."""
    place = briefing.beats[-1].place
    return (
        *briefing.beats,
        *(
            BriefedBeat(text=each.texts[0], place=place, cast=())
            for each in briefing.facts
            if each.kind.is_own
        ),
    )


def _format_inserts(texts: Mapping[str, str]) -> str:
    return "".join(f"[{name}]\n{end_sentence(text)}\n\n" for name, text in texts.items())
