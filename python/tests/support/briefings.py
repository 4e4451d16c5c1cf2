"""The briefing of one passage, with something of everything that its writer is told."""

from __future__ import annotations

from questfoundry.domain.story.size import Range
from questfoundry.domain.story.voice import Person, Tense, Voice
from questfoundry.domain.writing.briefing import (
    BeatTold,
    Briefing,
    EntityTold,
    ProseTold,
    TraceTold,
    WayTold,
)

MARA, BELL = "character::mara", "object::tide-bell"

VOICE = Voice(
    person=Person.SECOND,
    tense=Tense.PRESENT,
    diction="the trade words of divers",
    rhythm="clipped",
    avoid=("little did she know",),
)

TOLD = Briefing(
    passage="the-air-pocket",
    title="The Air Pocket",
    beats=(BeatTold(role="setup", text="The bell rings.", place="The Vault", cast=("Mara",)),),
    entities=(
        EntityTold(id=MARA, name="Mara", concept="A diver.", facts=("Mara limps.",)),
        EntityTold(id=BELL, name="The Tide Bell", concept="It warns.", facts=()),
    ),
    ways=(WayTold(label="Hold out the mouthpiece", decides="Mara gets the air."),),
    words=Range(20, 100),
    certain=("The wall has given way.",),
    unsettled=("The ledger is wet.",),
    traces=(TraceTold(residue="heavy", answer="You kept the key.", consequences=("Oren left.",)),),
    before=(ProseTold(title="The Stairs", text="You go down.", chosen="Go down"),),
)

PROSE = "The bell rings, cracked along its lip. Mara lifts her left hand, which has no thumb."
