"""What the writer of a passage must know: a briefing, in words, ready for a prompt."""

from __future__ import annotations

from attrs import field, frozen

from questfoundry.domain.story.path import Residue
from questfoundry.domain.story.size import Range
from questfoundry.domain.writing.knowledge import Knowledge


@frozen(kw_only=True)
class BriefedBeat:
    """A moment to tell; ``place`` and ``cast`` are names, ``when`` the story's words for the time.

    An arm's moments have no time of their own: they lie ``after`` the moment that every player
    met last, and before the next of these, at the time ``until``. A ``memory`` is told out of it.
    """

    text: str
    place: str
    cast: tuple[str, ...]
    when: str = ""
    after: str = ""
    until: str = ""
    memory: bool = False


@frozen(kw_only=True)
class BriefedEntity:
    """Somebody or something in the passage; ``facts`` are what earlier prose made true of it.

    ``now`` is what an earlier decision made of it, for every player who comes here; one who has
    ``joined`` in this way may be in none of the moments.
    """

    id: str
    name: str
    concept: str
    facts: tuple[str, ...]
    now: str = ""
    joined: bool = False


@frozen(kw_only=True)
class BriefedSince:
    """How somebody or something stood for those who came by the passage with that ``title``.

    ``insert`` is the name of an insert that exactly these read, empty where there is none.
    """

    title: str
    text: str
    insert: str = ""


@frozen(kw_only=True)
class BriefedEntityState:
    """How somebody or something stood when players last read of them, by ``name``.

    ``now`` is how for all of them, when the passage with the title ``noted`` ended, and ``since``
    how for some only. ``facts`` are what is true for good of whom only the prose knows.
    """

    name: str
    now: str = ""
    noted: str = ""
    since: tuple[BriefedSince, ...] = ()
    facts: tuple[str, ...] = ()


@frozen(kw_only=True)
class BriefedTrace:
    """A path that the passage remembers: the answer that was taken, and what is seen of it.

    ``name`` is how an insert asks for it, which a light one must have.
    """

    residue: str
    name: str
    answer: str
    seen: str


@frozen(kw_only=True)
class BriefedCondition:
    """What some players here have behind them and others not: an answer, and what it changed.

    ``name`` is how an insert asks for it, and ``read`` what these players read last in one.
    ``earlier`` says that it was decided in an earlier chapter than the passage is in.
    """

    name: str
    answer: str
    consequences: tuple[str, ...]
    earlier: bool = False
    read: str = ""


@frozen(kw_only=True)
class BriefedOptionalEvent:
    """What some have done or found, and what they ``read`` last in an insert of its ``name``."""

    name: str
    text: str
    read: str = ""


@frozen(kw_only=True)
class BriefedMinorChoice:
    """What some players did, by the ``label`` of the option, and what it ``left``.

    ``name`` is how an insert asks for it, which there must be, and ``read`` what these players
    read last in one.
    """

    name: str
    label: str
    left: str
    read: str = ""


@frozen(kw_only=True)
class BriefedMinorChoices:
    """What players did in one passage, by its ``title``, ``ago`` passages before this one.

    It is 0 where that lies further back than is shown, and 1 for all that leads here directly,
    which has no title. Of the options of a passage a player takes one; of what was ``looked`` at,
    any or none. ``by_all`` says that nobody comes here directly without one of the deeds.
    """

    title: str
    ago: int
    looked: bool
    by_all: bool = False
    minor_choices: tuple[BriefedMinorChoice, ...]


@frozen(kw_only=True)
class BriefedHub:
    """What a passage offers to look at, by the labels of its ``topics``.

    In a topic ``own`` is its label, ``topics`` are the others, and ``after`` is the one that opens
    it, if one does; ``first`` is the label of the one that nobody leaves out, if there is one.
    """

    topics: tuple[str, ...]
    own: str = ""
    after: str = ""
    first: str = ""


@frozen(kw_only=True)
class BriefedChoice:
    """A choice that follows.

    ``decides`` is the answer that it commits to, ``benefit`` what speaks for that, and ``leaves``
    what a small decision leaves behind; all are empty where it only leads on. ``asks`` is what
    must be true for it to be open.
    """

    label: str
    decides: str
    benefit: str = ""
    leaves: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()


@frozen(kw_only=True)
class BriefedQuestion:
    """What the choices that follow decide, and why it matters."""

    question: str
    why: str


@frozen(kw_only=True)
class BriefedAnswer:
    """An answer to a question of the story, given or only possible."""

    question: str
    answer: str


