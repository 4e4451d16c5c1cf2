"""A hand-made story with two stats that are read in all four manners.

A gated choice, an attempt (two choices with one label and complementary conditions), a conditional
paragraph at each end, and two variants of an ending ask for levels of the stats.
"""

from collections.abc import Iterable, Mapping

from attrs import evolve

from questfoundry.app.shipping.edition import edition_of
from questfoundry.domain.story.entity import ChoiceFlag, Entity, EntityKind
from questfoundry.domain.story.passage import Choice, Ending, Passage, Structure
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.stat import Level, Stat
from questfoundry.domain.story.story import Story
from tests.support.editions import IFID, VISION

TRUST = Stat(
    id="stat::wins-trust",
    name="Win's trust",
    question="Does Win trust you?",
    high="Win trusts you.",
    low="Win is wary of you.",
    about="character::win",
)
AIR = Stat(
    id="stat::air",
    name="Air",
    question="How much air is left?",
    high="There is air to spare.",
    low="Your air is short.",
)


def level(stat: Stat, value: int) -> str:
    """Return the id of the level of ``stat``: at least ``value``, or at most a negative one."""
    return Level(stat.id, value).id


def option(
    name: str,
    way: str,
    label: str,
    moves: Mapping[Stat, int] | None = None,
    *,
    requires: Iterable[str] = (),
    forbids: Iterable[str] = (),
    closed: str = "",
    mark: bool = True,
) -> Choice:
    """Return a choice along ``way``, such as ``deck to hatch``, which grants a mark ``name``."""
    source, _, target = way.partition(" to ")
    return Choice(
        id=f"choice::{name}",
        source=f"passage::{source}",
        target=f"passage::{target}",
        label=label,
        closed=closed,
        requires=requires,
        forbids=forbids,
        grants=[f"mark::{name}"] if mark else [],
        moves={stat.id: step for stat, step in (moves or {}).items()},
    )


CHOICES = (
    option("share", "deck to hatch", "Offer Win your second bottle", {TRUST: 1, AIR: -1}),
    option("keep", "deck to hatch", "Keep both bottles", {TRUST: -1}),
    option("thank", "hatch to vault", "Thank her for waiting", {TRUST: 1}),
    option("breathe", "hatch to vault", "Breathe slowly", {AIR: 1}),
    option("hurry", "hatch to vault", "Push past her", {TRUST: -1, AIR: 1}),
    option(
        "ask",
        "vault to door",
        "Ask Win to hold the door",
        requires=[level(TRUST, 1)],
        closed="Win takes no orders from you.",
    ),
    option("swim", "vault to shaft", "Swim the shaft", requires=[level(AIR, 1)], mark=False),
    option(
        "choke",
        "vault to ledge",
        "Swim the shaft",
        {TRUST: -1},
        forbids=[level(AIR, 1)],
        mark=False,
    ),
    option("hold", "door to surface", "Go up", mark=False),
    option("climb", "shaft to surface", "Go up", mark=False),
    option("wait", "ledge to surface", "Go up", {AIR: -1}, mark=False),
    option(
        "friends", "surface to friends", "Take off the mask", requires=[level(TRUST, 1)], mark=False
    ),
    option("alone", "surface to alone", "Take off the mask", forbids=[level(TRUST, 1)], mark=False),
)
PROSE = {
    "deck": "Win checks her valve twice.",
    "hatch": "The hatch is older than both of you.\n\n[share]\nShe breathes from your bottle.",
    "vault": "The vault is dry.\n\n[wins-trust-up-2]\nWin hands you the lamp unasked.\n\n"
    "[wins-trust-down-1]\nWin keeps a hand on her knife.",
    "door": "She puts her back against the steel.",
    "shaft": "You come out on the other side.",
    "ledge": "You hang on a ledge until she pulls you up.\n\n[air-down-1]\nYour chest burns.",
    "surface": "The light comes down green.",
    "friends": "You both laugh.",
    "alone": "The deck is empty.",
}
TITLES = {name: f"The {name.title()}" for name in PROSE}
ENDS = {"friends": "ending::up", "alone": "ending::up-alone"}


def stat_story() -> Story:
    """Return the finished story."""
    structure = Structure(
        start="passage::deck",
        passages=tuple(
            Passage(id=f"passage::{name}", title=title, ending=ENDS.get(name, ""))
            for name, title in TITLES.items()
        ),
        choices=CHOICES,
    )
    return Story(
        vision=VISION,
        size=Size.MICRO,
        title="The Green Light",
        hook="One vault, two divers.",
        entities=(
            Entity(id="character::win", kind=EntityKind.CHARACTER, name="Win", concept="A diver."),
        ),
        stats=(TRUST, AIR),
        structure=structure,
        choice_flags=tuple(
            ChoiceFlag(id=mark, text=f"Chosen: {each.label}")
            for each in CHOICES
            for mark in each.grants
        ),
        endings=(
            Ending(id="ending::up", name="Up Together"),
            Ending(id="ending::up-alone", name="Up Alone"),
        ),
        prose={f"passage::{name}": text for name, text in PROSE.items()},
    )


def stat_edition() -> Edition:
    """Return the edition of the story, without content notes."""
    edition = edition_of(stat_story(), ifid=IFID, language="en")
    return evolve(edition, vision=VISION.model_copy(update={"content_notes": ""}))
