"""What the writer of a passage must know: a briefing, in words, ready for a prompt."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.story.path import Residue
from questfoundry.domain.story.size import Range


@frozen(kw_only=True)
class BriefedBeat:
    """A moment to tell; ``place`` and ``cast`` are names, ``when`` the story's words for the time.

    An arm's moments have no time of their own; a ``memory`` is told out of it.
    """

    text: str
    place: str
    cast: tuple[str, ...]
    when: str = ""
    memory: bool = False


@frozen(kw_only=True)
class BriefedEntity:
    """Somebody or something in the passage; ``facts`` are what earlier prose made true of it.

    ``now`` is what an earlier decision made of it, for every player who comes here.
    """

    id: str
    name: str
    concept: str
    facts: tuple[str, ...]
    now: str = ""


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

    ``name`` is how an insert asks for it.
    """

    name: str
    answer: str
    consequences: tuple[str, ...]


@frozen(kw_only=True)
class BriefedChoice:
    """A choice that follows.

    ``decides`` is the answer that it commits to, and ``benefit`` what speaks for that; both are
    empty where it only leads on.
    """

    label: str
    decides: str
    benefit: str = ""


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
    on, and for what lies ahead. ``by_all`` says that nobody comes to the briefed passage without
    having read it.
    """

    title: str
    text: str
    place: str = ""
    when: str = ""
    chosen: str = ""
    by_all: bool = True


@frozen(kw_only=True)
class Briefing:
    """All that the writer of one passage must know, and nothing of other branches.

    ``line`` is where it stands in the outline of the story. ``absent`` are the names of those
    who are gone, lost or closed by now, for some players at least. ``questions`` are what the
    choices decide; where there is one way on, ``follows`` is what happens next. ``certain`` is
    true on every way here and may be said; ``unsettled`` is true on some ways only, and told in
    inserts. ``before`` are the passages met last on one way here, the nearest last; ``ahead`` is
    the prose that this branch comes back to. ``hook`` is the line that opens the story, of the
    first passage; ``ending`` the name of the ending here. ``shadows`` are answers, to what is
    asked here, that the story does not explore; ``answered``, at an ending, those that every
    player has given who comes here. ``noted`` are the names of those of whom a later writer will
    be told what this passage makes true.
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
    follows: str = ""
    certain: tuple[str, ...] = ()
    unsettled: tuple[BriefedCondition, ...] = ()
    traces: tuple[BriefedTrace, ...] = ()
    shadows: tuple[BriefedAnswer, ...] = ()
    answered: tuple[BriefedAnswer, ...] = ()
    before: tuple[BriefedProse, ...] = ()
    ahead: BriefedProse | None = None
    hook: str = ""
    ending: str = ""
    noted: tuple[str, ...] = ()

    def needed(self, *, endings: bool) -> tuple[str, ...]:
        """The inserts, by name, that must be written: of all that is light here.

        With ``endings`` an ending has to answer everything that is unsettled.
        """
        light = {each.name for each in self.traces if each.residue == Residue.LIGHT}
        whole = endings and bool(self.ending)
        return tuple(each.name for each in self.unsettled if whole or each.name in light)
