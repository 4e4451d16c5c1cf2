"""Read the lines of a ChoiceScript scene that neither begin nor end a passage."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from attrs import define, field, frozen

from questfoundry.domain.story.foreign.code_parts import collect_variables
from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Condition,
    Expression,
    conjoin,
    negate,
)
from questfoundry.infra.foreign.choicescript.code import SceneCode
from questfoundry.infra.foreign.choicescript.scenes import BRANCHES, SceneLine
from questfoundry.infra.foreign.parser_state import ParserState

SETTING = {
    *("set", "temp", "rand", "input_text", "input_number", "params", "delete", "temp_array"),
    *("setref", "reset"),
}
"""Commands that change variables of the story."""

ENDING = {
    *("choice", "fake_choice", "goto", "goto_scene", "redirect_scene", "gosub", "gosub_scene"),
    *("return", "page_break", "finish", "ending"),
}
"""Commands that end a passage."""

_SILENT = {
    *("comment", "line_break", "title", "author", "scene_list", "achievement", "achieve", "image"),
    *("sound", "text_image", "youtube", "link", "stat_chart", "create", "create_array", "print"),
    *("share_this_game", "more_games", "ifid", "check_achievements", "looplimit", "delay_break"),
    *("hide_reuse", "disable_reuse", "allow_reuse", "save_checkpoint", "bug", "advertisement"),
    *("check_purchase", "check_registration", "delay_ending", "end_trial", "feedback", "login"),
    *("link_button", "print_discount", "product", "restore_purchases", "save_game", "config"),
    *("show_password", "subscribe", "track_event", "timer", "kindle_image", "label"),
}
"""Commands that change no variable and lead nowhere."""

_UNKNOWN = {
    *("script", "gotoref", "goto_random_scene", "abort", "restart", "restore_game", "purchase"),
    *("restore_checkpoint", "purchase_discount", "page_break_advertisement"),
}
"""Commands that may lead anywhere."""

_SHOWN = re.compile(r"[$@]!{0,2}\{\(?([A-Za-z]\w*)")


@frozen
class GameRules:
    """Facts about a whole game.

    ``initial_values``: the first values of the variables that all scenes share, by name in lower
    case; ``None`` if a value is unknown. ``variables``: the names of all variables.
    ``is_implicit``: whether players may fall out of options and branches, as the author chose.
    """

    initial_values: Mapping[str, Expression | None]
    variables: AbstractSet[str]
    is_implicit: bool


@define(eq=False)
class LineReader:
    """The reader of the lines of one passage, whose choices and changes are in ``state``.

    ``texts``: the lines that players may read. ``read_names``: the variables that the text reads.
    """

    state: ParserState
    code: SceneCode
    rules: GameRules
    texts: list[str] = field(factory=list[str])
    read_names: set[str] = field(factory=set[str])

    def read_line(self, line: SceneLine) -> SceneLine | None:
        """Read ``line``, which ends no passage, and return the line that players reach then."""
        command = line.command
        if command == "if":
            self._read_branches(line)
        elif command in SETTING:
            self.set_variable(self.state, line)
        elif command in _UNKNOWN:
            self.state.note_unknown_code(f"*{command}", line.rest)
        elif command and command not in {*_SILENT, *BRANCHES}:
            self.state.refuse(line.text, "ChoiceScript has no such command")
        elif not command:
            self._show(line)
        return line.after_body if command in {"if", *BRANCHES} else line.next

    def check_exit(self, line: SceneLine) -> None:
        """Refuse a block that ends with ``line`` if players may not fall out of the block."""
        if not self.rules.is_implicit and (problem := line.exit_problem):
            self.state.refuse(line.text, problem)

    def list_branches(self, line: SceneLine) -> Iterator[tuple[SceneLine | None, Condition]]:
        """Yield the branches of an ``*if``, each with the condition under which players take it.

        The conditions refer to the values of variables at the ``*if``. Without ``*else``, the last
        branch is ``None``, for players who take no other one.
        """
        rest: Condition = ALWAYS
        for branch in line.branches:
            is_else = branch.command == "else"
            condition = ALWAYS if is_else else self.code.parse_condition(branch.rest)
            yield branch, conjoin(rest, condition)
            rest = conjoin(rest, negate(condition))
        if line.branches[-1].command != "else":
            yield None, rest

    def set_variable(self, state: ParserState, line: SceneLine) -> None:
        """Store in ``state`` what the command in ``line`` changes."""
        found: Mapping[str, Expression | None]
        if line.command in {"set", "temp"} and " " in line.rest:
            found = self.code.parse_setting(line.rest)
        elif line.command in {"setref", "reset"}:
            found = {}
        elif line.command == "rand":
            found = self.code.parse_random(line.rest)
        else:
            names = line.rest.split()[: None if line.command == "params" else 1]
            found = {self.code.name_variable(each): None for each in names}
        if not found:
            self.state.note(f"what {line.text!r} changes is not modelled")
            state.untracked |= self.rules.variables
        state.untracked |= {name for name, value in found.items() if value is None}
        state.set_variables({name: value for name, value in found.items() if value is not None})

    def _read_branches(self, line: SceneLine) -> None:
        outer = self.state.condition
        branches = [*self.list_branches(line)]
        # The tests come before the changes in the branches.
        tests = [self.state.resolve_condition(condition) for _, condition in branches]
        for (branch, condition), test in zip(branches, tests, strict=True):
            self._note_reads(collect_variables(condition), line)
            if branch and branch.below:
                self.state.narrow_condition(test, line.text)
                self._read_body(branch)
                self.state.condition = outer

    def _read_body(self, branch: SceneLine) -> None:
        here: SceneLine | None = branch.below[0]
        while here and here.parent is branch:
            self.state.line = here.number
            here = self.read_line(here)
        if branch is not branch.branches[-1]:
            self.check_exit(branch.below[-1])

    def _note_reads(self, names: AbstractSet[str], line: SceneLine) -> None:
        self.read_names |= names
        for name in sorted(names - self.rules.variables):
            self.state.refuse(line.text, f"no *create or *temp makes the variable {name!r}")

    def _show(self, line: SceneLine) -> None:
        if line.is_option:
            self.state.refuse(line.text, "an option must be below *choice")
        self.state.word_count += len(line.text.split())
        self._note_reads({self.code.name_variable(e) for e in _SHOWN.findall(line.text)}, line)
        self.texts.append(f"\n\n{line.text}" if line.begins_paragraph else f"\n{line.text}")


def has_flow(line: SceneLine) -> bool:
    """Return whether a passage begins or ends below ``line``."""
    return any(
        each.command in ENDING or each.command == "label" or has_flow(each) for each in line.below
    )
