"""How the embedded model is led through what it writes: the guides in ``prompts/local/``."""

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
    """How one field is filled; in YAML a plain value is short for ``fixed``.

    First it may lead to another guide. ``cases`` are guides by the value of ``depends_on``:
    a field that stands earlier, a column of the row that was drawn, the ``kind`` of the id
    whose entry is filled, or the ``position`` of the entry, from 0. ``in_turn`` are rows of
    guides: a row belongs to the idea, the place in the row to the entry, from the beginning
    again after its end.

    Then the first of these that is given decides. ``fixed`` is the value itself. ``patterns``
    are regular expressions: the group of the first one that is found in ``{known}`` is taken.
    ``choose`` maps each possible value to words that are compared with the author's, or with
    ``similar_to``; the most similar is taken, or one of the ``widely`` most similar. A text of
    this table may hold placeholders, and counts where all of them are known and it has no more
    than ``most_words``. ``spread`` takes ids evenly, one of each kind named before any other,
    beginning with one that belongs to the idea, or with the first where it is ``in_order``; fields
    of one name ``among`` take no id twice before all are taken.
    ``vary`` are words for placeholders of ``choose``: the idea draws one of each for every
    entry, another one each time, and every text of the table is taken once. ``begins`` are
    the first words of sentences that the model finishes, in answer to ``ask``; ``opening``
    stands before them as it is, or alone.

    ``beyond`` is how many items a list gets beyond the fewest that its schema allows, one
    of these by the idea; without it the fewest, but one. ``each`` guides its items,
    and the values of an object whose keys are ids; ``fields`` the fields of an object,
    which are filled in this order. ``draw`` is a table of words for an object: one of the
    ``widely`` rows whose ``about`` is most similar to the idea, or to ``similar_to``, is drawn,
    another one for each item of a list, and its columns are placeholders. ``said`` has what the
    author's words name as the first items of a list, as far as it leaves room for so many of each
    kind.
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
    """Words that all guides share: ``default.yaml``.

    ``unguided`` leads a sentence where no guide does. ``unknown`` are the placeholders of
    which a request may say nothing. ``guides`` names the artifacts that have a guide of
    their own.
    """

    system: str
    question: str
    unguided: Guide
    unknown: dict[str, str] = Field(default_factory=dict)
    guides: tuple[str, ...] = ()

    @classmethod
    def load(cls, prompts: PromptRepository) -> Self:
        """The shared words."""
        return _load(cls, prompts, "default")

    def load_guide(self, prompts: PromptRepository, title: str) -> Guide:
        """The guide for the schema called ``title``; an empty one where it has no file."""
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", title).lower()
        return _load(Guide, prompts, name) if name in self.guides else Guide()


class ProseWording(_Wording):
    """Words for the prose of a passage: ``prose.yaml``.

    A request asks for prose where the author's message ends with ``sign``. ``moments`` go on in any
    beat; the last sentence begins with one of
    ``choices`` where several follow, of ``onward`` where one does, or of ``endings``. Each of
    these maps the beginning of a sentence to words that are compared with what happens.
    ``names`` are words with a capital that need not stand in the request.
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
        """The words for prose."""
        return _load(cls, prompts, "prose")


class EntityWording(_Wording):
    """Words by which the author's own are read: ``said.yaml``.

    ``nouns`` say of what kind a thing is; ``unnamed`` is how many of a kind count that have no
    name.
    """

    unnamed: dict[str, int]
    nouns: dict[str, tuple[str, ...]]

    @classmethod
    def load(cls, prompts: PromptRepository) -> Self:
        """The lists."""
        return _load(cls, prompts, "said")

    def find_kind_of_name(self, name: str) -> str | None:
        """The kind that a name says: ``Port Sorrow``, ``Vesper Archive``, ``Clock of Velden``."""
        head = name.partition(" of ")[0]
        return self.find_kind(head) or self.find_kind(head.partition(" ")[0])

    def find_kind(self, text: str) -> str | None:
        """The kind that the last word of ``text`` says; ``None`` where it says none."""
        last = text.lower().rpartition(" ")[2]
        return next((kind for kind in self.nouns if self.singular_noun(last, kind)), None)

    def singular_noun(self, word: str, kind: str) -> str:
        """``word`` in the singular where it is a noun of that kind, else nothing."""
        for noun in self.nouns[kind]:
            if word == noun or (len(noun) >= _MIN_SUFFIX and word.endswith(noun)):
                return word
        one = word.removesuffix("s")
        return self.singular_noun(one, kind) if one != word else ""


class JudgeWording(_Wording):
    """Words for a vote: ``judge.yaml``.

    ``rubric`` and ``vote`` are the titles of the schemas of its two questions. ``criteria`` and
    ``reasons`` stand below the name of what is measured, a reason with its ``{percent}``.
    """

    rubric: str
    vote: str
    criteria: dict[str, str]
    reasons: dict[str, str]

    @classmethod
    def load(cls, prompts: PromptRepository) -> Self:
        """The words for a vote."""
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
