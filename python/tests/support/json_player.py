"""A player of the exported JSON, who reads either the conditions on flags or the numbers."""

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from questfoundry.domain.story.prose import ProseParagraph
from tests.support.seen import Seen, SeenPlaythrough, seen


@frozen
class Held:
    """The flags and the numbers of a player."""

    flags: frozenset[str] = frozenset()
    values: tuple[tuple[str, int], ...] = ()

    def taking(self, choice: Mapping[str, Any]) -> "Held":
        values = dict(self.values)
        for stat, step in choice.get("moves", {}).items():
            values[stat] = values.get(stat, 0) + step
        return Held(self.flags | {*choice["grants"]}, tuple(sorted(values.items())))


@frozen(kw_only=True)
class JsonPlayer:
    """A player of ``data``; with ``numbers``, objects in ``requires`` are not read."""

    data: Mapping[str, Any]
    numbers: bool

    def playthroughs(self) -> set[SeenPlaythrough]:
        return set(self._ways(self.data["start"], Held(), ()))

    def _ways(self, name: str, held: Held, before: tuple[Seen, ...]) -> Iterator[SeenPlaythrough]:
        (passage,) = [each for each in self.data["passages"] if each["id"] == name]
        lines = [passage["chapter"], *self._lines(passage, held)]
        ending = passage["ending"]
        lines += [ending["name"]] if ending else []
        choices = [each for each in self.data["choices"] if each["source"] == name and not ending]
        can = [each for each in choices if self._is_open(each, held)]
        closed = [*self._closed(choices, held)]
        labels = [each["label"] for each in can]
        if not can:
            yield (*before, seen(lines, labels, None, closed))
        for place, choice in enumerate(can):
            here = (*before, seen(lines, labels, place, closed))
            yield from self._ways(choice["target"], held.taking(choice), here)

    def _closed(self, choices: list[Mapping[str, Any]], held: Held) -> Iterator[str]:
        """Yield the text of each group of copies, if all of them are closed."""
        for choice in choices:
            option = choice["label"], choice["closed"]
            copies = [each for each in choices if (each["label"], each["closed"]) == option]
            told = all(_is_told(each, held) and not self._is_open(each, held) for each in copies)
            if told and choice is copies[-1]:
                yield choice["closed"]

    def _lines(self, passage: Mapping[str, Any], held: Held) -> Iterator[str]:
        for each in passage["prose"]:
            part = {"text": each, "requires": []} if isinstance(each, str) else each
            paragraph = ProseParagraph(part["text"])
            levels = [part["level"]] if part.get("level") else []
            wanted = [part["requires"]]
            if self._holds(wanted, levels, held) and not paragraph.is_scene_break:
                yield from paragraph.plain_text.split("\n")

    def _is_open(self, choice: Mapping[str, Any], held: Held) -> bool:
        return self._holds(choice["requires"], choice.get("levels", []), held) and not (
            {*choice["forbids"]} & held.flags
        )

    def _holds(self, wanted: list[Any], levels: list[Any], held: Held) -> bool:
        if not self.numbers:
            return holds(wanted, held.flags)
        values = dict(held.values)
        flags = [each for each in wanted if not isinstance(each, dict)]
        return holds(flags, held.flags) and all(
            each.get("at_least", -99) <= values.get(each["stat"], 0) <= each.get("at_most", 99)
            for each in levels
        )


def _is_told(choice: Mapping[str, Any], held: Held) -> bool:
    done = {*choice["forbids"]} & {*choice["grants"]} & held.flags
    return bool(choice["closed"]) and not done


def holds(condition: Any, flags: frozenset[str]) -> bool:
    """Return whether a condition on flags is true, as any program would evaluate it."""
    match condition:
        case str():
            return condition in flags
        case list():
            return all(holds(each, flags) for each in condition)
        case {"all": parts}:
            return all(holds(each, flags) for each in parts)
        case {"any": parts}:
            return any(holds(each, flags) for each in parts)
        case {"not": part}:
            return not holds(part, flags)
        case {"at_least": count, "of": names}:
            return sum(each in flags for each in names) >= count
    raise AssertionError(condition)
