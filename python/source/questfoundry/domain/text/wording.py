"""Fill in texts and prompts from ``prompts/``, and join sentences."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import frozen

from questfoundry.domain.errors import PromptError


def phrase(wording: Mapping[str, Any], key: str, /, **values: object) -> str:
    """Return the text at the dotted ``key`` of ``wording``, with its ``{placeholders}`` filled in.

    A brace in a value stays a brace. Raise ``PromptError`` if the key or a value is missing.
    """
    found: Any = wording
    for step in key.split("."):
        found = found.get(step) if isinstance(found, Mapping) else None
    if not isinstance(found, str):
        raise PromptError(
            f"The wording has no text {key!r}. Add the text to the YAML file of the wording."
        )
    try:
        return found.format_map({name: str(value) for name, value in values.items()})
    except (KeyError, IndexError, ValueError, AttributeError) as error:
        raise PromptError(
            f"The text {key!r} does not render: {error}. The text may use "
            f"{', '.join(f'{{{name}}}' for name in values) or 'no placeholder'}; write a plain "
            "brace twice."
        ) from error


def as_json(value: Any) -> str:
    """Return ``value`` as JSON text in the style of models, with spaces after commas and colons."""
    return json.dumps(value, ensure_ascii=False, default=str)


_STOPS = tuple(".!?…:;。\uff01\uff1f")
_AFTER_STOP = " \n\"'”\u2019»\u203a)]*_」』"
"""Characters that may follow a sentence's stop: quotes, brackets, emphasis."""


def join_sentences(text: str | Iterable[str], more: Iterable[str] = ()) -> str:
    """Return the texts joined by spaces; add missing full stops and skip empty texts."""
    texts = (*([text] if isinstance(text, str) else text), *more)
    return " ".join(
        each if each.rstrip(_AFTER_STOP)[-1:] in _STOPS else f"{each.rstrip()}."
        for each in texts
        if each
    )


@frozen(kw_only=True)
class Prompt:
    """A prompt file with all variables filled in: the text of each section, by section name."""

    name: str
    sections: Mapping[str, str]
    source: str

    def __getitem__(self, section: str) -> str:
        try:
            return self.sections[section]
        except KeyError:
            raise PromptError(
                f"The prompt {self.name!r} ({self.source}) has no section {section!r}; it has "
                f"{', '.join(sorted(self.sections)) or 'none'}. Add the section to that file."
            ) from None
