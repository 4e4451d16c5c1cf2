"""A second program that finds out who wrote each word, to compare the ledger of hands with it.

It reads only the stored versions, the journal and the inputs of runs, and shares no code with the
ledger. The ledger follows all texts forward from the first version. This program begins with the
current version and asks of each sentence where it comes from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.version import ArtifactVersion
from tests.support.second_sources import (
    AUTHOR,
    Words,
    Writer,
    read_answers,
    read_inputs,
    split_sentences,
)

Place = tuple[int, Any, int]
"""The number of a version, the key of a text, and the number of a sentence in it."""

_PROGRAM, _UNKNOWN = ((kind, "", "") for kind in ("program", "unknown"))
_AGENT = ("model", "another program", "")
_JOINT = ("rename-", "replace-", "addition-")
_LEAST_WORDS = 4


class Origin(NamedTuple):
    """The writer of each word of a sentence, the writer of its first form, and the words cut."""

    hands: tuple[Writer, ...]
    first: Writer
    cut: int = 0


class SecondLedger:
    """The writers of the texts of one stage."""

    def __init__(self, store: ProjectStore, stage: str) -> None:
        self._store = store
        self._versions = {each.version: each for each in store.artifacts.versions(stage)}
        self._texts = {number: _read_texts(each) for number, each in self._versions.items()}
        self._known: dict[Place, Origin] = {}
        found = sorted((*read_inputs(store), *read_answers(store)), key=lambda each: each.at)
        self._sources = tuple(found)
        self.similar = cache(self._list_similar)
        current = store.artifacts.current(stage)
        self._current = current.version if current else 0

    def list_sentences(self) -> Iterator[tuple[Words, Origin]]:
        """Yield each sentence of the current version, with its writers."""
        for key, sentences in self._texts[self._current].items():
            for place, words in enumerate(sentences):
                yield words, self._trace((self._current, key, place))

    def _trace(self, at: Place) -> Origin:
        if at not in self._known:
            self._known[at] = self._find_origin(at)
        return self._known[at]

    def _words(self, at: Place) -> Words:
        return self._texts[at[0]][at[1]][at[2]]

    def _find_origin(self, at: Place) -> Origin:
        version, words = self._versions[at[0]], self._words(at)
        if version.replaces is not None:
            if equal := self._find_equal(version.replaces, at):
                return self._trace(equal)
            if self.similar(at):
                return self._merge(at)
        return self._find_first(version, words)

    def _find_equal(self, number: int, at: Place) -> Place | None:
        """Return the sentence of version ``number`` that stayed, or moved, to the place ``at``."""
        words, pair = self._words(at), self._pair(at)
        if pair:
            return pair if self._words(pair) == words else None
        here, order = self._texts[at[0]], self._texts[at[0]][at[1]][: at[2]].count(words)
        for key in sorted(self._texts[number], key=lambda key: key != at[1]):
            places = [place for place, each in enumerate(self._texts[number][key]) if each == words]
            is_staying = key != at[1] and here.get(key, []).count(words) >= len(places)
            if places and not is_staying and (order < len(places) or key != at[1]):
                return (number, key, places[min(order, len(places) - 1)])
        return None

    def _pair(self, at: Place) -> Place | None:
        """Return the sentence that a rename changed to that at the place ``at``, if it did."""
        version, before = self._versions[at[0]], self._versions[at[0]].replaces
        if not version.origin.startswith(_JOINT) or before is None:
            return None
        old, new = [*self._texts[before]], [*self._texts[at[0]]]
        if len(old) != len(new):
            return None
        key = old[new.index(at[1])]
        is_same = len(self._texts[before][key]) == len(self._texts[at[0]][at[1]])
        return (before, key, at[2]) if is_same else None

    def _list_similar(self, at: Place) -> tuple[Place, ...]:
        """Return the removed sentences that the one at ``at`` has words of, the closest first."""
        if pair := self._pair(at):
            old, new = self._words(pair), self._words(at)
            shared = [new[here] for _, here in _align(old, new)]
            is_chance = len(shared) == 1 < min(len(old), len(new)) and len(shared[0]) <= 3
            return (pair,) if shared and not is_chance else ()
        before, words = self._versions[at[0]].replaces, self._words(at)
        staying = {words for each in self._texts[at[0]].values() for words in each}
        ranked: list[tuple[int, Place]] = []
        for key, sentences in self._texts[before or 0].items():
            for place, each in enumerate(sentences):
                pairs, shorter = _align(each, words), min(len(each), len(words))
                common = len(pairs)
                near = sum(_has_neighbour(pair, pairs) for pair in pairs) if shorter > 1 else common
                is_form = 4 * common >= len(each) + len(words) or 5 * near >= 3 * shorter
                is_chance = common < 3 if key == at[1] else common < _LEAST_WORDS
                if each not in staying and is_form and not is_chance:
                    ranked.append((-common, (before or 0, key, place)))
        return tuple(place for _, place in sorted(ranked, key=lambda each: each[0]))

    def _merge(self, at: Place) -> Origin:
        """Return the writers of a sentence with words of earlier ones."""
        words, found = self._words(at), self.similar(at)
        new = self._find_first(self._versions[at[0]], words)
        hands, cut = dict(enumerate(new.hands)), 0
        for each in reversed(found):
            old = self._trace(each).hands
            hands |= {here: old[there] for there, here in _align(self._words(each), words)}
            cut += self._count_lost(each, at)
        main = self._trace(found[0])
        if new.first[0] == main.first[0]:
            cut = 0
        return Origin(tuple(hands[each] for each in range(len(words))), main.first, main.cut + cut)

    def _count_lost(self, old: Place, at: Place) -> int:
        """Count the words of ``old`` that the version of ``at`` lost, once, at its first heir."""
        number = at[0]
        heirs = (each for each in self._list_places(number) if old in self._list_heritage(each))
        if next(heirs) != at:
            return 0
        left = {word for each in self._list_places(number) for word in self._words(each)}
        return sum(word not in left for word in self._words(old))

    def _list_heritage(self, at: Place) -> tuple[Place, ...]:
        before = self._versions[at[0]].replaces or 0
        return () if self._find_equal(before, at) else self.similar(at)

    def _list_places(self, number: int) -> Iterator[Place]:
        for key, sentences in self._texts[number].items():
            yield from ((number, key, place) for place in range(len(sentences)))

    def _find_first(self, version: ArtifactVersion, words: Words) -> Origin:
        """Return the writer of a sentence that is new in ``version``."""
        is_typed = version.origin in ("edit", "agent")
        writer, known = self._find_writer(version, words), self._find_earlier(version, words)
        is_first = len(words) >= _LEAST_WORDS and known and known.first != _UNKNOWN
        is_input = writer[0] in ("author", "import")
        is_known = is_typed or (is_first and not is_input) or writer in (_PROGRAM, _UNKNOWN)
        if known and is_known and not version.origin.startswith(_JOINT):
            return known
        return Origin((writer,) * len(words), writer)

    def _find_earlier(self, version: ArtifactVersion, words: Words) -> Origin | None:
        for number in sorted(self._versions):
            for at in self._list_places(number) if number < version.version else ():
                if self._words(at) == words:
                    return self._trace(at)
        return None

    def _find_writer(self, version: ArtifactVersion, words: Words) -> Writer:
        origin, is_first = version.origin, version.replaces is None
        if origin.startswith(_JOINT):
            return AUTHOR
        have = (each for each in self._sources if words in each.sentences)
        before = [each for each in have if each.at <= version.created_at]
        if origin in ("edit", "agent"):
            typed = AUTHOR if origin == "edit" else _AGENT
            pasted = before and len(words) >= _LEAST_WORDS
            return before[0].writer if pasted else _UNKNOWN if is_first else typed
        if origin == "file" or self._store.runs.get(origin) is None:
            return _UNKNOWN
        if before and before[0].writer[0] in ("author", "import") and len(words) >= _LEAST_WORDS:
            return before[0].writer
        own = [each for each in self._sources if each.run in self._list_runs(origin)]
        answered = [each for each in own if each.writer[0] not in ("author", "import")]
        for each in answered:
            if each.has(words):
                return each.writer
        for each in answered:
            if 2 * len(_align(tuple(each.text.split()), words)) > len(words):
                return each.writer
        if before:
            return before[0].writer
        return _PROGRAM if answered else _UNKNOWN

    def _list_runs(self, name: str) -> tuple[str, ...]:
        inputs: Any = self._store.runs.get(name)
        found = inputs.inputs.model_dump()
        return (name, *filter(None, (found.get("source"), *found.get("reuses", ()))))


def _align(old: Words, new: Words) -> list[tuple[int, int]]:
    """Return the places of a longest common subsequence of words, by the usual table."""
    table = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in reversed(range(len(old))):
        for j in reversed(range(len(new))):
            table[i][j] = (
                1 + table[i + 1][j + 1]
                if old[i] == new[j]
                else max(table[i + 1][j], table[i][j + 1])
            )
    pairs, i, j = list[tuple[int, int]](), 0, 0
    while i < len(old) and j < len(new):
        if old[i] == new[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif table[i + 1][j] >= table[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _has_neighbour(pair: tuple[int, int], pairs: Sequence[tuple[int, int]]) -> bool:
    return any((pair[0] + step, pair[1] + step) in pairs for step in (-1, 1))


def _read_texts(version: ArtifactVersion) -> Mapping[Any, list[Words]]:
    """Return the sentences of all texts that players read, by a key that lasts."""
    return {key: split_sentences(text) for key, text in _list_texts(version.stage, version.data)}


def _list_texts(stage: str, data: Mapping[str, Any]) -> Iterator[tuple[Any, str]]:
    if stage == "fill":
        for name, passage in data["passages"].items():
            yield ("prose", name), passage["prose"]
        for name, label in data.get("labels", {}).items():
            yield ("label", name), label["label"]
        return
    yield from ((name, data[name]) for name in ("title", "hook", "onward"))
    for name, ending in data["endings"].items():
        yield ("ending", name), ending["name"]
    for passage in data["passages"]:
        yield ("title", passage["id"]), passage["title"]
        for choice in passage.get("choices", ()):
            for name in ("label", "closed"):
                if choice.get(name):
                    yield (name, choice["id"]), choice[name]
