"""Define the voice of a story's prose, and the facts that the prose establishes."""

from enum import StrEnum
from typing import Annotated

from attrs import frozen
from pydantic import AfterValidator, Field

from questfoundry.domain.field_types import Description, Line, Sparse, reject_duplicates


class Person(StrEnum):
    """The grammatical person of the narration: first (I), second (you) or third (she, he)."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"


class Tense(StrEnum):
    """The grammatical tense of the narration."""

    PRESENT = "present"
    PAST = "past"


@frozen(kw_only=True)
class Fact:
    """A fact that the prose of a passage establishes.

    ``entity``: the id of the entity that the fact describes, or a name that only the prose uses.
    ``now``: true if the fact describes the state at the end of the passage. Such a fact holds until
      a later fact replaces it. Other facts, such as an eye colour, hold for the whole story.
    """

    entity: str
    text: str
    passage: str
    now: bool = False


Phrases = Annotated[tuple[Line, ...], Field(max_length=12), AfterValidator(reject_duplicates)]


class FillVoice(Sparse):
    """The style of the prose: grammar, diction and rhythm.

    ``use``: words and phrases that the prose should contain.
    ``avoid``: words and phrases that the prose should not contain.
    """

    person: Person
    tense: Tense
    diction: Description
    rhythm: Description
    use: Phrases = ()
    avoid: Phrases = ()
