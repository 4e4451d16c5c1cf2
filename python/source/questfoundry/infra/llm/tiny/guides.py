"""The guides in ``prompts/local/``, which control how the embedded model fills fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from questfoundry.domain.errors import PromptError
from questfoundry.domain.protocols.prompts import PromptRepository

_FOLDER = "local"
_MIN_SUFFIX = 5


class _Wording(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Guide(_Wording):
    """Instructions for filling one field; in YAML a plain value is short for ``fixed``.

    A guide may select another guide first. ``cases`` are guides by the value of ``depends_on``: an
    earlier field, a column of the drawn row, the ``kind`` of the id whose entry is filled, or the
    ``position`` of the entry, from 0. ``in_turn`` are rows of guides: the idea selects a row, and
    the entry's position selects the guide in the row, cyclically.

    Then the first of these settings applies. ``fixed`` is the value itself. ``patterns`` are
    regular expressions; the group of the first match in ``{known}`` is the value. ``choose`` maps
    each possible value to words that are compared with the idea or with ``similar_to``; the value
    is one of the ``widely`` most similar. A text of this table may contain placeholders; it counts
    only if all of them are known and it has at most ``most_words``. ``spread`` picks ids evenly,
    one of each listed kind first, starting at an id that depends on the idea, or at the first id
    with ``in_order``. Fields that share a name in ``among`` reuse an id only after all ids are
    used. ``vary`` has words for placeholders in ``choose``; each entry draws one word of each, and
    each text of the table is used once. ``begins`` are the first words of sentences that the model
    completes in answer to ``ask``; ``opening`` precedes them unchanged, or is the whole text.

    ``beyond`` lists how many items a list gets beyond the schema's minimum; the idea selects one.
    Without it a list gets the minimum, but at least one item. ``each`` guides the items of a list,
    or the values of an object whose keys are ids. ``fields`` guides an object's fields, which are
    filled in this order. ``draw`` is a table of words for an object: one of the ``widely`` rows
    whose ``about`` is most similar to the idea or to ``similar_to`` is drawn, a different row for
    each item, and its columns are placeholders. ``said`` puts the entities that the author names
    first in a list, and leaves room for the given number of each kind.
    """

    depends_on: str = ""
    cases: dict[str, Guide] = Field(default_factory=dict)
    in_turn: tuple[tuple[Guide, ...], ...] = ()
    fixed: Any = None
    choose: dict[str, str] = Field(default_factory=dict)
    vary: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    widely: int = 1
    similar_to: str = ""
    most_words: int | None = None
    patterns: tuple[str, ...] = ()
    spread: tuple[str, ...] | None = None
    in_order: bool = False
    among: str = ""
    opening: str = ""
    ask: str = "{description}"
    begins: tuple[str, ...] = ()
    beyond: tuple[int, ...] = ()
    each: Guide | None = None
    fields: dict[str, Guide] = Field(default_factory=dict)
    draw: tuple[dict[str, str], ...] = ()
    said: dict[str, int] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _from_plain_value(cls, data: Any) -> Any:
        return data if isinstance(data, Mapping | Guide) else {"fixed": data}


class FieldWording(_Wording):
    """The texts shared by all guides, from ``default.yaml``.

    ``unguided`` guides a sentence that has no guide. ``unknown`` has values for placeholders that
    a request may leave open. ``guides`` lists the artifacts that have a guide of their own.
    """

    system: str
    question: str
    unguided: Guide
    unknown: dict[str, str] = Field(default_factory=dict)
    guides: tuple[str, ...] = ()

    @classmethod
    def load(cls, prompts: PromptRepository) -> Self:
        """Load the shared texts."""
        return _load(cls, prompts, "default")

    def load_guide(self, prompts: PromptRepository, title: str) -> Guide:
        """Return the guide for the schema called ``title``, or an empty guide without a file."""
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", title).lower()
        return _load(Guide, prompts, name) if name in self.guides else Guide()


class ProseWording(_Wording):
    """The texts for the prose of a passage, from ``prose.yaml``.

    A request asks for prose if the author's message ends with ``sign``. ``moments`` continue any
    beat. The last sentence begins with one of ``choices`` before several choices, of ``onward``
    before a single choice, or of ``endings``. Each of these tables maps the beginning of a sentence
    to words that are compared with the events. ``names`` are capitalised words that are always
    allowed.
    """

    sign: str
    system: str
    question: str
    moments: dict[str, str]
    choices: dict[str, str]
    onward: dict[str, str]
    endings: dict[str, str]
    names: tuple[str, ...]

    @classmethod
    def load(cls, prompts: PromptRepository) -> Self:
        """Load the texts for prose."""
        return _load(cls, prompts, "prose")


class EntityWording(_Wording):
    """The word lists for reading the author's words, from ``said.yaml``.

    ``nouns`` lists the nouns of each kind. ``unnamed`` is the maximum of unnamed entities per kind.
    """

    unnamed: dict[str, int]
    nouns: dict[str, tuple[str, ...]]

    @classmethod
    def load(cls, prompts: PromptRepository) -> Self:
        """Load the word lists."""
        return _load(cls, prompts, "said")

    def find_kind_of_name(self, name: str) -> str | None:
        """Return the kind that a name such as ``Port Sorrow`` implies, or ``None``."""
        head = name.partition(" of ")[0]
        return self.find_kind(head) or self.find_kind(head.partition(" ")[0])

    def find_kind(self, text: str) -> str | None:
        """Return the kind that the last word of ``text`` implies, or ``None``."""
        last = text.lower().rpartition(" ")[2]
        return next((kind for kind in self.nouns if self.singular_noun(last, kind)), None)

    def singular_noun(self, word: str, kind: str) -> str:
        """Return ``word`` in the singular if it is a noun of ``kind``, else an empty string."""
        for noun in self.nouns[kind]:
            if word == noun or (len(noun) >= _MIN_SUFFIX and word.endswith(noun)):
                return word
        one = word.removesuffix("s")
        return self.singular_noun(one, kind) if one != word else ""


class JudgeWording(_Wording):
    """The texts for a vote, from ``judge.yaml``.

    ``rubric`` and ``vote`` are the titles of the schemas of its two requests. ``criteria`` and
    ``reasons`` have a text for each measure; a reason contains ``{percent}``.
    """

    rubric: str
    vote: str
    criteria: dict[str, str]
    reasons: dict[str, str]

    @classmethod
    def load(cls, prompts: PromptRepository) -> Self:
        """Load the texts for a vote."""
        return _load(cls, prompts, "judge")


_W = TypeVar("_W", bound=_Wording)


def _load(kind: type[_W], prompts: PromptRepository, name: str) -> _W:
    try:
        return kind.model_validate(prompts.wording(f"{_FOLDER}/{name}"))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise PromptError(
            f"prompts/{_FOLDER}/{name}.yaml cannot be used: {where}: {first['msg']}. "
            "Correct that entry, or remove your copy of the file."
        ) from error
