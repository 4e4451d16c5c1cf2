"""Find the names of places in a text's headings."""

import re
from collections.abc import Iterable, Iterator

from questfoundry.domain.ids import split_plain_words
from questfoundry.domain.text.names.short_names import Mention
from questfoundry.domain.text.names.stated_names import build_name_span, find_capitalised_runs
from questfoundry.domain.text.names.word_classes import PLACES, is_function_word, normalise_word

_SMALL_WORD = re.compile(r"(?<![\w'\u2019-])[a-z][a-z'\u2019-]{2,}")


def select_sentence_case(headings: Iterable[str]) -> Iterator[str]:
    """Yield the headings that are not in title case.

    In such a heading, a capital after the first word suggests a name.
    """
    for each in headings:
        if any(not is_function_word(word) for word in _SMALL_WORD.findall(each)):
            yield each


def find_heading_places(headings: Iterable[str], known: Iterable[Mention]) -> Iterator[Mention]:
    """Yield places such as ``Palace of Likenesses`` that occur in headings only.

    ``known`` are the names found in the text.
    """
    names = [{*split_plain_words(form)} for each in known for form in (each.name, *each.also)]
    for heading in headings:
        for run in find_capitalised_runs(heading):
            name, words = build_name_span(run).name, [each[0] for each in run]
            is_place = len(words) > 2 and words[1] == "of" and normalise_word(words[0]) in PLACES
            if is_place and not any({*split_plain_words(name)} <= each for each in names):
                yield Mention(name=name, count=1, is_place=True)
