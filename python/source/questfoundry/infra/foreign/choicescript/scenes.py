"""Parse scenes of ChoiceScript into lines, with the lines that are indented below each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import PurePath

from attrs import define, field, frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.infra.foreign.twee_passages import MAX_PASSAGES, decode_text

STARTUP = "startup"
FIRST_FILE = f"{STARTUP}.txt"
STATS = "choicescript_stats"
"""The first scene, its file, and the page of stats, which players open at any time."""
_MAX_DEPTH = 60  # the most levels of indentation, as a limit against hostile files
_ITEMS = 100  # the most items of an array, and 1
_COMMAND = re.compile(r"\*(\w+)(?:\s+(.*))?")
BRANCHES = {"elseif", "elsif", "else"}


@define(eq=False)
class SceneLine:
    """A line of a scene: its ``number``, and the lines ``below`` that are indented more.

    ``siblings`` are the lines at the same level below the same ``parent``, with the line at
    ``index``. ``begins_paragraph``: whether the line before is empty. ``command``: the name of the
    command in the line, or an empty string; ``rest`` is the text behind the command.
    """

    number: int
    text: str
    siblings: list[SceneLine]
    parent: SceneLine | None = None
    begins_paragraph: bool = False
    below: list[SceneLine] = field(factory=list["SceneLine"])
    index: int = field(init=False)
    command: str = field(init=False)
    rest: str = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.index = len(self.siblings)
        self.siblings.append(self)
        found = _COMMAND.fullmatch(self.text)
        self.command = found[1].lower() if found else ""
        self.rest = (found[2] or "").strip() if found else ""

    @property
    def words(self) -> Sequence[str]:
        """The words behind the command, in lower case."""
        return self.rest.lower().split()

    @property
    def label(self) -> str:
        """The name of the label in the line, in lower case, or an empty string."""
        return self.rest.lower() if self.command == "label" else ""

    @property
    def is_option(self) -> bool:
        """Return whether the line is an option of a choice, perhaps with commands before it."""
        return split_option(self.text)[1] is not None

    @property
    def next(self) -> SceneLine | None:
        """The line that players reach from this one, without the lines below."""
        if self.index + 1 < len(self.siblings):
            return self.siblings[self.index + 1]
        return self.parent.after_body if self.parent else None

    @property
    def after_body(self) -> SceneLine | None:
        """The line that players reach from the last line below this one."""
        if self.is_option:
            return self.choice.next if self.choice else self.next
        return self.branches[-1].next

    @property
    def choice(self) -> SceneLine | None:
        """The nearest choice that the line is below, or ``None``."""
        above = self.parent
        while above and not above.is_choice:
            above = above.parent
        return above

    @property
    def exit_problem(self) -> str:
        """Say why players may not fall out of the block that ends with this line, or nothing."""
        here = self if self.is_option else self.branches[-1]
        while here.parent and here is here.siblings[-1]:
            here = here.parent
        for following in here.siblings[here.index + 1 : here.index + 2]:
            if following.command in BRANCHES:
                return "players fall into the next branch"
            is_option = following.is_option or (following.parent and following.parent.is_choice)
            if is_option and following.choice and following.choice.command == "choice":
                return "players fall into the next option"
        return ""

    @property
    def is_choice(self) -> bool:
        """Return whether the options of a choice are below the line."""
        return self.command in {"choice", "fake_choice"}

    @property
    def branches(self) -> Sequence[SceneLine]:
        """The line, and the lines ``*elseif`` and ``*else`` that belong to it."""
        end = self.index + 1
        while end < len(self.siblings) and self.siblings[end].command in BRANCHES:
            end += 1
        return self.siblings[self.index : end]


def split_option(text: str) -> tuple[str, str | None]:
    """Return the commands before an option and its label; ``None`` if ``text`` is no option."""
    depth, quoted = 0, False
    for place, char in enumerate(text) if text.startswith(("#", "*")) else ():
        quoted ^= char == '"'
        depth += 0 if quoted else (char == "(") - (char == ")")
        if char == "#" and not quoted and depth <= 0:
            return text[:place].strip(), text[place + 1 :].strip()
    return text, None


@frozen(slots=False, eq=False)
class GameScene:
    """A scene: its name in lower case, its file, and its lines at the first level.

    ``prefix``: the text before the names of its passages; empty if there is no other scene.
    """

    name: str
    prefix: str
    file: str
    lines: Sequence[SceneLine]

    @cached_property
    def all_lines(self) -> Sequence[SceneLine]:
        """All lines, in the order of the file."""
        return [*_walk(self.lines)]

    @cached_property
    def labels(self) -> Mapping[str, SceneLine]:
        """The lines with labels, by the label in lower case."""
        return {each.label: each for each in reversed(self.all_lines) if each.label}

    @cached_property
    def temporary_names(self) -> frozenset[str]:
        """The variables that exist only in the scene, in lower case."""
        return frozenset(self.list_names("temp")) | {
            name for each in self.all_lines if each.command == "params" for name in each.words
        }

    def list_names(self, command: str) -> Iterator[str]:
        """Yield the variables that lines with ``command`` create.

        An array, from the command with the suffix ``_array``, gives a variable for each of its
        items.
        """
        for line in self.all_lines:
            if line.command == command:
                yield from line.words[:1]
            elif line.command == f"{command}_array":
                yield from (f"{name}_{at}" for name in line.words[:1] for at in range(1, _ITEMS))

    def name_use(self, option: SceneLine) -> str:
        """Return the name of the variable that says whether ``option`` was chosen."""
        return f"option_{option.number}_of_{self.name}_used"

    @cached_property
    def uses(self) -> Sequence[str]:
        """The variables for the options that can be chosen only once."""
        options = (each for each in self.all_lines if each.is_option)
        hides = self.hides_used_options
        return [self.name_use(each) for each in options if hides or "_reuse" in each.text]

    @property
    def hides_used_options(self) -> bool:
        """Return whether options can be chosen only once unless they say otherwise."""
        found = (each for each in self.all_lines if each.command in {"hide_reuse", "disable_reuse"})
        return any(not each.rest for each in found)


def read_scenes(files: Sequence[SourceFile]) -> Mapping[str, GameScene]:
    """Return the scenes beside ``startup.txt`` by name, with the page of stats.

    Raise ``InputError`` unless exactly one file has the name ``startup.txt``.
    """
    texts = {each: decode_text(each) for each in files}
    first = [each for each in files if PurePath(each.name).name.lower() == FIRST_FILE]
    if len(first) != 1:
        raise InputError(
            f"{', '.join(repr(each.name) for each in first or files)}: a game in ChoiceScript has "
            "one file 'startup.txt'. Give the folder with this file and the other scenes."
        )
    if not texts[first[0]].strip():
        raise InputError(f"{first[0].name!r} is empty. Write the first scene in it.")
    folder = PurePath(first[0].name).parent
    others = [each for each in files if PurePath(each.name).parent == folder and each != first[0]]
    is_only = len({*map(_scene_name, [*first, *others])} - {STATS}) == 1
    scenes = [_read_scene(each, texts[each], is_only) for each in [*first, *others]]
    if sum(len(each.all_lines) for each in scenes) > MAX_PASSAGES:
        raise InputError(
            f"{first[0].name!r} and its scenes have more than {MAX_PASSAGES:,} lines. Give a part "
            "of the story."
        )
    return {each.name: each for each in scenes}


def _scene_name(file: SourceFile) -> str:
    return PurePath(file.name).stem.lower()


def _read_scene(file: SourceFile, text: str, is_only: bool) -> GameScene:
    top: list[SceneLine] = []
    levels: list[tuple[int, list[SceneLine], SceneLine | None]] = [(-1, top, None)]
    is_empty = True
    for number, raw in enumerate(text.split("\n"), start=1):
        if not (stripped := raw.strip()):
            is_empty = True
            continue
        indent = len(raw) - len(raw.lstrip())
        while len(levels) > 1 and levels[-1][0] >= indent:
            levels.pop()
        _, siblings, parent = levels[-1]
        line = SceneLine(number, stripped, siblings, parent, is_empty)
        levels.append((indent, line.below, line))
        if len(levels) > _MAX_DEPTH:
            raise InputError(
                f"{file.name!r}, line {number}: the lines are indented more than {_MAX_DEPTH} "
                "times. Divide the scene with labels."
            )
        is_empty = False
    name = _scene_name(file)
    return GameScene(name, "" if is_only else f"{name}: ", file.name, top)


def _walk(lines: Iterable[SceneLine]) -> Iterator[SceneLine]:
    for each in lines:
        yield each
        yield from _walk(each.below)
