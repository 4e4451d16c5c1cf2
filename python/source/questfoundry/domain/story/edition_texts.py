"""Replace the texts of an edition that players read, and straight quotation marks in texts."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve, frozen

from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.player_texts import TextKind
from questfoundry.domain.story.report import Edition


@frozen
class TextPlace:
    """The place of a text in an edition; choices that players see as one option share a place.

    ``name``: the id of the thing that has the text, and the name of the text, as ``passage::well
      title``.
    ``passage``: the id of the passage; empty for a text of the whole story.
    """

    name: str
    kind: TextKind
    passage: str = ""


def map_texts(edition: Edition, convert: Callable[[TextPlace, str], str]) -> Edition:
    """Return ``edition`` with the result of ``convert`` in place of each text that is not empty.

    ``convert`` receives the texts in the order of the story, the texts of the whole story first.
    The meanings of flags, which only writers of code read, stay.
    """

    def change(owner: str, field: str, kind: TextKind, text: str, passage: str = "") -> str:
        place = TextPlace(f"{owner} {field}", kind, passage)
        return convert(place, text) if text.strip() else text

    def change_fields(value: object, owner: str, kind: TextKind, *fields: str) -> dict[str, Any]:
        return {each: change(owner, each, kind, getattr(value, each)) for each in fields}

    title = change("story", "title", TextKind.STORY_TITLE, edition.title)
    hook = change("story", "hook", TextKind.HOOK, edition.hook)
    publication = evolve(
        edition.publication,
        **change_fields(edition.publication, "story", TextKind.DESCRIPTION, "description"),
    )
    notes = change_fields(edition.vision, "story", TextKind.NOTES, "content_notes")
    endings = [
        evolve(one, **change_fields(one, one.id, TextKind.ENDING, "name"))
        for one in edition.endings
    ]
    stats = [
        evolve(one, **change_fields(one, one.id, TextKind.STAT, "name", "question", "high", "low"))
        for one in edition.stats
    ]
    first = {one.question: one.id for one in reversed(edition.clues)}
    clues = [
        evolve(
            one,
            **change_fields(one, first[one.question], TextKind.QUESTION, "question"),
            **change_fields(one, one.id, TextKind.CLUE, "text"),
        )
        for one in edition.clues
    ]
    chapters, passages, prose, choices = {}, [], {}, dict[str, Choice]()
    owners = find_option_owners(edition.structure)
    for one in edition.structure.passages:
        if one.id in edition.chapters:
            text = edition.chapters[one.id]
            chapters[one.id] = change(one.id, "chapter", TextKind.CHAPTER, text, one.id)
        named = change(one.id, "title", TextKind.TITLE, one.title, one.id)
        passages.append(evolve(one, title=named))
        text = edition.prose.get(one.id, "")
        prose[one.id] = change(one.id, "prose", TextKind.PROSE, text, one.id)
        for choice in edition.structure.outgoing_choices(one.id):
            owner = owners[choice.id]
            choices[choice.id] = evolve(
                choice,
                label=change(owner, "label", TextKind.LABEL, choice.label, one.id),
                closed=change(owner, "closed", TextKind.CLOSED, choice.closed, one.id),
            )
    return evolve(
        edition,
        title=title,
        hook=hook,
        publication=publication,
        vision=edition.vision.model_copy(update=notes),
        endings=tuple(endings),
        stats=tuple(stats),
        clues=tuple(clues),
        chapters=chapters,
        prose=prose,
        structure=evolve(
            edition.structure,
            passages=tuple(passages),
            choices=tuple(choices.get(each.id, each) for each in edition.structure.choices),
        ),
    )


def find_option_owners(structure: Structure) -> Mapping[str, str]:
    """Map the id of each choice to the id of the first choice that shows the same option.

    Choices that are the only option of their passage, such as ``Continue``, count as one option in
    the whole story if they have the same label.
    """
    owners: dict[str, str] = {}
    singles: dict[tuple[str, str], str] = {}
    for one in structure.passages:
        leaving = structure.outgoing_choices(one.id)
        is_single = len({(each.label, each.closed) for each in leaving}) == 1
        found = singles if is_single else dict[tuple[str, str], str]()
        for each in leaving:
            owners[each.id] = found.setdefault((each.label, each.closed), each.id)
    return owners


@frozen
class _QuoteMarks:
    opening: str
    closing: str
    inner_opening: str
    inner_closing: str


_ENGLISH = _QuoteMarks("\u201c", "\u201d", "\u2018", "\u2019")
_GERMAN = _QuoteMarks("\u201e", "\u201c", "\u201a", "\u2018")
_GUILLEMETS = _QuoteMarks("\u00ab", "\u00bb", "\u201c", "\u201d")
_BY_LANGUAGE = {
    **dict.fromkeys(("en", "nl", "pt", "ga", "cy"), _ENGLISH),
    **dict.fromkeys(("de", "cs", "sk", "sl", "lt"), _GERMAN),
    **dict.fromkeys(("es", "it", "ca", "pt-pt", "gl"), _GUILLEMETS),
    **dict.fromkeys(("de-ch", "de-li"), _QuoteMarks("\u00ab", "\u00bb", "\u2039", "\u203a")),
    **dict.fromkeys(("ru", "uk", "be"), _QuoteMarks("\u00ab", "\u00bb", "\u201e", "\u201c")),
    **dict.fromkeys(("sv", "fi"), _QuoteMarks("\u201d", "\u201d", "\u2019", "\u2019")),
    **dict.fromkeys(("no", "nb", "nn"), _QuoteMarks("\u00ab", "\u00bb", "\u2018", "\u2019")),
    "fr": _QuoteMarks("\u00ab\u202f", "\u202f\u00bb", "\u201c", "\u201d"),
    "da": _QuoteMarks("\u00bb", "\u00ab", "\u203a", "\u2039"),
    "pl": _QuoteMarks("\u201e", "\u201d", "\u201a", "\u2019"),
    "hu": _QuoteMarks("\u201e", "\u201d", "\u00bb", "\u00ab"),
}
_APOSTROPHE = "\u2019"
_STRAIGHT = re.compile(r"[\"']")
_BEFORE_OPENING = re.compile(r"[\s(\[{*\u00bf\u00a1\u2013\u2014-]")
_AFTER_CLOSING = re.compile(r"\s|\Z|(?!\.{2})[,.;:!?)\]}]")
_ELISION = re.compile(
    r"'(?:\d|(?:tis|twas|twere|twill|em|til|cause|bout|round|n|s|t)\b)", re.IGNORECASE
)
_PARAGRAPHS = re.compile(r"(\n[ \t]*\n)")


def apply_typographic_quotes(text: str, language: str) -> str:
    """Return ``text`` with the quotation marks of ``language``, a BCP 47 tag.

    If the language is unknown, the text is returned unchanged. A straight mark opens a quotation
    after a space or a bracket, and closes a quotation elsewhere. A single mark that neither opens
    nor closes a quotation in its paragraph is an apostrophe.
    """
    tag = language.casefold()
    marks = _BY_LANGUAGE.get(tag) or _BY_LANGUAGE.get(tag.partition("-")[0])
    if marks is None:
        return text
    return "".join(_convert_paragraph(each, marks) for each in _PARAGRAPHS.split(text))


def _convert_paragraph(text: str, marks: _QuoteMarks) -> str:
    opening = _find_opening_marks(text)
    ends = [
        place
        for place, mark in enumerate(text)
        if mark == "'" and place not in opening and not text[place + 1 : place + 2].isalnum()
    ]
    last, closing, opened = max(ends, default=-1), set(ends), 0

    def set_mark(found: re.Match[str]) -> str:
        nonlocal opened
        place = found.start()
        if found[0] == '"':
            return marks.opening if place in opening else marks.closing
        if place in opening and place < last and not _ELISION.match(text, place):
            opened += 1
            return marks.inner_opening
        if opened and place in closing:
            opened -= 1
            return marks.inner_closing
        return _APOSTROPHE

    return _STRAIGHT.sub(set_mark, text)


def _find_opening_marks(text: str) -> set[int]:
    """Return the positions of the opening quotation marks in ``text``.

    A mark directly after an opening mark is an opening mark, too.
    """
    found: set[int] = set()
    for each in _STRAIGHT.finditer(text):
        place = each.start()
        first = not place or _BEFORE_OPENING.match(text, place - 1) is not None
        if (first or place - 1 in found) and not _AFTER_CLOSING.match(text, place + 1):
            found.add(place)
    return found
