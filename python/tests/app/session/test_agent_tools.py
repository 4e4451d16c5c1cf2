"""The studio's agent uses tools, and impossible calls fail before the author is asked."""

import json

import pytest

from questfoundry.domain.chat.messages import Role
from questfoundry.domain.protocols.runs import ApprovalAnswer, ToolApproval
from questfoundry.domain.protocols.workspace import WorkspacePath
from questfoundry.infra.storage.project_workspace import FileProjectWorkspace
from questfoundry.testing.memory import InMemoryProjectFiles
from questfoundry.testing.scripted import ScriptedChatProvider, calls, says
from tests.support.delegated import Bench, three
from tests.support.studio import AskedAuthor, StudioBench, replies
from tests.support.tools import PlainTool


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("write_deliverable", {"path": "../story.db", "text": "x"}, "does not lie"),
        ("write_deliverable", {"path": "a/../../b", "text": "x"}, "does not lie"),
        ("write_deliverable", {"text": "x"}, "path"),
        ("pin", {"text": "  "}, "1 to"),
        ("add_path", {"path": "nothing.md", "description": "x"}, "no file or folder"),
        ("add_path", {"path": ".", "description": "x"}, "whole project"),
        ("add_path", {"path": "../x", "description": "x"}, "does not lie"),
        ("pin", {"text": "x" * 2_000}, "1 to"),
    ],
)
async def test_nobody_is_asked_for_what_cannot_be(tool: str, arguments: dict, said: str) -> None:
    """Authors should not have to approve a tool call that can only fail."""
    author = AskedAuthor()
    bench = StudioBench([calls(tool, arguments), says("It cannot be.")], approval=author)
    await bench.says("Do it.")
    assert author.asked == []
    assert isinstance(bench.model, ScriptedChatProvider)
    told = bench.model.requests[-1].messages[-1]
    assert told.role is Role.TOOL_RESULT
    assert '"result": "error"' in told.content
    assert said in told.content


@pytest.mark.parametrize("approved", [True, False])
async def test_the_agent_pins_what_the_author_agrees_to(approved: bool) -> None:
    """Pinned text shapes all later requests, so only approved pins may last."""
    author = AskedAuthor(ApprovalAnswer(approved=approved))
    text = "Never kill the dog."
    bench = StudioBench([calls("pin", {"text": text}), says("I will.")], approval=author)
    assert replies(await bench.says("Remember: never kill the dog.")) == ["I will."]
    assert author.asked == [ToolApproval(tool="pin", arguments={"text": text})]
    again = bench.reopened([says("Yes.")])
    await again.says("And now?")
    assert isinstance(again.model, ScriptedChatProvider)
    system = again.model.requests[-1].messages[0].content
    assert (f"- {text}" in system) is approved


async def test_the_agent_adds_a_path_and_its_own_files() -> None:
    """Later runs read what the agent found useful, and what it wrote for the author."""
    files = InMemoryProjectFiles({"maps/a.md": "A street."})
    workspace = FileProjectWorkspace(files)
    added = {"path": "maps", "description": "Maps of the town."}
    written = {"path": "name.md", "text": "Saltmarsh."}
    replies_of_agent = [
        calls("add_path", added),
        calls("write_deliverable", written),
        says("Done."),
    ]
    bench = StudioBench(replies_of_agent, files=files)
    assert replies(await bench.says("Let the agents read the maps.")) == ["Done."]
    assert [each.path for each in workspace.paths()] == ["deliverables", "maps"]


async def test_a_tool_needs_a_definition_and_a_function_alone() -> None:
    """Programs write tools as plain classes, with only the members that they need."""
    lasting = type("LastingTool", (PlainTool,), {"effects": True})
    for kind, requests in ((PlainTool, 0), (lasting, 1)):
        author = AskedAuthor()
        script = [calls("plain", {"word": "tide"}), says("It is said.")]
        bench = StudioBench(script, approval=author, tools=[kind()])
        assert replies(await bench.says("Say it.")) == ["It is said."]
        assert len(author.asked) == requests
        assert '"said": "tide"' in bench.model.requests[-1].messages[-1].content
        planners = three()
        await Bench(planners, research=[kind()]).run(planning_mode=True)
        offered = {each.name for each in planners["ann"].asked("draft")[0].tools}
        assert ("plain" in offered) == (requests == 0)


async def test_each_result_repeats_what_was_asked_and_leads_on() -> None:
    """A model with several results must see which one answers which call."""
    asked: dict[str, tuple[dict[str, str], str]] = {
        "launch_run": ({"task": "Find a name."}, "Find a name."),
        "list_files": ({"folder": "notes"}, "notes"),
        "read_file": ({"path": "notes/a.md"}, "notes/a.md"),
        "write_deliverable": ({"path": "b.md", "text": "Hello."}, "b.md"),
        "write_context": ({"text": "A town."}, "CONTEXT.md"),
        "add_path": ({"path": "notes", "description": "Notes."}, "notes"),
        "pin": ({"text": "Spare the dog."}, "Spare the dog."),
    }
    files = InMemoryProjectFiles({"notes/a.md": "A street."})
    workspace = FileProjectWorkspace(files)
    workspace.describe(WorkspacePath(path="notes", description="Old notes."))
    for name, (arguments, echo) in asked.items():
        bench = StudioBench([calls(name, arguments), says("Done.")], files=files)
        await bench.says("Do it.")
        assert isinstance(bench.model, ScriptedChatProvider)
        assert {each.name for each in bench.model.requests[0].tools} == set(asked)
        told = json.loads(bench.model.requests[-1].messages[-1].content)
        assert told["result"] == "success"
        assert echo in json.dumps([told.get("query"), told["data"]]), name
        assert name != "launch_run" or echo in told["query"]
        assert told["action"]
