"""Fills a JSON Schema field by field: sentences by the model, everything else by code.

A very small model writes a fair sentence when it is begun for it, but cannot write JSON,
choose, count or keep to ids. So it is asked for sentences only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import evolve

from questfoundry.domain.answer.schema import Schema, alternatives, resolved
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.ids import SEPARATOR
from questfoundry.domain.protocols.embeddings import EmbeddingProvider
from questfoundry.infra.llm.tiny.entity_extraction import planned, things_in
from questfoundry.infra.llm.tiny.faults import StrangerFaults, count_faults
from questfoundry.infra.llm.tiny.guides import FieldWording, Guide, SaidWording
from questfoundry.infra.llm.tiny.selector import Selector
from questfoundry.infra.llm.tiny.sentence_writer import Ask, SentenceWriter
from questfoundry.infra.llm.tiny.sentences import beginning, ended, spoken
from questfoundry.infra.llm.tiny.short_prompt import KnownIds, idea_of, named_in, said_in
from questfoundry.infra.llm.tiny.slot import Slot
from questfoundry.infra.llm.tiny.text_writer import TextWriter

# Reading a prompt is the slow part: about a hundred words a second.
_CONTEXT_WORDS = 80
_UNBOUNDED = 1000
_NO_GUIDE = Guide()


class FieldWriter:
    """Fills one answer.

    What is chosen, is chosen by the idea, the first paragraph of ``message``; sentences are
    written to the whole, which goes on with the summary of the talk, and may say what ids
    stand for. Where there are ids, they name nobody else. Another ``seed`` gets other sentences,
    another ``variant`` other choices, too.
    """

    def __init__(
        self,
        *,
        schema: Schema,
        message: str,
        wording: FieldWording,
        ask: Ask,
        embeddings: EmbeddingProvider,
        seed: str,
        said: SaidWording,
        variant: int = 0,
    ) -> None:
        idea = idea_of(message)
        self._schema = schema
        self._things = things_in(said_in(message), said, named_in(message))
        self._selector = Selector(idea=idea, embeddings=embeddings, variant=variant)
        self._known = KnownIds(message)
        named = self._known.names
        player = next((e.name for e in self._things if e.kind == "character"), "")
        self._sentences = SentenceWriter(
            ask=ask,
            embeddings=embeddings,
            system=wording.system,
            topic=message,
            seed=seed,
            count_faults=StrangerFaults(known=(idea, *named)) if named else count_faults,
        )
        self._texts = TextWriter(
            sentences=self._sentences, selector=self._selector, wording=wording
        )
        for field, value in self._known.taken:
            self._selector.take(field, value)
        self._values = {
            **wording.unknown,
            **self._known.first_of_each_kind(),
            "player": player,
            "stated": "player" if player else "",
            "known": idea,
            "context": beginning(message, _CONTEXT_WORDS),
            "idea": ended(beginning(idea, _CONTEXT_WORDS)),
        }

    @property
    def usage(self) -> Usage:
        """What all calls of the model took together."""
        return self._sentences.usage

    async def write(self, guide: Guide) -> Any:
        """A value for the whole schema."""
        return await self._value(self._schema, guide, "", Slot(values=self._values))

    async def _value(self, node: Schema, guide: Guide, name: str, slot: Slot) -> Any:
        """A value for the field ``name``."""
        node, guide = self._plain(node), await self._led_to(guide, name, slot)
        options = _options_of(node)
        if len(options) == 1:
            return options[0]
        if guide.fixed is not None and (not options or guide.fixed in options):
            return guide.fixed
        if options:
            return (await self._selected(guide, options, name, 1))[0]
        if "default" in node and guide == _NO_GUIDE:
            return node["default"]
        match node.get("type"):
            case "object":
                return await self._object(node, guide, name, slot)
            case "array":
                return await self._list(node, guide, name, slot)
            case "string":
                return await self._texts.write(node, guide, name, slot)
            case "integer" | "number":
                return node.get("minimum", 0)
            case "boolean":
                return False
            case _:
                return None

    async def _led_to(self, guide: Guide, name: str, slot: Slot) -> Guide:
        """The guide of the case that holds, or is most like it, or the one whose turn it is."""
        while True:
            if guide.in_turn:
                row = self._selector.seeded(f"{name}/{slot.group}", guide.in_turn)
                guide = row[slot.position % len(row)]
            elif (case := slot.value(guide.depends_on)) in guide.cases:
                guide = guide.cases[case]
            elif case and guide == Guide(depends_on=guide.depends_on, cases=guide.cases):
                cases = {each: each for each in guide.cases}
                guide = guide.cases[(await self._selector.by_similarity(cases, case))[0]]
            else:
                return guide

    async def _object(self, node: Schema, guide: Guide, name: str, slot: Slot) -> dict[str, Any]:
        if guide.draw:
            free = [row for row in guide.draw if not self._is_taken(row)]
            rows = {row["about"]: row for row in free or guide.draw}
            about = await self._selector.unused(
                name, {each: each for each in rows}, guide.widely, slot.filled(guide.similar_to)
            )
            # A number behind it says that all rows were drawn once.
            slot = evolve(slot, row=rows.get(about) or rows[about.rpartition(" ")[0]])
        fields = node.get("properties", {})
        filled: dict[str, Any] = {}
        for position, key in enumerate(_in_order_of(guide.fields, fields)):
            inner = guide.fields.get(key) or guide.each
            if inner is None and key not in node.get("required", ()):
                continue
            here = slot
            if SEPARATOR in key:
                here = slot.entry(position, name).knowing(self._known.of(key))
            filled[key] = slot.settled.get(key) or await self._value(
                fields[key], inner or _NO_GUIDE, key, here
            )
            slot = slot.knowing(self._spoken_of(key, filled[key]))
        return {key: filled[key] for key in fields if key in filled}

    async def _said_first(
        self, node: Schema, item: Schema, guide: Guide, name: str, slot: Slot, length: int
    ) -> list[Any]:
        """What the author named, then others, of the kinds that are in turn."""
        each = guide.each or _NO_GUIDE
        first = slot.entry(0, name)
        row = self._selector.seeded(f"kind/{first.group}", each.fields["kind"].in_turn)
        entries = planned(
            self._things,
            row=[kind.fixed for kind in row],
            least=guide.said,
            most=node.get("maxItems", _UNBOUNDED),
            length=length,
        )
        return [
            await self._value(item, each, name, slot.entry(position, name).about(entry))
            for position, entry in enumerate(entries)
        ]

    def _is_taken(self, row: Mapping[str, str]) -> bool:
        return any(not self._selector.is_unused(field, row[field]) for field in row)

    async def _list(self, node: Schema, guide: Guide, name: str, slot: Slot) -> list[Any]:
        item = self._plain(node.get("items", {}))
        beyond = self._selector.seeded(name, guide.beyond) if guide.beyond else None
        length = _length_of(node, beyond)
        options = _options_of(item)
        if options or guide.choose:
            return await self._selected(guide, options, name, length)
        if guide.said:
            return await self._said_first(node, item, guide, name, slot, length)
        return [
            await self._value(item, guide.each or _NO_GUIDE, name, slot.entry(position, name))
            for position in range(length)
        ]

    async def _selected(
        self, guide: Guide, allowed: tuple[Any, ...], name: str, count: int
    ) -> list[Any]:
        """``count`` of the values allowed, or of the guide's table where all are."""
        if allowed and guide.spread is not None:
            order = allowed if guide.in_order else self._selector.turned(name, allowed)
            if self._is_player(allowed[0]):  # whom the player is, is met last
                order = (*(each for each in order if each != allowed[0]), allowed[0])
            return self._selector.evenly(guide.among or name, order, guide.spread, count)
        table = {
            option: words
            for option, words in guide.choose.items()
            if not allowed or option in allowed
        }
        options = table or {option: spoken(str(option)) for option in allowed}
        return list((await self._selector.by_similarity(options))[:count])

    def _is_player(self, identifier: str) -> bool:
        player = self._values["player"]
        return bool(player) and self._known.name(identifier) == player

    def _spoken_of(self, name: str, value: Any) -> Mapping[str, str]:
        """What a field adds for those after it: its value, or the names of its ids."""
        values = value if isinstance(value, list) else [value]
        if values and all(isinstance(each, str) and SEPARATOR in each for each in values):
            return self._known.by_kind(*values)
        return {} if isinstance(value, list | dict) else {name: str(value)}

    def _plain(self, node: Schema) -> Schema:
        """The node without references, and of a union the first branch that is not null."""
        node = resolved(node, self._schema)
        branches = [
            found for found in alternatives(node, self._schema) if found.get("type") != "null"
        ]
        return {**branches[0], **node} if branches else node


def _options_of(node: Schema) -> tuple[Any, ...]:
    """The only values allowed; empty where there is no such list."""
    return (node["const"],) if "const" in node else tuple(node.get("enum", ()))


def _length_of(node: Schema, beyond: int | None) -> int:
    """How many items a list gets: so many beyond the fewest, else the fewest, but one."""
    fewest, most = node.get("minItems", 0), node.get("maxItems", _UNBOUNDED)
    wanted = max(fewest, 1) if beyond is None else fewest + beyond
    return int(min(wanted, most))


def _in_order_of(guided: Iterable[str], fields: Iterable[str]) -> list[str]:
    """The fields in the guide's order, then the others in the schema's."""
    names = list(fields)
    first = [name for name in guided if name in names]
    return [*first, *(name for name in names if name not in first)]
