"""Edits of passages: add, move and remove a passage, and choose its conditional texts."""

from collections.abc import Collection

from attrs import evolve, frozen

from questfoundry.domain.artifacts.grow import (
    AddedBeat,
    EndingName,
    GrowArtifact,
    WovenChoice,
    WovenPassage,
)
from questfoundry.domain.editing.choice_edits import (
    CHOICE,
    AddChoice,
    ChoiceDraft,
    add_choice_flag,
    drop_ungranted_flags,
    drop_unused_beats,
    find_passage,
    make_new_id,
    replace_passage,
)
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import slug_of

PASSAGE, BEAT, ENDING = "passage", "beat", "ending"


@frozen(kw_only=True)
class PassageDraft:
    """A new passage as an author enters it.

    ``summary``: what happens, in a sentence or two; FILL writes the prose from it.
    ``location``, ``entities``: the ids of the place, and of the people and things that are there.
    ``to``: the id of the passage that follows; empty if the passage ends the story.
    ``ending``: the name of the ending, if the passage ends the story.
    """

    title: str
    summary: str
    location: str
    entities: tuple[str, ...] = ()
    to: str = ""
    ending: str = ""


@frozen(kw_only=True)
class AddPassage:
    """Add the passage ``draft``, and the choice ``by`` that leads there from ``source`` (an id)."""

    source: str
    by: ChoiceDraft
    draft: PassageDraft

    def apply(self, grow: GrowArtifact) -> GrowArtifact:
        """Return ``grow`` with the passage after ``source`` in the order of the story."""
        find_passage(grow, self.source)
        grow, added = _make_passage(grow, self.draft)
        grow = _insert_after(grow, self.source, added)
        if not added.ending:
            onward = WovenChoice.model_construct(id="", to=self._require_target(grow))
            grow = _add_exit(grow, added.id, onward)
        return AddChoice(source=self.source, to=added.id, draft=self.by).apply(grow)

    def _require_target(self, grow: GrowArtifact) -> str:
        if not self.draft.to:
            raise InputError("Say which passage follows the new one, or name its ending.")
        return find_passage(grow, self.draft.to).id


@frozen(kw_only=True)
class InsertPassage:
    """Put the new passage ``draft`` between the passages ``source`` and ``to`` (ids).

    All choices of ``source`` and of its topics that led to ``to`` then lead to the new passage,
    from which ``to`` follows.
    """

    source: str
    to: str
    draft: PassageDraft

    def apply(self, grow: GrowArtifact) -> GrowArtifact:
        """Return ``grow`` with the passage after ``source`` in the order of the story."""
        source, target = find_passage(grow, self.source), find_passage(grow, self.to)
        hub = source.hub or source.id
        group = [each for each in grow.passages if hub in (each.id, each.hub)]
        if target in group:
            raise InputError(f"“{target.title}” is a topic, so no passage can come before it.")
        if all(each.to != target.id for passage in group for each in passage.choices):
            raise InputError(f"No choice leads from “{source.title}” to “{target.title}”.")
        grow, added = _make_passage(grow, evolve(self.draft, to=target.id, ending=""))
        grow = _insert_after(grow, group[-1].id, added)
        for passage in group:
            exits = _redirect(passage, target.id, added.id)
            grow = replace_passage(grow, passage.id, choices=tuple(exits))
        return _add_exit(grow, added.id, WovenChoice.model_construct(id="", to=target.id))


@frozen(kw_only=True)
class AddTopic:
    """Add something to look at to the passage ``hub`` (an id): the topic ``draft``.

    ``label``: the choice that leads from the hub and from its other topics to the new topic.
    ``remembers``: a sentence that is true once a player has looked.
    Each player can look once. From the topic, the exits of the hub and the other topics follow.
    """

    hub: str
    label: str
    remembers: str
    draft: PassageDraft

    def apply(self, grow: GrowArtifact) -> GrowArtifact:
        """Return ``grow`` with the topic, whose choices are those of the hub."""
        hub = find_passage(grow, self.hub)
        if hub.ending or hub.hub:
            raise InputError(f"“{hub.title}” cannot have topics: it is an ending or a topic.")
        topics = [each for each in grow.passages if each.hub == hub.id]
        grow, flag = add_choice_flag(grow, self.label, self.remembers)
        grow, added = _make_passage(grow, self.draft)
        added = added.model_copy(update={"hub": hub.id})
        grow = _insert_after(grow, (topics or [hub])[-1].id, added)
        look = WovenChoice.model_construct(id="", to=added.id, label=self.label, grants=(flag,))
        looks = {each.id for each in topics}
        for way in hub.choices:
            grow = _add_exit(grow, added.id, _once(way) if way.to in looks else way)
        for topic in topics:
            grow = _add_exit(grow, topic.id, _once(look), after=looks)
        return _add_exit(grow, hub.id, look, after=looks)


@frozen(kw_only=True)
class SetCallbacks:
    """Let a passage have conditional texts for exactly these ``flags`` (ids)."""

    passage: str
    flags: tuple[str, ...]

    def apply(self, grow: GrowArtifact) -> GrowArtifact:
        """Return ``grow`` with the changed passage."""
        find_passage(grow, self.passage)
        return replace_passage(grow, self.passage, recalls=tuple(dict.fromkeys(self.flags)))


