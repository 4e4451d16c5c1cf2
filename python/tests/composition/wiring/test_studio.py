"""The studio through the library's public interface, in a folder and in memory."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from questfoundry import (
    Agent,
    AgentReplied,
    Approval,
    ApprovalAnswer,
    Budget,
    InputError,
    Project,
    ProjectWorkspace,
    RunApproval,
    RunEstimate,
    RunExecutor,
    RunHandle,
    RunSpec,
    SessionState,
    SettingsError,
    ToolApproval,
)
from questfoundry.composition.settings.project_file import ProjectFile
from questfoundry.composition.wiring.studio import (
    build_run_executor,
    build_studio,
    list_agents,
    project_tools,
)
from questfoundry.domain.artifacts.version import AGENT
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.run.result import ResultStatus
from questfoundry.domain.run.spec import RunMode
from questfoundry.domain.session import RunEnded
from questfoundry.testing import ScriptedChatProvider, calls, says
from tests.support.delegated import three
from tests.support.small_story import made_until
from tests.support.stage_runs import one_provider
from tests.support.studio import AskedAuthor
from tests.support.woven_project import copied

YAML = """
agents:
  - id: ann
    model: openai/gpt-4o
    prompt: You are a poet.
  - id: ben
    model: anthropic/claude-sonnet-4-5
"""
SMALL = ModelTraits.from_capabilities(tools=False, json_schema=True, comprehension=False)
ENV = {"OPENAI_API_KEY": "sk-test-key-of-nobody", "ANTHROPIC_API_KEY": "sk-ant-of-nobody"}


class Yes(Approval):
    async def ask(self, wanted: object) -> ApprovalAnswer:
        return ApprovalAnswer(approved=True)


def agents() -> list[Agent]:
    return [Agent(id=name, providers=one_provider(model)) for name, model in three().items()]


async def test_a_task_is_delegated_and_leaves_its_files(tmp_path: Path) -> None:
    """The author finds the answer, all drafts and their cost as files. (STU-18.1)"""
    async with Project.open(tmp_path, models=ScriptedChatProvider(), env={}) as project:
        result = await project.studio.delegate("Find a name.", agents=agents(), key="one")
        assert (result.status, result.agent) == (ResultStatus.COMPLETE, "ben")
        again = await project.studio.delegate("Find a name.", agents=agents(), key="one")
        assert again.spent == result.spent
        listed = project.container.runs().list()
    assert (tmp_path / "deliverables/001-find-a-name.md").read_text() == result.answer
    document = json.loads((tmp_path / "runs/001/run_description.json").read_text())
    assert document["label"] == "Run: Find a name."
    assert document["result"]["agent"] == "ben"
    assert document["models"] == dict.fromkeys(("ann", "ben", "cid"), "scripted/model")
    assert (tmp_path / "runs/001/ann/draft.md").read_text() == "Better, worth 6."
    assert links_in(tmp_path) == []
    [report] = listed
    assert report.ledger.calls == result.spent.calls
    assert report.parts is not None
    assert report.parts.by_agent == result.by_agent
    assert report.parts.on_vote == result.on_vote


async def test_agents_are_chosen_by_id(tmp_path: Path) -> None:
    """A program should not have to build again what `project.yaml` describes."""
    async with Project.open_in_memory(models=ScriptedChatProvider([says("Fallow Quay.")])) as own:
        result = await own.studio.delegate("Find a name.", agents=["own"], agent_mode="single")
        assert (result.agent, result.answer) == ("own", "Fallow Quay.")
        for unknown in (["zoe"], ["own", "zoe"]):
            with pytest.raises(InputError, match=r"no agent 'zoe'.*own"):
                await own.studio.delegate("Find a name.", agents=unknown)
            with pytest.raises(InputError, match=r"no agent 'zoe'.*own"):
                own.studio.session(agents=unknown)


async def test_a_program_brings_its_own_executor_and_approval() -> None:
    """An embedder needs no other than public names to watch, limit and replace runs."""

    class Watched(RunExecutor):
        def __init__(self, inner: RunExecutor) -> None:
            self.inner = inner
            self.started: list[RunSpec] = []

        async def start(
            self, spec: RunSpec, *, key: str = "", session: str = "", limits: Sequence[Budget] = ()
        ) -> RunHandle:
            self.started.append(spec)
            return await self.inner.start(spec, key=key, session=session, limits=limits)

    class Counting(Approval):
        estimates: list[RunEstimate] = []  # noqa: RUF012

        async def ask(self, wanted: RunApproval | ToolApproval) -> ApprovalAnswer:
            if isinstance(wanted, RunApproval):
                self.estimates.append(wanted.estimate)
            return ApprovalAnswer(approved=True)

    talker = ScriptedChatProvider([calls("launch_run", {"task": "A name."}), says("Ben's.")])
    team = [Agent(id="first", providers=one_provider(talker)), *agents()]
    async with Project.open_in_memory() as project:
        executor = Watched(build_run_executor(project.container, team[1:]))
        session = project.studio.session(agents=team, executor=executor, approval=Counting())
        replies = [e.text async for e in session.chat("Go.") if isinstance(e, AgentReplied)]
        assert replies == ["Ben's."]
        assert [each.task for each in executor.started] == ["A name."]
        assert Counting.estimates[0].calls > 1
        assert session.status().state is SessionState.IDLE
        workspace: ProjectWorkspace = session.workspace
        assert [each.path for each in workspace.paths()] == ["deliverables"]


def links_in(folder: Path) -> list[Path]:
    return [each for each in folder.rglob("*") if each.is_symlink()]


@pytest.mark.parametrize("where", ["folder", "memory"])
async def test_a_session_is_held_over_a_project(tmp_path: Path, where: str) -> None:
    """A session must use the given agents, and the first of them talks by default."""
    talker = ScriptedChatProvider(
        [
            calls("launch_run", {"task": "Find a name.", "agents": ["ann", "ben", "cid"]}),
            says("Yes."),
        ]
    )
    team = [Agent(id="first", providers=one_provider(talker)), *agents()]
    project = (
        Project.open(tmp_path, models=talker, env={})
        if where == "folder"
        else Project.open_in_memory(models=talker, env={})
    )
    async with project:
        session = project.studio.session(approval=Yes(), agents=team)
        events = [each async for each in session.chat("Find a name, ask all of them.")]
        [ended] = [each for each in events if isinstance(each, RunEnded)]
        assert ended.result.agent == "ben"
        again = project.studio.session(session.id, agents=team)
        assert [each.run for each in again.run_history] == [ended.result.run]
    tools = {each.name for each in talker.requests[0].tools}
    assert {"show_artifact", "check_story", "search_story", "rewrite_passage"} <= tools


async def test_tools_that_change_the_story_say_so() -> None:
    """A tool that is not marked as changing the story would run without the author's consent."""
    async with Project.open_in_memory(models=ScriptedChatProvider(), env={}) as project:
        tools = build_studio(project.container).tools(project.container.run_opener())
    assert {each.definition.name for each in tools if each.effects} == {
        "choose_draft",
        "edit_artifact",
        "rename",
        "undo",
        "run_stage",
        "rewrite_passage",
        "ship_story",
    }
    assert [each.definition.name for each in tools if each.at_most_once] == ["undo"]


