"""How a requested stage starts: with a new run, with the unfinished run, or with a question."""

import pytest

from questfoundry import InputError, Project, QuestFoundryError
from questfoundry.app.pipeline.rules import NewRun, ResumedRun, ResumeQuestion
from questfoundry.composition.wiring.studio import project_tools
from questfoundry.testing import ScriptedChatProvider, calls, says
from tests.support.stage_runs import VISION

NOIR, COMEDY = "A noir in a drowned city", "A bright comedy about a baker"
BROKEN = QuestFoundryError("The connection broke.")
SCRIPT = (says("Let the bells ring."), says("A brief."), calls("submit_dream", VISION))


def open_project(*replies: object) -> tuple[Project, ScriptedChatProvider]:
    model = ScriptedChatProvider(replies, model="mine/model")
    return Project.open_in_memory(models=model, env={}), model


async def interrupt(project: Project, *asked: str, **options: object) -> None:
    with pytest.raises(QuestFoundryError):
        await project.run_stage("dream", *asked, **options)


async def test_a_repeated_regeneration_resumes_and_another_note_begins_a_new_run() -> None:
    """The same note must not be paid twice. (PIP-15.5)"""
    project, model = open_project(*SCRIPT, says("Bells, but funny."), BROKEN, *SCRIPT[1:])
    async with project:
        await project.run_stage("dream", NOIR)
        await interrupt(project, redo="Make it a comedy.")
        requests = len(model.requests)
        result = await project.run_stage("dream", redo="Make it a comedy.")
    assert result.run == "dream-2"
    assert len(model.requests) - requests == 2

    project, _ = open_project(*SCRIPT, says("Bells, but funny."), BROKEN)
    async with project:
        await project.run_stage("dream", NOIR)
        await interrupt(project, redo="Make it a comedy.")
        assert project.choose_start("dream", redo="Make it a comedy.") == ResumedRun("dream-2")
        assert project.choose_start("dream", redo="Make it darker.") == NewRun("dream-2")


@pytest.mark.parametrize(
    ("asked", "options", "expected"),
    [
        (f"  {NOIR}\n", {}, ResumedRun("dream-1")),
        ("", {}, ResumedRun("dream-1")),
        ("", {"can_ask": True}, ResumeQuestion("dream-1")),
        (COMEDY, {}, NewRun("dream-1")),
        (NOIR, {"size": "micro"}, ResumedRun("dream-1")),
        (NOIR, {"size": "long"}, NewRun("dream-1")),
        (NOIR, {"language": "de"}, NewRun("dream-1")),
        ("", {"redo": "Funnier."}, NewRun("dream-1")),
        (NOIR, {"resume": "dream-1"}, ResumedRun("dream-1")),
        ("", {"resume": ""}, ResumedRun("dream-1")),
    ],
)
async def test_the_unfinished_run_is_resumed_if_the_request_repeats_it(asked, options, expected):
    """A request with other words or options must not get an earlier answer. (PIP-15.5)"""
    project, _ = open_project(SCRIPT[0], BROKEN)
    async with project:
        await interrupt(project, NOIR, size="micro")
        assert project.choose_start("dream", asked, **options) == expected


async def test_without_an_unfinished_run_a_new_one_begins() -> None:
    """Asking to resume nothing is a mistake that the author must see."""
    project, _ = open_project(*SCRIPT)
    async with project:
        assert project.choose_start("dream", NOIR) == NewRun()
        assert project.choose_start("seed", resume="") == NewRun()
        await project.run_stage("dream", NOIR)
        assert project.choose_start("dream", NOIR) == NewRun()
        with pytest.raises(InputError, match="no unfinished run of dream"):
            project.choose_start("dream", resume="")


async def test_the_studio_does_not_drop_a_note() -> None:
    """An agent that asks for a comedy must not get the unfinished noir as its result."""
    project, model = open_project(SCRIPT[0], BROKEN, *SCRIPT)
    async with project:
        await interrupt(project, NOIR)
        container = project.container
        tools = project_tools(container, container.run_opener())
        (run_stage,) = (each for each in tools if each.definition.name == "run_stage")
        answer = (await run_stage.execute({"stage": "dream", "wish": COMEDY})).body["data"]
        assert (answer["run"], answer["stays_unfinished"]) == ("dream-2", "dream-1")
        assert COMEDY in str(model.requests[-1].messages)
