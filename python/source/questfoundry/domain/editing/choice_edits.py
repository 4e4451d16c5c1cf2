"""Edits of choices: add, change, move and remove a choice in the artifact of GROW."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from attrs import field, frozen

from questfoundry.domain.artifacts.grow import FlagText, GrowArtifact, WovenChoice, WovenPassage
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import kind_of, make_id, make_unique_id, slug_of
from questfoundry.domain.story.entity import CHOICE_FLAG

_WITHOUT_WORDS = "one"
"""The slug of an id whose name has no words, such as a name of emoji."""


def find_passage(grow: GrowArtifact, identifier: str) -> WovenPassage:
    """Return the passage with this id, or raise ``InputError``."""
    for passage in grow.passages:
        if passage.id == identifier:
            return passage
    raise InputError(f"There is no passage {identifier!r}. It may have been removed.")


def find_exit(grow: GrowArtifact, identifier: str) -> tuple[WovenPassage, WovenChoice]:
    """Return the choice with this id and its passage, or raise ``InputError``."""
    for passage in grow.passages:
        for choice in passage.choices:
            if choice.id == identifier:
                return passage, choice
    raise InputError(f"There is no choice {identifier!r}. It may have been removed.")


def replace_passage(grow: GrowArtifact, identifier: str, **changes: Any) -> GrowArtifact:
    """Return ``grow`` with changed fields of one passage."""
    passages = (
        each.model_copy(update=changes) if each.id == identifier else each for each in grow.passages
    )
    return grow.model_copy(update={"passages": tuple(passages)})


def make_new_id(grow: GrowArtifact, kind: str, name: str) -> str:
    """Return an id of ``kind`` for ``name`` whose slug has no other use in ``grow``."""
    identifier = make_id(kind, name)
    return make_unique_id(
        identifier if slug_of(identifier) else f"{identifier}{_WITHOUT_WORDS}",
        {slug_of(each) for each in _list_ids(grow)},
    )


def add_choice_flag(grow: GrowArtifact, label: str, text: str) -> tuple[GrowArtifact, str]:
    """Return ``grow`` with a choice flag that means ``text``, and the id of the flag."""
    identifier = make_new_id(grow, CHOICE_FLAG, label)
    marks = {**grow.marks, identifier: FlagText(text=text)}
    return grow.model_copy(update={"marks": marks}), identifier


def drop_ungranted_flags(grow: GrowArtifact) -> GrowArtifact:
    """Return ``grow`` without the choice flags that no choice grants, and without their uses.

    Raise ``InputError`` if a choice requires such a flag: no player could take it any more.
    """
    choices = [choice for passage in grow.passages for choice in passage.choices]
    gone = {*grow.marks}.difference(*(choice.grants for choice in choices))
    for choice in choices:
        if needed := gone.intersection(choice.requires):
            raise InputError(
                f"The choice {choice.id!r} is open only if: {grow.marks[min(needed)].text} "
                "Remove this condition first, because no player could meet it any more."
            )
    passages = (
        each.model_copy(
            update={
                "recalls": _leave_out(each.recalls, gone),
                "choices": tuple(
                    choice.model_copy(update={"forbids": _leave_out(choice.forbids, gone)})
                    for choice in each.choices
                ),
            }
        )
        for each in grow.passages
    )
    marks = {name: text for name, text in grow.marks.items() if name not in gone}
    return grow.model_copy(update={"passages": tuple(passages), "marks": marks})


def drop_unused_beats(grow: GrowArtifact) -> GrowArtifact:
    """Return ``grow`` without the added beats, times and endings that no passage has any more."""
    used = {beat for passage in grow.passages for beat in passage.beats}
    ended = {passage.ending for passage in grow.passages}
    return grow.model_copy(
        update={
            "beats": {name: beat for name, beat in grow.beats.items() if name in used},
            "scenes": {name: scene for name, scene in grow.scenes.items() if name in used},
            "endings": {name: each for name, each in grow.endings.items() if name in ended},
        }
    )


def _leave_out(flags: Sequence[str], gone: set[str]) -> tuple[str, ...]:
    return tuple(flag for flag in flags if flag not in gone)


def _list_ids(grow: GrowArtifact) -> Iterator[str]:
    yield from (*grow.beats, *grow.marks, *grow.endings)
    for passage in grow.passages:
        yield from (passage.id, *passage.beats, *(choice.id for choice in passage.choices))


CHOICE = "choice"


class StructureEdit(Protocol):
    """An edit of the passage graph."""

    def apply(self, grow: GrowArtifact, /) -> GrowArtifact:
        """Return the changed artifact, or raise ``InputError`` if it lacks what the edit names.

        The result may break a law of a sound story.
        """
        ...


@frozen(kw_only=True)
class ChoiceDraft:
    """The parts of a choice that an author enters.

    ``label``: the text of the choice; empty for the label that all single exits share.
    ``closed``: the text for players who cannot take the choice; if empty, they see nothing.
    ``requires``, ``forbids``: the flags that a player must have, or must not have.
    ``moves``: by how much the choice raises or lowers each stat, by stat id.
    ``remembers``: a sentence that is true once a player took the choice, so that later passages can
      take it up; empty if nothing takes it up.
    ``answers``: the id of the path that a new choice commits to, as another choice of its passage
      does; empty if it answers no main decision.
    ``is_once``: whether each player can take a new choice only once.
    """

    label: str = ""
    closed: str = ""
    requires: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()
    moves: Mapping[str, int] = field(factory=dict[str, int])
    remembers: str = ""
    answers: str = ""
    is_once: bool = False

    def fields(self) -> Mapping[str, Any]:
        """Return the fields of the artifact's choice, without the flags that it grants."""
        return {
            "label": self.label or None,
            "closed": self.closed or None,
            "requires": self.requires,
            "forbids": self.forbids,
            "moves": {stat: step for stat, step in self.moves.items() if step},
        }


