"""A name replaced in a text, as whole words and in the case that stands there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import field, frozen

from questfoundry.domain.renaming.phrases import ARTICLES, NamePhrases, Phrase

_NEARBY = 30
"""How much of a text is shown on either side of a word that is listed, in characters."""

_DETERMINERS = {*ARTICLES, *["his", "her", "its", "my", "your", "our", "their", "this", "that"]}
"""Words behind which a name goes without an article of its own."""

_BEFORE = "\"'\u201c\u201e\u2018\u00ab( *_\t"


@frozen(kw_only=True)
class RenamedText:
    """The text with the new name; ``unsure`` are the places that were left, with what is around."""

    text: str
    unsure: tuple[str, ...] = ()


@frozen(kw_only=True)
class TextRenaming:
    """Replaces the phrases in texts; ``common`` are words that are also met as no name.

    Such a word at the beginning of a sentence may be either, and is left and listed; so are
    strict words in another case or with another ending, and all that is doubtful.
    """

    phrases: NamePhrases
    common: frozenset[str] = frozenset()
    _pattern: re.Pattern[str] = field(init=False)

    @_pattern.default
    def _compiled(self) -> re.Pattern[str]:
        return _build_pattern(
            (*(each.old for each in self.phrases.replaced), *self.phrases.doubtful)
        )

    def rename(self, text: str) -> RenamedText:
        """The text with the new name in it."""
        known = {_normalise(each.old): each for each in self.phrases.replaced}
        unsure: list[str] = []

        def replaced(found: re.Match[str]) -> str:
            words, ending = found["words"], found["ending"] or ""
            phrase = known.get(_normalise(words))
            if phrase is None or ending or not self._is_name(phrase, found):
                if not ending or words[:1].isupper():
                    unsure.append(_excerpt_around(text, found))
                return found[0]
            name = _match_case(words, phrase) + _adjust_possessive(found["mark"] or "", phrase)
            return _adjust_article(found, phrase, name)

        return RenamedText(text=self._pattern.sub(replaced, text), unsure=tuple(unsure))

    def _is_name(self, phrase: Phrase, found: re.Match[str]) -> bool:
        words = " ".join(found["words"].split())
        if not phrase.strict:
            return True
        if words not in (phrase.old, phrase.old.upper()):
            return False
        begins = not found["article"] and _begins_sentence(found)
        return not (words.casefold() in self.common and begins)


def find_lowercase_words(texts: Sequence[str], phrases: NamePhrases) -> frozenset[str]:
    """Those of the strict words that the texts also have in small letters."""
    strict = [each.old for each in phrases.replaced if each.strict]
    if not strict:
        return frozenset()
    pattern = _build_pattern(tuple(strict))
    found = (match for text in texts for match in pattern.finditer(text))
    return frozenset(
        match["words"] for match in found if match["words"].islower() and not match["ending"]
    )


def _build_pattern(phrases: Sequence[str]) -> re.Pattern[str]:
    longest = sorted(phrases, key=len, reverse=True)
    spaced = (r"\s+".join(map(re.escape, each.split())) for each in longest)
    # Not inside a word, nor behind an apostrophe within one, as in O'Hara.
    return re.compile(
        rf"(?<!\w)(?<!\w['\u2019])(?:(?P<article>{'|'.join(sorted(ARTICLES))})(?P<space>\s+))?"
        rf"(?P<words>{'|'.join(spaced)})(?P<ending>\w+)?"
        r"(?P<mark>['\u2019](?=\s\w))?",
        re.IGNORECASE,
    )


def _normalise(words: str) -> str:
    return " ".join(words.split()).casefold()


def _match_case(found: str, phrase: Phrase) -> str:
    if " ".join(found.split()) == phrase.old:
        return phrase.new
    if found.isupper():
        return phrase.new.upper()
    if found.islower():
        return phrase.new.lower()
    return phrase.new[:1].upper() + phrase.new[1:]


def _adjust_article(found: re.Match[str], phrase: Phrase, name: str) -> str:
    """The name behind the article that stands there, as far as old and new name have one."""
    there, space = found["article"] or "", found["space"] or " "
    if not there:
        before = found.string[: found.start()].casefold().split()[-2:]
        if not phrase.brings or _DETERMINERS & {*before}:
            return name
        brought = phrase.brings.lower()
        return f"{brought.capitalize() if _begins_sentence(found) else brought} {name}"
    if there.casefold() == phrase.drops.casefold():
        return phrase.new + name[len(phrase.new) :]
    if there.casefold() in {"a", "an"}:
        there = there[0] + ("n" if name[:1].casefold() in "aeiou" else "")
    return f"{there}{space}{name}"


def _begins_sentence(found: re.Match[str]) -> bool:
    """Whether a sentence begins with it."""
    before = found.string[: found.start()].rstrip(_BEFORE)
    return not before or before[-1] in ".!?\u2026:\n"


def _adjust_possessive(mark: str, phrase: Phrase) -> str:
    """Only a name that ends in s goes without one."""
    lone = mark and phrase.old.casefold().endswith("s")
    return f"{mark}s" if lone and not phrase.new.casefold().endswith("s") else mark


def _excerpt_around(text: str, found: re.Match[str]) -> str:
    before, after = text[: found.start()], text[found.end() :]
    start, end = before[-_NEARBY:], after[:_NEARBY]
    if start != before:
        start = f"... {start.partition(' ')[2]}"
    if end != after:
        end = f"{end.rpartition(' ')[0]} ..."
    return " ".join(f"{start}{found[0]}{end}".split())
