"""Writes the free text of one field as its guide says: from a table, as a name, or in sentences."""

from __future__ import annotations

import re

from attrs import field, frozen

from questfoundry.domain.answer.schema import Schema
from questfoundry.infra.llm.tiny.guides import FewWords, FieldWording, Guide
from questfoundry.infra.llm.tiny.selector import Selector
from questfoundry.infra.llm.tiny.sentence_writer import SentenceWriter, TextLimits
from questfoundry.infra.llm.tiny.sentences import cut_to, spoken
from questfoundry.infra.llm.tiny.slot import Slot


@frozen(kw_only=True)
class TextWriter:
    """Writes the texts of one answer."""

    _sentences: SentenceWriter
    _selector: Selector
    _wording: FieldWording
    _found: dict[str, str] = field(init=False, factory=dict)

    async def write(self, node: Schema, guide: Guide, name: str, slot: Slot) -> str:
        """A text for the field ``name``, within the limits of its schema."""
        limits = TextLimits.of(node)
        if found := self._found_in_known(guide, slot):
            text = found
        elif guide.choose:
            text = await self._of_table(guide, name, slot, limits.longest)
        elif guide.few_words:
            text = await self._few_words(guide.few_words, name, slot)
        else:
            title = spoken(name)
            here = slot.knowing({"field": title, "description": node.get("description", title)})
            text = await self._sentences_of(guide, here, limits)
        return cut_to(text, limits.longest)

    def _found_in_known(self, guide: Guide, slot: Slot) -> str:
        """What the first of the guide's patterns finds; the same text only in the same words."""
        known = slot.value("known")
        for pattern in guide.patterns:
            found = re.search(pattern, known)
            text = found[1][:1].upper() + found[1][1:] if found else ""
            if text and self._found.setdefault(text.casefold(), known) == known:
                return text
        return ""

    async def _of_table(self, guide: Guide, name: str, slot: Slot, longest: int) -> str:
        most = guide.most_words or longest
        table = {
            filled: words
            for text, words in guide.choose.items()
            if slot.can_fill(text, self._wording.unknown)
            and len(filled := slot.filled(text)) <= longest
            and len(filled.split()) <= most
        }
        return await self._selector.unused(name, table, guide.widely, slot.filled(guide.similar_to))

    async def _sentences_of(self, guide: Guide, slot: Slot, limits: TextLimits) -> str:
        led = guide if guide.begins or guide.opening else self._wording.unguided
        question = self._question(led.ask, slot)
        text = ""
        for begin in led.begins:
            sentence = await self._sentences.write(
                question, slot.filled(begin), limits, before=text
            )
            text = f"{text} {sentence}".strip()
        return f"{slot.filled(led.opening)} {text}".strip()

    async def _few_words(self, guide: FewWords, name: str, slot: Slot) -> str:
        def accepted(text: str) -> bool:
            return re.fullmatch(guide.accept, text) is not None and self._is_new(text, guide, name)

        question = self._question(guide.ask, slot)
        begin = slot.filled(guide.begins[slot.position % len(guide.begins)])
        found = await self._sentences.few_words(question, begin, accepted)
        if found is None:
            new = [each for each in guide.otherwise if self._is_new(each, guide, name)]
            found = self._selector.seeded(f"{name}/{slot.position}", new or guide.otherwise)
        for word in found.split():
            self._selector.take(name, word)
        return found

    def _is_new(self, text: str, guide: FewWords, name: str) -> bool:
        words = text.split()
        return not set(words) & set(guide.avoid) and all(
            self._selector.is_unused(name, word) for word in words
        )

    def _question(self, ask: str, slot: Slot) -> str:
        return slot.knowing({"ask": slot.filled(ask)}).filled(self._wording.question)
