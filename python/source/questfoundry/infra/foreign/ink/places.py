"""Classify the containers of an ink story, and name its stop positions, without executing it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import define, field, frozen

from questfoundry.infra.foreign.ink.compiled import CompiledStory, Container, Place

DECLARATIONS = "global decl"  # the container that assigns initial values to the global variables

# Names of conditional branches, sequence stages and label texts, which are not places.
_PARTS = re.compile(r"b|s\d*|\$r\d*")

_CHOICE, _GATHER = re.compile(r"c-\d+"), re.compile(r"g-\d+")


def is_place(container: Container) -> bool:
    """Return whether ``container`` is a place in the story, not a branch or the text of a label."""
    return bool(
        container.name
        and container.parent is not None
        and container.name != DECLARATIONS
        and not _PARTS.fullmatch(container.name)
    )


def is_choice_content(container: Container) -> bool:
    """Return whether ``container`` is the content after a choice."""
    return bool(_CHOICE.fullmatch(container.name))


def is_gather(container: Container) -> bool:
    """Return whether ``container`` is a gather (a point where branches rejoin) without a label."""
    return bool(_GATHER.fullmatch(container.name))


def find_owner(container: Container) -> Container:
    """Return the innermost place around ``container`` that the author named, or the root."""
    here = container
    while here.parent is not None and not (
        is_place(here) and not is_choice_content(here) and not is_gather(here)
    ):
        here = here.parent
    return here


def author_name_of(container: Container) -> str:
    """Return the author's name for the place around ``container``, such as ``knot.stitch``."""
    steps, here = list[str](), container
    while here.parent is not None:
        if is_place(here) and not is_choice_content(here) and not is_gather(here):
            steps.append(here.name)
        here = here.parent
    return ".".join(reversed(steps))


@frozen(kw_only=True)
class Survey:
    """The places, names and divert targets of a compiled ink story, found without executing it.

    ``places``: the places that players of a correct story can reach, outer places first.
    ``names``: the names that the author gave to places.
    ``divert_paths``: the paths to which a divert (jump) to a variable's value may lead.
    """

    places: tuple[Container, ...]
    names: frozenset[str]
    divert_paths: tuple[str, ...]
    calls_game: bool

    @classmethod
    def from_story(cls, story: CompiledStory) -> Survey:
        """Collect the places, names and divert targets of ``story``."""
        divert_paths, called, places = dict[str, None](), set[int](), list[Container]()
        calls_game = False
        for container in _containers(story.root):
            for token in _objects(container):
                if "^->" in token and "$r" not in token["^->"]:
                    divert_paths[token["^->"]] = None
                calls_game |= "x()" in token
                name = token.get("f()")
                target = story.resolve_path(name, container) if name else None
                if target is None and "x()" in token:
                    target = story.resolve_path(token["x()"], story.root)
                if target is not None:
                    called.add(id(target.innermost_container))
            if is_place(container):
                places.append(container)
        found = [each for each in places if _is_wanted(story, each, called)]
        return cls(
            places=tuple(found),
            names=frozenset(author_name_of(each) for each in places if each is find_owner(each)),
            divert_paths=tuple(divert_paths),
            calls_game=calls_game,
        )


def _containers(root: Container) -> Iterator[Container]:
    waiting = [root]
    while waiting:
        here = waiting.pop()
        yield here
        inner = [each for each in here.content if isinstance(each, Container)]
        inner += [each for each in here.named_content.values() if each.index < 0]
        waiting.extend(reversed(inner))


def _objects(container: Container) -> Iterator[dict[str, Any]]:
    return (each for each in container.content if isinstance(each, dict))


def _is_wanted(story: CompiledStory, place: Container, called: set[int]) -> bool:
    here: Container | None = place
    while here is not None:
        if id(here) in called or here.name == DECLARATIONS:
            return False
        here = here.parent
    if is_choice_content(place) or is_gather(place):
        return _has_text(place)
    if _only_groups(story, place):
        return False
    return _has_exit(story, place) or not _can_be_function(place)


def _only_groups(story: CompiledStory, place: Container) -> bool:
    """Return whether the knot ``place`` has stitches, but no text: only the way to the first."""
    if len(place.content) != 1 or not isinstance(token := place.content[0], dict):
        return False
    target = story.resolve_path(token["->"], place) if "->" in token else None
    return target is not None and target.container in place.named_content.values()


def _has_text(place: Container) -> bool:
    return any(
        isinstance(token, str) and token.startswith("^") and token.strip("^ ")
        for each in _containers(place)
        if each.name != "s"
        for token in each.content
    )


def _has_exit(story: CompiledStory, place: Container) -> bool:
    for container in _containers(place):
        for token in container.content:
            if token in ("done", "end", "->->"):
                return True
            if not isinstance(token, dict):
                continue
            target = story.resolve_path(token["->"], container) if "->" in token else None
            if "*" in token or (target and target.index < 0 and is_place(target.container)):
                return True
    return False


def _can_be_function(place: Container) -> bool:
    return place.parent is not None and place.parent.parent is None


START = "(start)"

_SHOWN = 40


@define(eq=False)
class PlaceNames:
    """The names of a story's stop positions; ``names`` are those that the author gave to places."""

    names: set[str]
    _used: set[str] = field(init=False, factory=set)

    def name_place(self, place: Place, hint: str) -> str:
        """Return a new name for ``place``; ``hint`` is the label of a choice that leads there."""
        container = place.container
        of = author_name_of(container) or START
        if container.parent is None and place.index == 0:
            name = START
        elif place.index > 0:
            name = f"{of} (after {_tunnel_name(place)})"
        elif is_choice_content(container):
            name = f"{of}: {_shorten_label(hint)}"
        elif is_gather(container):
            name = f"{of} (gather {int(container.name[2:]) + 1})"
        else:
            name = of
            if name not in self._used:
                self._used.add(name)
                return name
        number, unique = 1, name
        while unique in self.names:
            number += 1
            unique = f"{name} #{number}"
        self.names.add(unique)
        return unique


def _shorten_label(label: str) -> str:
    return label if len(label) <= _SHOWN else f"{label[: _SHOWN - 1].rstrip()}…"


def _tunnel_name(place: Place) -> str:
    content: Sequence[object] = place.container.content
    for token in reversed(content[: place.index]):
        if isinstance(token, dict) and "->t->" in token:
            return str(token["->t->"]).rpartition("^.")[2]
    return "a tunnel"
