"""The briefing for the writer of a passage, as values in plain words that a prompt can render."""

from typing import Self

from attrs import frozen

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.fact import FactKind, Facts, Scope, select_facts

_MOST_INSERT_WORDS = 45
"""The most words of a conditional text without a length of its own."""


@frozen(kw_only=True)
class BriefedBeat:
    """A moment to narrate, with names in ``place`` and ``cast`` and the story's time in ``when``.

    A moment that only the players of one answer meet has no time of its own. Instead, ``after`` and
    ``until`` are the times of the moments before and after it that all players meet. A ``memory``
    is narrated as a flashback.
    """

    text: str
    place: str
    cast: tuple[str, ...]
    when: str = ""
    after: str = ""
    until: str = ""
    memory: bool = False

    @classmethod
    def from_beat(cls, story: Story, beat: Beat) -> Self:
        """Return the beat with names instead of ids."""
        after, until = story.times_around.get(beat.id, ("", ""))
        return cls(
            text=beat.summary,
            place=story.entity_name(beat.location),
            cast=tuple(story.entity_name(each) for each in beat.entities),
            when=beat.when,
            after=after,
            until=until,
            memory=beat.memory,
        )


@frozen(kw_only=True)
class BriefedEntity:
    """An entity in the passage; ``facts`` are permanent facts from earlier prose.

    ``now`` is the effect of an earlier decision, if it holds for every player here. ``joined`` is
    true if the entity only accompanies the player because of such an effect; the moments do not
    name it.
    """

    id: str
    name: str
    concept: str
    facts: tuple[str, ...]
    now: str = ""
    joined: bool = False


@frozen(kw_only=True)
class BriefedSince:
    """The state of an entity for the players who read the passage named ``title``.

    ``insert`` names the conditional text that exactly these players read, or is empty.
    """

    title: str
    text: str
    insert: str = ""


@frozen(kw_only=True)
class BriefedEntityState:
    """The state of the entity ``name`` when players last read about it.

    ``now`` holds for all players; ``since`` lists later states that only some players read. If the
    entity took part in a later passage without a note, ``noted_in`` is the title of the passage
    with the note, because the state may have changed.
    ``facts`` are permanent facts about an entity that only the prose introduced.
    """

    name: str
    now: str = ""
    noted_in: str = ""
    since: tuple[BriefedSince, ...] = ()
    facts: tuple[str, ...] = ()


@frozen(kw_only=True)
class BriefedTrace:
    """An earlier answer that shows in the passage, and the sign that the player sees (``seen``).

    ``name`` is the name for conditional text about the answer. A light residue requires such text.
    """

    residue: str
    name: str
    answer: str
    seen: str


@frozen(kw_only=True)
class BriefedMinorChoice:
    """A minor choice of some players: the ``label`` of the option, and its result, ``left``.

    ``name`` is the name of the conditional text that the passage must have for these players.
    ``read`` is an excerpt of the last such text that these players have read. ``since`` is true of
    some of them, by options that only the minor choice opened.
    """

    name: str
    label: str
    left: str
    read: str = ""
    since: tuple[str, ...] = ()


@frozen(kw_only=True)
class BriefedMinorChoices:
    """The minor choices that players made in an earlier passage with the title ``title``.

    ``ago``: the number of passages from there to this passage; 0 if the writer sees no excerpt of
      that passage. For choices that lead here directly, ``title`` is empty and ``ago`` is 1.
    ``looked``: whether the choices are topics of a hub. Players take any number of topics, but only
      one option elsewhere.
    ``by_all``: whether every direct route here takes one of these choices.
    """

    title: str
    ago: int
    looked: bool
    by_all: bool = False
    minor_choices: tuple[BriefedMinorChoice, ...]


@frozen(kw_only=True)
class BriefedHub:
    """The topics that players can look at in a passage (a hub), by their labels.

    In the briefing of a topic, ``own`` is the topic's label, ``topics`` are the other topics, and
    ``after`` is the topic that unlocks this one, if any. ``first`` is the topic that every player
    must read, if any. ``most`` is the number of topics that a player has time for.
    """

    topics: tuple[str, ...]
    own: str = ""
    after: str = ""
    first: str = ""
    most: int = 0


@frozen(kw_only=True)
class BriefedChoice:
    """A choice that leaves the passage.

    ``decides`` is the answer to a dilemma, ``benefit`` the advantage of the answer, and ``leaves``
    the facts that result from a minor choice; all three are empty for a plain link. ``asks`` are
    the requirements of the choice, and ``closed`` is what other players read in its place.
    """

    label: str
    decides: str
    benefit: str = ""
    leaves: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    closed: str = ""


@frozen(kw_only=True)
class BriefedQuestion:
    """A question of the story; ``text`` says why the question matters, or answers the question."""

    question: str
    text: str


@frozen(kw_only=True)
class BriefedProse:
    """The text of an earlier passage, or a part of the text.

    The passage ends at the location ``place`` and at the time ``when``. ``chosen`` is the label of
    the choice taken there, or empty if there was only one choice. If its outcome depends on a
    stat, ``true`` and ``untrue`` are the sentences about the players of this outcome. ``by_all``
    says that every player of the briefed passage has read the text.
    """

    title: str
    text: str
    place: str = ""
    when: str = ""
    chosen: str = ""
    true: tuple[str, ...] = ()
    untrue: tuple[str, ...] = ()
    by_all: bool = True


