"""Provide the interface texts of exported formats: the author's own, or the built-in ones.

After a change to the built-in texts, ``html/phrases.json`` and ``gamebook/phrases.json``, run
``python -m questfoundry.infra.export.words docs/reference/words.yaml``.
"""

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
from questfoundry.domain.story.publication import CustomWording
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.text import one_line, terms_of

PARTS: Mapping[str, str] = MappingProxyType({"page": "html", "gamebook": "gamebook"})
"""The folder of the built-in texts for each part of an export that has interface texts."""

_ENGLISH = "en"


@frozen(kw_only=True)
class Words:
    """The texts of the HTML page or the gamebook by key, with the BCP 47 tag of their language."""

    language: str
    texts: Mapping[str, str]


def words_for(part: str, language: str, custom: CustomWording) -> Words:
    """Return the texts of ``part`` (``page`` or ``gamebook``): the author's, else built-in ones."""
    tables = _tables(part)
    primary = language.casefold().partition("-")[0]
    available = primary if primary in tables else _ENGLISH
    own = custom.get(part, {})
    return Words(
        language=language if own and available != primary else available,
        texts={**tables[available], **own},
    )


def list_opening_texts(edition: Edition) -> list[str]:
    """Return the texts before the first passage: hook, credits, licence, date and content notes."""
    words = words_for("page", edition.language, edition.publication.words).texts
    notes = edition.vision.content_notes
    texts = [edition.hook, *terms_of(edition)]
    texts += [f"{words['content_notes']}: {notes}"] if one_line(notes) else []
    return [*filter(None, map(one_line, texts))]


def find_untranslated(edition: Edition, file: str = "") -> Iterator[Finding]:
    """Yield a warning (rule ``words.english``) if exports would contain built-in English texts.

    ``file`` is the name of the file for the author's texts; empty if a setting names the file.
    """
    primary = edition.language.casefold().partition("-")[0]
    own = edition.publication.words
    missing = {
        part: len(set(tables[_ENGLISH]) - set(own.get(part, {})))
        for part in PARTS
        for tables in [_tables(part)]
        if primary not in tables
    }
    if any(missing.values()):
        counts = " and ".join(f"{count} of the {part}" for part, count in missing.items() if count)
        yield Finding(
            rule="words.english",
            severity=Severity.WARNING,
            place=file or "publication.words",
            problem=f"The export would contain built-in English texts: {counts}.",
            fix=f"Translate them to {edition.language!r} in "
            f"{'this file' if file else 'a file that this key names'}.",
        )


def parse_words(data: object) -> CustomWording:
    """Return the author's texts in ``data``, from YAML; raise ``InputError`` for a wrong key."""
    if not isinstance(data, dict) or not set(data) <= set(PARTS):
        raise InputError(
            f"The file may only contain {' and '.join(f'`{each}:`' for each in PARTS)}."
        )
    return {part: dict(_parse_part(part, texts)) for part, texts in data.items()}


def _parse_part(part: str, texts: object) -> Iterator[tuple[str, str]]:
    english = _tables(part)[_ENGLISH]
    if not isinstance(texts, dict):
        raise InputError(f"`{part}` must contain keys with texts.")
    for key, text in texts.items():
        if key not in english:
            raise InputError(
                f"The key `{part}.{key}` is unknown. Choose from: {', '.join(sorted(english))}."
            )
        if not isinstance(text, str) or not text.strip():
            raise InputError(f"`{part}.{key}` must be a non-empty text. Put it in quotation marks.")
        if (placeholders := _find_placeholders(text)) != (
            expected := _find_placeholders(english[key])
        ):
            raise InputError(
                f"`{part}.{key}` contains the placeholders {_join_placeholders(placeholders)}, but "
                f"needs {_join_placeholders(expected)}: "
                f"{english[key]!r}."
            )
        yield key, text


def _find_placeholders(text: str) -> list[str]:
    return sorted(re.findall(r"\{[^{}]*\}|[{}]", text))


def _join_placeholders(places: list[str]) -> str:
    return ", ".join(places) or "none"


def _tables(part: str) -> Mapping[str, Mapping[str, str]]:
    text = files(__package__).joinpath(PARTS[part], "phrases.json").read_text("utf-8")
    tables: dict[str, dict[str, str]] = json.loads(text)
    return tables


def build_template() -> str:
    """Return a YAML file of all English texts, ready for an author to translate."""
    lines = [
        "# Interface texts of the exports. Translate the right-hand sides; keep the {placeholders}."
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
