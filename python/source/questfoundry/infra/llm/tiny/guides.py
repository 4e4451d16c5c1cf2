"""Load the files in ``prompts/local/``, which control how the embedded model fills fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from questfoundry.domain.errors import PromptError
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.text.validation import describe_first

_FOLDER = "local"
_MIN_SUFFIX = 5
_FORMER = frozenset({"sign", "rubric", "vote"})


class _Wording(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Guide(_Wording):
    """Instructions for filling one field; in YAML a plain value is short for ``fixed``.

    A guide may select another guide, which is then used instead:

    ``cases``: Guides by the value of ``depends_on``. This setting names an earlier field, a column
      of the drawn row (see ``draw``), ``kind`` (the kind of the current id), or ``position`` (the
      index of the list item from 0).
    ``in_turn``: Rows of guides. The story idea selects a row. The items of a list use the guides in
      the row one after the other, starting again after the last guide.

    The value of the field comes from the first of these settings that is present:

    ``fixed``: The value itself.
    ``patterns``: Regular expressions. The value is the group of the first match in the text for the
      placeholder ``{known}``.
    ``choose``: A table that maps each possible value to words. The words are compared with the
      story idea or with ``similar_to``, and the value is one of the ``widely`` most similar. A
      value may contain placeholders; it counts only if all are known and it has at most
      ``most_words`` words.
    ``spread``: Kinds of ids, for a field with ids. First one id of each kind is picked, then the
      least used ids. The story idea decides which id is first; with ``in_order`` it is the first in
      the list.
    ``begins``: First words of sentences, which the model completes in answer to ``ask``.
      ``opening`` precedes the sentences unchanged; without ``begins`` it is the whole text.

    These settings refine the others:

    ``among``: A name. Fields whose guides have the same name reuse an id only after all ids are
      used.
    ``vary``: Words for placeholders in ``choose``. Each list item draws one word for each
      placeholder, and each text of ``choose`` is used once.
    ``beyond``: Numbers of items that a list gets beyond the schema's minimum; the story idea
      selects one of the numbers. Without it, a list gets the minimum, but at least one item.
    ``each``: The guide for the items of a list, or for the values of an object whose keys are ids.
    ``fields``: Guides for the fields of an object, which are filled in this order.
    ``draw``: Rows of words for an object, each with a text ``about``. One of the ``widely`` rows
      most similar to the story idea or to ``similar_to`` is drawn, a different one for each list
      item. The columns of the row are values for placeholders.
    ``said``: For a list of entities, the minimum number of entities of each kind. The list begins
      with the entities that the author mentions, but keeps room for these minimum numbers.
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
    """The texts that all guides share, from ``default.yaml``.

    ``unguided``: The guide for a sentence that has no guide of its own.
    ``unknown``: Default values for placeholders, by name. They apply if a request has no value for
      the placeholder.
    ``guides``: The names of the artifacts that have a guide file.
    """

    system: str
    question: str
    unguided: Guide
    unknown: dict[str, str] = Field(default_factory=dict)
    guides: tuple[str, ...] = ()

    @classmethod
    def load(cls, prompts: PromptRepository) -> Self:
        """Load the shared texts from ``default.yaml``."""
        return _load(cls, prompts, "default")

    def load_guide(self, prompts: PromptRepository, title: str) -> Guide:
        """Return the guide for the schema ``title``, or an empty guide if it has no guide file."""
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", title).lower()
        return _load(Guide, prompts, name) if name in self.guides else Guide()


class ProseWording(_Wording):
    """The texts for the prose of a passage, from ``prose.yaml``.

    ``moments``: Beginnings of sentences that may follow any story event.
    ``choices``: Beginnings of the last sentence if the passage ends with several choices.
    ``onward``: Beginnings of the last sentence if the passage ends with a single choice.
    ``endings``: Beginnings of the last sentence if the story ends with the passage.
    ``names``: Capitalised words that are always allowed.

    ``moments``, ``choices``, ``onward`` and ``endings`` map each beginning to keywords. Beginnings
    whose keywords are similar to the events of the passage are preferred.
    """

    system: str
    question: str
    moments: dict[str, str]
    choices: dict[str, str]
    onward: dict[str, str]
    endings: dict[str, str]
    names: tuple[str, ...]

    @classmethod
    def load(cls, prompts: PromptRepository) -> Self:
        """Load the texts for prose from ``prose.yaml``."""
        return _load(cls, prompts, "prose")


class EntityWording(_Wording):
    """The word lists for finding entities in the author's words, from ``said.yaml``.

    ``nouns``: For each kind of entity, the nouns that imply it.
    ``unnamed``: For each kind of entity, the maximum number of entities without a name.
    """

    unnamed: dict[str, int]
    nouns: dict[str, tuple[str, ...]]

    @classmethod
    def load(cls, prompts: PromptRepository) -> Self:
        """Load the word lists from ``said.yaml``."""
        return _load(cls, prompts, "said")

    def find_kind_of_name(self, name: str) -> str | None:
        """Return the kind of entity that a name such as ``Port Sorrow`` implies, or ``None``."""
        head = name.partition(" of ")[0]
        return self.find_kind(head) or self.find_kind(head.partition(" ")[0])

    def find_kind(self, text: str) -> str | None:
        """Return the kind of entity that the last word of ``text`` implies, or ``None``."""
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
    """The texts for judging drafts, from ``judge.yaml``.

    Drafts are judged by three measures: ``near``, ``clean`` and ``varied``.

    ``criteria``: For each measure, the text of the criterion.
    ``reasons``: For each measure, the text that explains a mark. The placeholder ``{percent}`` in
      this text is the measured value.
    """

    criteria: dict[str, str]
    reasons: dict[str, str]

    @classmethod
    def load(cls, prompts: PromptRepository) -> Self:
        """Load the texts for judging drafts from ``judge.yaml``."""
        return _load(cls, prompts, "judge")


_W = TypeVar("_W", bound=_Wording)


def _load(kind: type[_W], prompts: PromptRepository, name: str) -> _W:
    entries = prompts.wording(f"{_FOLDER}/{name}")
    try:
        # An author's copy of the file may still have entries that are no longer used.
        return kind.model_validate(
            {key: each for key, each in entries.items() if key not in _FORMER}
        )
    except ValidationError as error:
        raise PromptError(
            f"prompts/{_FOLDER}/{name}.yaml cannot be used: {describe_first(error)} "
            "Correct that entry, or remove your copy of the file."
        ) from error
