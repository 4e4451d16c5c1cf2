"""Fills a JSON Schema field by field: sentences by the model, everything else by code.

A very small model writes a fair sentence when it is begun for it, but cannot write JSON,
choose, count or keep to ids. So it is asked for sentences only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import evolve

from questfoundry.domain.answer.schema import Schema
from questfoundry.domain.ids import SEPARATOR
from questfoundry.domain.protocols.embeddings import EmbeddingProvider
from questfoundry.infra.llm.gguf.known import Known
from questfoundry.infra.llm.tiny.chooser import Chooser
from questfoundry.infra.llm.tiny.place import Place
from questfoundry.infra.llm.tiny.schema_fields import in_words, length_of, options_of, plain
from questfoundry.infra.llm.tiny.sentence_writer import SentenceWriter
from questfoundry.infra.llm.tiny.sentences import ended, excerpt
from questfoundry.infra.llm.tiny.text_writer import TextWriter
from questfoundry.infra.llm.tiny.wording import Guide, LocalWording

# Reading a prompt is the slow part: about a hundred words a second.
_CONTEXT_WORDS = 80
_NO_GUIDE = Guide()


class FieldWriter:
    """Fills one artifact.

    What is chosen, is chosen by ``idea``, the author's own words; sentences are written to
    ``context``, which begins with the idea, goes on with the summary of the talk, and may
    say what ids stand for.
    """

    def __init__(
        self,
        *,
        schema: Schema,
        idea: str,
        context: str,
        sentences: SentenceWriter,
        embeddings: EmbeddingProvider,
        wording: LocalWording,
    ) -> None:
        self._schema = schema
        self._chooser = Chooser(idea=idea, embeddings=embeddings)
        self._texts = TextWriter(sentences=sentences, chooser=self._chooser, wording=wording)
        self._known = Known(context)
        for field, value in self._known.taken:
            self._chooser.take(field, value)
        self._words = {
            **wording.unknown,
            **self._known.first_of_each_kind(),
            "context": excerpt(context, _CONTEXT_WORDS),
            "idea": ended(excerpt(idea, _CONTEXT_WORDS)),
        }

    async def write(self, guide: Guide) -> Any:
        """A value for the whole schema."""
        return await self._value(self._schema, guide, "", Place(words=self._words))

    async def _value(self, node: Schema, guide: Guide, name: str, place: Place) -> Any:
        """A value for the field ``name``."""
        node, guide = plain(node, self._schema), self._led_to(guide, name, place)
        options = options_of(node)
        if len(options) == 1:
            return options[0]
        if guide.fixed is not None and (not options or guide.fixed in options):
            return guide.fixed
        if options:
            return (await self._chosen(guide, options, name, 1))[0]
        if "default" in node and guide == _NO_GUIDE:
            return node["default"]
        match node.get("type"):
            case "object":
                return await self._object(node, guide, name, place)
            case "array":
                return await self._list(node, guide, name, place)
            case "string":
                return await self._texts.write(node, guide, name, place)
            case "integer" | "number":
                return node.get("minimum", 0)
            case "boolean":
                return False
            case _:
                return None

    def _led_to(self, guide: Guide, name: str, place: Place) -> Guide:
        """The guide of the case that holds, or the one whose turn it is."""
        while True:
            if guide.in_turn:
                row = self._chooser.seeded(f"{name}/{place.group}", guide.in_turn)
                guide = row[place.position % len(row)]
            elif (case := place.value(guide.depends_on)) in guide.cases:
                guide = guide.cases[case]
            else:
                return guide

    async def _object(self, node: Schema, guide: Guide, name: str, place: Place) -> dict[str, Any]:
        if guide.draw:
            rows = {row["about"]: row for row in guide.draw}
            drawn = await self._chooser.unused(name, {about: about for about in rows}, guide.widely)
            place = evolve(place, drawn=rows[drawn])
        fields = node.get("properties", {})
        filled: dict[str, Any] = {}
        for position, key in enumerate(_in_order_of(guide.fields, fields)):
            inner = guide.fields.get(key) or guide.each
            if inner is None and key not in node.get("required", ()):
                continue
            at = self._entry(place, position, name, key) if SEPARATOR in key else place
            filled[key] = await self._value(fields[key], inner or _NO_GUIDE, key, at)
            place = place.knowing(self._said_by(key, filled[key]))
        return {key: filled[key] for key in fields if key in filled}

    async def _list(self, node: Schema, guide: Guide, name: str, place: Place) -> list[Any]:
        item = plain(node.get("items", {}), self._schema)
        beyond = self._chooser.seeded(name, guide.beyond) if guide.beyond else None
        length = length_of(node, beyond)
        options = options_of(item)
        if options or guide.choose:
            return await self._chosen(guide, options, name, length)
        inner, group = guide.each or _NO_GUIDE, _group(place, name)
        return [
            await self._value(item, inner, name, place.entry(position, group))
            for position in range(length)
        ]

    async def _chosen(
        self, guide: Guide, allowed: tuple[Any, ...], name: str, count: int
    ) -> list[Any]:
        """``count`` of the values allowed, or of the guide's table where all are."""
        if allowed and guide.spread is not None:
            order = allowed if guide.in_order else self._chooser.turned(name, allowed)
            return self._chooser.evenly(name, order, guide.spread, count)
        table = {
            option: words
            for option, words in guide.choose.items()
            if not allowed or option in allowed
        }
        options = table or {option: in_words(str(option)) for option in allowed}
        return list((await self._chooser.nearest(options))[:count])

    def _entry(self, place: Place, position: int, name: str, identifier: str) -> Place:
        """The place of an entry in the object ``name``, whose keys are ids."""
        entry = place.entry(position, _group(place, name))
        return entry.knowing(self._known.of(identifier))

    def _said_by(self, name: str, value: Any) -> Mapping[str, str]:
        """The words that a field adds for those after it: its value, or the names of its ids."""
        values = value if isinstance(value, list) else [value]
        if values and all(isinstance(each, str) and SEPARATOR in each for each in values):
            return self._known.by_kind(*values)
        return {} if isinstance(value, list | dict) else {name: str(value)}


def _in_order_of(guided: Iterable[str], fields: Iterable[str]) -> list[str]:
    """The fields in the guide's order, then the others in the schema's."""
    names = list(fields)
    first = [name for name in guided if name in names]
    return [*first, *(name for name in names if name not in first)]


def _group(place: Place, name: str) -> str:
    return f"{place.value('id')}/{name}"
