"""The fields of the forms that change passages and choices: the offers, and what was entered."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from questfoundry.domain.artifacts.version import AGENT, EDIT, JOINT_STEPS
from questfoundry.domain.editing.choice_edits import ChoiceDraft
from questfoundry.domain.editing.passage_edits import PassageDraft
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import kind_of
from questfoundry.domain.story.entity import CHOICE_FLAG, CLUE, EntityKind
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.stat import LEVEL, Level
from questfoundry.domain.story.story import Story
from questfoundry.web.forms import Form
from questfoundry.web.passage_page import list_uncertain_flags
from questfoundry.web.project_views import ProjectViews

GROW = "grow"
ONLY_IF, NOT_IF = "only", "not"
_STEPS = (-2, -1, 0, 1, 2)
_OFFERED_LEVELS = (1, 2, 3, -1, -2, -3)


@frozen(kw_only=True)
class Condition:
    """A condition in a form: ``sign`` is ``only`` or ``not``; ``flag`` is empty for none."""

    sign: str = ""
    flag: str = ""


def load_structure(views: ProjectViews, here: Passage) -> dict[str, Any]:
    """Return the values for the forms that change a passage and its choices."""
    story = views.story()
    structure = story.existing_structure
    choices = structure.selectable_choices(here.id)
    exits = [each for each in choices if structure.passage(each.target).hub != here.id]
    return {
        **load_offers(views, here.id),
        "passage": here,
        "choices": choices,
        "after": exits[0].target if exits else "",
        "targets": list(dict.fromkeys(each.target for each in exits)),
        "answers": dict.fromkeys(each.takes for each in choices if each.takes),
        "place": next((beat.location for beat in story.beats_in(here)), ""),
        "present": {each for beat in story.beats_in(here) for each in beat.entities},
        "written": here.conditional_flags - here.callback_flags,
        "titles": views.titles(),
        "can_have_topics": not here.ending and not here.hub,
        "recalled": story.sort_flags(here.callback_flags),
        "recallable": [
            each
            for each in list_uncertain_flags(views, here)
            if kind_of(each) in (CHOICE_FLAG, LEVEL) and each not in here.callback_flags
        ],
        "added_beats": [
            each
            for each in story.beats_in(here)
            if each.id in views.project.show(GROW).data["beats"]
        ],
        "can_undo": can_undo(views),
        "order": [each.id for each in structure.passages],
    }


def can_undo(views: ProjectViews) -> bool:
    """Return whether the last change of the structure is the author's and can be undone."""
    current = views.project.show(GROW)
    by_hand = current.origin in (EDIT, AGENT) or current.origin.startswith(JOINT_STEPS)
    return by_hand and current.replaces is not None


def read_choice(form: Form) -> ChoiceDraft:
    """Return the choice that the author entered in ``form``."""
    conditions = form.pairs("sign", "flag")
    return ChoiceDraft(
        label=form.get("label"),
        closed=form.get("closed"),
        requires=tuple(flag for sign, flag in conditions if flag and sign == ONLY_IF),
        forbids=tuple(flag for sign, flag in conditions if flag and sign == NOT_IF),
        moves={stat: _read_step(step) for stat, step in form.pairs("stat", "step")},
        remembers=form.get("remembers"),
        answers=form.get("answers"),
        is_once=form.get("once") == "yes",
    )


def _read_step(text: str) -> int:
    if text not in map(str, _STEPS):
        raise InputError(f"{text!r} is no step of a stat. Choose one from the list.")
    return int(text)


def read_passage(form: Form) -> PassageDraft:
    """Return the new passage that the author entered; raise ``InputError`` if words are missing."""
    for name, what in (("title", "a title"), ("summary", "what happens")):
        if not form.get(name):
            raise InputError(f"Enter {what} for the new passage.")
    return PassageDraft(
        title=form.get("title"),
        summary=form.get("summary"),
        location=form.get("location"),
        entities=tuple(form.getlist("entity")),
        to=form.get("then"),
        ending=form.get("ending"),
    )


def load_offers(
    views: ProjectViews, passage: str, choice: Choice | None = None
) -> Mapping[str, Any]:
    """Return what the fields of a choice offer: passages, conditions, stats, people and places."""
    story = views.story()
    conditions = _list_conditions(choice)
    used = [each.flag for each in conditions if each.flag]
    used += sorted(choice.grants) if choice else []
    return {
        "story": story,
        "passages": story.existing_structure.passages,
        "conditions": conditions,
        "flags": _group_flags(story, [*list_uncertain_flags(views, _of(views, passage)), *used]),
        "steps": _STEPS,
        "locations": story.list_kept_entities(EntityKind.LOCATION),
        "others": [
            each for each in story.list_kept_entities() if each.kind is not EntityKind.LOCATION
        ],
        "endings": story.endings,
    }


def _of(views: ProjectViews, passage: str) -> Any:
    return views.structure().passage(passage)


def _list_conditions(choice: Choice | None) -> Sequence[Condition]:
    if choice is None:
        return (Condition(), Condition())
    return (
        *(Condition(sign=ONLY_IF, flag=flag) for flag in sorted(choice.requires)),
        *(Condition(sign=NOT_IF, flag=flag) for flag in sorted(choice.forbids)),
        Condition(),
    )


def _group_flags(story: Story, flags: Iterable[str]) -> Mapping[str, Sequence[tuple[str, str]]]:
    """Return the flags with their meanings by the heading under which a form lists them."""
    levels = (Level(stat.id, value).id for stat in story.stats for value in _OFFERED_LEVELS)
    headings = {CHOICE_FLAG: "What the player did", CLUE: "What the player knows", LEVEL: "Stats"}
    groups: dict[str, list[tuple[str, str]]] = {}
    for flag in dict.fromkeys((*flags, *levels)):
        heading = headings.get(kind_of(flag), "Answers to main decisions")
        groups.setdefault(heading, []).append((flag, story.describe_condition(flag)))
    return groups
