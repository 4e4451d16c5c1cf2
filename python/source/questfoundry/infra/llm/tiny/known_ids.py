"""Provide the names and descriptions of the ids in a request, for texts about them."""

import re
from collections.abc import Iterable, Mapping

from questfoundry.domain.ids import kind_of
from questfoundry.domain.run.request_subjects import IdMention
from questfoundry.domain.story.entity import EntityKind
from questfoundry.infra.llm.tiny.sentences import end_sentence, humanise, split_sentences

_ARTICLE = re.compile(r"^(?:the|an?) ", re.IGNORECASE)
_NOBODY = dict.fromkeys((kind.value for kind in EntityKind), "")


def remove_article(name: str) -> str:
    """Return ``name`` without "the", "a" or "an" before it."""
    return _ARTICLE.sub("", name)


class KnownIds:
    """The ids that a request mentions, with their names and descriptions."""

    def __init__(self, mentions: Iterable[IdMention]) -> None:
        self._mentions = {each.id: each for each in mentions}

    def describe_id(self, identifier: str) -> Mapping[str, str]:
        """Return the values of ``{id}``, ``{kind}``, ``{name}`` and ``{known}`` for ``identifier``.

        If the mention of the id lists the names of a location and participants, their kinds are
        placeholders too. Kinds without a name are then mapped to an empty string.
        """
        mention = self._find(identifier)
        names = {} if mention.names is None else {**_NOBODY, **mention.names}
        known = f"{mention.name}: {mention.text}" if mention.name else mention.text
        return {
            **{kind: remove_article(name) for kind, name in names.items()},
            "id": identifier,
            "kind": kind_of(identifier),
            "name": self.get_name(identifier),
            "known": end_sentence(known),
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all mentioned ids."""
        return tuple(map(self.get_name, self._mentions))

    def get_name(self, identifier: str) -> str:
        """Return the name of ``identifier`` without article, or the first sentence about it."""
        mention = self._find(identifier)
        first = mention.name or "".join(split_sentences(mention.text)[:1]).rstrip(".!?")
        return remove_article(first or humanise(identifier).title())

    def first_names_by_kind(self) -> Mapping[str, str]:
        """Return for each kind the name of the first mentioned id of this kind."""
        return self.names_by_kind(*self._mentions)

    def names_by_kind(self, *identifiers: str) -> Mapping[str, str]:
        """Return for each kind the name of an entity with one of the ids ``identifiers``.

        If several ids have the same kind, the first one counts.
        """
        return {kind_of(each): self.get_name(each) for each in reversed(identifiers)}

    def _find(self, identifier: str) -> IdMention:
        words = humanise(identifier)
        return self._mentions.get(identifier) or IdMention(
            id=identifier, name=words.title() if identifier else "", text=words
        )
