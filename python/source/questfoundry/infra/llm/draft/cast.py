"""Define who and what a story is about: the people, the thing and the place of one draft."""

from collections.abc import Mapping

from attrs import field, frozen

from questfoundry.infra.llm.draft.premise import ExtraKind
from questfoundry.infra.llm.draft.setting import Deadline

PRONOUNS: Mapping[str, Mapping[str, str]] = {
    they: dict(zip(("they", "them", "their", "theirs", "themself"), forms.split(), strict=True))
    for they, forms in {
        "she": "she her her hers herself",
        "he": "he him his his himself",
        "they": "they them their theirs themselves",
    }.items()
}
"""A mapping from each pronoun to its forms, by the form of ``they``, such as ``them``."""


@frozen(kw_only=True)
class CastPerson:
    """A person of the story.

    ``short``: the name in running text.
    ``they``: the pronoun: she, he or they.
    ``role``: a phrase before the name, such as ``Tamsin's sister``; may be empty.
    ``status``: a state that conditions in scenes test, such as ``dead``.
    ``where``: what the person is doing, in words that follow ``is``.
    """

    name: str
    short: str
    they: str
    role: str = ""
    status: str = "here"
    where: str = ""

    @property
    def intro(self) -> str:
        """The role and the full name."""
        return f"{self.role} {self.name}".strip()


@frozen(kw_only=True)
class Thing:
    """The thing that the conflict is about.

    ``name``: the name with its article.
    ``kind``: the class, such as ``object``.
    ``many``: whether the name is plural.
    """

    name: str
    kind: str
    many: bool = False


@frozen(kw_only=True)
class CastPlace:
    """The place of the story; ``preposition`` comes before its name, such as ``in`` or ``on``."""

    name: str
    preposition: str


@frozen(kw_only=True)
class Extra:
    """Another thing, person or place that an idea names; ``name`` includes the article."""

    name: str = ""
    kind: ExtraKind = ExtraKind.NOTHING


@frozen(kw_only=True)
class Cast:
    """The people, things and phrases from one idea, which fill the slots of a premise.

    ``lead``: the player's role without article, such as ``retired safe-cracker``.
    ``lead_name``: the player's own name, if the idea states it.
    ``lead_group``: the group that the player belongs to, such as ``the night cleaners``.
    ``opening``: the idea as the first paragraph of the story tells it; may be empty.
    ``deadline``: the end of the evening that the idea states, or ``None``.
    ``extras``: what else the idea names, by the slots of the premise's ``extras``.
    ``people``: the people by role.
    ``phrases``: verb phrases of the idea by key, such as ``vow``; they replace those of the thing's
      class.
    ``motive``: the key of the reason that the idea states; may be empty.
    ``tone``: the tone that the idea asks for; may be empty.
    ``said``: the words of the idea in lower case; lines of a setting with such words are avoided.
    """

    lead: str
    people: Mapping[str, CastPerson]
    thing: Thing
    place: CastPlace
    lead_name: str = ""
    lead_group: str = ""
    phrases: Mapping[str, str] = field(factory=dict[str, str])
    motive: str = ""
    said: frozenset[str] = frozenset()
    opening: str = ""
    tone: str = ""
    deadline: Deadline | None = None
    extras: Mapping[str, Extra] = field(factory=dict[str, Extra])
