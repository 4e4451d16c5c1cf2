"""Follow the flow of a game in ChoiceScript: find its passages, and read the choices of each.

A passage begins at a scene, a label, an option, a branch that jumps, a page, or the return from a
subroutine. It ends at the next of these. The lines of a subroutine are passages of their own for
each place that calls them, so that every return leads to its caller (call-string sensitivity).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import define, field, frozen

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    FALSE,
    TRUE,
    Condition,
    Expression,
    Settings,
    Truth,
    Variable,
    conjoin,
    negate,
)
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.infra.foreign.choicescript.code import SceneCode
from questfoundry.infra.foreign.choicescript.lines import (
    ENDING,
    SETTING,
    GameRules,
    LineReader,
    has_flow,
)
from questfoundry.infra.foreign.choicescript.scenes import (
    BRANCHES,
    STARTUP,
    GameScene,
    SceneLine,
    split_option,
)
from questfoundry.infra.foreign.parser_state import ParserState
from questfoundry.infra.foreign.twee_passages import TweePassage

_MAX_CALLS = 4  # the most subroutines inside each other, beyond which calls are not analysed
_MAX_PLACES = 5_000  # the most passages, as a limit against subroutines that call many others
_REUSE = re.compile(r"\*(hide_reuse|disable_reuse|allow_reuse)\b\s*(.*)")
_TEST = re.compile(r"\*(?:if|selectable_if)\b(.*?)(?=\*(?:hide|disable|allow)_reuse\b|$)(.*)")

_NEVER = {"(false)", "false"}
"""The conditions of options that only tell players why they cannot take them."""


@frozen
class GamePlace:
    """The beginning of a passage: a line of a scene, and the places to which subroutines return.

    ``line`` is ``None`` at the end of the scene.
    """

    scene: GameScene
    line: SceneLine | None
    callers: tuple[GamePlace, ...] = ()

    @property
    def name(self) -> str:
        """The name of the passage: its scene, with its label or the number of its line."""
        name = self.scene.prefix
        if self.line is None:
            name += "end"
        elif self.scene.labels.get(self.line.label) is self.line:
            name += self.line.label
        elif self.line is not self.scene.lines[0]:
            name += f"line {self.line.number}"
        else:
            name = self.scene.name
        callers = ", then ".join(each.name for each in reversed(self.callers))
        return f"{name} (returns to {callers})" if callers else name

    @property
    def number(self) -> int:
        """The number of the line in its file, from 1."""
        return self.line.number if self.line else 1


@define(eq=False)
class Flow:
    """The passages of a game that were found so far, by place.

    ``scene_order``: the names of the scenes in the order in which they follow each other.
    ``is_played``: whether play reaches the passages that are being read.
    """

    scenes: Mapping[str, GameScene]
    scene_order: Sequence[str]
    rules: GameRules
    is_played: bool = True
    passages: dict[GamePlace, PassageReader] = field(factory=dict["GamePlace", "PassageReader"])

    def read_all(self) -> Sequence[PassageReader]:
        """Read the passages that play reaches, then the labels and scenes that nothing names."""
        startup = self.scenes[STARTUP]
        self._read_from(GamePlace(startup, startup.lines[0]))
        self.is_played = False
        lines = {id(each.line) for each in self.passages}
        for scene in self.scenes.values():
            for line in [*scene.lines[:1], *scene.labels.values()]:
                if id(line) not in lines:
                    self._read_from(GamePlace(scene, line))
        return list(self.passages.values())

    def _read_from(self, start: GamePlace) -> None:
        waiting = [start]
        while waiting:
            place = waiting.pop()
            if place not in self.passages:
                reader = self.passages[place] = _build_reader(place, self)
                reader.read()
                waiting += reversed(reader.targets)

    def find_next_scene(self, scene: GameScene) -> str:
        """Return the name of the scene after ``scene``, or an empty string after the last one."""
        order = [*self.scene_order]
        if scene.name in order:
            order = order[order.index(scene.name) + 1 :]
        elif scene.name != STARTUP:
            return ""
        return order[0] if order else ""


def _build_reader(place: GamePlace, flow: Flow) -> PassageReader:
    at = FilePlace(place.scene.file, place.number)
    passage = TweePassage(
        name=place.name, tags=frozenset(), text="", place=at, text_line=place.number
    )
    code = SceneCode(place.scene.name, place.scene.temporary_names)
    return PassageReader(place, flow, LineReader(ParserState(passage), code, flow.rules))


@define(eq=False)
class PassageReader:
    """The reader of the passage that begins at ``place`` and leads to the places ``targets``."""

    place: GamePlace
    flow: Flow
    lines: LineReader
    targets: list[GamePlace] = field(factory=list[GamePlace])

    @property
    def state(self) -> ParserState:
        """The choices and the changes of the passage."""
        return self.lines.state

    def read(self) -> None:
        """Read the lines to the end of the passage, and store choices and changes in ``state``."""
        line = self.place.line
        if line and line.label and self.place.scene.labels[line.label] is not line:
            self.state.refuse(line.text, "another label has this name")
        while line and not self._ends_passage(line):
            self.state.line = line.number
            following = self.lines.read_line(line)
            if line.parent and (not following or following.parent is not line.parent):
                self.lines.check_exit(line)
                self._jump(self._here(following))
                break
            line = following
        else:
            self._leave(line) if line else self._finish("")
        self.state.close()

    def _ends_passage(self, line: SceneLine) -> bool:
        is_next_label = line.command == "label" and line is not self.place.line
        is_jump = line.command == "if" and any(map(has_flow, line.branches))
        return is_next_label or is_jump or line.command in ENDING

    def _leave(self, line: SceneLine) -> None:
        self.state.line = line.number
        match line.command:
            case "label":
                self._jump(self._here(line))
            case "if":
                for branch, condition in self.lines.list_branches(line):
                    after = self._here(line.after_body)
                    self._jump(self._enter(branch) if branch else after, condition)
            case "choice" | "fake_choice":
                self._choose(line)
            case "goto" | "goto_scene" | "redirect_scene":
                self._go(line, line.command == "goto")
            case "gosub" | "gosub_scene":
                self._call(line)
            case "return":
                self._return(line)
            case "page_break":
                self._jump(self._here(line.next), label=line.rest or "Next")
            case "finish":
                self._finish(line.rest)

    def _enter(self, line: SceneLine) -> GamePlace:
        """Return the place at the lines below ``line`` or, without such lines, behind them."""
        if line.is_option and not line.below:
            self.lines.check_exit(line)
        return self._here(line.below[0] if line.below else line.after_body)

    def _here(self, line: SceneLine | None) -> GamePlace:
        return GamePlace(self.place.scene, line, self.place.callers)

    def _jump(
        self,
        place: GamePlace | str,
        condition: Condition = ALWAYS,
        label: str = "",
        settings: Settings | None = None,
    ) -> None:
        if isinstance(place, GamePlace):
            self.targets.append(place)
        name = place.name if isinstance(place, GamePlace) else place
        self.state.add_choice(name, label, condition=condition, settings=settings)

    def _find_place(self, code: str, callers: tuple[GamePlace, ...]) -> GamePlace | str:
        """Return the place that ``code`` names, a scene and perhaps a label there.

        The result is a text if there is no such place.
        """
        name, *labels = code.lower().split()[:2] or [""]
        scene = self.flow.scenes.get(name)
        if scene is None:
            return name
        line = scene.labels.get(labels[0]) if labels else next(iter(scene.lines), None)
        return GamePlace(scene, line, callers) if line else f"{scene.prefix}{' '.join(labels)}"

    def _find_label(self, line: SceneLine) -> GamePlace | str:
        return self._find_place(f"{self.place.scene.name} {line.rest}", self.place.callers)

    def _go(self, line: SceneLine, is_same_scene: bool) -> None:
        if "{" in line.rest or "[" in line.rest:
            self.state.note_unknown_target(line.text)
        elif is_same_scene:
            self._jump(self._find_label(line))
        else:
            self._enter_scene(self._find_place(line.rest, ()))

    def _call(self, line: SceneLine) -> None:
        back = GamePlace(self.place.scene, line.next)
        is_full = len(self.flow.passages) > _MAX_PLACES or len(self.place.callers) >= _MAX_CALLS
        if "{" in line.rest or is_full or back in self.place.callers:
            self.state.note_unknown_target(line.text)
            return
        callers = (*self.place.callers, back)
        if line.command == "gosub_scene":
            self._enter_scene(self._find_place(line.rest, callers))
        else:
            self._jump(self._find_place(f"{self.place.scene.name} {line.rest}", callers))

    def _return(self, line: SceneLine) -> None:
        if self.place.callers:
            *others, back = self.place.callers
            self._jump(GamePlace(back.scene, back.line, tuple(others)))
        elif self.flow.is_played:
            self.state.refuse(line.text, "no *gosub leads here")

    def _finish(self, label: str) -> None:
        if following := self.flow.find_next_scene(self.place.scene):
            self._enter_scene(self._find_place(following, ()), label or "Next Chapter")

    def _enter_scene(self, place: GamePlace | str, label: str = "") -> None:
        """Jump to a scene, which has forgotten the options that were chosen there before."""
        uses = place.scene.uses if isinstance(place, GamePlace) else ()
        self._jump(place, label=label, settings=dict.fromkeys(uses, FALSE))

    def _choose(self, line: SceneLine) -> None:
        if not line.below:
            self.state.refuse(line.text, "a choice must have options below it")
        if len(line.words) > 1:
            self.state.note_unknown_target(line.text)  # a choice in several columns
            return
        for option, condition in self._list_options(line.below, ALWAYS):
            self.state.line = option.number
            self._add_option(option, condition)

    def _list_options(
        self, lines: Sequence[SceneLine], condition: Condition
    ) -> Iterator[tuple[SceneLine, Condition]]:
        for line in lines:
            if line.is_option:
                yield line, condition
            elif line.command == "if":
                for branch, test in self.lines.list_branches(line):
                    below = branch.below if branch else []
                    yield from self._list_options(below, conjoin(condition, test))
            elif line.command not in {*BRANCHES, "comment", "print"}:
                self.state.line = line.number
                self.state.refuse(line.text, "only options may be below *choice")

    def _add_option(self, option: SceneLine, condition: Condition) -> None:
        commands, label = split_option(option.text)
        is_once = self.place.scene.hides_used_options
        while commands:
            if reuse := _REUSE.fullmatch(commands):
                is_once, commands = reuse[1] != "allow_reuse", reuse[2].strip()
            elif test := _TEST.fullmatch(commands):
                if test[1].strip() in _NEVER:
                    return
                condition = conjoin(condition, self.lines.code.parse_condition(test[1].strip()))
                commands = test[2].strip()
            else:
                self.state.refuse(option.text, "the command before the option is unknown")
                break
        target, settings = self._shorten(option)
        if is_once:
            used = self.place.scene.name_use(option)
            condition = conjoin(condition, negate(Truth(Variable(used))))
            self.state.initial_values[used] = FALSE
            settings = {**settings, used: TRUE}
        self._jump(target, condition, label or "", settings)

    def _shorten(self, option: SceneLine) -> tuple[GamePlace | str, dict[str, Expression]]:
        """Return where ``option`` leads and what it sets, without a passage that shows no text."""
        *changes, last = option.below or [option]
        is_short = last.command == "goto" and "{" not in last.rest
        if not is_short or not all(each.command in SETTING for each in changes):
            return self._enter(option), {}
        inner = ParserState(self.state.passage)
        for each in changes:
            self.lines.set_variable(inner, each)
        self.state.untracked |= inner.untracked
        known = {name: each for name, each in inner.settings.items() if name not in inner.untracked}
        return self._find_label(last), known
