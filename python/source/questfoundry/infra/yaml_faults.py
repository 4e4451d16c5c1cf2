"""Says what is wrong with a YAML text, and where."""

from __future__ import annotations

from attrs import frozen
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.reader import ReaderError


@frozen(kw_only=True)
class YamlFault:
    """The problem in the parser's words; ``line`` and ``column`` count from 1."""

    problem: str
    line: int = 1
    column: int = 1


def fault_of(error: YAMLError, text: str) -> YamlFault:
    """What the parser complains of while reading ``text``."""
    match error:
        case MarkedYAMLError(problem=str(problem), problem_mark=mark) if mark is not None:
            # Of a key that stands there twice the parser tells both values: one may be a secret.
            problem = problem.partition(" with value ")[0]
            return YamlFault(problem=problem, line=mark.line + 1, column=mark.column + 1)
        case ReaderError(position=position):
            before = text[:position]
            return YamlFault(
                problem=f"the character #x{ord(text[position]):04x} may not stand in YAML",
                line=before.count("\n") + 1,
                column=position - before.rfind("\n"),
            )
        case _:
            return YamlFault(problem=str(error))
