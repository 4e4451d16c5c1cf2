"""Pages to change the structure: passages, choices, topics, conditional texts and stats."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from questfoundry.domain.artifacts.grow import GrowArtifact
from questfoundry.domain.artifacts.seed import SeedArtifact, StatDraft
from questfoundry.domain.artifacts.version import AGENT, EDIT, JOINT_STEPS
from questfoundry.domain.editing.choice_edits import (
    AddChoice,
    ChangeChoice,
    ChoiceDraft,
    MoveChoice,
    RemoveChoice,
    StructureEdit,
)
from questfoundry.domain.editing.passage_edits import (
    AddPassage,
    AddTopic,
    ChangeSummary,
    MovePassage,
    PassageDraft,
    RemovePassage,
    SetCallbacks,
)
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import kind_of, slug_of
from questfoundry.domain.story.entity import CHOICE_FLAG, CLUE, EntityKind
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.stat import LEVEL, Level
from questfoundry.domain.story.story import Story
from questfoundry.web.forms import Form
from questfoundry.web.passage_page import list_uncertain_flags
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import ActionResult, PageRequest, action, page

GROW, SEED = "grow", "seed"
ONLY_IF, NOT_IF = "only", "not"
_STEPS = (-2, -1, 0, 1, 2)
_OFFERED_LEVELS = (1, 2, 3, -1, -2, -3)


@frozen(kw_only=True)
class Condition:
    """A condition in a form: ``sign`` is ``only`` or ``not``; ``flag`` is empty for none."""

    sign: str = ""
    flag: str = ""


@page("/passage/{slug}/structure", "structure.html")
def show_structure(request: PageRequest) -> dict[str, Any]:
    views, here, story = request.views, request.passage, request.views.story()
    structure = story.existing_structure
    choices = structure.selectable_choices(here.id)
    exits = [each for each in choices if structure.passage(each.target).hub != here.id]
    return {
        **_load_offers(views, here.id),
        "passage": here,
        "choices": choices,
        "after": exits[0].target if exits else "",
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
        "can_undo": _can_undo(views),
        "moved": request.query.get("moved", ""),
        "order": [each.id for each in structure.passages],
    }


@page("/choice/{slug}", "choice.html")
def show_choice(request: PageRequest) -> dict[str, Any]:
    choice, story = _find_choice(request), request.views.story()
    own = [flag for flag in choice.grants if kind_of(flag) == CHOICE_FLAG]
    return {
        **_load_offers(request.views, choice.source, choice),
        "choice": choice,
        "source": story.existing_structure.passage(choice.source),
        "remembers": story.flags.get(own[0], "") if own else "",
        "moves": choice.moves,
        "can_undo": _can_undo(request.views),
    }


@action("/passage/{slug}/choices")
def add_choice(request: PageRequest) -> ActionResult:
    """Add a choice that leads to an existing passage, a new passage or a new topic."""
    form, here, by = request.form, request.passage.id, _read_choice(request.form)
    known = {each.id for each in request.views.structure().passages}
    match form.get("to"):
        case "new":
            edit: StructureEdit = AddPassage(source=here, by=by, draft=_read_passage(form))
        case "topic":
            remembers = by.remembers or f"You have chosen “{by.label}”."
            edit = AddTopic(
                hub=here, label=by.label, remembers=remembers, draft=_read_passage(form)
            )
        case to:
            edit = AddChoice(source=here, to=to, draft=by)
    address = _apply(request, edit, f"/passage/{request.slug}/structure")
    added = [each.id for each in request.views.structure().passages if each.id not in known]
    return f"/passage/{slug_of(added[0])}" if added else address


@action("/choice/{slug}")
def change_choice(request: PageRequest) -> ActionResult:
    """Change, move or remove a choice, as the button says that sent the form."""
    choice, form = _find_choice(request), request.form
    back = f"/passage/{slug_of(choice.source)}/structure"
    match form.get("do"):
        case "up" | "down" as way:
            return _apply(
                request, MoveChoice(choice=choice.id, steps=-1 if way == "up" else 1), back
            )
        case "remove":
            return _apply(request, RemoveChoice(choice=choice.id), back)
    edit = ChangeChoice(choice=choice.id, to=form.get("to"), draft=_read_choice(form))
    return _apply(request, edit, back)


@action("/passage/{slug}/place")
def change_place(request: PageRequest) -> ActionResult:
    """Move the passage in the order of the story, or remove it."""
    form, here = request.form, request.passage.id
    sources = [each.source for each in request.views.structure().incoming_choices(here)]
    match form.get("do"):
        case "up" | "down" as way:
            edit: StructureEdit = MovePassage(passage=here, steps=-1 if way == "up" else 1)
            return _apply(request, edit, f"/passage/{request.slug}/structure?moved={way}")
    instead = form.get("instead")
    back = next((each for each in (instead, *sources) if each and each != here), "")
    address = f"/passage/{slug_of(back)}/structure" if back else "/map"
    return _apply(request, RemovePassage(passage=here, instead=instead), address)


@action("/passage/{slug}/callbacks")
def change_callbacks(request: PageRequest) -> ActionResult:
    """Set the flags for which the passage has conditional text."""
    flags = tuple(filter(None, request.form.getlist("flag")))
    here, story = request.passage, request.views.story()
    written = {each.flag for each in story.paragraphs(here.id) if each.flag}
    for flag in sorted((written & here.callback_flags) - {*flags}):
        raise InputError(
            f"The text for “{story.describe_condition(flag)}” is written. Remove it from the text "
            "of the passage first."
        )
    edit = SetCallbacks(passage=here.id, flags=flags)
    return _apply(request, edit, f"/passage/{request.slug}/structure")


@action("/passage/{slug}/summary")
def change_summary(request: PageRequest) -> ActionResult:
    """Change what happens in a beat that the author or GROW added to the plan."""
    edit = ChangeSummary(beat=request.form.get("beat"), summary=request.form.get("summary"))
    return _apply(request, edit, f"/passage/{request.slug}/structure")


@action("/structure/undo")
def undo(request: PageRequest) -> ActionResult:
    """Undo the last change of the structure, unless it is not an edit of the author."""
    if not _can_undo(request.views):
        raise InputError(
            "The last change of the structure is no edit, so it cannot be undone here."
        )
    request.views.project.container.undo().execute(GROW)
    slug = request.form.get("passage")
    known = {slug_of(each.id) for each in request.views.structure().passages}
    return f"/passage/{slug}/structure" if slug in known else "/map"


@page("/stats", "stats.html")
def show_stats(request: PageRequest) -> dict[str, Any]:
    structure, story = request.views.structure(), request.views.story()
    used = {stat for choice in structure.choices for stat in choice.moves}
    return {"stats": [(each, each.id in used) for each in story.stats]}


@action("/stats")
def change_stats(request: PageRequest) -> ActionResult:
    """Add a stat to the plan, or remove one."""
    form, removed = request.form, request.form.get("remove")

    def change(seed: SeedArtifact) -> SeedArtifact:
        if removed:
            kept = tuple(each for each in seed.stats if each.name != removed)
            return seed.model_copy(update={"stats": kept})
        fields = {name: form.get(name) for name in ("name", "question", "high", "low")}
        return seed.model_copy(update={"stats": (*seed.stats, StatDraft.model_construct(**fields))})

    request.views.project.container.patch().edit(SEED, change)
    return "/stats"


def _apply(request: PageRequest, edit: StructureEdit, address: str) -> str:
    views, names = request.views, dict[str, str]()

    def change(grow: GrowArtifact) -> GrowArtifact:
        edited = edit.apply(grow)
        names.update((each.id, each.title) for each in edited.passages)
        return edited

    try:
        views.project.container.patch().edit(GROW, change)
    except InputError as refused:
        raise InputError(views.insert_titles(refused.problem, names)) from None
    return address


def _find_choice(request: PageRequest) -> Choice:
    for choice in request.views.structure().choices:
        if slug_of(choice.id) == request.slug:
            return choice
    raise InputError("There is no such choice any more. Look it up on the page of its passage.")


def _can_undo(views: ProjectViews) -> bool:
    current = views.project.show(GROW)
    by_hand = current.origin in (EDIT, AGENT) or current.origin.startswith(JOINT_STEPS)
    return by_hand and current.replaces is not None


def _read_choice(form: Form) -> ChoiceDraft:
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


def _read_passage(form: Form) -> PassageDraft:
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


def _load_offers(
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
