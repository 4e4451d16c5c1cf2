"""What a name is called by in a text: the whole of it, and the parts that stand for it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from attrs import field, frozen

ARTICLES = {"the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "los", "las", "il"}


@frozen(kw_only=True)
class Phrase:
    """Words, and those that take their place; ``strict`` ones count in their own case only.

    ``drops`` and ``brings`` are the article that only the old name has, or only the new one.
    """

    old: str
    new: str
    strict: bool
    drops: str = ""
    brings: str = ""


@frozen(kw_only=True)
class NamePhrases:
    """What is replaced, and the ``doubtful`` words that may stand for the same, and are not."""

    replaced: tuple[Phrase, ...]
    doubtful: tuple[str, ...] = field(default=())


def phrases_of(old: str, new: str, *, person: bool, others: Collection[str]) -> NamePhrases:
    """The phrases of an entity's name; ``others`` are the names of all other entities.

    Several words are known in any case, one word in its own, for "Will" is also a verb. The parts
    of a person's name stand for the person where both names have as many; a part that somebody
    else bears does not.
    """
    before, after = strip_article(old), strip_article(new)
    words, into = before.split(), after.split()
    strict = len(words) == 1 and before == old
    one, other = find_article(old), find_article(new)
    drops, brings = ("" if other else one), ("" if one else other)
    found = [Phrase(old=before, new=after, strict=strict, drops=drops, brings=brings)]
    taken = {word.casefold() for name in others for word in strip_article(name).split()}
    doubtful: list[str] = []
    for number, word in enumerate(words if len(words) > 1 else ()):
        own = word[:1].isupper() and word.casefold() not in taken
        if person and own and len(words) == len(into):
            found.append(Phrase(old=word, new=into[number], strict=True))
        elif word.casefold() not in {each.casefold() for each in into}:
            doubtful.append(word)
    if not person:
        doubtful = doubtful[-1:]
    return NamePhrases(replaced=tuple(_drop_duplicates(found)), doubtful=tuple(doubtful))


def strip_article(name: str) -> str:
    """The name without an article before it, which sentences change as they need."""
    return name.strip()[len(find_article(name)) :].strip()


def find_article(name: str) -> str:
    """The article with which a name begins, if it does."""
    first, _, rest = name.strip().partition(" ")
    return first if rest.strip() and first.casefold() in ARTICLES else ""


def _drop_duplicates(phrases: list[Phrase]) -> Iterator[Phrase]:
    known: set[str] = set()
    for each in phrases:
        if each.old.casefold() not in known and each.old != each.new:
            yield each
        known.add(each.old.casefold())
