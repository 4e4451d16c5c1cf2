"""Fills a JSON Schema field by field: sentences by the model, everything else by code.

A very small model writes a fair sentence when it is begun for it, but cannot write JSON,
choose, count or keep to ids. So it is asked for sentences only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from questfoundry.domain.protocols.embeddings import EmbeddingProvider
from questfoundry.domain.schema import Schema
from questfoundry.infra.llm.local.nearness import ranked
from questfoundry.infra.llm.local.schema_fields import in_words, length_of, options_of, plain
from questfoundry.infra.llm.local.sentence_writer import Limits, SentenceWriter
from questfoundry.infra.llm.local.sentences import cut_to, ended, excerpt
from questfoundry.infra.llm.local.wording import Guide, LocalWording

# Reading a prompt is the slow part: about a hundred words a second.
_CONTEXT_WORDS = 80
_NO_GUIDE = Guide()


class FieldWriter:
    """Fills one artifact.

    What is chosen, is chosen by ``idea``, the author's own words; sentences are written to
    ``context``, which begins with the idea and goes on with the summary of the talk.
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
        self._idea = idea
        self._sentences = sentences
        self._embeddings = embeddings
        self._wording = wording
        self._words = {
            "context": excerpt(context, _CONTEXT_WORDS),
            "idea": ended(excerpt(idea, _CONTEXT_WORDS)),
        }

    async def write(self, guide: Guide) -> Any:
        """A value for the whole schema."""
        return await self._value(self._schema, guide, "", {})

    async def _value(self, node: Schema, guide: Guide, name: str, beside: Mapping[str, Any]) -> Any:
        """A value for the field ``name``; ``beside`` are the fields already filled."""
        node, guide = plain(node, self._schema), guide.given(beside)
        options = options_of(node)
        if len(options) == 1:
            return options[0]
        if guide.fixed is not None and (not options or guide.fixed in options):
            return guide.fixed
        if options:
            return (await self._chosen(guide, options))[0]
        if "default" in node and guide == _NO_GUIDE:
            return node["default"]
        match node.get("type"):
            case "object":
                return await self._object(node, guide)
            case "array":
                return await self._list(node, guide, name)
            case "string":
                return await self._text(node, guide, name)
            case "integer" | "number":
                return node.get("minimum", 0)
            case "boolean":
                return False
            case _:
                return None

    async def _object(self, node: Schema, guide: Guide) -> dict[str, Any]:
        filled: dict[str, Any] = {}
        for name, field in node.get("properties", {}).items():
            inner = guide.fields.get(name) or guide.each
            if inner is not None or name in node.get("required", ()):
                filled[name] = await self._value(field, inner or _NO_GUIDE, name, filled)
        return filled

    async def _list(self, node: Schema, guide: Guide, name: str) -> list[Any]:
        item = plain(node.get("items", {}), self._schema)
        length = length_of(node, guide.take)
        options = options_of(item)
        if options or guide.choose:
            return list((await self._chosen(guide, options))[:length])
        inner = guide.each or _NO_GUIDE
        return [await self._value(item, inner, name, {}) for _ in range(length)]

    async def _text(self, node: Schema, guide: Guide, name: str) -> str:
        if guide.choose:
            return str((await self._chosen(guide))[0])
        longest = int(node.get("maxLength", Limits().longest))
        limits = Limits(
            shortest=node.get("minLength", 0), longest=longest, pattern=node.get("pattern")
        )
        field = in_words(name)
        words = {**self._words, "field": field, "description": node.get("description", field)}
        led = guide if guide.begins else self._wording.unguided
        question = _filled(self._wording.question, {**words, "ask": _filled(led.ask, words)})
        text = ""
        for begin in led.begins:
            sentence = await self._sentences.write(
                question, _filled(begin, words), limits, before=text
            )
            text = f"{text} {sentence}".strip()
        return cut_to(f"{_filled(guide.opening, words)} {text}".strip(), longest)

    async def _chosen(self, guide: Guide, allowed: tuple[Any, ...] = ()) -> tuple[Any, ...]:
        table = {
            option: words
            for option, words in guide.choose.items()
            if not allowed or option in allowed
        }
        options = table or {option: in_words(str(option)) for option in allowed}
        return await ranked(self._embeddings, self._idea, options)


def _filled(text: str, values: Mapping[str, str]) -> str:
    """``text`` with each ``{name}`` replaced once; braces inside a value stay as they are."""
    return re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], match[0]), text)
