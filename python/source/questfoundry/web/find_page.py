"""The page that finds words in the texts for players, and replaces them."""

from typing import Any
from urllib.parse import quote

from questfoundry.domain.artifacts.version import REPLACE
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.player_texts import FILL, GROW
from questfoundry.web.rendering import ActionResult, PageRequest, action, page


@page("/find", "find.html")
def show_find(request: PageRequest) -> dict[str, Any]:
    query = request.query
    words, options = query.get("words", "").strip(), _read_options(query.getlist("option"))
    use_case = request.views.project.container.find_text()
    structure = request.views.structure()
    return {
        "words": words,
        "options": options,
        "found": use_case.execute(words, **options) if words else (),
        "addresses": {each.title: slug_of(each.id) for each in structure.passages},
        "replaced": query.get("replaced", ""),
    }


@action("/find")
def replace(request: PageRequest) -> ActionResult:
    """Replace the chosen occurrences, and show what is left."""
    form = request.form
    words, names = form.get("words"), form.getlist("option")
    chosen = {int(each) for each in form.getlist("number") if each.isascii() and each.isdigit()}
    done = request.views.project.container.find_text().replace(
        words, form.get("new"), only=chosen or {0}, **_read_options(names)
    )
    query = "".join(f"&option={name}" for name in names if name in _OPTIONS)
    return f"/find?words={quote(words)}{query}&replaced={len(done)}"


@action("/find/undo")
def undo(request: PageRequest) -> ActionResult:
    """Undo the newest replacement, unless the story changed since."""
    container = request.views.project.container
    current = [container.store().artifacts.current(stage) for stage in (FILL, GROW)]
    replaced = [each for each in current if each and each.origin.startswith(REPLACE)]
    if not replaced:
        raise InputError("The texts changed since words were replaced. Use qf undo instead.")
    container.undo().execute(replaced[0].stage)
    return f"/find?words={quote(request.form.get('words'))}"


_OPTIONS = ("match_case", "whole_words")


def _read_options(names: list[str]) -> dict[str, bool]:
    return {name: name in names for name in _OPTIONS}