async def test_the_tools_do_what_they_say(tmp_path: Path) -> None:
    """A tool must not bypass the checks that the author's commands apply."""
    await copied(await made_until("grow"), tmp_path)
    async with Project.open(tmp_path, models=ScriptedChatProvider(), env={}) as project:
        container = project.container
        tools = {
            each.definition.name: each for each in project_tools(container, container.run_opener())
        }

        async def does(name: str, **arguments: object) -> tuple[str, Any]:
            answer = await tools[name].execute(arguments)
            return answer.result.value, answer.body.get("data", answer.body.get("error"))

        assert (await does("project_status"))[1][0]["stage"] == "dream"
        assert (await does("inspect_story"))[1]["arcs"]
        step = (await does("play_step"))[1]
        assert step["choices"]
        assert (await does("play_step", choices=["choice::no"]))[0] == "error"
        before = container.show().execute("dream")
        changed = {"themes.0": "Bright as a bell"}
        assert (await does("edit_artifact", stage="dream", changes=changed)) == (
            "success",
            {"stage": "dream", "version": before.version + 1},
        )
        made = container.show().execute("dream")
        # The words are a model's, so the author did not make this version.
        assert (made.data["themes"][0], made.origin) == ("Bright as a bell", AGENT)
        assert "Bright as a bell" in (tmp_path / "artifacts/dream.yaml").read_text()
        assert container.sync_edits().execute().versions == ()
        again = await does("edit_artifact", stage="dream", changes=changed)
        assert again[1]["version"] == before.version + 1
        for wrong in ({"nowhere.x": 1}, {"themes": 7}, {"genre": ""}):
            status, problem = await does("edit_artifact", stage="dream", changes=wrong)
            assert (status, next(iter(wrong)) in problem) == ("error", True)
        assert (await does("edit_artifact", stage="ship", changes=changed))[0] == "error"
        edit = tools["edit_artifact"]
        assert edit.problem({"stage": "dream", "changes": changed}) == ""
        assert "nowhere.x" in edit.problem({"stage": "dream", "changes": {"nowhere.x": 1}})
        assert (await does("show_artifact", stage="dream", part="themes.0"))[
            1
        ] == "Bright as a bell"
        assert (await does("show_artifact", stage="dream", part="themes.99"))[0] == "error"
        assert (await does("undo"))[1]["left"] == before.version + 1
        assert container.show().execute("dream").data == before.data
        story = container.show().execute("grow").data["title"]
        assert (await does("rename", old=story, new="The Bell"))[1]["kind"] == "story"
        assert container.show().execute("grow").data["title"] == "The Bell"
        assert (await does("undo"))[1]["stage"] == "grow"
        assert container.show().execute("grow").data["title"] == story
        assert (await does("rename", old="Nobody at all", new="X"))[0] == "error"
        assert (await does("run_stage", stage="nothing"))[0] == "error"