@frozen(kw_only=True)
class ChangeSummary:
    """Replace the summary of the beat ``beat`` (an id), which must not belong to the plan."""

    beat: str
    summary: str

    def apply(self, grow: GrowArtifact) -> GrowArtifact:
        """Return ``grow`` with the changed beat."""
        if self.beat not in grow.beats:
            raise InputError(f"The beat {self.beat!r} is part of the plan, artifacts/seed.yaml.")
        beat = grow.beats[self.beat].model_copy(update={"summary": self.summary})
        return grow.model_copy(update={"beats": {**grow.beats, self.beat: beat}})


@frozen(kw_only=True)
class MovePassage:
    """Move a passage by ``steps`` places in the order of the story; negative numbers move it up."""

    passage: str
    steps: int

    def apply(self, grow: GrowArtifact) -> GrowArtifact:
        """Return ``grow`` with the passages in the new order."""
        moved = find_passage(grow, self.passage)
        rest = [each for each in grow.passages if each.id != moved.id]
        rest.insert(max(0, grow.passages.index(moved) + self.steps), moved)
        return grow.model_copy(update={"passages": tuple(rest)})


@frozen(kw_only=True)
class RemovePassage:
    """Remove a passage (an id); the choices that led there lead to ``instead``.

    If ``instead`` is empty, these choices are removed, too.
    """

    passage: str
    instead: str = ""

    def apply(self, grow: GrowArtifact) -> GrowArtifact:
        """Return ``grow`` without the passage, its beats, and what only it needed."""
        gone = find_passage(grow, self.passage)
        if gone.id == grow.start:
            raise InputError(f"The story begins with “{gone.title}”, so it cannot be removed.")
        topics = [each.title for each in grow.passages if each.hub == gone.id]
        if topics:
            raise InputError(f"Remove its topics first: {', '.join(topics)}.")
        if self.instead:
            find_passage(grow, self.instead)
        passages = tuple(
            each.model_copy(update={"choices": tuple(_redirect(each, gone.id, self.instead))})
            for each in grow.passages
            if each.id != gone.id
        )
        rest = grow.model_copy(update={"passages": passages})
        return drop_unused_beats(drop_ungranted_flags(rest))


def _redirect(passage: WovenPassage, old: str, new: str) -> list[WovenChoice]:
    """Return the passage's choices, with ``new`` in place of ``old``; without ``new``, fewer."""
    kept = [each for each in passage.choices if new or each.to != old]
    return [each.model_copy(update={"to": new}) if each.to == old else each for each in kept]


def _make_passage(grow: GrowArtifact, draft: PassageDraft) -> tuple[GrowArtifact, WovenPassage]:
    grow, ending = _find_ending(grow, draft.ending)
    identifier = make_new_id(grow, PASSAGE, draft.title)
    beat = f"{BEAT}::{slug_of(identifier)}"
    added = AddedBeat.model_construct(
        summary=draft.summary, location=draft.location, entities=draft.entities, ending=ending
    )
    passage = WovenPassage.model_construct(
        id=identifier, title=draft.title, beats=(beat,), ending=ending
    )
    return grow.model_copy(update={"beats": {**grow.beats, beat: added}}), passage


def _find_ending(grow: GrowArtifact, name: str) -> tuple[GrowArtifact, str | None]:
    if not name:
        return grow, None
    for identifier, ending in grow.endings.items():
        if ending.name == name:
            return grow, identifier
    identifier = make_new_id(grow, ENDING, name)
    endings = {**grow.endings, identifier: EndingName.model_construct(name=name)}
    return grow.model_copy(update={"endings": endings}), identifier


def _insert_after(grow: GrowArtifact, passage: str, added: WovenPassage) -> GrowArtifact:
    place = [each.id for each in grow.passages].index(passage) + 1
    passages = (*grow.passages[:place], added, *grow.passages[place:])
    return grow.model_copy(update={"passages": passages})


def _once(choice: WovenChoice) -> WovenChoice:
    """Return ``choice``, hidden from players who took it before."""
    forbids = dict.fromkeys((*choice.forbids, *choice.grants))
    return choice.model_copy(update={"forbids": tuple(forbids)})


def _add_exit(
    grow: GrowArtifact, passage: str, choice: WovenChoice, *, after: Collection[str] = ()
) -> GrowArtifact:
    """Add a copy of ``choice`` behind the choices that lead to ``after``, or as the last choice."""
    exits = [*find_passage(grow, passage).choices]
    if after:
        place = 1 + max((at for at, each in enumerate(exits) if each.to in after), default=-1)
    else:
        place = len(exits)
    name = f"{slug_of(passage)} to {slug_of(choice.to)}"
    exits.insert(place, choice.model_copy(update={"id": make_new_id(grow, CHOICE, name)}))
    if len(exits) > 1:
        exits = [each.model_copy(update={"label": each.label or grow.onward}) for each in exits]
    return replace_passage(grow, passage, choices=tuple(exits))
