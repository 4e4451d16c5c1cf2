"""Find the phrases and ids by which a text may refer to a name, such as a last name alone."""

import re
from collections.abc import Collection, Iterator, Mapping

from attrs import field, frozen

from questfoundry.domain.ids import SEPARATOR, is_id, kind_of, slugify

ARTICLES = {"the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "los", "las", "il"}


@frozen(kw_only=True)
class Phrase:
    """Words to replace in texts (``old``), and their replacement (``new``).

    ``strict``: whether an occurrence must have the same capitals as
      ``old``, or consist of capitals only.
    ``drops``: the article of the old name, if the new name has no article.
    ``brings``: the article of the new name, if the old name has no article.
    """

    old: str
    new: str
    strict: bool
    drops: str = ""
    brings: str = ""


@frozen(kw_only=True)
class NamePhrases:
    """The phrases by which texts may refer to the old name of an entity.

    ``replaced``: the phrases that are replaced.
    ``doubtful``: words that may mean the entity or something else,
      and are not replaced.
    """

    replaced: tuple[Phrase, ...]
    doubtful: tuple[str, ...] = field(default=())


def phrases_of(old: str, new: str, *, person: bool, others: Collection[str]) -> NamePhrases:
    """Return the phrases of the name ``old``, with their replacements from the name ``new``.

    A name of several words matches in any case. A single word matches only in its own case, because
    "Will" is also a verb. If ``old`` and ``new`` have equally many words, each word of a person's
    name is a phrase of its own. ``others`` are the names of all other entities. A word that also
    occurs in one of these names is no phrase.
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
    """Return ``name`` without the article at its start.

    The article is not part of a phrase, because the article depends on the sentence.
    """
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

    ``phrases`` contains the old and new forms of the name. An id changes if it contains the words
    of an old form, joined by hyphens. ``renamed`` maps the old id of the renamed entity to its new
    id. If any new id would be too long or taken, only the ids in ``renamed`` change.
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