async def test_without_agents_a_model_that_comprehends_nothing_makes_two_drafts(tmp_path) -> None:
    """A small model cannot judge texts, so the author chooses between two drafts."""
    model = ScriptedChatProvider([says("A quay."), says("A mole.")], traits=SMALL)
    async with Project.open(tmp_path, models=model, env={}, trust=True) as project:
        result = await project.studio.delegate("Find a name.")
    assert [each.text for each in result.candidates] == ["A quay.", "A mole."]
    first, second = (each.messages[0].content for each in model.requests)
    assert first != second


async def test_of_models_that_comprehend_nothing_no_rounds_are_announced() -> None:
    """An estimate with rounds that never happen would frighten the author. (STU-10.1)"""
    author = AskedAuthor()
    model = ScriptedChatProvider([says("A quay."), says("A mole.")], traits=SMALL)
    async with Project.open_in_memory(models=model, env={}) as project:
        session = project.studio.session(approval=author)
        assert [each async for each in session.chat("/run Find a name.")]
    [wanted] = author.asked
    assert wanted.spec.mode is RunMode.BEST_FIRST
    assert wanted.estimate.calls == 2
    assert wanted.estimate.tokens < 600


async def test_settings_name_agents_and_the_one_that_talks(tmp_path: Path) -> None:
    """The settings name the agents, and without a backend the first agent talks."""
    (tmp_path / "project.yaml").write_text(YAML)
    async with Project.open(tmp_path, env=ENV, trust=True) as project:
        found = list_agents(project.container)
        assert [(each.id, each.model, each.prompt) for each in found] == [
            ("ann", "openai/gpt-4o", "You are a poet."),
            ("ben", "anthropic/claude-sonnet-4-5", ""),
        ]
        assert build_studio(project.container).agent.model == "openai/gpt-4o"
    backend = (
        "orchestrator: {interactive_mode: {backend: {type: anthropic, model: claude-opus-4-5}}}"
    )
    (tmp_path / "project.yaml").write_text(f"{YAML}{backend}\n")
    async with Project.open(tmp_path, env=ENV, trust=True) as project:
        assert build_studio(project.container).agent.model == "anthropic/claude-opus-4-5"


@pytest.mark.parametrize(
    "text",
    [
        "agents: [{id: Ann B, model: openai/gpt-4o}]",
        "agents: [{id: ann, model: gpt-4o}]",
        "agents: [{id: a, model: x/y}, {id: a, model: x/z}]",
        "orchestrator: {interactive_mode: {budget: much}}",
        "orchestrator: {interactive_mode: {on: true}}",
        "orchestrator: {interactive_mode: {backend: {type: openai}}}",
    ],
)
def test_what_cannot_be_set_is_told(tmp_path: Path, text: str) -> None:
    """A wrong setting of the studio must name its file."""
    (tmp_path / "project.yaml").write_text(text)
    with pytest.raises(SettingsError, match=r"project\.yaml"):
        Project.open(tmp_path, env={})


def test_it_is_off_and_asks_unless_said_otherwise() -> None:
    """By default, no run may start without the author's consent."""
    mode = ProjectFile().orchestrator.interactive_mode
    assert (mode.enabled, mode.require_approval, mode.backend, mode.budget) == (
        False,
        True,
        None,
        None,
    )


@pytest.mark.parametrize(
    "text",
    [
        "agents: [{id: ann, model: openai/gpt-4o}]",
        "orchestrator: {interactive_mode: {require_approval: false}}",
    ],
)
def test_agents_of_somebody_elses_project_are_asked_about(tmp_path: Path, text: str) -> None:
    """A stranger's project must not switch off the consent or choose paid agents."""
    (tmp_path / "project.yaml").write_text(text)
    with pytest.raises(SettingsError, match="not made on this computer"):
        Project.open(tmp_path, env={})
