"""Describe errors in YAML text, with the line and column of each error."""

import re

from attrs import frozen
from ruamel.yaml.error import MarkedYAMLError, StringMark, YAMLError
from ruamel.yaml.reader import ReaderError

from questfoundry.domain.story.file_place import FilePlace

_DEEPEST = 200


@frozen(kw_only=True)
class YamlProblem:
    """An error in a YAML file."""

    problem: str
    place: FilePlace

    def __str__(self) -> str:
        return f"line {self.place.line}, column {self.place.column}: {self.problem}"


def check_nesting(text: str) -> None:
    """Raise ``MarkedYAMLError`` if ``text`` nests brackets more than 200 levels deep.

    No genuine file nests so deeply. The parser's time is quadratic in the depth, so a malicious
    file could keep the parser busy.
    """
    depth = 0
    for found in re.finditer(r"[\[\]{}]", text):
        depth = max(0, depth + (1 if found[0] in "[{" else -1))
        if depth > _DEEPEST:
            line = text.count("\n", 0, found.start())
            column = found.start() - text.rfind("\n", 0, found.start()) - 1
            mark = StringMark("", found.start(), line, column, "", 0)
            raise MarkedYAMLError(problem="values are nested too deeply", problem_mark=mark)


def problem_of(error: YAMLError | RecursionError, text: str, file: str) -> YamlProblem:
    """Return the message and the place of ``error``, which the YAML parser raised.

    ``text`` is the content of the file named ``file``. A message never quotes the values of a
    duplicate key, because they may be secrets.
    """
    match error:
        case MarkedYAMLError() if mark := error.problem_mark or error.context_mark:
            # For a duplicate key the parser quotes both values, which may be secrets.
            problem = str(error.problem or error.context).partition(" with value ")[0]
            return YamlProblem(
                problem=problem, place=FilePlace(file, mark.line + 1, mark.column + 1)
            )
        case ReaderError(position=position):
            before = text[:position]
            return YamlProblem(
                problem=f"the character #x{ord(text[position]):04x} must be written as an escape",
                place=FilePlace(file, before.count("\n") + 1, position - before.rfind("\n")),
            )
        case RecursionError():
            return YamlProblem(problem="values are nested too deeply", place=FilePlace(file, 1, 1))
        case _:
            return YamlProblem(problem=str(error), place=FilePlace(file, 1, 1))
