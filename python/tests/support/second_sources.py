"""Read the texts that came to a project from outside, for the second ledger of hands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from questfoundry.app.store import ProjectStore

Words = tuple[str, ...]
Writer = tuple[str, str, str]
"""The kind of a writer, its name, and the request of its run."""

AUTHOR = ("author", "", "")
_TYPED = ("idea", "remark", "wish", "message")


class Source(NamedTuple):
    """A text from outside, whole and by sentence, with its time, run and writer."""

    at: datetime
    run: str
    text: str
    sentences: tuple[Words, ...]
    writer: Writer

    def has(self, words: Words) -> bool:
        """Return whether the text has ``words`` in a row."""
        return f" {' '.join(words)} " in self.text


def read_inputs(store: ProjectStore) -> Iterator[Source]:
    for run in store.runs.list():
        inputs = run.inputs.model_dump()
        for part in (inputs, inputs.get("redo") or {}, inputs.get("written") or {}):
            for name in _TYPED:
                if part.get(name):
                    yield Source(run.started_at, run.id, *_split(part[name]), AUTHOR)
            for page in (part.get("material") or {}).get("pages", ()):
                writer = ("import", page["name"], "")
                yield Source(run.started_at, run.id, *_split(page["text"]), writer)


def read_answers(store: ProjectStore) -> Iterator[Source]:
    for run in store.runs.list():
        for number, entry in enumerate(store.journal.entries(run.id), 1):
            if str(entry.key.kind) == "model_call":
                writer = ("model", entry.model, f"{run.id}/{number}")
                for text in _strings_in(entry.response):
                    yield Source(entry.recorded_at, run.id, *_split(text), writer)


def _strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        value = [*value.values()]
    if isinstance(value, list | tuple):
        for each in value:
            yield from _strings_in(each)
    if isinstance(value, str):
        try:
            inner = json.loads(value)
        except ValueError:
            inner = None
        yield from _strings_in(inner) if isinstance(inner, dict | list) else (value,)


def _split(text: str) -> tuple[str, tuple[Words, ...]]:
    lines = (each for line in text.splitlines() for each in split_sentences(line))
    return f" {' '.join(split_words(text))} ", tuple(lines)


def split_words(text: str) -> Words:
    """Return the words of ``text`` in lower case."""
    found = re.findall(r"\w+(?:['\u2019-]\w+)*", text)
    return tuple(each.replace("\u2019", "'").casefold() for each in found)


def split_sentences(text: str) -> list[Words]:
    """Return the words of each sentence of ``text``, without the names above conditional texts."""
    found = []
    for part in re.split(r"\n\s*\n", text):
        part = re.sub(r"^\[[a-z0-9-]+\]\s", "", part.strip())
        ends = re.split(
            r"(?<=[.!?\u2026])([\"\u201d\u2019'*)]*)\s+(?![a-z])", " ".join(part.split())
        )
        found += [split_words(each) for each in ends]
    return [each for each in found if each]
