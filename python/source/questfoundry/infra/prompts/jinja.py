"""Render prompts from Markdown files with Jinja2, and load texts from YAML files.

Lines such as ``<!-- section: system -->`` divide a prompt file into sections. The text before the
first section is a note to editors of the file. Jinja2 is imported when a prompt is rendered, and
the readers of YAML when a text is loaded.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, NamedTuple

from questfoundry.domain.errors import PromptError
from questfoundry.domain.models.traits import PromptStyle
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.text.wording import Prompt

_NAME = re.compile(r"[\w-]+(?:/[\w-]+)*")
_SECTION = re.compile(r"^<!--[ \t]*section:[ \t]*([\w-]+)[ \t]*-->[ \t]*$", re.MULTILINE)


if TYPE_CHECKING:
    from jinja2 import Template


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
        from questfoundry.infra.prompts.templates import fill_section

        endings = (".short.md", ".md") if style is PromptStyle.SHORT else (".md",)
        path, stamp = self._locate(name, *endings)
        sections = {
            section: fill_section(template, variables, path)
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
                return _File(place, _stamp_of(state))
        searched = "".join(f"\n  {place}" for place in places)
        raise PromptError(
            f"The prompt {name!r} is missing. Searched files:{searched}\n"
            "Create one of these files, or set QF_PROMPTS_DIR to the folder that has it."
        )


def _stamp_of(state: os.stat_result) -> tuple[int, ...]:
    return state.st_dev, state.st_ino, state.st_mtime_ns, state.st_size


def load_templates(path: Path) -> Mapping[str, Template]:
    """Return the sections of the prompt file ``path`` as templates, by section name."""
    return _load_templates(str(path), _stamp_of(path.stat()))


# Cached for the whole process, since many projects share a file. A changed file has another
# stamp, so an edit takes effect with the next request.
@lru_cache(maxsize=1024)
def _load_templates(path: str, stamp: tuple[int, ...]) -> Mapping[str, Template]:  # noqa: ARG001
    from questfoundry.infra.prompts.templates import compile_template

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
        templates[marker[1]] = compile_template(above + text[marker.end() : end], path)
    return templates


@lru_cache(maxsize=1024)
def _load_wording(path: str, stamp: tuple[int, ...]) -> Mapping[str, Any]:  # noqa: ARG001
    from questfoundry.infra.fast_yaml import load_yaml
    from questfoundry.infra.storage.yaml_reading import parser_errors, problem_of

    text = _read_text(path)
    try:
        words = load_yaml(text)
    except parser_errors() as error:
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
