"""Replace a name in a text, with the capitals that each occurrence has."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from attrs import field, frozen

from questfoundry.domain.ids import SEPARATOR, is_id, kind_of, slugify

ARTICLES = {"the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "los", "las", "il"}


@frozen(kw_only=True)
class Phrase:
    """Words to replace in texts (``old``), and their replacement (``new``).

    ``strict``: whether only occurrences capitalised like ``old``, or all in capitals, are replaced.
    ``drops``: the article of the old name, if the new name has none.
    ``brings``: the article of the new name, if the old name has none.
    """

    old: str
    new: str
    strict: bool
    drops: str = ""
    brings: str = ""


@frozen(kw_only=True)
class NamePhrases:
    """The phrases to replace in a rename; ``doubtful`` words of the old name are only reported."""

    replaced: tuple[Phrase, ...]
    doubtful: tuple[str, ...] = field(default=())


def phrases_of(old: str, new: str, *, person: bool, others: Collection[str]) -> NamePhrases:
    """Return the phrases of the name ``old`` that a rename replaces, each with its replacement.

    A name of several words matches with any capitals. A single word must have its own capitals,
    because "will" is also a verb. If both names have the same number of words, each word of a
    person's name is also replaced on its own by the word of ``new`` in the same place, unless the
    word occurs in the names of ``others``.
    """
    before, after = strip_article(old), strip_article(new)
    words, into = before.split(), after.split()
    strict = len(words) == 1 and before == old
    old_article, new_article = find_article(old), find_article(new)
    drops, brings = ("" if new_article else old_article), ("" if old_article else new_article)
    found = [Phrase(old=before, new=after, strict=strict, drops=drops, brings=brings)]
    other_words = {word.casefold() for name in others for word in strip_article(name).split()}
    doubtful: list[str] = []
    for number, word in enumerate(words if len(words) > 1 else ()):
        is_own = word[:1].isupper() and word.casefold() not in other_words
        if person and is_own and len(words) == len(into):
            found.append(Phrase(old=word, new=into[number], strict=True))
        elif word.casefold() not in {each.casefold() for each in into}:
            doubtful.append(word)
    if not person:
        doubtful = doubtful[-1:]
    return NamePhrases(replaced=tuple(_drop_duplicates(found)), doubtful=tuple(doubtful))


def strip_article(name: str) -> str:
    """Return ``name`` without the article at its start."""
    return name.strip()[len(find_article(name)) :].strip()


def find_article(name: str) -> str:
    """Return the article at the start of ``name``, or an empty text."""
    first, _, rest = name.strip().partition(" ")
    return first if rest.strip() and first.casefold() in ARTICLES else ""


def _drop_duplicates(phrases: list[Phrase]) -> Iterator[Phrase]:
    known: set[str] = set()
    for each in phrases:
        if each.old.casefold() not in known and each.old != each.new:
            yield each
        known.add(each.old.casefold())


_ID = re.compile(rf"[a-z]+{SEPARATOR}\S+")
_NAMED_KINDS = {"character", "location", "object", "faction", "dilemma"}
"""The kinds whose ids are derived from names; all other ids are derived from these."""


def is_id_text(text: str) -> bool:
    """Return whether ``text`` has the form of an id, such as ``character::anna``."""
    return _ID.fullmatch(text) is not None


def rename_ids(
    known: Collection[str], phrases: Collection[Phrase], renamed: Mapping[str, str]
) -> Mapping[str, str]:
    """Map old ids to new ids, for the ids in ``known`` that change with a name.

    An id changes if it contains the ``old`` words of one of ``phrases``, joined by hyphens. If any
    new id would be too long or taken, only the ids in ``renamed`` (of the entity itself) change.
    """
    pairs = [(slugify(each.old), slugify(each.new)) for each in phrases]
    pairs.sort(key=lambda pair: len(pair[0]), reverse=True)
    into = dict(pairs)
    tokens = "|".join(re.escape(old) for old, new in pairs if old and new)
    if not tokens:
        return dict(renamed)
    pattern = re.compile(rf"(?<=[:-])(?:{tokens})(?=-|$)")
    changed = dict(renamed)
    for each in known:
        new = renamed.get(each) or pattern.sub(lambda found: into[found[0]], each)
        if new != each:
            changed[each] = new
    all_ids = [changed.get(each, each) for each in known]
    is_valid = all(
        kind_of(each) not in _NAMED_KINDS or is_id(each, kind_of(each)) for each in changed.values()
    )
    return changed if is_valid and len(set(all_ids)) == len(known) else dict(renamed)


_NEARBY = 30  # The length of the context shown on each side of a listed word, in characters

_DETERMINERS = {*ARTICLES, *["his", "her", "its", "my", "your", "our", "their", "this", "that"]}
"""Words before a name that replace its article."""

_BEFORE = "\"'\u201c\u201e\u2018\u00ab( *_\t"


@frozen(kw_only=True)
class RenamedText:
    """A text after a rename; ``unsure`` holds unchanged occurrences with the words around them."""

    text: str
    unsure: tuple[str, ...] = ()


@frozen(kw_only=True)
class TextRenaming:
    """A replacement of the phrases of a name in texts.

    ``common`` holds words of the name that texts also use in lower case. At the start of a
    sentence, such a word is ambiguous, so it stays unchanged and is reported. The same holds for
    doubtful words, and for a strict phrase with other capitals or another ending.
    """

    phrases: NamePhrases
    common: frozenset[str] = frozenset()
    _pattern: re.Pattern[str] = field(init=False)

    @_pattern.default
    def _compile_pattern(self) -> re.Pattern[str]:
        return _build_pattern(
            (*(each.old for each in self.phrases.replaced), *self.phrases.doubtful)
        )

    def rename(self, text: str) -> RenamedText:
        """Return ``text`` with the new name; occurrences that are ambiguous stay unchanged."""
        known = {_normalise(each.old): each for each in self.phrases.replaced}
        unsure: list[str] = []

        def replace_match(found: re.Match[str]) -> str:
            words, ending = found["words"], found["ending"] or ""
            phrase = known.get(_normalise(words))
            if phrase is None or ending or not self._is_name(phrase, found):
                if not ending or words[:1].isupper():
                    unsure.append(_excerpt_around(text, found))
                return found[0]
            name = _match_case(words, phrase) + _adjust_possessive(found["mark"] or "", phrase)
            return _adjust_article(found, phrase, name)

        return RenamedText(text=self._pattern.sub(replace_match, text), unsure=tuple(unsure))

    def _is_name(self, phrase: Phrase, found: re.Match[str]) -> bool:
        words = " ".join(found["words"].split())
        if not phrase.strict:
            return True
        if words not in (phrase.old, phrase.old.upper()):
            return False
        begins = not found["article"] and _begins_sentence(found)
        return not (words.casefold() in self.common and begins)


def find_lowercase_words(texts: Sequence[str], phrases: NamePhrases) -> frozenset[str]:
    """Return the words of strict ``phrases`` that ``texts`` also contain in lower case."""
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
    # The longest phrase comes first in the alternation. A match starts neither inside a word nor
    # after an apostrophe in a word, as in O'Hara.
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
    found_article, space = found["article"] or "", found["space"] or " "
    if not found_article:
        before = found.string[: found.start()].casefold().split()[-2:]
        if not phrase.brings or _DETERMINERS & {*before}:
            return name
        new_article = phrase.brings.lower()
        return f"{new_article.capitalize() if _begins_sentence(found) else new_article} {name}"
    if found_article.casefold() == phrase.drops.casefold():
        return phrase.new + name[len(phrase.new) :]
    if found_article.casefold() in {"a", "an"}:
        found_article = found_article[0] + ("n" if name[:1].casefold() in "aeiou" else "")
    return f"{found_article}{space}{name}"


def _begins_sentence(found: re.Match[str]) -> bool:
    before = found.string[: found.start()].rstrip(_BEFORE)
    return not before or before[-1] in ".!?\u2026:\n"


def _adjust_possessive(mark: str, phrase: Phrase) -> str:
    """Return the possessive ending for the new name: ``mark``, followed by "s" if needed.

    An apostrophe alone is correct only after a name that ends in "s".
    """
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
