"""Compile and render the sections of prompts with Jinja2, in a sandbox."""

import traceback
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from jinja2 import (
    StrictUndefined,
    Template,
    TemplateError,
    TemplateSyntaxError,
    UndefinedError,
    meta,
    nodes,
)
from jinja2.sandbox import SandboxedEnvironment

from questfoundry.domain.errors import PromptError
from questfoundry.domain.text.wording import format_language, join_sentences
from questfoundry.domain.writing.fitting import beginning_of

# Errors that an expression in a template can raise besides Jinja's own.
_EXPRESSION_ERRORS = (TypeError, ValueError, ArithmeticError, LookupError, AttributeError)

_REPEATED_WORDS = 8
"""A text that a prompt has already shown in full is shortened to this many words."""


def compile_template(source: str, path: str) -> Template:
    """Compile the section ``source`` of the file ``path``; raise ``PromptError`` for a mistake."""
    try:
        return _ENVIRONMENT.from_string(source)
    except TemplateSyntaxError as error:
        raise PromptError(
            f"{path!r}, line {error.lineno}: {_sentence(error)} Correct that line."
        ) from error


def find_variables(source: str) -> frozenset[str]:
    """Return the variables that the template ``source`` needs, except those it tests for first."""
    parsed = _ENVIRONMENT.parse(source)
    tests = (each for each in parsed.find_all(nodes.Test) if each.name in {"defined", "undefined"})
    tested = {each.node.name for each in tests if isinstance(each.node, nodes.Name)}
    return frozenset(meta.find_undeclared_variables(parsed) - tested)


def find_attributes(source: str) -> dict[str, int]:
    """Return the attributes and keys of values that the template ``source`` reads.

    Each is mapped to the first line that reads it: ``{{ story.title }}`` reads ``title``. Names
    that the template itself gives to parts of a value are left out.
    """
    parsed = _ENVIRONMENT.parse(source)
    found = {each.attr: each.lineno for each in reversed([*parsed.find_all(nodes.Getattr)])}
    for each in parsed.find_all(nodes.Getitem):
        if isinstance(each.arg, nodes.Const) and isinstance(each.arg.value, str):
            found.setdefault(each.arg.value, each.lineno)
    given = {each.key for each in parsed.find_all(nodes.Keyword)}
    given |= {each.attr for each in parsed.find_all(nodes.NSRef)}
    given |= {each.key.value for each in parsed.find_all(nodes.Pair) if hasattr(each.key, "value")}
    return {name: line for name, line in found.items() if name not in given}


class _Environment(SandboxedEnvironment):
    """A Jinja2 sandbox that caches which attributes are safe, by object type and name."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._safe: dict[tuple[type, str], bool] = {}

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        known = self._safe.get((type(obj), attr))
        if known is None:
            known = self._safe[type(obj), attr] = super().is_safe_attribute(obj, attr, value)
        return known


def _environment() -> SandboxedEnvironment:
    environment = _Environment(
        undefined=StrictUndefined,
        autoescape=False,  # prompts are plain text, not HTML
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # A prompt must be deterministic, or a run could not be resumed.
    del environment.globals["lipsum"], environment.filters["random"]
    environment.filters["counted"] = _count_noun
    environment.filters["named"] = format_language
    environment.filters["once"] = _shorten_known
    environment.filters["sentences"] = join_sentences
    return environment


def _count_noun(count: object, one: str, many: str = "") -> str:
    """Return ``count`` with its noun: ``1 moment``, ``2 moments`` or ``1 to 2 moments``."""
    return f"{count} {one if str(count) == '1' else many or f'{one}s'}"


def _shorten_known(texts: Iterable[str], known: Collection[str]) -> list[str]:
    return [beginning_of(each, _REPEATED_WORDS) if each in known else each for each in texts]


_ENVIRONMENT = _environment()


def fill_section(template: Template, variables: Mapping[str, Any], path: str) -> str:
    """Render ``template``, a section of the file ``path``; raise ``PromptError`` for a mistake."""
    try:
        return template.render(variables).strip()
    except (TemplateError, *_EXPRESSION_ERRORS) as error:
        lines = [
            frame.lineno
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename == "<template>"
        ]
        where = f", line {lines[-1]}" if lines else ""
        names = ", ".join(sorted(variables)) or "none"
        hint = f" The variables are: {names}." if isinstance(error, UndefinedError) else ""
        raise PromptError(
            f"{path!r}{where}: {_sentence(error)}{hint} Correct that line."
        ) from error


def _sentence(error: Exception) -> str:
    return f"{str(error).rstrip('.')}."
