"""Find people in the prose of a story whose names do not occur in the plan."""

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

import attrs
from attrs import evolve

from questfoundry.domain.ids import split_plain_words
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.names.mentions import Mentions
from questfoundry.domain.text.names.short_names import Mention

_MIN_MENTIONS = 2  # The fewest mentions of a name; a single mention may be a figure of speech
_MIN_UNCLEAR_MENTIONS = 4  # The fewest mentions of a name that may be no person's

_INSIDE = re.compile(r"(?<=[a-z,;] )[^\W\d_a-z][\w\u2019'-]*\w")
"""A capitalised word inside a sentence, where a capital shows that the word is a name."""


def find_strange_names(story: Story, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield pairs: a passage's id, and a person's name that shares no word with the plan.

    ``texts`` holds the plain English prose of each passage by its id. A word counts as known if it
    occurs anywhere in the plan: in an entity, a label, a title, a fact, or a beat.
    """
    known, text = list_plan_words(story), "\n".join(texts.values())
    inside = set(_INSIDE.findall(text))
    for mention in Mentions.from_text(text).found:
        words = {word for name in (mention.name, *mention.also) for word in split_plain_words(name)}
        is_sure = mention.name.split()[0] in inside and _is_frequent(mention)
        if is_sure and not mention.is_place and known.isdisjoint(words):
            yield _find_passage(mention.name, texts), mention.name


def _is_frequent(mention: Mention) -> bool:
    return mention.count >= (_MIN_MENTIONS if mention.is_person else _MIN_UNCLEAR_MENTIONS)


def list_plan_words(story: Story) -> frozenset[str]:
    """Return all words of ``story`` in lower case, apart from those of its prose."""
    texts = _list_texts(evolve(story, prose={}, problems={}))
    return frozenset(word for text in texts for word in split_plain_words(text))


def _list_texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value.value if isinstance(value, Enum) else value
    elif attrs.has(type(value)):
        yield from _list_all(getattr(value, each.name) for each in attrs.fields(type(value)))
    elif isinstance(value, Mapping):
        yield from _list_all((*value.keys(), *value.values()))
    elif hasattr(value, "model_dump"):
        yield from _list_texts(value.model_dump())
    elif isinstance(value, (tuple, list, frozenset, set)):
        yield from _list_all(value)


def _list_all(values: Iterable[Any]) -> Iterator[str]:
    return (text for value in values for text in _list_texts(value))


def _find_passage(name: str, texts: Mapping[str, str]) -> str:
    first = re.compile(rf"\b{re.escape(name.split()[0])}\b")
    return next((each for each, text in texts.items() if first.search(text)), next(iter(texts)))
