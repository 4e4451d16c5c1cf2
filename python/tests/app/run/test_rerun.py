"""Rerunning a stage with the author's note continues its earlier discussion."""

import copy
import json

import pytest

from questfoundry.app.project.current_versions import UndoUseCase
from questfoundry.app.run.models import PhaseProviders
from questfoundry.domain.chat.messages import Role
from questfoundry.domain.errors import InputError, UnreachableError
from questfoundry.domain.models.traits import Capabilities, ModelTraits, Phase, Profile, PromptStyle
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.modes import PhaseMode
from questfoundry.testing import ScriptedAuthor
from questfoundry.testing.scripted import ScriptedChatProvider, calls, says
from tests.support.small_story import (
    ENTITIES,
    SCRIPTS,
    SECTIONS,
    brainstorm_script,
    grow_script,
    made_until,
    seed_script,
)
from tests.support.stage_runs import VISION, Ask, Workshop

REMARK = "The sergeant should survive."
AGAIN = Ask(redo=REMARK)


async def test_the_discussion_goes_on_with_the_remark() -> None:
    """The author's note continues the artifact and the earlier discussion. (STG-8.1)"""
    workshop = await made_until("brainstorm")
    first = await workshop.run_script(seed_script(), Ask(said="Keep it wet."), "seed")
    provider, run = workshop.scripted([says("Then Ilk lives."), *seed_script()[1:]])
    result = await run.execute("seed", AGAIN)

    before, now = first.requests[0].messages, provider.requests[0].messages
    assert now[0] == before[0]
    assert now[1].content.startswith(f"{before[1].content}\n\n")
    assert "Mara rises alone and sends a boat back." in now[1].content
    assert [(message.role, message.content) for message in now[len(before) :]] == [
        (Role.ASSISTANT, "Mara dives, Ilk follows."),
        (Role.USER, REMARK),
    ]
    assert [message.content for message in provider.requests[1].messages[-3:-1]] == [
        REMARK,
        "Then Ilk lives.",
    ]
    assert len(provider.requests) == 2 + len(SECTIONS)
    assert result.run == "seed-2"


async def test_the_earlier_talk_is_shown_in_words() -> None:
    """A provider refuses calls to tools that it is not offered. (STG-8.1)"""
    workshop = await made_until("brainstorm")
    asked = calls("present_options", {"question": "Who stays?", "options": ["Mara", "Ilk"]})
    await workshop.run_script([asked, *seed_script()], stage="seed")
    provider = await workshop.run_script(seed_script(), AGAIN, "seed")
    talk = provider.requests[0].messages[2:]
    assert [each.role for each in talk if each.tool_calls or each.role is Role.TOOL_RESULT] == []
    assert talk[-1].content == REMARK


def small(can: Capabilities, profile: Profile | None = None) -> ScriptedChatProvider:
    """Return a model that answers BRAINSTORM again."""
    traits = ModelTraits(capabilities=can, profile=profile or Profile())
    return ScriptedChatProvider(brainstorm_script(), traits=traits)


async def test_the_artifact_is_begun_from_with_its_edits() -> None:
    """A rerun shows each section as it is now, so the model does not undo the author's edits."""
    workshop = await made_until("brainstorm")
    data = copy.deepcopy(dict(workshop.current("brainstorm").data))
    data["entities"][0]["concept"] = "A diver with one lung."
    workshop.store.files.write("brainstorm", data)
    workshop.sync()
    provider = await workshop.run_script(brainstorm_script(), AGAIN, "brainstorm")

    discuss, summarize, entities, dilemmas = (each.messages for each in provider.requests)
    for messages in (discuss, summarize, entities):
        assert "A diver with one lung." in messages[1].content
    part = json.loads(entities[1].content.split("# This part so far\n\n")[1].split("\n\n")[0])
    assert part["entities"][0] == {**ENTITIES["entities"][0], "concept": "A diver with one lung."}
    assert "Somebody stays below." in dilemmas[1].content
    assert "A diver with one lung." not in dilemmas[1].content.split("# This part so far")[1]


async def test_words_of_a_structure_are_shown_where_they_are_asked_for() -> None:
    """The model can keep titles and labels that the note leaves alone."""
    workshop = await made_until("grow")
    provider = await workshop.run_script(SCRIPTS["grow"](), AGAIN, "grow")
    opening = provider.requests[0].messages[1].content
    assert "requires" not in opening
    shown = [
        json.loads(each.messages[1].content.split("# This part so far\n\n")[1].split("\n\n")[0])
        for each in provider.requests[2:]
    ]
    handed_in = [dict(reply.tool_calls[0].arguments) for reply in grow_script()]
    scenes = handed_in[0]["scenes"].items()
    handed_in[0]["scenes"] = {beat: {**each, "minute": 0, "memory": False} for beat, each in scenes}
    assert shown == handed_in


@pytest.mark.parametrize(("window", "shown"), [(8_192, True), (2_000, False)])
async def test_what_is_shown_of_the_artifact_leaves_room(window: int, shown: bool) -> None:
    """The old artifact takes a quarter of the window at most, in whole sections."""
    workshop = await made_until("brainstorm")
    data = copy.deepcopy(dict(workshop.current("brainstorm").data))
    for entity in data["entities"]:
        entity["concept"] = "word " * 90 + "end"
    workshop.store.files.write("brainstorm", data)
    workshop.sync()
    provider = small(Capabilities(context_window=window, json_schema=True))
    await workshop.run(provider, AGAIN, "brainstorm")
    discussed, serialized = (provider.requests[at].messages[1].content for at in (0, 2))
    assert ("# This part so far" in serialized) == shown
    assert ("…" in discussed) != shown


