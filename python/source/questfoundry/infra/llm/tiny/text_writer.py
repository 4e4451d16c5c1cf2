"""Writes the free text of one field as its guide says: from a table, as a name, or in sentences."""

from __future__ import annotations

import re

from questfoundry.domain.answer.schema import Schema
from questfoundry.infra.llm.tiny.chooser import Chooser
from questfoundry.infra.llm.tiny.place import Place
from questfoundry.infra.llm.tiny.schema_fields import in_words
from questfoundry.infra.llm.tiny.sentence_writer import Limits, SentenceWriter
from questfoundry.infra.llm.tiny.sentences import cut_to
from questfoundry.infra.llm.tiny.wording import FewWords, Guide, LocalWording


class TextWriter:
    """Writes the texts of one artifact."""

    def __init__(
        self, *, sentences: SentenceWriter, chooser: Chooser, wording: LocalWording
    ) -> None:
        self._sentences = sentences
        self._chooser = chooser
        self._wording = wording
        self._excerpts: dict[str, str] = {}

    async def write(self, node: Schema, guide: Guide, name: str, place: Place) -> str:
        """A text for the field ``name``, within the limits of its schema."""
        longest = int(node.get("maxLength", Limits().longest))
        if excerpt := self._excerpt(guide, place):
            text = excerpt
        elif guide.choose:
            text = await self._of_table(guide, name, place, longest)
        elif guide.few_words:
            text = await self._few_words(guide.few_words, name, place)
        else:
            limits = Limits(
                shortest=node.get("minLength", 0), longest=longest, pattern=node.get("pattern")
            )
            field = in_words(name)
            here = place.knowing({"field": field, "description": node.get("description", field)})
            text = await self._sentences_of(guide, here, limits)
        return cut_to(text, longest)

    def _excerpt(self, guide: Guide, place: Place) -> str:
        """What the first of the guide's patterns finds; the same text only in the same words."""
        known = place.value("known")
        for pattern in guide.excerpts:
            found = re.search(pattern, known)
            text = found[1][:1].upper() + found[1][1:] if found else ""
            if text and self._excerpts.setdefault(text.casefold(), known) == known:
                return text
        return ""

    async def _of_table(self, guide: Guide, name: str, place: Place, longest: int) -> str:
        most = guide.most_words or longest
        table = {
            filled: words
            for text, words in guide.choose.items()
            if place.can_fill(text, self._wording.unknown)
            and len(filled := place.filled(text)) <= longest
            and len(filled.split()) <= most
        }
        return await self._chooser.unused(name, table, guide.widely, place.filled(guide.near))

    async def _sentences_of(self, guide: Guide, place: Place, limits: Limits) -> str:
        led = guide if guide.begins or guide.opening else self._wording.unguided
        question = self._question(led.ask, place)
        text = ""
        for begin in led.begins:
            sentence = await self._sentences.write(
                question, place.filled(begin), limits, before=text
            )
            text = f"{text} {sentence}".strip()
        return f"{place.filled(led.opening)} {text}".strip()

    async def _few_words(self, guide: FewWords, name: str, place: Place) -> str:
        def accepted(text: str) -> bool:
            return re.fullmatch(guide.accept, text) is not None and self._is_new(text, guide, name)

        question = self._question(guide.ask, place)
        begin = place.filled(guide.begins[place.position % len(guide.begins)])
        found = await self._sentences.few_words(question, begin, accepted)
        if found is None:
            new = [each for each in guide.otherwise if self._is_new(each, guide, name)]
            found = self._chooser.seeded(f"{name}/{place.position}", new or guide.otherwise)
        for word in found.split():
            self._chooser.take(name, word)
        return found

    def _is_new(self, text: str, guide: FewWords, name: str) -> bool:
        words = text.split()
        return not set(words) & set(guide.avoid) and all(
            self._chooser.is_unused(name, word) for word in words
        )

    def _question(self, ask: str, place: Place) -> str:
        return place.knowing({"ask": place.filled(ask)}).filled(self._wording.question)
