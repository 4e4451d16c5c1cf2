"""After an edit of the story, finished prose stays until the author has judged it."""

from collections.abc import Callable
from typing import Any

import pytest

from questfoundry.app.project.current_versions import KeepUseCase
from questfoundry.app.project.status import StageState
from questfoundry.app.run.models import FixedModels
from questfoundry.app.writing.author_brief import CompareRequestsUseCase
from questfoundry.app.writing.rewrite import RewritePassageUseCase
from questfoundry.domain.errors import InputError
from tests.support.finished import (
    NEW,
    add_passage,
    again,
    differing,
    edit,
    finished,
    keep,
    prose,
    status,
)
from tests.support.novelist import Novelist
from tests.support.stage_runs import Ask, one_provider

MOUTHPIECE, INK = "One Mouthpiece", "Names in Wet Ink"
OPENING, MET = "passage::setup-1", "passage::the-drowned-ledger-shared-1"

Edit = Callable[[dict[str, Any]], None]


def passage(data: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in data["passages"] if each["id"] == name)
    return found


def add_choice(data: dict[str, Any]) -> None:
    """Let players who share their air skip a passage."""
    choices = passage(data, "passage::the-last-air-default-commit-1")["choices"]
    choices[0]["label"] = "Breathe slowly"
    choices.append({"id": "choice::up", "to": MET, "label": "Go up at once"})


def remove_choice(data: dict[str, Any]) -> None:
    choices = passage(data, "passage::the-last-air-default-commit-1")["choices"]
    del choices[1]["label"], choices[0]


def reorder_choices(data: dict[str, Any]) -> None:
    passage(data, OPENING)["choices"].reverse()


def need_insert(data: dict[str, Any]) -> None:
    remembered = {"path": "path::the-last-air-default", "residue": "light"}
    passage(data, "passage::the-drowned-ledger-alternative-commit-1")["remembers"] = [remembered]


EDITS: dict[str, tuple[Edit, dict[str, set[str]]]] = {
    "added choice": (add_choice, {MOUTHPIECE: {"choices"}, INK: {"origins"}}),
    "added passage": (add_passage, {MOUTHPIECE: {"origins"}}),
    "new conditional text": (need_insert, {"The First Page": {"inserts"}}),
    "reordered choices": (reorder_choices, {}),
}


@pytest.mark.parametrize(("change", "offered"), EDITS.values(), ids=EDITS)
async def test_an_edit_of_the_structure_offers_only_the_passages_it_touches(
    change: Edit, offered: dict[str, set[str]]
) -> None:
    """One choice more must not cost the prose of the whole story. (FIL-11.1)"""
    line = await finished()
    before = prose(line)
    edit(line, change)
    assert differing(line) == offered
    model = await again(line)
    assert model.titles == (["The Wreck"] if change is add_passage else [])
    assert before.items() <= prose(line).items()
    assert differing(line) == offered
    assert (await again(line)).requests == []


@pytest.mark.parametrize("change", [each for each, _ in EDITS.values()], ids=EDITS)
async def test_equal_requests_are_never_offered(change: Edit) -> None:
    """A passage whose writer would be asked the very same must not be offered. (FIL-11.1)"""
    line = await finished()
    edit(line, change)
    use_case = CompareRequestsUseCase(
        registry=line.workshop.registry,
        store=line.workshop.store,
        models=FixedModels(one_provider(Novelist())),
        prompts=line.workshop.prompts,
    )
    offered = differing(line)
    for name in prose(line):
        found = use_case.execute(name)
        assert found.title not in offered or (found.old != found.new and found.different_lines)
        assert bool(found.changes) == (found.title in offered)
    with pytest.raises(InputError, match="no passage"):
        use_case.execute("nosuch")


async def test_a_removed_choice_offers_the_passage_that_had_it() -> None:
    """The passage to which the choice led has fewer ways in, and stays as it is. (FIL-11.1)"""
    line = await finished()
    edit(line, add_choice)
    await again(line)
    keep(line)
    before = prose(line)
    edit(
        line, lambda data: passage(data, "passage::the-last-air-default-commit-1")["choices"].pop()
    )
    assert differing(line) == {MOUTHPIECE: {"choices"}}
    assert (await again(line)).requests == []
    assert prose(line) == before


async def test_the_author_keeps_or_regenerates_each_passage() -> None:
    """Only the author knows whether prose still fits. (FIL-11.3)"""
    line = await finished()
    edit(line, add_choice)
    use_case = KeepUseCase(
        registry=line.workshop.registry,
        store=line.workshop.store,
        prompts=line.workshop.prompts,
        status=status(line),
    )
    assert use_case.keep_passages([INK]) == (MET,)
    assert differing(line).keys() == {MOUTHPIECE}
    edit(line, add_passage)
    assert differing(line) == {MOUTHPIECE: {"choices", "origins"}}
    await again(line)
    assert differing(line) == {MOUTHPIECE: {"choices", "origins"}}

    model = Novelist()
    rewriting = RewritePassageUseCase(
        registry=line.workshop.registry,
        store=line.workshop.store,
        runs=line.workshop.opener(one_provider(model)),
        prompts=line.workshop.prompts,
    )
    await rewriting.execute(MOUTHPIECE, None)
    assert model.titles == [MOUTHPIECE]
    assert len(model.requests[0].messages) == 2
    assert differing(line) == {}
    assert (await again(line)).requests == []

    with pytest.raises(InputError, match="no passage"):
        use_case.keep_passages(["nosuch"])
    edit(line, lambda data: data["passages"].append(unwritten(data)))
    with pytest.raises(InputError, match="not written yet"):
        use_case.keep_passages(["The Rope"])


def unwritten(data: dict[str, Any]) -> dict[str, Any]:
    last = passage(data, NEW)
    target, last["choices"][0]["to"] = last["choices"][0]["to"], "passage::the-rope"
    on = {"id": "choice::the-rope--on", "to": target}
    return {**last, "id": "passage::the-rope", "title": "The Rope", "choices": [on]}


async def test_a_kept_story_is_not_written_again_by_a_plain_run() -> None:
    """Keeping everything and then running FILL must not lose what was kept. (FIL-11.3)"""
    line = await finished()
    before = prose(line)
    edit(line, add_choice)
    assert keep(line) == ("fill",)
    model = Novelist()
    await line.workshop.run_stage(one_provider(model)).execute("fill", Ask())
    assert (model.requests, prose(line)) == ([], before)


async def test_a_passage_whose_old_request_is_lost_stays_and_says_so() -> None:
    """Without the versions it was written from, it is unknown whether prose fits."""
    line = await finished()
    store = line.workshop.store
    current = store.artifacts.current("fill")
    assert current
    store.artifacts.note_made_from(current, {**current.made_from, "grow": 99})
    assert len(differing(line)) == len(prose(line))
    assert not any(differing(line).values())
    assert status(line).get_stage("fill").state is StageState.READY
    assert (await again(line)).requests == []