@frozen(kw_only=True)
class AddChoice:
    """Add the choice ``draft`` from the passage ``source`` to the passage ``to`` (ids).

    An exit that had no label of its own gets the common label as its label, so that players can
    tell the two choices apart.
    """

    source: str
    to: str
    draft: ChoiceDraft

    def apply(self, grow: GrowArtifact) -> GrowArtifact:
        """Return ``grow`` with the choice as the last one of its passage."""
        source = find_passage(grow, self.source)
        find_passage(grow, self.to)
        _require_open(source.ending, source.title)
        grow, grants = _remember(grow, self.draft)
        fields = self.draft.fields()
        if self.draft.is_once:
            fields = {**fields, "forbids": (*self.draft.forbids, *grants)}
        added = WovenChoice.model_construct(
            id=make_new_id(grow, CHOICE, self.draft.label),
            to=self.to,
            takes=self.draft.answers or None,
            grants=(*_find_answer_flags(source, self.draft.answers), *grants),
            **fields,
        )
        others = (
            each.model_copy(update={"label": each.label or grow.onward}) for each in source.choices
        )
        return replace_passage(grow, source.id, choices=(*others, added))


@frozen(kw_only=True)
class ChangeChoice:
    """Let the choice ``choice`` lead to ``to`` (ids), with the text and conditions of ``draft``.

    The answer to a dilemma that the choice gives stays.
    """

    choice: str
    to: str
    draft: ChoiceDraft

    def apply(self, grow: GrowArtifact) -> GrowArtifact:
        """Return ``grow`` with the changed choice."""
        _, old = find_exit(grow, self.choice)
        find_passage(grow, self.to)
        own = [flag for flag in old.grants if kind_of(flag) == CHOICE_FLAG]
        others = tuple(flag for flag in old.grants if flag not in own)
        if own and self.draft.remembers:
            marks = {**grow.marks, own[0]: FlagText(text=self.draft.remembers)}
            grow, grants = grow.model_copy(update={"marks": marks}), tuple(own)
        else:
            grow, grants = _remember(grow, self.draft)
        changes = {**self.draft.fields(), "to": self.to, "grants": (*others, *grants)}
        return drop_ungranted_flags(_replace_choice(grow, self.choice, changes))


@frozen(kw_only=True)
class MoveChoice:
    """Move a choice by ``steps`` places in its passage; a negative number moves it up."""

    choice: str
    steps: int

    def apply(self, grow: GrowArtifact) -> GrowArtifact:
        """Return ``grow`` with the choices of the passage in the new order."""
        passage, choice = find_exit(grow, self.choice)
        rest = [each for each in passage.choices if each.id != choice.id]
        rest.insert(max(0, passage.choices.index(choice) + self.steps), choice)
        return replace_passage(grow, passage.id, choices=tuple(rest))


@frozen(kw_only=True)
class RemoveChoice:
    """Remove a choice, and the choice flags that only it grants."""

    choice: str

    def apply(self, grow: GrowArtifact) -> GrowArtifact:
        """Return ``grow`` without the choice."""
        passage, choice = find_exit(grow, self.choice)
        if choice.takes:
            raise InputError(
                "This choice answers a main decision of the story. To tell the decision otherwise, "
                "edit the plan in artifacts/seed.yaml."
            )
        rest = tuple(each for each in passage.choices if each.id != choice.id)
        return drop_ungranted_flags(replace_passage(grow, passage.id, choices=rest))


def _require_open(ending: str | None, title: str) -> None:
    if ending:
        raise InputError(f"“{title}” ends the story, so no choice can follow it.")


def _find_answer_flags(source: WovenPassage, answer: str) -> tuple[str, ...]:
    """Return the flags that the passage's choices for ``answer`` grant for the answer."""
    if not answer:
        return ()
    for choice in source.choices:
        if choice.takes == answer:
            return tuple(flag for flag in choice.grants if kind_of(flag) != CHOICE_FLAG)
    raise InputError(f"No choice of “{source.title}” gives the answer {answer!r}.")


def _remember(grow: GrowArtifact, draft: ChoiceDraft) -> tuple[GrowArtifact, tuple[str, ...]]:
    text = draft.remembers or (f"You have chosen “{draft.label}”." if draft.is_once else "")
    if not text:
        return grow, ()
    grow, flag = add_choice_flag(grow, draft.label or text, text)
    return grow, (flag,)


def _replace_choice(
    grow: GrowArtifact, identifier: str, changes: Mapping[str, Any]
) -> GrowArtifact:
    passage, _ = find_exit(grow, identifier)
    choices = (
        each.model_copy(update=changes) if each.id == identifier else each
        for each in passage.choices
    )
    return replace_passage(grow, passage.id, choices=tuple(choices))