async def test_a_small_model_is_shown_the_remark_alone() -> None:
    """A small model cannot use the old artifact, which would only crowd out the note."""
    workshop = await made_until("brainstorm")
    can = Capabilities(context_window=32_768, json_schema=True)
    provider = small(can, Profile(prompt_style=PromptStyle.SHORT))
    await workshop.run(provider, AGAIN, "brainstorm")
    assert not any("so far" in each.content for r in provider.requests for each in r.messages)
    assert provider.requests[0].messages[-1].content == REMARK


async def test_the_version_before_is_kept_for_undo() -> None:
    """Undo brings the earlier version and its discussion back."""
    workshop = await made_until("seed")
    _, run = workshop.scripted(seed_script())
    result = await run.execute("seed", AGAIN)

    assert result.version.version == 2
    undone = UndoUseCase(store=workshop.store).execute("seed")
    assert (undone.left, undone.now) == (2, 1)

    await workshop.run_script(seed_script(), AGAIN, "seed")
    UndoUseCase(store=workshop.store).execute("seed")
    provider = await workshop.run_script(seed_script(), Ask(redo="Let him drown."), "seed")

    said = [each.content for each in provider.requests[0].messages if each.role is Role.USER]
    assert said[1:] == ["Let him drown."]


@pytest.mark.parametrize("call", range(3))
async def test_a_run_made_anew_can_be_resumed(call: int) -> None:
    """A rerun that breaks at any call resumes with its note and pays for no answer twice."""
    workshop = await made_until("seed")
    _, run = workshop.scripted([*seed_script()[:call], UnreachableError("Gone.")])
    with pytest.raises(UnreachableError):
        await run.execute("seed", AGAIN)
    provider = await workshop.run_script(seed_script()[call:], Ask(resume="seed-2"), "seed")

    stored = workshop.store.messages.get_by_conversation("seed-2")
    assert [each.message.content for each in stored][2] == REMARK
    assert len(provider.requests) == 2 + len(SECTIONS) - call


async def test_the_idea_and_the_size_stay_as_they_were() -> None:
    """A note must not lose the idea or the size, even an idea typed in conversation."""
    workshop = Workshop()
    author = ScriptedAuthor(["A drowned city", "/done"])
    await workshop.run_script(
        [says("Hm."), says("Brief."), calls("submit_dream", VISION)],
        Ask(interactive=True, author=author, size="micro"),
    )
    provider = await workshop.run_script(
        [says("Hm."), says("Brief."), calls("submit_dream", VISION)], Ask(redo="Colder.")
    )

    assert "A drowned city" in provider.requests[0].messages[1].content
    assert "size" not in provider.requests[2].tools[0].parameters["properties"]
    assert workshop.current("dream").data["size"] == "micro"


async def test_a_remark_on_a_remark_goes_on_from_both() -> None:
    """A second note must not undo the first, so the model sees both."""
    workshop = await made_until("seed")
    for remark in (REMARK, "And the bell should ring twice."):
        provider = await workshop.run_script(seed_script(), Ask(redo=remark), "seed")

    said = [each.content for each in provider.requests[0].messages if each.role is Role.USER]
    assert said[1:] == [REMARK, "And the bell should ring twice."]


async def test_an_edited_artifact_is_made_anew_from_the_newest_complete_run() -> None:
    """A hand edit has no discussion of its own, so the rerun uses the newest complete run."""
    workshop = await made_until("dream")
    workshop.store.files.write("dream", {**VISION, "tone": "wry"})
    assert [version.origin for version in workshop.sync()] == ["edit"]

    provider, run = workshop.scripted([says("Hm."), says("Brief."), calls("submit_dream", VISION)])
    result = await run.execute("dream", Ask(redo="Warmer."))
    assert provider.requests[0].messages[-1].content == "Warmer."
    assert result.version.version == 3


async def test_the_author_may_go_on_talking() -> None:
    """In conversation the author can reply to the model's answer before the stage is summarized."""
    workshop = await made_until("seed")
    provider, run = workshop.scripted([says("He lives."), *seed_script()])
    author = ScriptedAuthor(["Good.", "/done"])
    await run.execute("seed", Ask(redo=REMARK, interactive=True, author=author))

    assert author.asked == 2
    assert provider.requests[1].messages[-1].content == "Good."


async def test_what_was_never_made_is_not_made_anew() -> None:
    """Rerunning a stage that never ran explains what to do, and leaves no empty run behind."""
    workshop = await made_until("brainstorm")
    _, run = workshop.scripted([])
    with pytest.raises(InputError, match="Run the stage seed"):
        await run.execute("seed", AGAIN)
    assert workshop.store.runs.list(task="seed") == []


async def test_a_run_made_anew_replays_without_asking_anyone() -> None:
    """A recorded rerun must replay with the same note."""
    workshop = await made_until("seed")
    _, run = workshop.scripted(seed_script())
    recorded = await run.execute("seed", AGAIN)
    silent = ScriptedChatProvider([])
    replaying = PhaseProviders(
        discuss=silent, summarize=silent, serialize=silent, recording=recorded.run
    )
    replayed = await workshop.run_stage(replaying).execute("seed", Ask())

    assert replayed.artifact == recorded.artifact
    assert silent.requests == []


@pytest.mark.parametrize("phase", [Phase.DISCUSS, Phase.SUMMARIZE])
async def test_what_is_shown_of_it_is_what_was_sent(phase: Phase) -> None:
    """The preview of a rerun must match the real request. (STG-8.1, PRJ-5.1)"""
    workshop = await made_until("seed")
    provider = await workshop.run_script(seed_script(), AGAIN, "seed")
    shown = workshop.preview(provider).execute("seed", phase, StageInputs(phases=PhaseMode.FULL))
    assert shown.request == provider.requests[list(Phase).index(phase)]
