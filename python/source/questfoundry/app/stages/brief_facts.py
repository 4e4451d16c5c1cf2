"""Find in DREAM's brief what code can compare with the vision: the size, and the names."""

import re

from questfoundry.domain.story.size import Size
from questfoundry.domain.text.names.stated_names import find_names, has_capitalised_nouns, has_name

_SENTENCE = re.compile(r"[.;!?]\s|\n")
_SIZE = re.compile(rf"\b({'|'.join(Size)})\b", re.IGNORECASE)
_SIZE_WORD = re.compile(r"\bsize\b", re.IGNORECASE)
_COMPARISON = re.compile(
    r"\b(?:audience|readers?|fans?|likes?|inspired|reminiscent|manner|tradition|spirit|way of"
    r"|genre|tone|style)\b",
    re.IGNORECASE,
)
_IN_A_SENTENCE = re.compile(r"\b(?!(?:and|or|against|versus|vs)\b)[a-z]+\s$")


def find_size(brief: str) -> Size | None:
    """Return the only size that the sentences of ``brief`` about the size name, or ``None``."""
    about_size = (each for each in _SENTENCE.split(brief) if _SIZE_WORD.search(each))
    found = {size.lower() for each in about_size for size in _SIZE.findall(each)}
    return Size(found.pop()) if len(found) == 1 else None


def find_settled_names(brief: str) -> tuple[str, ...]:
    """Return the names in ``brief`` of people and places of the story.

    Only a name after a word in lower case counts, because headings and themes have capitals, too.
    Sentences that compare the story with other works are left out. The result is empty in a
    language in which all nouns have capitals.
    """
    if has_capitalised_nouns(brief):
        return ()
    sentences = (each for each in _SENTENCE.split(brief) if not _COMPARISON.search(each))
    return tuple(
        dict.fromkeys(
            each.name
            for sentence in sentences
            for each in find_names(sentence)
            if _IN_A_SENTENCE.search(sentence[: each.start])
        )
    )


def list_missing_names(brief: str, text: str) -> tuple[str, ...]:
    """Return the names in ``brief`` without a word in ``text``."""
    return tuple(
        name
        for name in find_settled_names(brief)
        if not any(has_name(text, word) for word in name.split())
    )
