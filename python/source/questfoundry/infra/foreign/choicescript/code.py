"""Parse conditions and assignments in the notation of ChoiceScript."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from attrs import frozen

from questfoundry.domain.story.foreign.expressions import Condition, Expression, number_value
from questfoundry.infra.foreign.expressions import Language, parse_condition, parse_expression
from questfoundry.infra.foreign.functions import CHANCE, NotModelledError, build_increment

_PARTS = re.compile(r'("(?:[^"\\]|\\.)*+")|([A-Za-z]\w*)|(-)')
_SIGNED = re.compile(r"([+-])\s*(.+)")
_OPERATOR = re.compile(r"[%*/&^]|modulo\b")
_LANGUAGE = Language(
    grammar="choicescript",
    is_bare_variable=lambda name: name not in {"undefined", "modulo"},
    is_strict=True,
)


@frozen
class SceneCode:
    """The notation of code in the scene ``scene``, whose variables are ``temporary_names``.

    The names of variables are in lower case, and those of the scene end with its name.
    """

    scene: str
    temporary_names: Collection[str]

    def name_variable(self, name: str) -> str:
        """Return the name by which the analysis knows the variable ``name``."""
        known = name.lower()
        return f"{known}_in_{self._suffix}" if known in self.temporary_names else known

    @property
    def _suffix(self) -> str:
        return re.sub(r"[^a-zA-Z0-9_]", "_", self.scene)

    def parse_condition(self, code: str) -> Condition:
        """Return the condition in ``code``, or an ``UnknownCondition`` if it is not understood."""
        return parse_condition(self._rewrite(code), _LANGUAGE)

    def parse_setting(self, code: str) -> Mapping[str, Expression | None]:
        """Return the variable that ``*set code`` changes, with its value or ``None`` if unknown.

        The result is empty if the variable itself is unknown, as in ``*set {name} 1``.
        """
        name, _, value = code.partition(" ")
        if not re.fullmatch(r"[A-Za-z]\w*", name):
            return {}
        variable, value = self.name_variable(name), value.strip()
        if _OPERATOR.match(value) or "${" in value:
            return {variable: None}
        signed = _SIGNED.fullmatch(value)
        found = parse_expression(self._rewrite(signed[2] if signed else value), _LANGUAGE)
        if signed:
            found = build_increment(variable, found, f"{signed[1]}=")
        return {variable: found}

    def parse_random(self, code: str) -> Mapping[str, Expression | None]:
        """Return the variable that ``*rand code`` sets, with its possible values."""
        name, *bounds = code.split()
        try:
            value = CHANCE["random"](tuple(number_value(int(each)) for each in bounds))
        except (NotModelledError, ValueError):
            value = None
        return {self.name_variable(name): value}

    def _rewrite(self, code: str) -> str:
        def rewrite(part: re.Match[str]) -> str:
            text, word, _ = part.groups()
            if text:
                return text[1:-1] if text[1:-1] in {"true", "false"} else text
            return self.name_variable(word) if word else " - "

        return _PARTS.sub(rewrite, code)
