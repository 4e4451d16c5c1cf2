"""The JSON that ink's compilers write, as containers in each other, with the paths between them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import define, field, frozen

from questfoundry.domain.errors import InputError

OLDEST, NEWEST = 19, 21
"""The versions of the format that are read."""

MOST_PARTS = 2_000_000
MOST_DEEP = 300
"""How much a file holds, and how deeply containers stand in each other; far beyond any story."""

MARK = "inkVersion"
"""The key that tells a compiled story from other JSON."""

_VISITS, _START_ONLY = 1, 4
_ADVICE = "Export it again with Inky, inklecate or inkjs."

Token = Any
"""What a container holds beside others: a text or command, a number, or an object with one task."""


@define(eq=False, kw_only=True)
class Container:
    """A piece of a story: what it holds in order, and what is only reached by name.

    ``visits`` says whether entering it is counted, ``start_only`` that this is so at its start
    alone. ``index`` is its place in its parent, -1 where it has none.
    """

    parent: Container | None
    index: int = -1
    name: str = ""
    depth: int = 0
    visits: bool = False
    start_only: bool = False
    content: list[Container | Token] = field(factory=list)
    named: dict[str, Container] = field(factory=dict)

    @property
    def path(self) -> str:
        """Its place in the story, as compilers write it."""
        steps, here = list[str](), self
        while here.parent is not None:
            steps.append(here.name or str(here.index))
            here = here.parent
        return ".".join(reversed(steps))


@frozen
class Place:
    """A place in a container; -1 is the container itself, before anything in it."""

    container: Container
    index: int

    @property
    def held(self) -> Container | Token:
        """What stands there; ``None`` where nothing does."""
        if self.index < 0:
            return self.container
        content = self.container.content
        return content[self.index] if self.index < len(content) else None

    @property
    def inner(self) -> Container:
        """The innermost container that it is in."""
        return self.held if isinstance(self.held, Container) else self.container


@frozen(kw_only=True)
class CompiledStory:
    """A whole story; ``items`` are the values of all items of its lists, by their full names.

    ``size`` counts all that its containers hold.
    """

    root: Container
    items: Mapping[str, int]
    size: int

    @cached_property
    def items_called(self) -> Mapping[str, Sequence[str]]:
        """The full names of items, by the names that authors may write."""
        found: dict[str, list[str]] = defaultdict(list)
        for item in self.items:
            for name in (item, item.partition(".")[2]):
                found[name].append(item)
        return dict(found)

    def at(self, path: str, within: Container) -> Place | None:
        """Where the path leads, from a token of that container; ``None`` where nowhere."""
        steps = path.split(".")
        here: Container | None = self.root
        if not steps[0]:
            # To what is no container, the first step up is the container that it stands in.
            here, steps = within, steps[2:] if steps[1:2] == ["^"] else steps[1:]
        for number, step in enumerate(steps):
            if here is None:
                return None
            if step == "^":
                here = here.parent
            elif step.isdecimal() and len(step) < 10:
                found = Place(here, int(step))
                if number == len(steps) - 1:
                    return found if found.held is not None else None
                here = found.held if isinstance(found.held, Container) else None
            else:
                here = here.named.get(step)
        return Place(here, -1) if here is not None else None


def is_compiled(text: str) -> bool:
    """Whether the text may be a compiled story."""
    return f'"{MARK}"' in text


def compiled_story(text: str, name: str) -> CompiledStory:
    """The story in the text of a file; ``InputError`` where there is none."""
    data = _json(text, name)
    if not isinstance(data, dict) or MARK not in data:
        raise InputError(f"{name!r} is JSON, but no compiled ink: it has no {MARK!r}. {_ADVICE}")
    version = data[MARK]
    if type(version) is not int or not OLDEST <= version <= NEWEST:
        raise InputError(
            f"{name!r} is compiled ink of version {str(version)[:20]}, and versions {OLDEST} to "
            f"{NEWEST} are read. {_ADVICE}"
        )
    if not isinstance(data.get("root"), list) or not data["root"]:
        raise InputError(
            f"{name!r} is compiled ink without a story: its 'root' is missing. {_ADVICE}"
        )
    items = _items(data.get("listDefs"), name)
    root, size = Container(parent=None), 0
    for held in _filled(root, data["root"], name):
        size += held
    return CompiledStory(root=root, items=items, size=size)


def _json(text: str, name: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as problem:
        where = f"{name!r}, line {problem.lineno}, column {problem.colno}"
        raise InputError(f"{where}: {problem.msg}, so this is no JSON. {_ADVICE}") from None
    except (ValueError, RecursionError) as problem:
        raise InputError(f"{name!r} cannot be read as JSON: {problem}. {_ADVICE}") from None


def _items(lists: object, name: str) -> Mapping[str, int]:
    if lists is None:
        return {}
    if not isinstance(lists, dict) or not all(isinstance(each, dict) for each in lists.values()):
        raise _odd(name, "listDefs")
    found = {f"{of}.{item}": value for of, items in lists.items() for item, value in items.items()}
    if any(type(value) is not int for value in found.values()):
        raise _odd(name, "listDefs")
    return found


def _filled(  # noqa: C901  a case for each kind
    root: Container, data: list[Any], name: str
) -> Iterator[int]:
    """Put all that the data holds into the container; how much each container in it holds."""
    waiting = [(root, data)]
    parts = 0
    while waiting:
        container, tokens = waiting.pop()
        parts += len(tokens)
        if parts > MOST_PARTS or container.depth > MOST_DEEP:
            raise InputError(
                f"{name!r} holds more than is read of a story: {MOST_PARTS:,} parts, "
                f"{MOST_DEEP} in each other. {_ADVICE}"
            )
        *content, last = tokens or [None]
        if not isinstance(last, dict | None):
            raise _odd(name, container.path)
        for index, token in enumerate(content):
            if isinstance(token, list):
                inner = Container(parent=container, index=index, depth=container.depth + 1)
                container.content.append(inner)
                waiting.append((inner, token))
            elif _is_token(token):
                container.content.append(token)
            else:
                raise _odd(name, f"{container.path}.{index}")
        for key, value in (last or {}).items():
            if key == "#n" and isinstance(value, str):
                container.name = value
            elif key == "#f" and type(value) is int:
                container.visits = bool(value & _VISITS)
                container.start_only = bool(value & _START_ONLY)
            elif isinstance(value, list):
                inner = Container(parent=container, name=key, depth=container.depth + 1)
                container.named[key] = inner
                waiting.append((inner, value))
            else:
                raise _odd(name, f"{container.path}.{key}")
        if container.name and container.index >= 0 and container.parent:
            container.parent.named.setdefault(container.name, container)
        yield len(tokens)


_PATHS = ("->", "f()", "->t->", "x()", "*", "VAR?", "CNT?", "VAR=", "temp=", "^->", "^var", "#")


def _is_token(token: object) -> bool:
    if isinstance(token, dict):
        if "list" in token:
            held = token["list"]
            return isinstance(held, dict) and all(type(each) is int for each in held.values())
        (task, *others) = [key for key in _PATHS if key in token] or [""]
        flags = token.get("flg", 0)
        return bool(task and not others) and isinstance(token[task], str) and type(flags) is int
    return isinstance(token, str | int | float)


def _odd(name: str, path: str) -> InputError:
    return InputError(
        f"{name!r} does not keep to the format of compiled ink at {path[:200] or 'root'!r}. "
        f"{_ADVICE}"
    )
