"""Write single sentences, and the texts of an answer from such sentences.

The code begins a sentence, and a very small model completes it.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Self
from zlib import crc32

from attrs import define, evolve, field, frozen

from questfoundry.domain.answer.schema import Schema
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import assistant, system, user
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.protocols.provider import EmbeddingProvider
from questfoundry.infra.llm.tiny.entity_extraction import ExtractedEntity
from questfoundry.infra.llm.tiny.guides import FieldWording, Guide
from questfoundry.infra.llm.tiny.selector import Selector, cosine_similarities
from questfoundry.infra.llm.tiny.sentences import (
    CountFaults,
    bare_words,
    close_quote,
    count_faults,
    cut_to,
    humanise,
    tidy,
)

Ask = Callable[[ChatRequest], Awaitable[ChatResponse]]
"""A function that sends one request to the model, which continues the assistant's last message."""

TRIES = 4
"""The most model calls for one sentence."""

_MAX_TOKENS = 48

_TEMPERATURE = 0.6

_STOPS = (".", "!", "?", "\n")

_ON_TOPIC = 0.15


@frozen(kw_only=True)
class TextLimits:
    """The limits that a JSON Schema sets for a text: a pattern, and lengths in characters."""

    shortest: int = 0
    longest: int = 1000
    pattern: str | None = None

    @classmethod
    def from_schema(cls, node: Schema) -> Self:
        """Return the limits in ``node``, the JSON Schema of a string."""
        return cls(
            shortest=node.get("minLength", 0),
            longest=int(node.get("maxLength", 1000)),
            pattern=node.get("pattern"),
        )

    def can_accept(self, text: str) -> bool:
        """Return whether ``text`` is long enough and matches the pattern."""
        return len(text) >= self.shortest and (
            self.pattern is None or re.search(self.pattern, text) is not None
        )


def _split_words(texts: Iterable[str]) -> list[frozenset[str]]:
    return [frozenset(bare_words(text)) for text in texts]


@frozen(kw_only=True)
class _Draft:
    text: str
    continuation: str
    faults: int
    similarity: float


@define(kw_only=True)
class SentenceWriter:
    """A writer of sentences on one topic that do not repeat each other.

    Sentences in ``earlier`` are not repeated either. ``usage`` counts the tokens of all model
    calls.
    """

    _ask: Ask
    _embeddings: EmbeddingProvider
    _system: str
    _topic: str
    _seed: str
    _earlier: list[frozenset[str]] = field(factory=tuple, converter=_split_words)
    _count_faults: CountFaults = count_faults
    usage: Usage = field(init=False, default=NO_USAGE)

    async def write(
        self, question: str, begin: str, limits: TextLimits, *, before: str = ""
    ) -> str:
        """Return a sentence that starts with ``begin`` and follows the text ``before``.

        ``question`` tells the model what to write. The sentence is the first draft without a fault,
        or the best of ``TRIES`` drafts.
        """
        drafts: list[_Draft] = []
        while len(drafts) < TRIES and not (drafts and drafts[-1].faults == 0):
            request = self._build_request(question, f"{before} {begin}".strip(), len(drafts))
            drafts.append(await self._write_draft(request, begin, limits))
        best = min(drafts, key=lambda draft: (draft.faults, -draft.similarity))
        self._earlier.append(frozenset(bare_words(best.continuation)))
        return best.text

    async def _write_draft(self, request: ChatRequest, begin: str, limits: TextLimits) -> _Draft:
        response = await self._ask(request)
        self.usage += response.usage
        text = cut_to(close_quote(f"{tidy(begin + response.text)}."), limits.longest)
        (similarity,) = await cosine_similarities(self._embeddings, self._topic, text)
        faults = self._count_faults(response.text, self._earlier)
        faults += (response.finish_reason is FinishReason.LENGTH) + (similarity < _ON_TOPIC)
        faults += 2 * (not limits.can_accept(text))
        return _Draft(text=text, continuation=response.text, faults=faults, similarity=similarity)

    def _build_request(self, question: str, begun: str, number: int) -> ChatRequest:
        seed_text = f"{self._seed}\n{question}\n{begun}"
        return ChatRequest(
            messages=(system(self._system), user(question), assistant(begun)),
            temperature=_TEMPERATURE,
            max_tokens=_MAX_TOKENS,
            seed=(crc32(seed_text.encode()) + number) & 0x7FFF_FFFF,
            stop=_STOPS,
        )


_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@frozen(kw_only=True)
class Slot:
    """A position in an answer that still needs a value.

    ``values``: The values of the ``{placeholders}`` in a guide, such as values of earlier fields
      and the name of the entity with an id.
    ``row``: The row that was chosen from a guide's table; its texts may contain placeholders.
    ``preset_fields``: Maps names of fields to values that are already known.
    ``position``: The index of this position in its list, or in its object with ids as keys.
    ``group``: A text that identifies this list or object.
    """

    values: Mapping[str, str]
    row: Mapping[str, str] = field(factory=dict[str, str])
    preset_fields: Mapping[str, str] = field(factory=dict[str, str])
    position: int = 0
    group: str = ""

    def add_values(self, values: Mapping[str, str]) -> Self:
        """Return a slot at the same position with additional values."""
        return evolve(self, values={**self.values, **values})

    def enter_entry(self, position: int, name: str) -> Self:
        """Return the slot for the item with index ``position`` of the list or object ``name``."""
        group = f"{self.get_value('id')}/{name}"
        return evolve(self.add_values({"position": str(position)}), position=position, group=group)

    def add_entity(self, entity: ExtractedEntity) -> Self:
        """Return a slot at the same position with the values and preset fields of ``entity``."""
        return evolve(self.add_values(entity.template_values), preset_fields=entity.preset_fields)

    def get_value(self, name: str) -> str:
        """Return the value called ``name``, or an empty string if there is no such value."""
        return self.row.get(name) or self.values.get(name, "")

    def can_fill(self, text: str, unknown: Mapping[str, str]) -> bool:
        """Return whether the slot has its own value for each placeholder in ``text``.

        ``unknown`` maps placeholders to default values. An empty value, or one that equals the
        default, does not count.
        """
        return all(
            self.get_value(name) not in ("", unknown.get(name))
            for name in _PLACEHOLDER.findall(text)
        )

    def fill(self, text: str) -> str:
        """Return ``text`` with each placeholder replaced by its value, if it has one."""
        return _fill(_fill(text, self.row), self.values)


def _fill(text: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), text)


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
