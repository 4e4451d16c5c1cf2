"""Prompts as Markdown files with Jinja2 variables, and words as YAML files.

A prompt file is cut into sections by lines such as ``<!-- section: system -->``; what
stands before the first one is a note to whoever edits the file.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from jinja2 import StrictUndefined, Template, TemplateError, TemplateSyntaxError, UndefinedError
from jinja2.sandbox import SandboxedEnvironment
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from questfoundry.domain.errors import PromptError
from questfoundry.domain.models.traits import PromptStyle
from questfoundry.domain.prompt import Prompt
from questfoundry.domain.protocols import PromptRepository
from questfoundry.infra.yaml_problems import problem_of

_Parsed = TypeVar("_Parsed")
_NAME = re.compile(r"[\w-]+(?:/[\w-]+)*")
_SECTION = re.compile(r"^<!--[ \t]*section:[ \t]*([\w-]+)[ \t]*-->[ \t]*$", re.MULTILINE)
# What an expression in a template can raise besides Jinja's own errors.
_EXPRESSION_ERRORS = (TypeError, ValueError, ArithmeticError, LookupError, AttributeError)


class JinjaPromptRepository(PromptRepository):
    """Renders the prompts of some folders; earlier folders stand before later ones."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._files = _PromptFiles(folders)
        self._environment = _environment()

    def render(
        self, name: str, variables: Mapping[str, Any], style: PromptStyle = PromptStyle.FULL
    ) -> Prompt:
        """Fill every section; values are data, and markup inside them stays as it is."""
        endings = (".short.md", ".md") if style is PromptStyle.SHORT else (".md",)
        path = self._files.locate(name, *endings)
        templates = self._files.parsed(path, self._templates)
        sections = {
            section: _filled(template, variables, path) for section, template in templates.items()
        }
        return Prompt(name=name, sections=sections, source=str(path))

    def wording(self, name: str) -> Mapping[str, Any]:
        """The words of a YAML file."""
        return self._files.parsed(self._files.locate(name, ".yaml"), _words)

    def _templates(self, path: Path, text: str) -> dict[str, Template]:
        markers = list(_SECTION.finditer(text))
        if not markers:
            raise PromptError(
                f"{str(path)!r} has no sections. Begin each one with a line such as "
                "<!-- section: system -->."
            )
        ends = [*(marker.start() for marker in markers[1:]), len(text)]
        templates: dict[str, Template] = {}
        for marker, end in zip(markers, ends, strict=True):
            if marker[1] in templates:
                raise PromptError(
                    f"{str(path)!r} has the section {marker[1]!r} twice. Rename or join them."
                )
            # Padded with the lines above it, so that Jinja counts lines as the file does.
            above = "\n" * text.count("\n", 0, marker.end())
            templates[marker[1]] = self._compiled(above + text[marker.end() : end], path)
        return templates

    def _compiled(self, source: str, path: Path) -> Template:
        try:
            return self._environment.from_string(source)
        except TemplateSyntaxError as error:
            raise PromptError(
                f"{str(path)!r}, line {error.lineno}: {_sentence(error)} Correct that line."
            ) from error


def _environment() -> SandboxedEnvironment:
    environment = SandboxedEnvironment(
        undefined=StrictUndefined,
        autoescape=False,  # prompts are plain text, not HTML
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # A prompt must be the same bytes each time, or a run could not be resumed.
    del environment.globals["lipsum"], environment.filters["random"]
    return environment


def _filled(template: Template, variables: Mapping[str, Any], path: Path) -> str:
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
            f"{str(path)!r}{where}: {_sentence(error)}{hint} Correct that line."
        ) from error


def _sentence(error: Exception) -> str:
    return f"{str(error).rstrip('.')}."


def _words(path: Path, text: str) -> dict[str, Any]:
    try:
        words = YAML(typ="safe", pure=True).load(text)
    except YAMLError as error:
        found = problem_of(error, text, str(path))
        raise PromptError(f"{str(path)!r}, {found}. Correct that line.") from error
    if not isinstance(words, dict):
        raise PromptError(f"{str(path)!r} must hold names with their words. Write `name: words`.")
    return words


class _PromptFiles:
    """The prompt files below some folders.

    A file is parsed again only when it has changed, so that an edit shows in the next
    request.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)
        self._parsed: dict[Path, tuple[tuple[int, int], Any]] = {}

    def locate(self, name: str, *endings: str) -> Path:
        """The file of a prompt; an earlier ending is looked for in every folder first."""
        if not _NAME.fullmatch(name):
            raise PromptError(
                f"{name!r} does not name a prompt. Write a path below prompts/ without its "
                "ending, for example templates/dream/discuss."
            )
        places = [folder / f"{name}{ending}" for ending in endings for folder in self._folders]
        for place in places:
            if place.is_file():
                return place
        looked = "".join(f"\n  {place}" for place in places)
        raise PromptError(
            f"The prompt {name!r} is missing. These places were looked at:{looked}\n"
            "Put the file into one of them, or set QF_PROMPTS_DIR to the folder that has it."
        )

    def parsed(self, path: Path, parse: Callable[[Path, str], _Parsed]) -> _Parsed:
        """What ``parse`` makes of the file's text."""
        stamp = _stamp(path)
        known = self._parsed.get(path)
        if known is None or known[0] != stamp:
            known = self._parsed[path] = (stamp, parse(path, _text_of(path)))
        value: _Parsed = known[1]
        return value


def _stamp(path: Path) -> tuple[int, int]:
    state = path.stat()
    return state.st_mtime_ns, state.st_size


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(
            f"The prompt file {str(path)!r} cannot be read: {error}. "
            "Make it a readable UTF-8 text file."
        ) from error
