"""The studio agent's context: its sections, pinned text and compacted notes."""

import pytest

from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.protocols.workspace import WorkspacePath
from questfoundry.domain.session import Compacted
from questfoundry.infra.storage.project_workspace import FileProjectWorkspace
from questfoundry.testing.memory import InMemoryProjectFiles
from questfoundry.testing.scripted import ScriptedChatProvider, calls, says
from tests.support.studio import StudioBench, launches, replies

SMALL = ModelTraits(capabilities=Capabilities(context_window=8_000))


def systems(bench: StudioBench) -> list[str]:
    """Return the system message of each request."""
    return [each.messages[0].content for each in bench.model.requests]


async def test_the_orchestrators_section_stands_first_and_is_repeated_last() -> None:
    """Models forget rules in the middle of long prompts."""
    bench = StudioBench([says("Hello.")])
    await bench.says("Hello.")
    [text] = systems(bench)
    first, last = text.splitlines()[0], text.splitlines()[-1]
    assert "launch_run" in first
    assert "launch_run" in last
    for wanted in ('agent_mode "single"', "planning_mode", "ask all of them", "just you", "ann ("):
        assert wanted in text
    assert "You do not take part in runs" in text
    for foreign in ("new_answer", "ask_others", "broadcast"):
        assert foreign not in text


@pytest.mark.parametrize("has", ["nothing", "memory", "skills", "workspace"])
async def test_a_section_stands_where_it_applies(has: str) -> None:
    """An empty section would waste tokens and confuse the model."""
    skills = {"skills/naming.md": "Say it aloud."}
    files = InMemoryProjectFiles(skills if has == "skills" else {"notes.md": "Notes."})
    workspace = FileProjectWorkspace(files)
    if has == "memory":
        workspace.keep_context("The town is called Fallow.")
    if has == "workspace":
        workspace.describe(WorkspacePath(path="notes.md", description="What I noted."))
    bench = StudioBench([says("Hello.")], files=files)
    await bench.says("Hello.")
    [text] = systems(bench)
    assert ("The town is called Fallow." in text) == (has == "memory")
    assert ("Say it aloud." in text) == (has == "skills")
    assert ("notes.md: What I noted." in text) == (has == "workspace")


@pytest.mark.parametrize(
    ("model", "told"), [("openai/gpt-5-mini", True), ("xai/grok-4", True), ("openai/gpt-4o", False)]
)
async def test_a_family_of_models_has_its_guidance(model: str, told: bool) -> None:
    """Guidance for one model family would mislead the others."""
    provider = ScriptedChatProvider([says("Hello.")], model=model)
    bench = StudioBench(agent=provider)
    await bench.says("Hello.")
    [text] = systems(bench)
    assert ("preamble" in text or "not sure" in text) == told


async def test_a_model_without_tools_answers_and_runs_survive_compaction() -> None:
    """Providers refuse tools of such a model; results of runs must stay known."""
    traits = ModelTraits(capabilities=Capabilities(tools=False, comprehension=False))
    bench = StudioBench(agent=ScriptedChatProvider([says("Hello.")], traits=traits))
    assert replies(await bench.says("Hello.")) == ["Hello."]
    assert bench.model.requests[0].tools == ()
    assert "launch_run" not in systems(bench)[0]

    bench = StudioBench([launches(), says("Done."), says("Yes.")])
    await bench.says("Find a name.")
    bench.store.messages.truncate(f"{bench.session.id}/1", 0)
    await bench.says("What was it?")
    assert "Run: Find a name. (complete): Better, worth 8." in systems(bench)[-1]
    assert "deliverables/001-find-a-name.md" in systems(bench)[-1]


async def test_an_edited_deliverable_is_quoted_as_it_is_now() -> None:
    """The author's file holds, not the answer that the run once gave."""
    bench = StudioBench([launches(), says("Done."), says("Yes."), says("Yes.")])
    await bench.says("Find a name.")
    bench.workspace.write("deliverables/001-find-a-name.md", "The author's\nown text.")
    await bench.says("What is it now?")
    assert "Run: Find a name. (complete): The author's own text." in systems(bench)[-1]
    assert "Better, worth 8." not in systems(bench)[-1]
    del bench.files.contents["deliverables/001-find-a-name.md"]
    await bench.says("And without the file?")
    assert "Run: Find a name. (complete): Better, worth 8." in systems(bench)[-1]


async def test_what_is_pinned_is_always_told() -> None:
    """Pinned text must survive long conversations and restarts."""
    bench = StudioBench(agent=ScriptedChatProvider([says("word " * 900)] * 20, traits=SMALL))
    bench.session.pin("Never kill the dog.")
    for number in range(20):
        bench.model.requests.clear()
        await bench.says(f"Go on, {number}.")
        assert "Never kill the dog." in systems(bench)[-1]
    again = bench.reopened([says("Yes.")])
    await again.says("And now?")
    assert "Never kill the dog." in systems(again)[-1]


async def test_what_was_said_is_compacted_when_half_the_window_is_full() -> None:
    """A full window would end the conversation. (STU-17.2)"""
    replies_ = [says("long " * 3_400), says("short"), says("# Notes\nThe dog lives."), says("Yes.")]
    provider = ScriptedChatProvider(replies_, traits=SMALL)
    bench = StudioBench(agent=provider)
    bench.workspace.keep_context("Old notes.")
    await bench.says("Tell me.")
    events = await bench.says("Go on.")
    assert any(isinstance(each, Compacted) for each in events)
    assert bench.workspace.context() != "Old notes."
    assert list(bench.workspace.earlier_contexts()) == ["Old notes."]
    assert bench.workspace.context() in systems(bench)[-1]
    asked = provider.requests[-2].messages[1].content
    assert "Old notes." in asked
    assert "Tell me." in asked
    parts = bench.store.conversations.list(bench.session.id)
    assert len(parts) == 2
    assert bench.store.messages.get_by_conversation(parts[0].id)[0].message.content == "Tell me."


async def test_notes_that_are_none_take_nothing_away() -> None:
    """Compaction without notes must keep the conversation. (STU-17.2, LOOP-4.1)"""
    calling = calls("read_file", {"path": "x"})
    script = [says("long " * 3_400), calling, says("# Notes"), says("Yes.")]
    bench = StudioBench(agent=ScriptedChatProvider(script, traits=SMALL))
    for said in ("Tell me.", "Go on."):
        await bench.says(said)
    assert bench.workspace.context() == "# Notes"
    bench = StudioBench(agent=ScriptedChatProvider([script[0], calling, calling], traits=SMALL))
    for said in ("Tell me.", "Go on."):
        await bench.says(said)
    assert bench.workspace.context() == ""
    [part] = bench.store.conversations.list(bench.session.id)
    first = bench.store.messages.get_by_conversation(part.id)[0]
    assert first.message.content == "Tell me."
