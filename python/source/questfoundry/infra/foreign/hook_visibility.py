"""Follow Harlowe's hidden hooks to the macros that show them."""

import re

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    FALSE,
    TRUE,
    Condition,
    Truth,
    UnknownCondition,
    Variable,
    conjoin,
)
from questfoundry.infra.foreign.harlowe_hooks import (
    count_shown_names,
    find_hook_tags,
    list_hook_names,
    normalise_hook_name,
)
from questfoundry.infra.foreign.parser_state import MAX_VARIABLES, ParserState

_HIDING = {"(", ")"}
_TAG_BEFORE = re.compile(r"\|(?P<name>[\w-]+)(?P<mark>[>)])$")


class HookVisibility:
    """The hidden hooks of one passage so far, each with a variable that is true while it is shown.

    Macros after a hook may still show it, so a choice in a hook is open if the hook's variable is
    true at the end of the passage.
    """

    def __init__(self, state: ParserState) -> None:
        self._state = state
        self._tags_after = find_hook_tags(state.passage.text)
        self._show_counts = count_shown_names(state.passage.text)
        self._variables: dict[str, list[str]] = {}
        self._shown_later: dict[str, bool] = {}
        """The names of hooks that clicks before them may show, and whether every click does."""
        self._number = 0

    def open_hook(
        self, start: int, before: str, condition: Condition, *, is_hidden: bool
    ) -> tuple[Condition, bool]:
        """Return the condition for the text of a hook, and whether macros may hide or show it.

        ``start``: the offset of the hook, after the text ``before``. ``condition`` and
        ``is_hidden``: what the macros before it say.
        """
        tag = _TAG_BEFORE.search(before)
        name, mark = (tag["name"], tag["mark"]) if tag else self._tags_after.get(start, ("", ""))
        counts = self._state.story.hooks
        plain = normalise_hook_name(name)
        if (is_hidden or mark in _HIDING) and not self._state.story.is_before(2):
            is_known = counts is not None and counts.get(plain, 0) == self._show_counts.get(
                plain, 0
            )
            if is_known and self._number < MAX_VARIABLES:
                self._hide(plain, name)
                return condition, True
            return conjoin(condition, UnknownCondition(f"?{name} is shown")), True
        if name and condition != ALWAYS and (counts is None or counts.get(plain)):
            return UnknownCondition(f"?{name} is shown"), False
        return condition, False

    def has_name_after(self, start: int) -> bool:
        """Return whether a name follows the hook at the offset ``start``."""
        return start in self._tags_after

    def show(self, code: str, *, is_uncertain: bool) -> None:
        """Show the hooks that ``code`` names: those so far, and after a click also later ones."""
        if self._state.is_in_click:
            always = self._state.is_shown_always and not is_uncertain
            for name in list_hook_names(code):
                self._shown_later[name] = always and self._shown_later.get(name, True)
        shown = {each for name in list_hook_names(code) for each in self._variables.get(name, ())}
        if is_uncertain:
            self._state.untracked |= shown
        else:
            self._state.set_variables(dict.fromkeys(shown, TRUE))

    def _hide(self, plain: str, name: str) -> None:
        self._number += 1
        variables = self._variables.setdefault(plain, [])
        number = f" ({len(variables) + 1})" if variables else ""
        variables.append(f"?{name or 'hook'} is shown{number}")
        self._state.set_variables({variables[-1]: FALSE})
        if self._shown_later.get(plain):
            self._state.begin_click("")
            self._state.set_variables({variables[-1]: TRUE})
            self._state.end_click(once=True)
        elif plain in self._shown_later:
            self._state.untracked.add(variables[-1])
        self._state.late_condition = conjoin(
            self._state.late_condition, Truth(Variable(variables[-1]))
        )
