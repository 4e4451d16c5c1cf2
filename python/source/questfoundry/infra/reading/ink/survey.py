"""What can be told of a compiled story without playing it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from questfoundry.infra.reading.ink.compiled import CompiledStory, Container
from questfoundry.infra.reading.ink.places import (
    DECLARATIONS,
    is_chosen,
    is_gathered,
    is_place,
    named,
    owner,
)


@frozen(kw_only=True)
class Survey:
    """``places`` are those that must be met if nothing is wrong, those around others first.

    ``names`` are what authors call theirs, ``arrows`` the paths that variables may hold.
    """

    places: tuple[Container, ...]
    names: frozenset[str]
    arrows: tuple[str, ...]

    @classmethod
    def of(cls, story: CompiledStory) -> Survey:
        """That of the story."""
        arrows, called, places = dict[str, None](), set[int](), list[Container]()
        for container in _containers(story.root):
            for token in _objects(container):
                if "^->" in token and "$r" not in token["^->"]:
                    arrows[token["^->"]] = None
                name = token.get("f()")
                target = story.at(name, container) if name else None
                if target is None and "x()" in token:
                    target = story.at(token["x()"], story.root)
                if target is not None:
                    called.add(id(target.inner))
            if is_place(container):
                places.append(container)
        found = [each for each in places if _wanted(story, each, called)]
        return cls(
            places=tuple(found),
            names=frozenset(named(each) for each in places if each is owner(each)),
            arrows=tuple(arrows),
        )


def _containers(root: Container) -> Iterator[Container]:
    """All of them, in the order in which they stand."""
    waiting = [root]
    while waiting:
        here = waiting.pop()
        yield here
        inner = [each for each in here.content if isinstance(each, Container)]
        inner += [each for each in here.named.values() if each.index < 0]
        waiting.extend(reversed(inner))


def _objects(container: Container) -> Iterator[dict[str, Any]]:
    return (each for each in container.content if isinstance(each, dict))


def _wanted(story: CompiledStory, place: Container, called: set[int]) -> bool:
    """Whether players should come there: it is no function, and says or does something."""
    here: Container | None = place
    while here is not None:
        if id(here) in called or here.name == DECLARATIONS:
            return False
        here = here.parent
    if is_chosen(place) or is_gathered(place):
        return _says(place)
    return _leads_on(story, place) or not _may_be_function(place)


def _says(place: Container) -> bool:
    return any(
        isinstance(token, str) and token.startswith("^") and token.strip("^ ")
        for each in _containers(place)
        if each.name != "s"
        for token in each.content
    )


def _leads_on(story: CompiledStory, place: Container) -> bool:
    """Whether it ends, offers choices or diverts to another place, as no function does."""
    for container in _containers(place):
        for token in container.content:
            if token in ("done", "end", "->->"):
                return True
            if not isinstance(token, dict):
                continue
            target = story.at(token["->"], container) if "->" in token else None
            if "*" in token or (target and target.index < 0 and is_place(target.container)):
                return True
    return False


def _may_be_function(place: Container) -> bool:
    """Whether it may be a function that nothing calls, of which nothing is said."""
    return place.parent is not None and place.parent.parent is None
