"""Find the names in a long text by capitals that are not due to the start of a sentence.

One occurrence informs another: a word with a capital inside a sentence is a name at the start of a
sentence, too. A word that also occurs in lower case is no name.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import evolve, frozen

from questfoundry.domain.ids import slugify, split_plain_words
from questfoundry.domain.text.names.name_index import NameIndex
from questfoundry.domain.text.names.short_names import NICKNAME_INSIDE, Mention, Nicknames
from questfoundry.domain.text.names.stated_names import (
    build_name_span,
    find_capitalised_runs,
    find_names_among_nouns,
    has_capitalised_nouns,
    is_used_as_name,
    strip_leading_links,
)
from questfoundry.domain.text.names.unclear_capitals import (
    find_sentence_start_names,
    join_inn_names,
    restore_title_case,
)
from questfoundry.domain.text.names.word_classes import (
    can_be_place,
    is_day,
    is_function_word,
    is_language,
    is_person_in_context,
    is_place,
    is_place_in_context,
    is_text_part,
    is_title,
    strip_titles,
)

_LOWER = re.compile(r"\b[^\W\d_]\w*")
_MARKS = re.compile(r"\*{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)")
_TITLES = re.compile(r"^.{0,30}\btitles?\b[^.:\n]{0,20}:.*$", re.IGNORECASE | re.MULTILINE)
_BEGINS = re.compile(r"(?:^|[.!?:\"“„«(\[]|\n\s*(?:[-*+•]|\d+[.)])?)\s*$")
_ACTS = re.compile(r"['\u2019]s\b| (?!(?:h|th)?is\b|[wh]?as\b|its\b|this\b)[a-z]+s\b")
_IS_WHO = re.compile(r", (?:who(?:se|m)?|known|called|named|nicknamed)\b|['\u2019]s\b")
_MIN_ACTS = 2
_LABEL = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+([^\W\d_][\w'\u2019-]*):?$", re.MULTILINE)
_ENGLISH = re.compile(r"\b(?:the|of|and)\b", re.IGNORECASE)
_WORDS_FOR_ENGLISH = 40
_POSSESSIVE = re.compile(r"['\u2019]s?$")
_THE = re.compile(r"\bthe\s+(?:[a-z]+\s+)?$", re.IGNORECASE)
_OF_SOMEBODY = re.compile(r"\b(?:its|his|her|their|my|our|your|an?)\s+(?:[a-z]+\s+)?$")
_QUOTED = re.compile(r"[\"“„«][^\"“”„»\n]*$")
_UNQUOTED = re.compile(r"[^\"“”„«»\n]{0,60}[\"”“»]")
_CONTEXT_LENGTH = 40  # The length of the context that shows whether a word is a name, in characters

_OFTEN = 3

_Run = Sequence[re.Match[str]]


@frozen(kw_only=True)
class Mentions:
    """All names in a text.

    ``found``: the names, the most frequent first. If two names share a part, a mention of this part
      alone counts for neither.
    ``common``: the words that have a capital only at the start of a sentence or line.
    """

    found: tuple[Mention, ...]
    common: frozenset[str]

    @classmethod
    def from_text(cls, text: str) -> Mentions:
        """Return the names in ``text``, which has one paragraph per line."""
        text = restore_title_case(_TITLES.sub("", _MARKS.sub("", text)))
        nicknames = Nicknames.from_text(text)
        text = NICKNAME_INSIDE.sub(r"\1 \3", text)
        labels = frozenset(_LABEL.findall(text))
        lower = Counter(word for word in _LOWER.findall(text) if word[0].islower())
        if has_capitalised_nouns(text):
            counts = find_names_among_nouns(text)
            mentions = tuple(Mention(name=each, count=count) for each, count in counts.items())
            return cls(found=nicknames.merge_mentions(mentions), common=frozenset(lower))
        runs = [run for run in join_inn_names(text) if not all(each[0].isupper() for each in run)]
        inside = _count_inside(text, runs)
        forms = [*_find_forms(text, runs, inside, lower)]
        places = Counter(each.name for each in forms if each.is_place)
        possible_places = Counter(each.name for each in forms if each.can_be_place or each.is_place)
        people = {each.name for each in forms if each.is_person}
        plain = Counter(each.name for each in forms if not each.has_article)
        counts = _merge_forms(Counter(each.name for each in forms))
        found = nicknames.merge_mentions(
            Mention(
                name=each,
                count=count,
                is_place=is_place(each)
                or 2 * places[each] >= counts[each] > 0
                or (each not in people and 2 * possible_places[each] >= counts[each] > 0),
                is_person=each in people,
            )
            for each, count in counts.items()
        )
        return cls(
            found=tuple(
                evolve(each, name=strip_titles(each.name))
                for each in found
                if not _is_role(each, plain=plain, places=places)
                and not (each.name in labels and each.count < _OFTEN)
            ),
            common=frozenset(lower) - {each.casefold() for each in inside},
        )

    def is_common(self, word: str) -> bool:
        """Return whether ``word`` has a capital only at the start of a sentence or line."""
        return is_function_word(word) or word.casefold() in self.common

    def find_first(self, text: str, *, least: int) -> str:
        """Return the first name in ``text`` with at least ``least`` mentions, in its full form."""
        for run in find_capitalised_runs(text):
            for at in range(len(run)):
                part = build_name_span(run[at:]).name if strip_leading_links(run[at:]) else ""
                known = self._index.find_containing(part) if _words(part) else ()
                if name := next((each for each in known if self._counts[each] >= least), ""):
                    return name
        return ""

    @cached_property
    def _index(self) -> NameIndex:
        return NameIndex(each.name for each in self.found)

    @cached_property
    def _counts(self) -> Mapping[str, int]:
        return {each.name: each.count for each in reversed(self.found)}


@frozen(kw_only=True)
class _MentionForm:
    name: str
    is_place: bool
    can_be_place: bool
    is_person: bool
    has_article: bool


def _is_role(mention: Mention, *, plain: Mapping[str, int], places: Mapping[str, int]) -> bool:
    """Return whether the name is a title, or a rare single word that always follows "the"."""
    words = mention.name.split()
    if all(is_title(each) for each in words) or is_text_part(words):
        return True
    if len(words) > 1 or mention.also:
        return False
    return not (plain[mention.name] or places[mention.name] or mention.count >= _OFTEN)


def _count_inside(text: str, runs: Iterable[_Run]) -> Counter[str]:
    """Count the words of ``runs`` (sequences of capitalised words) that are inside a sentence.

    A capital at the start of a sentence does not show that a word is a name.
    """
    # In "a Tomás", "a" is an article only in English; in Spanish it is a preposition.
    english = len(_ENGLISH.findall(text)) * _WORDS_FOR_ENGLISH > len(text.split())
    return Counter(
        _strip_possessive(word)
        for run in runs
        for place, word in enumerate(run)
        if word[0][0].isupper() and (place or _is_inside_sentence(text, run, is_english=english))
    )


def _find_forms(
    text: str, runs: Sequence[_Run], inside: Counter[str], lower: Mapping[str, int]
) -> Iterator[_MentionForm]:
    acting = Counter(_strip_possessive(run[0]) for run in runs if _ACTS.match(text, run[0].end()))
    acting.update(
        {_strip_possessive(run[0]): _MIN_ACTS for run in runs if _IS_WHO.match(text, run[0].end())}
    )
    acting.update(dict.fromkeys(find_sentence_start_names(text, lower), _MIN_ACTS))
    first_of = {_strip_possessive(run[0]) for run in runs if len(run) > 1}
    forms = Counter(build_name_span(run).name for run in runs)

    def begins_name(run: _Run) -> bool:
        first = _strip_possessive(run[0])
        used = lower.get(first.casefold(), 0)
        if len(run) > 1 and not inside[first] and all(is_title(each[0]) for each in run[1:]):
            return False
        if inside[first] > used:
            return True
        if not used and (first in first_of or acting[first] >= _MIN_ACTS):
            return True
        # "Cold Amery is a village": the name includes "Cold", since "Amery" never occurs alone.
        rest = strip_leading_links(run[1:])
        return len(rest) == len(run) - 1 > 0 and build_name_span(rest).name not in forms

    for whole in runs:
        before = text[max(0, whole[0].start() - _CONTEXT_LENGTH) : whole[0].start()]
        if _is_no_name(text, whole, before):
            continue
        run = whole
        # "the Water Board" keeps "Water", although the text has "water" as a noun, too.
        is_sure = len(whole) > 1 and not _BEGINS.search(before) and not is_day(whole[0][0])
        while run and not is_sure and not begins_name(run):
            run = strip_leading_links(run[1:])
        run = _split_run(run, forms)
        if not run or _is_day(run, acting) or is_language(build_name_span(run).name):
            continue
        span = build_name_span(run)
        before = text[max(0, span.start - _CONTEXT_LENGTH) : span.start]
        if slugify(span.name):
            yield _MentionForm(
                name=_saint_church(run) or span.name,
                is_place=is_place_in_context(text, span.name, span.start, span.end),
                can_be_place=can_be_place(text, span.name, span.start),
                is_person=is_person_in_context(text, run[0][0], span.start, span.end),
                has_article=bool(_THE.search(before)),
            )


def _is_day(run: _Run, acting: Mapping[str, int]) -> bool:
    days = all(is_day(word[0]) for word in run if word[0][0].isupper())
    return days and acting[_strip_possessive(run[0])] < _MIN_ACTS


def _saint_church(run: _Run) -> str:
    """Return a church's name with a possessive, such as ``St Tegla's``, or an empty text."""
    owns = len(run) > 1 and run[0][0] in {"St", "Saint"} and _POSSESSIVE.search(run[-1][0])
    return run[0].string[run[0].start() : run[-1].end()] if owns else ""


def _is_no_name(text: str, run: _Run, before: str) -> bool:
    if _OF_SOMEBODY.search(before) and any(word[0] == "of" for word in run):
        return True
    quoted = _QUOTED.search(before) and _UNQUOTED.match(text, run[-1].end())
    return bool(quoted and len(run) > 1 and text[run[0].start() - 1] in '"“„«')


def _is_inside_sentence(text: str, run: _Run, *, is_english: bool) -> bool:
    span = build_name_span(run)
    before = text[max(0, span.start - _CONTEXT_LENGTH) : span.start]
    after = text[span.end : span.end + _CONTEXT_LENGTH]
    if _BEGINS.search(before):
        return False
    return is_used_as_name(span, before, after) or (
        not is_english and is_used_as_name(span, "", after)
    )


def _split_run(run: _Run, forms: Mapping[str, int]) -> _Run:
    """Return ``run`` cut before ``of`` or ``the``, or after ``'s``, if this part is a name itself.

    It is a name itself if it occurs alone about as often as the whole ``run`` does.
    """
    whole = forms.get(build_name_span(run).name, 0) if run else 0
    for at, word in enumerate(run):
        owns = at and _POSSESSIVE.search(run[at - 1][0])
        if (owns or word[0] in {"of", "the"}) and forms.get(
            build_name_span(run[:at]).name, 0
        ) > whole - (whole == 1 and not owns):
            return run[:at]
    return run


def _merge_forms(forms: Mapping[str, int]) -> dict[str, int]:
    """Add the mentions of a shorter form to the longer name, unless several names contain it."""
    # An inverted index from word to forms: the longer forms of a form are the intersection of its
    # words' postings. A part is counted only for a single longest form; else it is ambiguous.
    words = {form: _words(form) for form in forms}
    forms_with_word = defaultdict[str, set[str]](set)
    for form in forms:
        for word in words[form]:
            forms_with_word[word].add(form)

    def longer_forms(form: str) -> set[str]:
        return set[str].intersection(*(forms_with_word[word] for word in words[form])) - {form}

    longest = [
        form for form in forms if all(words[each] == words[form] for each in longer_forms(form))
    ]
    first_spellings = {words[form]: form for form in reversed(longest)}.values()
    counts = Counter({form: forms[form] for form in first_spellings})
    for form in forms.keys() - counts.keys():
        found = longer_forms(form) & counts.keys()
        if len(found) == 1:
            counts[found.pop()] += forms[form]
    return dict(counts.most_common())


def _strip_possessive(word: re.Match[str]) -> str:
    return _POSSESSIVE.sub("", word[0])


def _words(name: str) -> frozenset[str]:
    return frozenset(split_plain_words(name))
