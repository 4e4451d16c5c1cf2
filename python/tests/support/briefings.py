"""The briefing of one passage, with an example of every kind of information."""

from questfoundry.domain.story.size import Range
from questfoundry.domain.story.voice import FillVoice, Person, Tense
from questfoundry.domain.writing.briefing import (
    BriefedBeat,
    BriefedChoice,
    BriefedEntity,
    BriefedProse,
    BriefedTrace,
    Briefing,
)
from questfoundry.domain.writing.fact import BriefedFact, FactKind, Scope, select_facts

MARA, BELL = "character::mara", "object::tide-bell"

VOICE = FillVoice(
    person=Person.SECOND,
    tense=Tense.PRESENT,
    diction="the trade words of divers",
    rhythm="clipped",
    avoid=("little did she know",),
)

BRIEFING = Briefing(
    passage="the-air-pocket",
    title="The Air Pocket",
    beats=(BriefedBeat(text="The bell rings.", place="The Vault", cast=("Mara",)),),
    entities=(
        BriefedEntity(id=MARA, name="Mara", concept="A diver.", facts=("Mara limps.",)),
        BriefedEntity(id=BELL, name="The Tide Bell", concept="It warns.", facts=()),
    ),
    choices=(BriefedChoice(label="Hold out the mouthpiece", decides="Mara gets the air."),),
    words=Range(20, 100),
    facts=(
        BriefedFact(kind=FactKind.OUTCOME, texts=("The wall has given way.",)),
        BriefedFact(
            kind=FactKind.DECISION,
            scope=Scope.SOME,
            flag="sink-it-1",
            texts=("You sank it.", "The ledger is wet."),
        ),
    ),
    traces=(
        BriefedTrace(residue="heavy", name="key-1", answer="You kept the key.", seen="Oren left."),
    ),
    before=(BriefedProse(title="The Stairs", text="You go down.", chosen="Go down"),),
)

PROSE = "The bell rings, cracked along its lip. Mara lifts her left hand, which has no thumb."


def texts_of(briefing: Briefing, kind: FactKind) -> tuple[str, ...]:
    return tuple(text for each in select_facts(briefing.facts, kind) for text in each.texts)
