"""Pages to change the structure: passages, choices, topics and conditional texts."""

from collections.abc import Iterator
from typing import Any

from questfoundry.domain.artifacts.grow import GrowArtifact
from questfoundry.domain.editing.choice_edits import (
    AddChoice,
    ChangeChoice,
    MoveChoice,
    RemoveChoice,
    StructureEdit,
)
from questfoundry.domain.editing.passage_edits import (
    AddPassage,
    AddTopic,
    ChangeSummary,
    InsertPassage,
    MovePassage,
    RemovePassage,
    SetCallbacks,
)
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import kind_of, slug_of
from questfoundry.domain.story.entity import CHOICE_FLAG
from questfoundry.domain.story.passage import Choice
from questfoundry.web.rendering import ActionResult, PageRequest, action, page
from questfoundry.web.structure_forms import (
    GROW,
    can_undo,
    load_offers,
    load_structure,
    read_choice,
    read_passage,
)

MAP = "map"


@page("/passage/{slug}/structure", "structure.html")
def show_structure(request: PageRequest) -> dict[str, Any]:
    moved = request.query.get("moved", "")
    return {**load_structure(request.views, request.passage), "moved": moved}


@page("/choice/{slug}", "choice.html")
def show_choice(request: PageRequest) -> dict[str, Any]:
    choice, story = _find_choice(request), request.views.story()
    own = [flag for flag in choice.grants if kind_of(flag) == CHOICE_FLAG]
    return {
        **load_offers(request.views, choice.source, choice),
        "choice": choice,
        "source": story.existing_structure.passage(choice.source),
        "remembers": story.flags.get(own[0], "") if own else "",
        "moves": choice.moves,
        "can_undo": can_undo(request.views),
    }


@action("/passage/{slug}/choices")
def add_choice(request: PageRequest) -> ActionResult:
    """Add a choice that leads to an existing passage, a new passage or a new topic."""
    form, here, by = request.form, request.passage.id, read_choice(request.form)
    known = {each.id for each in request.views.structure().passages}
    match form.get("to"):
        case "new":
            edit: StructureEdit = AddPassage(source=here, by=by, draft=read_passage(form))
        case "topic":
            remembers = by.remembers or f"You have chosen “{by.label}”."
            edit = AddTopic(hub=here, label=by.label, remembers=remembers, draft=read_passage(form))
        case to:
            edit = AddChoice(source=here, to=to, draft=by)
    _apply(request, edit)
    added = [each.id for each in request.views.structure().passages if each.id not in known]
    if added:
        return _show(request, added[0], "added", page="")
    return _show(request, here, "connected")


@action("/passage/{slug}/insert")
def insert_passage(request: PageRequest) -> ActionResult:
    """Put a new passage between the passage and one to which its choices lead."""
    known = {each.id for each in request.views.structure().passages}
    draft, to = read_passage(request.form), request.form.get("between")
    _apply(request, InsertPassage(source=request.passage.id, to=to, draft=draft))
    added = [each.id for each in request.views.structure().passages if each.id not in known]
    return _show(request, added[0], "added", page="")


@action("/choice/{slug}")
def change_choice(request: PageRequest) -> ActionResult:
    """Change, move or remove a choice, as the button says that sent the form."""
    choice, form = _find_choice(request), request.form
    match form.get("do"):
        case "up" | "down" as way:
            edit: StructureEdit = MoveChoice(choice=choice.id, steps=-1 if way == "up" else 1)
        case "remove":
            edit = RemoveChoice(choice=choice.id)
        case _:
            edit = ChangeChoice(choice=choice.id, to=form.get("to"), draft=read_choice(form))
    _apply(request, edit)
    return _show(request, choice.source, "changed")


@action("/passage/{slug}/place")
def change_place(request: PageRequest) -> ActionResult:
    """Move the passage in the order of the story, or remove it."""
    form, here = request.form, request.passage.id
    sources = [each.source for each in request.views.structure().incoming_choices(here)]
    match form.get("do"):
        case "up" | "down" as way:
            _apply(request, MovePassage(passage=here, steps=-1 if way == "up" else 1))
            return f"/passage/{request.slug}/structure?moved={way}"
    instead = form.get("instead")
    _apply(request, RemovePassage(passage=here, instead=instead))
    back = next((each for each in (instead, *sources) if each and each != here), "")
    return _show(request, back, "removed") if back else "/map"


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
    _apply(request, SetCallbacks(passage=here.id, flags=flags))
    return f"/passage/{request.slug}/structure"


@action("/passage/{slug}/summary")
def change_summary(request: PageRequest) -> ActionResult:
    """Change what happens in a beat that the author or GROW added to the plan."""
    form = request.form
    _apply(request, ChangeSummary(beat=form.get("beat"), summary=form.get("summary")))
    return f"/passage/{request.slug}/structure"


@action("/structure/undo")
def undo(request: PageRequest) -> ActionResult:
    """Undo the last change of the structure, unless it is not an edit of the author."""
    if not can_undo(request.views):
        raise InputError(
            "The last change of the structure is no edit, so it cannot be undone here."
        )
    request.views.project.container.undo().execute(GROW)
    slug = request.form.get("passage")
    here = {slug_of(each.id): each.id for each in request.views.structure().passages}.get(slug)
    return _show(request, here, "undone") if here else "/map?done=undone"


def _apply(request: PageRequest, edit: StructureEdit) -> None:
    views, names = request.views, dict[str, str]()

    def change(grow: GrowArtifact) -> GrowArtifact:
        edited = edit.apply(grow)
        names.update(_list_new_names(edited))
        return edited

    try:
        views.project.container.patch().edit(GROW, change)
    except InputError as refused:
        raise InputError(views.insert_titles(refused.problem, names)) from None


def _list_new_names(grow: GrowArtifact) -> Iterator[tuple[str, str]]:
    yield from ((name, mark.text) for name, mark in grow.marks.items())
    for passage in grow.passages:
        yield passage.id, passage.title or ""
        yield from ((each.id, each.label or grow.onward) for each in passage.choices)


def _show(request: PageRequest, passage: str, done: str, *, page: str = "/structure") -> str:
    """Return the address that shows ``passage`` (an id) after a change: of the map or of a page.

    ``page`` is the last part of the page's address. ``done`` says on the map what was changed.
    """
    if request.form.get("page") == MAP:
        return f"/map?at={slug_of(passage)}&done={done}"
    return f"/passage/{slug_of(passage)}{page}"


def _find_choice(request: PageRequest) -> Choice:
    for choice in request.views.structure().choices:
        if slug_of(choice.id) == request.slug:
            return choice
    raise InputError("There is no such choice any more. Look it up on the page of its passage.")
