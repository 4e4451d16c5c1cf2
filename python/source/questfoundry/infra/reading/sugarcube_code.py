"""The part of SugarCube's code that a structure can hold: flags asked for and set, and texts.

A condition is modelled where it joins flags and negated flags by ``and``, a setter where all
it does is to set flags to the same truth value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Set as AbstractSet
from contextlib import suppress

from attrs import frozen

_AND = re.compile(r"\s*(?:&&|\band\b)\s*")
_TERM = re.compile(r"((?:not\s+|!\s*)*)(\$[A-Za-z_]\w*)")
_NEGATION = re.compile(r"not|!")
_SETTER = re.compile(r"(\$[A-Za-z_]\w*)\s*(?:\bto\b|=)\s*(true|false)")
_VARIABLE = re.compile(r"(?:\$|\bvariables(?:\(\))?\.)([A-Za-z_]\w*)")
_ESCAPED = re.compile(r"\\(.)")
_WORD = re.compile(r"[A-Za-z][\w-]*")
MOST_FLAGS = 64
"""More than any story asks for or sets in one place; files of hostile make may want more."""


@frozen(kw_only=True)
class Condition:
    """Flags that must be set, and flags that must not be."""

    requires: frozenset[str] = frozenset()
    forbids: frozenset[str] = frozenset()

    def __and__(self, other: Condition) -> Condition:
        return Condition(
            requires=self.requires | other.requires, forbids=self.forbids | other.forbids
        )

    def without(self, flags: AbstractSet[str]) -> Condition:
        """The part that asks for none of those flags."""
        return Condition(requires=self.requires - flags, forbids=self.forbids - flags)

    @property
    def too_long(self) -> bool:
        """Whether it asks for more flags than any story does; nested conditions grow."""
        return len(self.requires) + len(self.forbids) > MOST_FLAGS

    @property
    def negated(self) -> Condition | None:
        """Its contrary; ``None`` where that is no condition of this kind."""
        if len(self.requires) + len(self.forbids) != 1:
            return None
        return Condition(requires=self.forbids, forbids=self.requires)


ALWAYS = Condition()
"""What holds for every player."""


def condition_of(code: str) -> Condition | None:
    """What the code asks for; ``None`` where it asks for something else than flags."""
    sides: tuple[set[str], set[str]] = (set(), set())
    for term in _AND.split(code.strip()):
        if not (literal := _TERM.fullmatch(term)):
            return None
        negative = len(_NEGATION.findall(literal[1])) % 2
        sides[negative].add(literal[2])
    return Condition(requires=frozenset(sides[0]), forbids=frozenset(sides[1]))


def flags_set(code: str, value: bool) -> frozenset[str] | None:
    """The flags that the code sets to the value; ``None`` where it does anything else."""
    found = [_SETTER.fullmatch(part.strip()) for part in re.split("[,;]", code)]
    if all(setter and (setter[2] == "true") is value for setter in found):
        return frozenset(setter[1] for setter in found if setter)
    return None


def variables_in(code: str) -> set[str]:
    """The variables that the code names, also as JavaScript does: ``State.variables.x``."""
    return {f"${name}" for name in _VARIABLE.findall(code)}


def string_of(code: str) -> str | None:
    """The text that the code stands for: a string in quotes, or a bare word."""
    if len(code) > 1 and code[0] == code[-1] == '"':
        with suppress(ValueError):
            return str(json.loads(code))
    if len(code) > 1 and code[0] == code[-1] and code[0] in "\"'`":
        return _ESCAPED.sub(r"\1", code[1:-1])
    return code if _WORD.fullmatch(code) else None
