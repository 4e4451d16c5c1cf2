"""Checks of a passage's prose by rules, without a model.

A false finding costs a needless revision, so each rule reports obvious problems only. Problems that
need judgement are left to a reviewing model or to the author.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from attrs import frozen

from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.prose.menu_detection import (
    find_decided_label,
    find_menu,
    find_wrong_person,
    find_wrong_tense,
)
from questfoundry.domain.prose.narration import Narration, find_copy, find_repetition, split_words
from questfoundry.domain.story.prose import (
    ProseParagraph,
    find_conditional_names,
    paragraphs_of,
    remove_conditional_text,
    remove_markup,
)
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.voice import FillVoice
from questfoundry.domain.text.wording import phrase

_MAX_QUOTE = 80  # The longest quotation in a finding, in characters
_MIN_PROSE_WORDS = 5  # The fewest words in a line of prose

_LANGUAGES_WITHOUT_SPACES = frozenset({"bo", "ja", "km", "lo", "my", "th", "zh"})
"""Languages whose words are not separated by spaces, so that words cannot be counted."""

_LANGUAGES_WITHOUT_STOPS = frozenset({"lo", "th"})
"""Languages whose sentences do not end with a punctuation mark."""


class ProseRule(StrEnum):
    """The rules for prose; the part of a value after the dot is the key of the rule's wording.

    ``REVIEW``, ``READING`` and ``KEPT`` mark problems that a reviewer or the full review found, and
    that remained. ``UNUSED`` marks the text of a passage that does not exist. The rules from
    ``THRICE`` on are about finished stories.
    """

    EMPTY = "prose.empty"
    CUT = "prose.cut"
    SHORT = "prose.short"
    LONG = "prose.long"
    REPEATED = "prose.repeated"
    COPIED = "prose.copied"
    STOCK = "prose.stock"
    PERSON = "prose.person"
    TENSE = "prose.tense"
    MENU = "prose.menu"
    DECIDED = "prose.decided"
    NOT_PROSE = "prose.not_prose"
    UNKNOWN_INSERT = "prose.unknown_insert"
    UNANSWERED = "prose.unanswered"
    REVIEW = "prose.review"
    READING = "prose.reading"
    KEPT = "prose.kept"
    UNUSED = "prose.unused"
    THRICE = "prose.thrice"
    MARKUP = "prose.markup"
    CRAFT = "prose.craft"
    SHARED = "prose.shared"
    STRANGER = "prose.stranger"
    ABSENT = "prose.absent"
    CONTRADICTION = "prose.contradiction"
    MEDIA = "prose.media"

    @property
    def is_advice(self) -> bool:
        """Return whether the rule is about length, which alone justifies no second request."""
        return self in (ProseRule.SHORT, ProseRule.LONG)

    def make_finding(self, *, passage: str, problem: str, fix: str) -> Finding:
        """Return a warning about the prose of ``passage``."""
        return Finding(
            rule=self, severity=Severity.WARNING, place=passage, problem=problem, fix=fix
        )


@frozen(kw_only=True)
class ProseExpectations:
    """The requirements for the prose of a passage.

    ``words`` is the planned length; a passage with a ``weight`` of 3 or 4 may exceed it further.
    ``earlier_prose`` is what players read just before. Conditional text may have only the names in
    ``allowed_inserts``, and must have ``required_inserts``. ``is_truncated`` says that the model
    reached its token limit.
    """

    passage: str
    words: Range
    voice: FillVoice
    weight: int = 2
    labels: tuple[str, ...] = ()
    earlier_prose: tuple[str, ...] = ()
    allowed_inserts: tuple[str, ...] = ()
    required_inserts: tuple[str, ...] = ()
    is_truncated: bool = False
    language: str = "en"


def check_prose(
    prose: str, expected: ProseExpectations, wording: Mapping[str, Any]
) -> tuple[Finding, ...]:
    """Return the problems of the prose, at most one for each rule.

    The ``fix`` of a finding is for the model that revises; its ``problem`` has at most 500
    characters and is for the author, too.
    """
    stock = (*wording["stock_phrases"], *expected.voice.avoid)
    problems = (
        _find_problems(prose, expected, stock)
        if _has_text(prose, expected)
        else [(ProseRule.EMPTY, {})]
    )
    return tuple(
        rule.make_finding(
            passage=expected.passage,
            problem=phrase(wording, f"{rule.partition('.')[2]}.problem", **values),
            fix=phrase(wording, f"{rule.partition('.')[2]}.fix", **values),
        )
        for rule, values in problems
    )


def _find_problems(
    prose: str, expected: ProseExpectations, stock: Iterable[str]
) -> Iterator[tuple[ProseRule, Mapping[str, object]]]:
    voice, language = expected.voice, _base_language(expected.language)
    inserts, count = find_conditional_names(prose), len(remove_conditional_text(prose).split())
    paragraphs = paragraphs_of(prose, {each: each for each in inserts})
    written, prose = prose, remove_markup(prose)
    narration = Narration(prose)
    if expected.is_truncated or (
        language not in _LANGUAGES_WITHOUT_STOPS and _ends_mid_sentence(prose)
    ):
        yield ProseRule.CUT, {"words": prose.rstrip()[-_MAX_QUOTE:]}
    if language not in _LANGUAGES_WITHOUT_SPACES:
        yield from _check_length(count, expected)
    texts_by_rule = {
        ProseRule.REPEATED: _find_repetition_for_players(narration, paragraphs),
        ProseRule.COPIED: find_copy(narration, expected.earlier_prose),
        ProseRule.STOCK: _find_stock_phrase(narration, stock),
        ProseRule.MENU: find_menu(narration, expected.labels),
        ProseRule.DECIDED: find_decided_label(narration, expected.labels, voice.person),
        ProseRule.NOT_PROSE: _find_non_prose(prose) or _find_bold_title(written),
        ProseRule.UNKNOWN_INSERT: _find_first_missing(inserts, expected.allowed_inserts),
        ProseRule.UNANSWERED: _find_first_missing(expected.required_inserts, inserts),
    }
    if language == "en":
        texts_by_rule[ProseRule.PERSON] = find_wrong_person(narration, voice.person)
        texts_by_rule[ProseRule.TENSE] = find_wrong_tense(narration, voice.tense)
    for rule, words in texts_by_rule.items():
        if words:
            quoted = words if len(words) <= _MAX_QUOTE else f"{words[:_MAX_QUOTE]}\u2026"
            yield rule, {"words": quoted, "person": voice.person, "tense": voice.tense}


def _find_repetition_for_players(prose: Narration, parts: Sequence[ProseParagraph]) -> str:
    """Return a text that some player reads twice, or an empty string.

    Two conditional texts that no player reads together may repeat each other.
    """
    found = find_repetition(prose)
    flags = dict.fromkeys(part.flag for part in parts if part.flag)
    if not found or len(flags) < 2:
        return found
    versions = (
        "\n\n".join(part.plain_text for part in parts if part.flag in {"", flag}) for flag in flags
    )
    return next(filter(None, map(find_repetition, map(Narration, versions))), "")


def _find_first_missing(names: Sequence[str], others: Container[str]) -> str:
    return next((f"[{name}]" for name in names if name not in others), "")


def _ends_mid_sentence(prose: str) -> bool:
    """Return whether the last line is prose and ends inside a sentence.

    A short last line may be a signature or the text of a sign, so it does not count.
    """
    last = prose.rstrip().rpartition("\n")[2]
    return len(last.split()) >= _MIN_PROSE_WORDS and (last[-1].isalnum() or last[-1] in ",(")


def _has_text(prose: str, expected: ProseExpectations) -> bool:
    """Return whether ``prose`` has letters, and at least a tenth of the least number of words."""
    has_words = (
        len(prose.split()) >= expected.words.least // 10
        or _base_language(expected.language) in _LANGUAGES_WITHOUT_SPACES
    )
    return has_words and any(char.isalnum() for char in prose)


def _base_language(language: str) -> str:
    """Return the language of a language tag, without the region: "en" for "en-GB"."""
    return language.partition("-")[0].lower()


def _check_length(
    count: int, expected: ProseExpectations
) -> Iterator[tuple[ProseRule, Mapping[str, object]]]:
    """Yield a problem below half of the range, or above twice (three times if heavy) of it."""
    wanted = expected.words
    values = {"count": count, "wanted": wanted}
    if count < wanted.least // 2:
        yield ProseRule.SHORT, values
    if count > wanted.most * (3 if expected.weight > 2 else 2):
        yield ProseRule.LONG, values


def _find_stock_phrase(prose: Narration, stock: Iterable[str]) -> str:
    """Return the first stock phrase in the prose; a single word counts only if it occurs twice."""
    text = f" {' '.join(prose.all_words)} "
    for stock_phrase in stock:
        words = split_words(stock_phrase)
        if words and text.count(f" {' '.join(words)} ") >= (2 if len(words) == 1 else 1):
            return stock_phrase
    return ""


# Each pattern comes with a string that all its matches contain (in lower case), a fast pre-check.
_NON_PROSE = tuple(
    (sign, re.compile(pattern, re.IGNORECASE | re.MULTILINE))
    for sign, pattern in (
        # At the beginning: a reply to the request.
        (
            ":",
            r"\A[^\n]{0,120}\b(?:here(?:'s|\u2019s| is)|below is)\b[^\n]{0,80}"
            r"\b(?:passage|prose|revision|version|rewrite|draft)\b[^\n]{0,80}:[ \t]*$",
        ),
        (
            "",
            r"\A(?:i(?:'|\u2019)m sorry|i apologi[sz]e|sorry)\b[^\n]{0,40}"
            r"\b(?:can(?:'|\u2019)t|cannot|unable)\b[^\n]{0,40}"
            r"\b(?:assist|help|fulfil|generate|write|create|continue)\b",
        ),
        (":", r"\A(?:title|chapter)[ \t]*\d{0,3}:"),
        # Anywhere: labels, word counts and notes.
        (":", r"^[ \t]*(?:passage|beat)[ \t]*\d{0,3}:"),
        ("word", r"^\W{0,3}word count\b|^\(?\d{1,5} words\)?[.]?$"),
        (
            "note:",
            r"^\W{0,3}note:[^\n]{0,200}\b(?:passage|revision|prose|rewritten|rewrote|revised)\b",
        ),
        ("[", r"\[(?:insert|choices?|end of|passage|scene|continue|player)\b[^\[\]\n]{0,80}\]"),
        ("as an ai ", r"\bas an ai (?:language )?(?:model|assistant)\b"),
        ("as a language ", r"\bas a language model\b"),
        # Markup.
        ("#", r"^[ \t]{0,3}#{1,6}[ \t]+\S[^\n]{0,80}"),
        ("```", r"```"),
        ("*", r"(?<![\w*])\*{1,3}\w[^*\n]{0,200}\*"),
        ("<", r"</?(?:b|i|u|em|strong|p|br|hr|div|span|h[1-6]|think|thinking)\b[^<>\n]{0,80}>"),
    )
)


_BOLD_TITLE = re.compile(r"\A\s*\*\*[^*\n]{1,200}\*\*[ \t]*$", re.MULTILINE)


def _find_bold_title(written: str) -> str:
    found = _BOLD_TITLE.match(written)
    return found.group().strip() if found else ""


def _find_non_prose(prose: str) -> str:
    text = prose.strip()
    signs = text.lower()
    found = [
        match for sign, pattern in _NON_PROSE if sign in signs and (match := pattern.search(text))
    ]
    first = min(found, key=lambda match: match.start(), default=None)
    return first.group().strip() if first else ""