@frozen(kw_only=True)
class BriefedOrigin:
    """A passage from which other players arrive: its last ``moment`` and the end of its ``text``.

    ``text`` is empty if the passage is not written yet.
    """

    title: str
    moment: BriefedBeat
    text: str = ""


@frozen(kw_only=True)
class BriefedVariant:
    """An earlier written passage that narrates the same moments for other players.

    ``here`` lists facts that hold only for this passage, ``there`` facts that hold only for the
    variant. ``text`` is empty if the same answer contains the variant.
    """

    title: str
    text: str
    here: tuple[str, ...]
    there: tuple[str, ...]


@frozen(kw_only=True)
class Briefing:
    """Everything that the writer of one passage must know, without facts of other branches.

    Place in the story: ``line`` is the number of the line in the outline, ``hook`` the opening line
    (first passage only), ``ending`` the name of the ending. ``follows`` is the next moment if all
    players continue with the same moment. ``hub`` lists the topics that players can look at,
    ``questions`` the dilemmas that the choices decide. ``weight`` is that of the heaviest moment.

    State: ``facts`` hold for all players here, for some or for none. ``entity_states`` are the
    latest notes of earlier writers. ``continuity`` names the entities that this writer writes notes
    about.

    Required content: ``minor_choices`` need conditional text here. An ending settles the
    ``answered`` questions that every player decided, and mentions the ``missed`` entities that have
    not appeared for long. The passage before an ending has ``recalled`` some answers (flag names).
    ``unexplored_answers`` belong to the dilemmas of these moments.

    Earlier prose: ``before`` are the passages last read on one route, nearest last; ``origins`` are
    other direct predecessors; ``variant`` narrates the same moments for other players.
    """

    passage: str
    title: str
    beats: tuple[BriefedBeat, ...]
    entities: tuple[BriefedEntity, ...]
    choices: tuple[BriefedChoice, ...]
    words: Range
    line: int = 0
    facts: Facts = ()
    questions: tuple[BriefedQuestion, ...] = ()
    follows: BriefedBeat | None = None
    traces: tuple[BriefedTrace, ...] = ()
    unexplored_answers: tuple[BriefedQuestion, ...] = ()
    answered: tuple[BriefedQuestion, ...] = ()
    missed: tuple[str, ...] = ()
    recalled: tuple[str, ...] = ()
    before: tuple[BriefedProse, ...] = ()
    hook: str = ""
    ending: str = ""
    continuity: tuple[str, ...] = ()
    entity_states: tuple[BriefedEntityState, ...] = ()
    minor_choices: tuple[BriefedMinorChoices, ...] = ()
    hub: BriefedHub | None = None
    variant: BriefedVariant | None = None
    origins: tuple[BriefedOrigin, ...] = ()
    weight: int = 2

    @property
    def inserts(self) -> tuple[str, ...]:
        """The names that conditional text in this passage may have."""
        decisions, clues = map(self._list_names, (FactKind.DECISION, FactKind.CLUE))
        return (*decisions, *self._minor_choice_names, *self._level_names, *clues)

    @property
    def ending_inserts(self) -> tuple[str, ...]:
        """The names of the answers for which an ending needs a text: those in its own chapter.

        An answer that the ending shows by light residue, or that the passage right before has
        recalled, needs no text again.
        """
        decisions = select_facts(self.facts, FactKind.DECISION)
        shown = {*self._light_names, *self.recalled}
        return tuple(
            each.flag for each in decisions if not each.is_earlier and each.flag not in shown
        )

    def list_required_inserts(self, *, endings: bool) -> tuple[str, ...]:
        """Return the names of the conditional texts that the passage must contain.

        These texts show light residue (signs of earlier answers), minor choices and levels. With
        ``endings``, an ending also needs a text for each answer that only some players gave, except
        in an earlier chapter.
        """
        light = self._light_names
        owed = {*self.ending_inserts} if endings and self.ending else set[str]()
        decisions = select_facts(self.facts, FactKind.DECISION)
        required = (each.flag for each in decisions if each.flag in light | owed)
        return (*required, *self._minor_choice_names, *self._level_names)

    @property
    def most_written_words(self) -> int:
        """The most words of the answer: the prose, and all conditional texts that it needs."""
        levels = select_facts(self.facts, FactKind.LEVEL, Scope.SOME)
        others = len(self.list_required_inserts(endings=True)) - len(levels)
        turns = sum(each.words.most for each in levels if each.words)
        return self.words.most + turns + _MOST_INSERT_WORDS * others

    def _list_names(self, kind: FactKind) -> tuple[str, ...]:
        return tuple(each.flag for each in select_facts(self.facts, kind, Scope.SOME))

    @property
    def _light_names(self) -> frozenset[str]:
        return frozenset(each.name for each in self.traces if each.residue == Residue.LIGHT)

    @property
    def _level_names(self) -> tuple[str, ...]:
        return self._list_names(FactKind.LEVEL)

    @property
    def _minor_choice_names(self) -> tuple[str, ...]:
        return tuple(choice.name for group in self.minor_choices for choice in group.minor_choices)
