"""Fill a JSON Schema field by field: the model writes sentences, and code decides everything else.

A very small model can complete a sentence, but it cannot write JSON, choose, count or use ids.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import evolve

from questfoundry.domain.answer.schema import Schema, alternatives, resolve_reference
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.ids import SEPARATOR
from questfoundry.domain.protocols.provider import EmbeddingProvider
from questfoundry.domain.run.request_subjects import IdMention, SectionSubject
from questfoundry.infra.llm.tiny.entity_extraction import extract_entities, plan_entries
from questfoundry.infra.llm.tiny.guides import EntityWording, FieldWording, Guide
from questfoundry.infra.llm.tiny.known_ids import KnownIds
from questfoundry.infra.llm.tiny.selector import Selector
from questfoundry.infra.llm.tiny.sentence_writer import Ask, SentenceWriter, Slot, TextWriter
from questfoundry.infra.llm.tiny.sentences import (
    UnknownNameFaults,
    count_faults,
    end_sentence,
    first_words,
    humanise,
)

# The model reads only about a hundred words of prompt a second, so the context is short.
_CONTEXT_WORDS = 80
_UNBOUNDED = 1000
_NO_GUIDE = Guide()


class FieldWriter:
    """A writer for one answer that must match a JSON Schema.

    ``subject``: What the answer is about. All choices depend on the story idea in it. If it
      mentions ids, sentences may use only the names of the entities with these ids.
    ``seed``: A text; a different seed leads to different sentences.
    ``variant``: A number; a different variant leads to different choices and sentences.
    """

    def __init__(
        self,
        *,
        schema: Schema,
        subject: SectionSubject,
        wording: FieldWording,
        ask: Ask,
        embeddings: EmbeddingProvider,
        seed: str,
        entity_wording: EntityWording,
        variant: int = 0,
    ) -> None:
        idea = subject.idea
        context = " ".join((idea, *(subject.focus or (subject.brief,))))
        self._schema = schema
        self._entities = extract_entities(
            subject.author_lines or (idea,), entity_wording, subject.outline_names
        )
        self._selector = Selector(idea=idea, embeddings=embeddings, variant=variant)
        self._known = KnownIds(subject.mentions)
        named = self._known.names
        player = next((e.name for e in self._entities if e.kind == "character"), "")
        self._sentences = SentenceWriter(
            ask=ask,
            embeddings=embeddings,
            system=wording.system,
            topic=" ".join((context, *map(_describe, subject.mentions))),
            seed=seed,
            count_faults=UnknownNameFaults(known=(idea, *named)) if named else count_faults,
        )
        self._texts = TextWriter(
            sentences=self._sentences, selector=self._selector, wording=wording
        )
        for field, values in subject.used.items():
            for value in values:
                self._selector.take(field, value)
        self._values = {
            **wording.unknown,
            **self._known.first_names_by_kind(),
            "player": player,
            "stated": "player" if player else "",
            "known": idea,
            "context": first_words(context, _CONTEXT_WORDS),
            "idea": end_sentence(first_words(idea, _CONTEXT_WORDS)),
        }

    @property
    def usage(self) -> Usage:
        """The tokens used by all calls of the model together."""
        return self._sentences.usage

    async def write(self, guide: Guide) -> Any:
        """Return the value for the whole schema; ``guide`` says how to write or choose it."""
        return await self._write_value(self._schema, guide, "", Slot(values=self._values))

    async def _write_value(self, node: Schema, guide: Guide, name: str, slot: Slot) -> Any:
        node, guide = self._resolve_node(node), await self._resolve_guide(guide, name, slot)
        options = _options_of(node)
        if len(options) == 1:
            return options[0]
        if guide.fixed is not None and (not options or guide.fixed in options):
            return guide.fixed
        if options:
            return (await self._select(guide, options, name, 1))[0]
        if "default" in node and guide == _NO_GUIDE:
            return node["default"]
        match node.get("type"):
            case "object":
                return await self._write_object(node, guide, name, slot)
            case "array":
                return await self._write_list(node, guide, name, slot)
            case "string":
                return await self._texts.write(node, guide, name, slot)
            case "integer" | "number":
                return node.get("minimum", 0)
            case "boolean":
                return False
            case _:
                return None

    async def _resolve_guide(self, guide: Guide, name: str, slot: Slot) -> Guide:
        """Return the guide for the field at ``slot``: ``guide``, or one in its settings.

        The settings ``in_turn`` and ``cases`` contain other guides. If no case has the value of the
        field ``depends_on``, a guide that has nothing but cases uses the most similar case.
        """
        while True:
            if guide.in_turn:
                row = self._selector.pick_seeded(f"{name}/{slot.group}", guide.in_turn)
                guide = row[slot.position % len(row)]
            elif (case := slot.get_value(guide.depends_on)) in guide.cases:
                guide = guide.cases[case]
            elif case and guide == Guide(depends_on=guide.depends_on, cases=guide.cases):
                cases = {each: each for each in guide.cases}
                guide = guide.cases[(await self._selector.rank_by_similarity(cases, case))[0]]
            else:
                return guide

    async def _write_object(
        self, node: Schema, guide: Guide, name: str, slot: Slot
    ) -> dict[str, Any]:
        if guide.draw:
            free = [row for row in guide.draw if not self._is_taken(row)]
            rows = {row["about"]: row for row in free or guide.draw}
            about = await self._selector.pick_unused(
                name, {each: each for each in rows}, guide.widely, slot.fill(guide.similar_to)
            )
            # After all rows were drawn once, the name ends with a number.
            slot = evolve(slot, row=rows.get(about) or rows[about.rpartition(" ")[0]])
        fields = node.get("properties", {})
        filled: dict[str, Any] = {}
        for position, key in enumerate(_order_fields(guide.fields, fields)):
            inner = guide.fields.get(key) or guide.each
            if inner is None and key not in node.get("required", ()):
                continue
            here = slot
            if SEPARATOR in key:
                here = slot.enter_entry(position, name).add_values(self._known.describe_id(key))
            filled[key] = slot.preset_fields.get(key) or await self._write_value(
                fields[key], inner or _NO_GUIDE, key, here
            )
            slot = slot.add_values(self._values_for_later_fields(key, filled[key]))
        return {key: filled[key] for key in fields if key in filled}

    async def _write_entities(
        self, node: Schema, item: Schema, guide: Guide, name: str, slot: Slot, length: int
    ) -> list[Any]:
        """Return the items of a list of entities: first those of the author, then new entities.

        The kinds of the new entities take turns.
        """
        each = guide.each or _NO_GUIDE
        first = slot.enter_entry(0, name)
        row = self._selector.pick_seeded(f"kind/{first.group}", each.fields["kind"].in_turn)
        entries = plan_entries(
            self._entities,
            kinds=[kind.fixed for kind in row],
            least=guide.said,
            most=node.get("maxItems", _UNBOUNDED),
            length=length,
        )
        return [
            await self._write_value(
                item, each, name, slot.enter_entry(position, name).add_entity(entry)
            )
            for position, entry in enumerate(entries)
        ]

    def _is_taken(self, row: Mapping[str, str]) -> bool:
        return any(not self._selector.is_unused(field, row[field]) for field in row)

    async def _write_list(self, node: Schema, guide: Guide, name: str, slot: Slot) -> list[Any]:
        item = self._resolve_node(node.get("items", {}))
        beyond = self._selector.pick_seeded(name, guide.beyond) if guide.beyond else None
        length = _length_of(node, beyond)
        options = _options_of(item)
        if options or guide.choose:
            return await self._select(guide, options, name, length)
        if guide.said:
            return await self._write_entities(node, item, guide, name, slot, length)
        return [
            await self._write_value(
                item, guide.each or _NO_GUIDE, name, slot.enter_entry(position, name)
            )
            for position in range(length)
        ]

    async def _select(
        self, guide: Guide, allowed: tuple[Any, ...], name: str, count: int
    ) -> list[Any]:
        """Return ``count`` of the values in ``allowed``, chosen as ``guide`` instructs.

        If ``allowed`` is empty, the values come from the table ``choose`` of the guide.
        """
        if allowed and guide.spread is not None:
            order = allowed if guide.in_order else self._selector.rotate(name, allowed)
            if self._is_player(allowed[0]):  # put the player character last
                order = (*(each for each in order if each != allowed[0]), allowed[0])
            return self._selector.pick_evenly(guide.among or name, order, guide.spread, count)
        table = {
            option: words
            for option, words in guide.choose.items()
            if not allowed or option in allowed
        }
        options = table or {option: humanise(str(option)) for option in allowed}
        return list((await self._selector.rank_by_similarity(options))[:count])

    def _is_player(self, identifier: str) -> bool:
        player = self._values["player"]
        return bool(player) and self._known.get_name(identifier) == player

    def _values_for_later_fields(self, name: str, value: Any) -> Mapping[str, str]:
        """Return placeholder values from the field ``name`` for the fields after it.

        If ``value`` consists of ids, the result maps kinds to the names of these entities. Any
        other text or number becomes the value of the placeholder ``name``. Other lists and objects
        give no values.
        """
        values = value if isinstance(value, list) else [value]
        if values and all(isinstance(each, str) and SEPARATOR in each for each in values):
            return self._known.names_by_kind(*values)
        return {} if isinstance(value, list | dict) else {name: str(value)}

    def _resolve_node(self, node: Schema) -> Schema:
        """Return the schema ``node`` with its reference resolved.

        For a union, return its first branch that is not null.
        """
        node = resolve_reference(node, self._schema)
        branches = [
            found for found in alternatives(node, self._schema) if found.get("type") != "null"
        ]
        return {**branches[0], **node} if branches else node


def _describe(mention: IdMention) -> str:
    return f"{mention.name} {mention.text}".strip()


def _options_of(node: Schema) -> tuple[Any, ...]:
    """Return the values that the schema ``node`` allows, or an empty tuple if it lists none."""
    return (node["const"],) if "const" in node else tuple(node.get("enum", ()))


def _length_of(node: Schema, beyond: int | None) -> int:
    """Return the length of a list with the schema ``node``: its minimum plus ``beyond`` items.

    If ``beyond`` is ``None``, the length is the minimum, but at least one. The length never exceeds
    the schema's maximum.
    """
    fewest, most = node.get("minItems", 0), node.get("maxItems", _UNBOUNDED)
    wanted = max(fewest, 1) if beyond is None else fewest + beyond
    return int(min(wanted, most))


def _order_fields(guided: Iterable[str], fields: Iterable[str]) -> list[str]:
    """Return the field names: first those in ``guided``, then the others in the schema's order."""
    names = list(fields)
    first = [name for name in guided if name in names]
    return [*first, *(name for name in names if name not in first)]
