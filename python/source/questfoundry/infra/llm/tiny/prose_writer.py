"""Writes a passage sentence by sentence: its beats as they are, and what the model adds to them.

The model is never told how long a passage is or what happens next: the beats say what
happens, and the length decides how many sentences are begun for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.protocols.embeddings import EmbeddingProvider
from questfoundry.infra.llm.tiny.chooser import Chooser
from questfoundry.infra.llm.tiny.place import Place
from questfoundry.infra.llm.tiny.prose_flaws import ProseFlaws
from questfoundry.infra.llm.tiny.prose_request import Moment, ProseRequest
from questfoundry.infra.llm.tiny.sentence_writer import Ask, Limits, SentenceWriter
from questfoundry.infra.llm.tiny.sentences import ended, excerpt, sentences_of
from questfoundry.infra.llm.tiny.wording import ProseWording

_LAST_WORDS = 16
"""About the length of the last sentence, for which room is kept."""

_IDEA_WORDS = 40
_WIDELY = 8
_BEGUN = "begun"


class ProseWriter:
    """Writes one passage; each sentence is begun from the table that suits its place.

    ``attempts`` are earlier texts of it: no sentence of theirs is written again, nor of the
    prose before it. Another ``seed`` takes other beginnings and other words.
    """

    def __init__(
        self,
        *,
        told: ProseRequest,
        attempts: Sequence[str],
        ask: Ask,
        embeddings: EmbeddingProvider,
        wording: ProseWording,
        seed: str,
    ) -> None:
        happens = [moment.text for moment in told.moments]
        self._told = told
        self._wording = wording
        self._before = " ".join(told.before)
        self._chooser = Chooser(idea=seed, embeddings=embeddings)
        self._sentences = SentenceWriter(
            ask=ask,
            embeddings=embeddings,
            system=wording.system,
            topic=" ".join((told.idea, *happens)),
            seed=seed,
            earlier=sentences_of(" ".join((*told.before, *attempts, *happens))),
            flaws=ProseFlaws(
                told=(told.idea, told.opens, told.left, *told.known, *happens, *wording.names),
                # A single label only says what comes next.
                labels=told.choices if len(told.choices) > 1 else (),
            ),
        )

    @property
    def usage(self) -> Usage:
        """What all calls of the model took together."""
        return self._sentences.usage

    async def write(self) -> str:
        """The passage, a paragraph for each beat."""
        told, done = self._told, ""
        for number, moment in enumerate(told.moments, start=1):
            place = self._place(moment)
            text = ended(moment.text) or await self._sentence(self._wording.ways, place, "")
            if number == 1:
                text = " ".join(filter(None, (ended(told.opens), text, ended(told.left))))
            enough = told.least * number // len(told.moments) - _LAST_WORDS
            while len(done.split()) + len(text.split()) < enough:
                sentence = await self._sentence(self._wording.moments, place, text)
                if not sentence:
                    break
                text = f"{text} {sentence}"
            if number == len(told.moments):
                text = f"{text} {await self._last(place, text)}"
            done = f"{done}\n\n{text}"
        return done.strip()

    async def _last(self, place: Place, before: str) -> str:
        """The sentence that leads up to the choices, or closes the story in the ending's mood."""
        if self._told.ending:
            place = place.knowing({"happens": self._told.ending})
            return await self._sentence(self._wording.endings, place, before, widely=1)
        several = len(self._told.choices) > 1
        table = self._wording.choices if several else self._wording.onward
        return await self._sentence(table, place, before)

    async def _sentence(
        self, table: Mapping[str, str], place: Place, before: str, widely: int = _WIDELY
    ) -> str:
        """A sentence that goes on from ``before``, begun from one of the ``widely`` nearest.

        Empty where all of the table is taken.
        """
        begins = {
            begin: words
            for begin, words in table.items()
            if place.can_fill(begin, {})
            and place.filled(begin) not in self._before
            and self._chooser.is_unused(_BEGUN, begin)
        }
        if not begins:
            return ""
        nearest = await self._chooser.nearest(begins, place.value("happens"))
        begin = self._chooser.seeded(before, nearest[:widely])
        self._chooser.take(_BEGUN, begin)
        question = place.filled(self._wording.question)
        return await self._sentences.write(question, place.filled(begin), Limits(), before=before)

    def _place(self, moment: Moment) -> Place:
        happens = f"{moment.text} {self._told.left}"
        idea = ended(excerpt(self._told.idea, _IDEA_WORDS))
        return Place(words={**moment.words, "idea": idea, "happens": happens})
