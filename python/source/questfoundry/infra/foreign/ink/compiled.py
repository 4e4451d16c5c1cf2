"""Parse an ink story's compiled JSON into nested containers, and resolve paths between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import define, field, frozen

from questfoundry.domain.errors import InputError
from questfoundry.infra.foreign.twee_passages import parse_json

OLDEST_VERSION, NEWEST_VERSION = 19, 21  # the versions of the format that can be read
MAX_PARTS = 2_000_000
MAX_DEPTH = 300
"""Limits on the elements of a file and the nesting of its containers, far beyond any story."""

VERSION_KEY = "inkVersion"  # the key that distinguishes a compiled story from other JSON
_VISITS, _START_ONLY = 1, 4
_ADVICE = "Export it again with Inky, inklecate or inkjs."

Token = Any
"""An element other than a container: a text or command, a number, or an object."""


@define(eq=False, kw_only=True)
class Container:
    """A container of an ink story: a list of elements, and named content that only a path reaches.

    ``counts_at_start_only``: whether only an entry at the first element counts as a visit.
    ``index``: the position in the parent container, or -1 for named content.
    """

    parent: Container | None
    index: int = -1
    name: str = ""
    depth: int = 0
    counts_visits: bool = False
    counts_at_start_only: bool = False
    content: list[Container | Token] = field(factory=list)
    named_content: dict[str, Container] = field(factory=dict)

    @property
    def path(self) -> str:
        """The path from the root to this container, in the notation of ink compilers."""
        steps, here = list[str](), self
        while here.parent is not None:
            steps.append(here.name or str(here.index))
            here = here.parent
        return ".".join(reversed(steps))


@frozen
class Place:
    """A position in a container: the ``index`` of an element, or -1 for the whole container."""

    container: Container
    index: int

    @property
    def element(self) -> Container | Token:
        """The element here, the container for index -1, or ``None`` after the last element."""
        if self.index < 0:
            return self.container
        content = self.container.content
        return content[self.index] if self.index < len(content) else None

    @property
    def key(self) -> tuple[int, int]:
        """A key that identifies the position within the compiled story."""
        return id(self.container), self.index

    @property
    def following(self) -> Place | None:
        """The next position, here or in a surrounding container; ``None`` after the last one."""
        container, index = self.container, self.index + 1
        while index >= len(container.content):
            if container.parent is None or container.index < 0:
                return None
            container, index = container.parent, container.index + 1
        return Place(container, index)

    @property
    def innermost_container(self) -> Container:
        """The element at this position if it is a container, else the surrounding container."""
        return self.element if isinstance(self.element, Container) else self.container


@frozen(kw_only=True)
class CompiledStory:
    """A compiled ink story with ``size`` elements.

    ``items``: a mapping from the full names of all list items to their numbers.
    """

    root: Container
    items: Mapping[str, int]
    size: int

    @cached_property
    def items_by_name(self) -> Mapping[str, Sequence[str]]:
        """A mapping from list items' names, full or short as authors may write, to full names."""
        found: dict[str, list[str]] = defaultdict(list)
        for item in self.items:
            for name in (item, item.partition(".")[2]):
                found[name].append(item)
        return dict(found)

    def resolve_path(self, path: str, container: Container) -> Place | None:
        """Return the place to which ``path`` leads, or ``None`` if there is no such place.

        A relative path begins in ``container``.
        """
        steps = path.split(".")
        here: Container | None = self.root
        if not steps[0]:
            # For an element, the first step up is the container around it.
            here, steps = container, steps[2:] if steps[1:2] == ["^"] else steps[1:]
        for number, step in enumerate(steps):
            if here is None:
                return None
            if step == "^":
                here = here.parent
            elif step.isdecimal() and len(step) < 10:
                found = Place(here, int(step))
                if number == len(steps) - 1:
                    return found if found.element is not None else None
                here = found.element if isinstance(found.element, Container) else None
            else:
                here = here.named_content.get(step)
        return Place(here, -1) if here is not None else None


def is_compiled(text: str) -> bool:
    """Return whether ``text`` looks like a compiled ink story; this is only a quick check."""
    return f'"{VERSION_KEY}"' in text


