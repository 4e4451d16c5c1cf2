"""IdMention entities, dilemmas, paths and endings to a model: each by its id and in words."""

from collections.abc import Iterable, Mapping

from questfoundry.domain.run.request_subjects import IdMention
from questfoundry.domain.story.dilemma import Dilemma
from questfoundry.domain.story.entity import Entity


def mention_entities(entities: Iterable[Entity]) -> tuple[IdMention, ...]:
    """Return a mention of each entity, with its name and concept."""
    return tuple(
        IdMention(id=each.id, name=each.name, text=each.concept, is_played=each.played)
        for each in entities
    )


def mention_questions(dilemmas: Iterable[Dilemma]) -> tuple[IdMention, ...]:
    """Return a mention of each dilemma, with its question."""
    return tuple(IdMention(id=each.id, text=each.question) for each in dilemmas)


def mention_texts(texts: Mapping[str, str]) -> tuple[IdMention, ...]:
    """Return a mention of each id in ``texts``, which maps an id to its text."""
    return tuple(IdMention(id=each, text=text) for each, text in texts.items())
