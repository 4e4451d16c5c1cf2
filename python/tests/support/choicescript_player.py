"""A naive player of ChoiceScript, which runs scenes line by line as its documentation describes.

It knows nothing of the reader under test: a pointer moves over the lines, and the indentation says
where blocks end. Players may fall out of blocks (``implicit_control_flow``).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, field

MOST_LINES = 400
"""The most lines that run between two decisions; more are an endless loop of jumps."""


class EndlessLoopError(Exception):
    """No decision comes, however long the game runs."""


@define
class Player:
    """A game that is being played; ``offered`` maps the labels of open options to their lines."""

    scenes: Mapping[str, Sequence[str]]
    order: Sequence[str]
    values: dict[str, Any]
    scene: str = "startup"
    at: int = 0
    callers: list[tuple[str, int]] = field(factory=list)
    used: set[tuple[str, int]] = field(factory=set)
    offered: dict[str, int] = field(factory=dict)

    @property
    def lines(self) -> Sequence[str]:
        return self.scenes[self.scene]

    def run(self) -> None:
        """Run to the next decision or the end, where no option is offered."""
        self.offered = {}
        for _ in range(MOST_LINES):
            if self.at >= len(self.lines):
                self._finish()
            elif not self._step():
                return
            if self.offered or self.at < 0:
                return
        raise EndlessLoopError

    def take(self, label: str) -> None:
        """Take the option ``label``."""
        at = self.offered[label]
        if at >= 0:
            self.used.add((self.scene, at))
            self.at = at + 1
            if self.at == self._block_end(at):
                self._leave_choice(at)
        self.run()

    def _step(self) -> bool:  # noqa: C901  a case for each command
        line = self.lines[self.at].strip()
        command, _, rest = line.partition(" ")
        here, self.at = self.at, self.at + 1
        if self._is_in_choice(here):
            self._leave_choice(here)
        elif command in ("*choice", "*fake_choice"):
            self.offered = dict(self._options(here))
            return False
        elif command == "*goto":
            self._go(self.scene, rest)
        elif command == "*goto_scene":
            self._enter(*rest.split())
        elif command == "*gosub":
            self.callers.append((self.scene, self.at))
            self._go(self.scene, rest)
        elif command == "*return":
            self.scene, self.at = self.callers.pop()
        elif command == "*page_break":
            self.offered = {rest: -1}
        elif command == "*finish":
            self._finish()
        elif command == "*ending":
            return False
        elif command == "*if":
            self._branch(here)
        elif command in ("*else", "*elseif"):
            self.at = self._block_end(here)
        elif command in ("*set", "*temp"):
            name, value = rest.split()
            old = self.values.get(name, 0)
            self.values[name] = old + int(value) if value[0] in "+-" else self._value(value)
        return True

    def _finish(self) -> None:
        place = self.order.index(self.scene) + 1
        if place == len(self.order):
            self.at, self.offered = -1, {}
            return
        self._enter(self.order[place])
        self.offered = {"Next Chapter": -1}

    def _enter(self, scene: str, label: str = "") -> None:
        self.used = {each for each in self.used if each[0] != scene}
        self._go(scene, label)

    def _go(self, scene: str, label: str = "") -> None:
        self.scene = scene
        self.at = [each.strip() for each in self.lines].index(f"*label {label}") if label else 0

    def _block_end(self, at: int) -> int:
        end = at + 1
        while end < len(self.lines) and indent(self.lines[end]) > indent(self.lines[at]):
            end += 1
        return end

    def _branch(self, at: int) -> None:
        while True:
            command, _, test = self.lines[at].strip().partition(" ")
            if command == "*else" or self._value(test):
                self.at = at + 1
                return
            at = self._block_end(at)
            is_next = at < len(self.lines) and self.lines[at].strip().startswith(("*else",))
            if not is_next:
                self.at = at
                return

    def _above(self, at: int) -> int:
        """Return the line that the line ``at`` is below, or -1."""
        above = at - 1
        while above >= 0 and indent(self.lines[above]) >= indent(self.lines[at]):
            above -= 1
        return above

    def _is_in_choice(self, at: int) -> bool:
        """Return whether the line ``at`` is an option, or a test around options."""
        above = self._above(at)
        line = self.lines[above].strip() if above >= 0 else ""
        if line.startswith("*if") and "#" not in line:
            return self._is_in_choice(above)
        return line.startswith(("*choice", "*fake_choice"))

    def _leave_choice(self, at: int) -> None:
        while not self.lines[at].strip().startswith(("*choice", "*fake_choice")):
            at = self._above(at)
        self.at = self._block_end(at)

    def _options(self, at: int) -> list[tuple[str, int]]:
        found = []
        end, place = self._block_end(at), at + 1
        while place < end:
            line = self.lines[place].strip()
            if line.startswith("*if") and "#" not in line:
                place = place + 1 if self._value(line[4:]) else self._block_end(place)
                continue
            before, _, label = line.partition("#")
            test = re.search(r"\*(?:if|selectable_if) (.*?)\s*$", before.replace("*hide_reuse", ""))
            is_used = "*hide_reuse" in before and (self.scene, place) in self.used
            if not is_used and (not test or self._value(test[1])):
                found.append((label, place))
            place = self._block_end(place)
        return found

    def _value(self, code: str) -> Any:
        python = (
            re.sub(r"(?<![<>!])=", "==", code).replace("true", "True").replace("false", "False")
        )
        return eval(python.replace("not(", "not ("), {}, self.values)


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())