def parse_compiled_story(text: str, name: str) -> CompiledStory:
    """Return the story in ``text``, the content of the file ``name``.

    Raise ``InputError`` if ``text`` is not compiled ink.
    """
    data = parse_json(text, name, _ADVICE)
    if not isinstance(data, dict) or VERSION_KEY not in data:
        raise InputError(
            f"{name!r} is JSON, but not compiled ink: it has no {VERSION_KEY!r}. {_ADVICE}"
        )
    version = data[VERSION_KEY]
    if type(version) is not int or not OLDEST_VERSION <= version <= NEWEST_VERSION:
        raise InputError(
            f"{name!r} is compiled ink of version {str(version)[:20]}. Versions {OLDEST_VERSION} "
            f"to {NEWEST_VERSION} can be read. {_ADVICE}"
        )
    if not isinstance(data.get("root"), list) or not data["root"]:
        raise InputError(
            f"{name!r} is compiled ink without a story: its 'root' is missing. {_ADVICE}"
        )
    items = _parse_list_items(data.get("listDefs"), name)
    root, size = Container(parent=None), 0
    for length in _fill_container(root, data["root"], name):
        size += length
    return CompiledStory(root=root, items=items, size=size)


def _parse_list_items(lists: object, name: str) -> Mapping[str, int]:
    if lists is None:
        return {}
    if not isinstance(lists, dict) or not all(isinstance(each, dict) for each in lists.values()):
        raise _format_error(name, "listDefs")
    found = {f"{of}.{item}": value for of, items in lists.items() for item, value in items.items()}
    if any(type(value) is not int for value in found.values()):
        raise _format_error(name, "listDefs")
    return found


def _fill_container(  # noqa: C901  a case for each kind
    root: Container, data: list[Any], name: str
) -> Iterator[int]:
    waiting = [(root, data)]
    parts = 0
    while waiting:
        container, tokens = waiting.pop()
        parts += len(tokens)
        if parts > MAX_PARTS or container.depth > MAX_DEPTH:
            raise InputError(
                f"{name!r} exceeds the limits of {MAX_PARTS:,} elements and {MAX_DEPTH} nested "
                f"containers. {_ADVICE}"
            )
        *content, last = tokens or [None]
        if not isinstance(last, dict | None):
            raise _format_error(name, container.path)
        for index, token in enumerate(content):
            if isinstance(token, list):
                inner = Container(parent=container, index=index, depth=container.depth + 1)
                container.content.append(inner)
                waiting.append((inner, token))
            elif _is_token(token):
                container.content.append(token)
            else:
                raise _format_error(name, f"{container.path}.{index}")
        for key, value in (last or {}).items():
            if key == "#n" and isinstance(value, str):
                container.name = value
            elif key == "#f" and type(value) is int:
                container.counts_visits = bool(value & _VISITS)
                container.counts_at_start_only = bool(value & _START_ONLY)
            elif isinstance(value, list):
                inner = Container(parent=container, name=key, depth=container.depth + 1)
                container.named_content[key] = inner
                waiting.append((inner, value))
            else:
                raise _format_error(name, f"{container.path}.{key}")
        if container.name and container.index >= 0 and container.parent:
            container.parent.named_content.setdefault(container.name, container)
        yield len(tokens)


_TASKS = ("->", "f()", "->t->", "x()", "*", "#", "VAR?", "CNT?", "VAR=", "temp=", "^->", "^var")


def _is_token(token: object) -> bool:
    if isinstance(token, dict):
        if "list" in token:
            items = token["list"]
            return isinstance(items, dict) and all(type(each) is int for each in items.values())
        (task, *others) = [key for key in _TASKS if key in token] or [""]
        flags = token.get("flg", 0)
        return bool(task and not others) and isinstance(token[task], str) and type(flags) is int
    return isinstance(token, str | int | float)


def _format_error(name: str, path: str) -> InputError:
    return InputError(
        f"{name!r} does not follow the format of compiled ink at {path[:200] or 'root'!r}. "
        f"{_ADVICE}"
    )
