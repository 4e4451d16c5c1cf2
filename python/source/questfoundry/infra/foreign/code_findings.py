"""Find problems of the code itself in a Twine story: what the format refuses, unset variables."""

import re
from collections.abc import Iterable, Iterator, Sequence

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.story.foreign.code_parts import collect_variables
from questfoundry.domain.story.source_text import FilePlace, Located
from questfoundry.infra.foreign.parser_state import ParserState
from questfoundry.infra.foreign.story_variables import is_story_variable
from questfoundry.infra.foreign.sugarcube_code import ALL_REMEMBERED


def list_code_findings(
    states: Sequence[ParserState], reachable: Sequence[ParserState], story_format: str
) -> Iterator[Located[Finding]]:
    """Yield the problems of the code of ``states``: refused code, and variables that nothing sets.

    ``reachable`` are the passages that players can visit; only variables that these read count.
    """
    for each in states:
        for problem, line in each.refused.items():
            yield Located(
                Law.CODE.build_finding(
                    place=each.passage.name,
                    problem=f"The story format refuses or hides {problem}",
                    fix="Correct the code.",
                ),
                FilePlace(each.passage.place.file, line),
            )
    reads = _iter_variable_reads(reachable, story_format.casefold() in ("sugarcube", "harlowe"))
    known = _find_owners(name for each in states for name in _names_set_by(each))
    for state, name, line in reads:
        if name not in known:
            known.add(name)
            yield Located(
                Law.VARIABLES.build_finding(
                    place=state.passage.name,
                    problem=f"The variable {name!r} is read, but the story never sets it.",
                    fix="Set the variable, or correct its name.",
                ),
                FilePlace(state.passage.place.file, line),
            )


_SIGNED = re.compile(r"(?<![\w$\\])\$[A-Za-z_]\w*")
_GIVEN = {"$args", "$return"}  # variables that SugarCube sets


def _iter_variable_reads(
    states: Sequence[ParserState], has_signs: bool
) -> Iterator[tuple[ParserState, str, int]]:
    for state in states:
        for choice in state.choices:
            names = filter(is_story_variable, collect_variables(choice.condition))
            yield from ((state, name, choice.line) for name in sorted(_find_owners(names)))
        first = {
            found[0]: found
            for found in reversed([*_SIGNED.finditer(state.passage.text)])
            if has_signs
        }
        for found in first.values():
            line = state.passage.text_line + state.passage.text.count("\n", 0, found.start())
            yield state, found[0], line


def _names_set_by(state: ParserState) -> Iterator[str]:
    yield from (*state.settings, *state.initial_values, *state.untracked, *_GIVEN)
    for choice in state.choices:
        yield from choice.settings


def _find_owners(names: Iterable[str]) -> set[str]:
    """Return ``names`` without properties; of Snowman's state object, its properties."""
    return {
        ".".join(parts[: 2 if parts[0] == ALL_REMEMBERED else 1])
        for parts in (name.split(".") for name in names)
    }
