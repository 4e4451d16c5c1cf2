"""What formats say themselves, beside the story: in the author's words, else in ours.

``html/phrases.json`` and ``gamebook/phrases.json`` have ours, by language. Those in English are a
file to begin with, too; make it anew after a change:
``python -m questfoundry.infra.export.words docs/reference/words.yaml``.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.publication import CustomWording

PARTS: Mapping[str, str] = MappingProxyType({"page": "html", "gamebook": "gamebook"})
"""What has words of its own, and the folder of ours."""

_ENGLISH = "en"


@frozen(kw_only=True)
class Words:
    """The words of a part by their keys, and the BCP 47 tag of their language."""

    language: str
    texts: Mapping[str, str]


def words_for(part: str, language: str, custom: CustomWording) -> Words:
    """Those for a BCP 47 tag: what the author left out is in English where we do not speak it."""
    tables = _tables(part)
    primary = language.casefold().partition("-")[0]
    spoken = primary if primary in tables else _ENGLISH
    given = custom.get(part, {})
    return Words(
        language=language if given and spoken != primary else spoken,
        texts={**tables[spoken], **given},
    )


def find_untranslated(edition: Edition) -> Iterator[Finding]:
    """A warning, rule ``words.english``, where formats speak English for want of words."""
    primary = edition.language.casefold().partition("-")[0]
    own = edition.publication.words
    lacking = {
        part: len(set(tables[_ENGLISH]) - set(own.get(part, {})))
        for part in PARTS
        for tables in [_tables(part)]
        if primary not in tables
    }
    if any(lacking.values()):
        told = " and ".join(f"{count} of the {part}" for part, count in lacking.items() if count)
        yield Finding(
            rule="words.english",
            severity=Severity.WARNING,
            place="publication.words",
            problem=f"Beside the story, texts are in English: {told}.",
            fix=f"Give them in {edition.language!r} in a file that this key names.",
        )


def parse_words(data: object) -> CustomWording:
    """An author's words as they stand in a file; ``InputError`` names a key that cannot be used."""
    if not isinstance(data, dict) or not set(data) <= set(PARTS):
        raise InputError(f"It must hold {' and '.join(f'`{each}:`' for each in PARTS)} alone.")
    return {part: dict(_parse_part(part, given)) for part, given in data.items()}


def _parse_part(part: str, given: object) -> Iterator[tuple[str, str]]:
    usual = _tables(part)[_ENGLISH]
    if not isinstance(given, dict):
        raise InputError(f"`{part}` must hold keys with texts.")
    for key, text in given.items():
        if key not in usual:
            raise InputError(f"`{part}.{key}` is no key. There are: {', '.join(sorted(usual))}.")
        if not isinstance(text, str) or not text.strip():
            raise InputError(f"`{part}.{key}` must be a text. Put it between quotation marks.")
        if (places := _find_placeholders(text)) != (wanted := _find_placeholders(usual[key])):
            raise InputError(
                f"`{part}.{key}` has {_join_placeholders(places)} in it, and needs {_join_placeholders(wanted)}: "
                f"{usual[key]!r}."
            )
        yield key, text


def _find_placeholders(text: str) -> list[str]:
    """What stands in braces; a brace without its other half, too."""
    return sorted(re.findall(r"\{[^{}]*\}|[{}]", text))


def _join_placeholders(places: list[str]) -> str:
    return ", ".join(places) or "nothing"


def _tables(part: str) -> Mapping[str, Mapping[str, str]]:
    text = files(__package__).joinpath(PARTS[part], "phrases.json").read_text("utf-8")
    tables: dict[str, dict[str, str]] = json.loads(text)
    return tables


def build_template() -> str:
    """All words in English, as a file that an author may translate."""
    lines = [
        "# What the formats say themselves. Translate the right sides, and keep what is in braces."
    ]
    for part in PARTS:
        lines.append(f"{part}:")
        lines += [
            f"  {key}: {json.dumps(text, ensure_ascii=False)}"
            for key, text in _tables(part)[_ENGLISH].items()
        ]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(build_template(), encoding="utf-8")
