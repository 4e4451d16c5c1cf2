"""Look up and replace passages, choices and choice flags in the artifact of GROW."""

from collections.abc import Iterator, Sequence
from typing import Any

from questfoundry.domain.artifacts.grow import FlagText, GrowArtifact, WovenChoice, WovenPassage
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import make_id, make_unique_id, slug_of
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
