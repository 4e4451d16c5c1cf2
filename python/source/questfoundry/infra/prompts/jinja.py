"""Render prompts from Markdown files with Jinja2, and load texts from YAML files.

Lines such as ``<!-- section: system -->`` divide a prompt file into sections. The text before the
first section is a note to editors of the file.
"""

import os
import re
import traceback
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from stat import S_ISREG
from typing import Any, NamedTuple

from jinja2 import StrictUndefined, Template, TemplateError, TemplateSyntaxError, UndefinedError
from jinja2.sandbox import SandboxedEnvironment
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from questfoundry.domain.errors import PromptError
from questfoundry.domain.models.traits import PromptStyle
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.text.wording import Prompt, format_language, join_sentences
from questfoundry.domain.writing.fitting import beginning_of
from questfoundry.infra.storage.yaml_reading import problem_of

_NAME = re.compile(r"[\w-]+(?:/[\w-]+)*")
_SECTION = re.compile(r"^<!--[ \t]*section:[ \t]*([\w-]+)[ \t]*-->[ \t]*$", re.MULTILINE)
# Errors that an expression in a template can raise besides Jinja's own.
_EXPRESSION_ERRORS = (TypeError, ValueError, ArithmeticError, LookupError, AttributeError)

_REPEATED_WORDS = 8
"""A text that a prompt has already shown in full is shortened to this many words."""


class _File(NamedTuple):
    """The path of a file, and a ``stamp`` that differs after any change to the file."""

    path: str
    stamp: tuple[int, ...]


class JinjaPromptRepository(PromptRepository):
    """A repository that renders prompts from files in several folders.

    If several folders contain a file of the same name, the file in the first of these folders is
    used.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)

    def render(
        self, name: str, variables: Mapping[str, Any], style: PromptStyle = PromptStyle.FULL
    ) -> Prompt:
        """Return the prompt ``name`` with its variables filled in.

        With the style ``SHORT``, the short version of the file is used if there is one. Template
        code in the values of variables is not executed.
        """
        endings = (".short.md", ".md") if style is PromptStyle.SHORT else (".md",)
        path, stamp = self._locate(name, *endings)
        sections = {
            section: _fill_section(template, variables, path)
            for section, template in _load_templates(path, stamp).items()
        }
        return Prompt(name=name, sections=sections, source=path)

    def wording(self, name: str) -> Mapping[str, Any]:
        return _load_wording(*self._locate(name, ".yaml"))

    def list_names(self, folder: str) -> tuple[str, ...]:
        """Return the names of the YAML files in ``folder`` of every prompt folder, sorted."""
        files = (path for each in self._folders for path in (each / folder).glob("*.yaml"))
        return tuple(sorted({path.stem for path in files}))

    def _locate(self, name: str, *endings: str) -> _File:
        """Return the first existing file called ``name`` with one of ``endings``.

        If there is no such template, use the shared file in ``templates/stage``. Raise
        ``PromptError`` if this is missing too.
        """
        if not _NAME.fullmatch(name):
            raise PromptError(
                f"{name!r} does not name a prompt. Write a path below prompts/ without its "
                "ending, for example templates/dream/discuss."
            )
        places = [f"{folder}/{name}{ending}" for ending in endings for folder in self._folders]
        shared = f"templates/stage/{name.rpartition('/')[2]}.md"
        defaults = [
            f"{folder}/{shared}" for folder in self._folders if name.startswith("templates/")
        ]
        for place in (*places, *defaults):
            try:
                state = os.stat(place)  # noqa: PTH116 - called very often
            except OSError:
                continue
            if S_ISREG(state.st_mode):
                return _File(place, (state.st_dev, state.st_ino, state.st_mtime_ns, state.st_size))
        searched = "".join(f"\n  {place}" for place in places)
        raise PromptError(
            f"The prompt {name!r} is missing. Searched files:{searched}\n"
            "Create one of these files, or set QF_PROMPTS_DIR to the folder that has it."
        )


# Cached for the whole process, since many projects share a file. A changed file has another
# stamp, so an edit takes effect with the next request.
@lru_cache(maxsize=1024)
def _load_templates(path: str, stamp: tuple[int, ...]) -> Mapping[str, Template]:  # noqa: ARG001
    text = _read_text(path)
    markers = list(_SECTION.finditer(text))
    if not markers:
        raise PromptError(
            f"{path!r} has no sections. Begin each one with a line such as "
            "<!-- section: system -->."
        )
    ends = [*(marker.start() for marker in markers[1:]), len(text)]
    templates: dict[str, Template] = {}
    for marker, end in zip(markers, ends, strict=True):
        if marker[1] in templates:
            raise PromptError(f"{path!r} has the section {marker[1]!r} twice. Rename or join them.")
        # Padded with empty lines, so that Jinja reports the line numbers of the file.
        above = "\n" * text.count("\n", 0, marker.end())
        templates[marker[1]] = _compile(above + text[marker.end() : end], path)
    return templates


def _compile(source: str, path: str) -> Template:
    try:
        return _ENVIRONMENT.from_string(source)
    except TemplateSyntaxError as error:
        raise PromptError(
            f"{path!r}, line {error.lineno}: {_sentence(error)} Correct that line."
        ) from error


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


def _fill_section(template: Template, variables: Mapping[str, Any], path: str) -> str:
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


@lru_cache(maxsize=1024)
def _load_wording(path: str, stamp: tuple[int, ...]) -> Mapping[str, Any]:  # noqa: ARG001
    text = _read_text(path)
    try:
        words = YAML(typ="safe", pure=True).load(text)
    except YAMLError as error:
        found = problem_of(error, text, path)
        raise PromptError(f"{path!r}, {found}. Correct that line.") from error
    if not isinstance(words, dict):
        raise PromptError(f"{path!r} must contain names with texts. Write `name: text`.")
    return words


def _read_text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(
            f"The prompt file {path!r} cannot be read: {error}. Make it a readable UTF-8 text file."
        ) from error
