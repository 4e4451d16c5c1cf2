"""Write the text of one field: from a table, from a pattern match, or as new sentences."""

import re

from attrs import field, frozen

from questfoundry.domain.answer.schema import Schema
from questfoundry.infra.llm.tiny.guides import FieldWording, Guide
from questfoundry.infra.llm.tiny.selector import Selector
from questfoundry.infra.llm.tiny.sentence_writer import SentenceWriter, TextLimits
from questfoundry.infra.llm.tiny.sentences import cut_to, humanise
from questfoundry.infra.llm.tiny.slot import Slot

_TEXT = "text of a table"
_NOUN = "{noun}"
"""The placeholder in texts about entities that the author mentioned without a name."""


@frozen(kw_only=True)
class TextWriter:
    """A writer for all texts in one answer of the embedded model."""

    _sentences: SentenceWriter
    _selector: Selector
    _wording: FieldWording
    _found: dict[str, str] = field(init=False, factory=dict)

    async def write(self, node: Schema, guide: Guide, name: str, slot: Slot) -> str:
        """Return a text for the field ``name`` within the limits of its schema ``node``."""
        limits = TextLimits.from_schema(node)
        if found := self._match_known(guide, slot):
            text = found
        elif guide.choose:
            text = await self._choose_from_table(guide, name, slot, limits.longest)
        else:
            title = humanise(name)
            here = slot.add_values({"field": title, "description": node.get("description", title)})
            text = await self._write_sentences(guide, here, limits)
        return cut_to(text, limits.longest)

    def _match_known(self, guide: Guide, slot: Slot) -> str:
        """Return the first match of the guide's patterns in the slot's value ``known``.

        Skip a match that was already found in another description. The result is empty if there is
        no other match.
        """
        known = slot.get_value("known")
        for pattern in guide.patterns:
            found = re.search(pattern, known)
            text = found[1][:1].upper() + found[1][1:] if found else ""
            if text and self._found.setdefault(text.casefold(), known) == known:
                return text
        return ""

    async def _choose_from_table(self, guide: Guide, name: str, slot: Slot, longest: int) -> str:
        most = guide.most_words or longest
        drawn = {key: self._selector.pick_fresh(key, words) for key, words in guide.vary.items()}
        here = slot.add_values(drawn)
        own = [each for each in guide.choose if _NOUN in each and slot.get_value("noun")]
        texts = {
            filled: text
            for text in own or guide.choose
            if here.can_fill(text, self._wording.unknown)
            and len(filled := here.fill(text)) <= longest
            and len(filled.split()) <= most
        }
        if drawn and not own:
            new = {
                each: text for each, text in texts.items() if self._selector.is_unused(_TEXT, text)
            }
            texts = new or texts
        table = {filled: guide.choose[text] for filled, text in texts.items()}
        similar_to = slot.fill(guide.similar_to)
        chosen = await self._selector.pick_unused(name, table, guide.widely, similar_to)
        self._selector.take(_TEXT, texts.get(chosen, chosen))
        return chosen

    async def _write_sentences(self, guide: Guide, slot: Slot, limits: TextLimits) -> str:
        led = guide if guide.begins or guide.opening else self._wording.unguided
        question = self._build_question(led.ask, slot)
        text = ""
        for begin in led.begins:
            sentence = await self._sentences.write(question, slot.fill(begin), limits, before=text)
            text = f"{text} {sentence}".strip()
        return f"{slot.fill(led.opening)} {text}".strip()

    def _build_question(self, ask: str, slot: Slot) -> str:
        return slot.add_values({"ask": slot.fill(ask)}).fill(self._wording.question)
