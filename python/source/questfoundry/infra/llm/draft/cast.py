"""Define who and what a story is about: the people, the thing and the place of one draft."""

from collections.abc import Mapping

from attrs import field, frozen

PRONOUNS: Mapping[str, Mapping[str, str]] = {
    they: dict(zip(("they", "them", "their", "theirs", "themself"), forms.split(), strict=True))
    for they, forms in {
        "she": "she her her hers herself",
        "he": "he him his his himself",
        "they": "they them their theirs themselves",
    }.items()
}
"""The forms of each pronoun, by the form for ``they``."""


@frozen(kw_only=True)
class CastPerson:
    """A person of the story.

    ``short``: the name in running text.
    ``they``: the pronoun: she, he or they.
    ``role``: a phrase before the name, such as ``Tamsin's sister``; may be empty.
    ``status``: a state that scenes ask for, such as ``dead``.
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
        """The role and the whole name."""
        return f"{self.role} {self.name}".strip()


@frozen(kw_only=True)
class Thing:
    """The subject of the conflict, with its article in ``name``, and its class."""

    name: str
    kind: str
    many: bool = False


@frozen(kw_only=True)
class CastPlace:
    """The place of the story, with the preposition for being there."""

    name: str
    preposition: str


@frozen(kw_only=True)
class Named:
    """Something that an idea names: its ``name`` with the article, and its ``kind``.

    The kind is ``person``, ``absent`` (somebody dead or away), ``group``, ``place``, ``thing``,
    ``animal`` (a tame one), ``event`` or ``other``.
    """

    name: str
    kind: str


@frozen(kw_only=True)
class Cast:
    """Everything that one idea puts into a premise.

    ``lead``: the player's role without article, such as ``retired safe-cracker``.
    ``lead_name``: the player's own name, if the idea states it.
    ``lead_group``: the group that the player belongs to, such as ``the night cleaners``.
    ``extras``: what the idea names besides all of these.
    ``people``: the people by role.
    ``phrases``: verb phrases of the idea, such as its ``vow``, instead of those of the class.
    ``motive``: the reason that the idea states.
    ``said``: the words of the idea, lower case, that no setting may contradict.
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
    extras: tuple[Named, ...] = ()