@frozen(kw_only=True)
class BriefedProse:
    """Prose that is written already, or a part of it; it ends at ``place``, at a time ``when``.

    ``chosen`` is the label of the choice that was taken there; empty where there was one way
    on. ``by_all`` says that nobody comes to the briefed passage without having read it; ``looked``
    are the labels of what some players have looked at from there.
    """

    title: str
    text: str
    place: str = ""
    when: str = ""
    chosen: str = ""
    by_all: bool = True
    looked: tuple[str, ...] = ()


@frozen(kw_only=True)
class BriefedOrigin:
    """A passage from which others come: its last ``moment``, and the end of its ``text``.

    The text is empty where it is not written yet.
    """

    title: str
    moment: BriefedBeat
    text: str = ""


@frozen(kw_only=True)
class BriefedVariant:
    """A passage that tells the same moments for other players, and is written before.

    ``here`` is what is true of all who come to this one and not of all there, ``there`` the other
    way round; ``text`` is empty where it is written in the same answer.
    """

    title: str
    text: str
    here: tuple[str, ...]
    there: tuple[str, ...]


@frozen(kw_only=True)
class Briefing:
    """All that the writer of one passage must know, and nothing of other branches.

    ``line`` is where it stands in the outline of the story. ``absent`` are the names of those who
    are gone, lost or closed by now, for some players at least. ``questions`` are what the choices
    decide; where there is one way on, ``follows`` is the moment that comes next. ``certain`` is
    true on every way here and may be said; ``coming`` is what the path makes true whose arm is told
    here, in this passage or another one of the arm; ``unsettled`` is true on some ways only, and
    told in inserts. ``before`` are the passages met last on one way here, the nearest last.
    ``hook`` is the line that opens the story, of the first passage; ``ending`` the name of the
    ending here, where ``answered`` are the answers that every player has given who comes, and
    ``missed`` the names of those whom every player has met, but none for long. ``shadows`` are
    answers, to what is asked here, that the story does not explore. ``noted`` are the names of who
    is here, where later writers are told what this passage makes true, and ``stands`` is what
    earlier ones left to it. ``deeds`` are what has to be answered here, ``done`` what else only
    some have done or found by now, ``hub`` what can be looked at here, or from here.
    ``variant`` is the passage that tells the same moments for others, and ``origins`` are the
    passages beside the nearest from which others come here directly.
    """

    passage: str
    title: str
    beats: tuple[BriefedBeat, ...]
    entities: tuple[BriefedEntity, ...]
    choices: tuple[BriefedChoice, ...]
    words: Range
    line: int = 0
    absent: tuple[str, ...] = ()
    questions: tuple[BriefedQuestion, ...] = ()
    follows: BriefedBeat | None = None
    certain: tuple[str, ...] = ()
    pending_effects: tuple[str, ...] = ()
    conditional_facts: tuple[BriefedCondition, ...] = ()
    traces: tuple[BriefedTrace, ...] = ()
    unexplored_answers: tuple[BriefedAnswer, ...] = ()
    answered: tuple[BriefedAnswer, ...] = ()
    missed: tuple[str, ...] = ()
    before: tuple[BriefedProse, ...] = ()
    hook: str = ""
    ending: str = ""
    continuity: tuple[str, ...] = ()
    entity_states: tuple[BriefedEntityState, ...] = ()
    minor_choices: tuple[BriefedMinorChoices, ...] = ()
    optional_events: tuple[BriefedOptionalEvent, ...] = ()
    hub: BriefedHub | None = None
    knowledge: Knowledge = field(factory=Knowledge)
    variant: BriefedVariant | None = None
    origins: tuple[BriefedOrigin, ...] = ()

    @property
    def inserts(self) -> tuple[str, ...]:
        """The names that inserts may have."""
        known = (each.name for each in self.knowledge.some)
        return (*(each.name for each in self.conditional_facts), *self._minor_choice_names, *known)

    def list_required_inserts(self, *, endings: bool) -> tuple[str, ...]:
        """The inserts, by name, that must be written: of all that is light here, and of deeds.

        With ``endings`` an ending has to answer everything that is unsettled, but what was
        decided in earlier chapters, which the prose since then has answered.
        """
        light = {each.name for each in self.traces if each.residue == Residue.LIGHT}
        whole = endings and bool(self.ending)
        open_here = (
            each.name
            for each in self.conditional_facts
            if each.name in light or (whole and not each.earlier)
        )
        return (*open_here, *self._minor_choice_names)

    @property
    def _minor_choice_names(self) -> tuple[str, ...]:
        return tuple(deed.name for each in self.minor_choices for deed in each.minor_choices)
