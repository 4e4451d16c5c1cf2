"""The six run modes, on agents with scripted models."""

import pytest

from questfoundry.app.runs.teamwork import is_keep_answer
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.protocols.workspace import WorkspacePath
from questfoundry.domain.run.record import RunStatus
from questfoundry.domain.run.result import ResultStatus
from questfoundry.domain.run.spec import RunMode
from questfoundry.infra.storage.project_workspace import FileProjectWorkspace
from questfoundry.testing.memory import InMemoryProjectFiles
from questfoundry.testing.scripted import calls
from tests.support.delegated import AgentModel, Bench, drafts_in, three
from tests.support.tools import LookupTool

PARTS = ("draft", "refine", "rubric", "vote", "execute")
ALONE = {"agent_mode": "single", "agents": ["ben"], "refinement": True}
PLAN = {"planning_mode": True, "refinement": False}
EXECUTE = {**PLAN, "execute_after_planning": True}


def asked(bench: Bench) -> dict[str, int]:
    """Return how many requests all agents made for each part."""
    models = [each for each in bench.models.values() if isinstance(each, AgentModel)]
    return {part: sum(len(each.asked(part)) for each in models) for part in PARTS}


@pytest.mark.parametrize(
    ("given", "mode", "parts", "answer", "agent"),
    [
        ({"agent_mode": "single"}, RunMode.QUICK, (1, 0, 0, 0, 0), "A draft worth 4.", "ann"),
        (ALONE, RunMode.SELF_REFINED, (1, 2, 0, 0, 0), "Better, worth 8.", "ben"),
        ({"refinement": False}, RunMode.BEST_FIRST, (3, 0, 1, 3, 0), "A draft worth 6.", "ben"),
        ({}, RunMode.REFINED, (3, 6, 1, 3, 0), "Better, worth 8.", "ben"),
        (PLAN, RunMode.PLAN, (3, 0, 1, 3, 0), "A draft worth 6.", "ben"),
        (EXECUTE, RunMode.PLAN_AND_EXECUTE, (3, 0, 1, 3, 1), "It is done.", "ben"),
    ],
    ids=lambda value: value.value if isinstance(value, RunMode) else "",
)
async def test_each_mode_goes_its_way(given, mode, parts, answer, agent) -> None:
    """A mode with an extra part costs money that the author did not agree to."""
    bench = Bench(three())
    result = await bench.run(**given)
    assert (result.status, result.mode) == (ResultStatus.COMPLETE, mode)
    assert (result.answer, result.agent) == (answer, agent)
    assert tuple(asked(bench).values()) == parts
    assert result.spent.calls == sum(parts)
    assert bench.runs.store.runs.get(result.run).status is RunStatus.COMPLETED


async def test_the_plan_is_carried_out_by_the_agent_whose_it_is() -> None:
    """The agent that wrote the winning plan understands the plan best. (STU-3.2)"""
    bench = Bench(three())
    result = await bench.run(**EXECUTE)
    [asked_for] = bench.models["ben"].asked("execute")
    assert "A draft worth 6." in asked_for.messages[1].content
    assert "You only plan" not in asked_for.messages[0].content
    assert result.candidates[1].text == "A draft worth 6."


class Sender(LookupTool):
    """A tool with effects that cannot be undone."""

    effects = True


async def test_what_only_plans_is_offered_nothing_that_has_effects() -> None:
    """A planning agent must change nothing, even if its model calls a tool that was not offered."""
    sender, lookup = Sender("send"), LookupTool()
    model = AgentModel(5)
    reply = iter([calls("send", {"query": "all readers"}), "A plan worth 5."])
    model._parts["draft"] = lambda _: next(reply)
    bench = Bench({"ann": model}, research=[sender, lookup])
    result = await bench.run(agent_mode="single", planning_mode=True)
    offered = [{tool.name for tool in each.tools} for each in model.asked("draft")]
    assert all("send" not in names and "write_file" not in names for names in offered)
    assert "lookup" in offered[0]
    assert sender.asked == []
    assert result.answer == "A plan worth 5."


async def test_agents_are_told_their_own_and_nothing_of_each_other() -> None:
    """Agents that see each other's prompts would stop giving independent drafts."""
    bench = Bench(three(), prompts={"ann": "You are a poet."})
    bench.workspace.keep_context("The town is called Fallow.")
    await bench.run(
        context="The year is 1890.", refinement=False, agent_system_prompts={"ben": "Be brief."}
    )
    first = {name: model.asked("draft")[0] for name, model in bench.models.items()}
    systems = {name: each.messages[0].content for name, each in first.items()}
    assert "You are a poet." in systems["ann"]
    assert "Be brief." in systems["ben"]
    assert "You are a poet." not in systems["ben"] + systems["cid"]
    assert "Be brief." not in systems["ann"] + systems["cid"]
    for each in first.values():
        said = each.messages[1].content
        assert "The town is called Fallow." in said
        assert "The year is 1890." in said
        assert said.rstrip().endswith("Find a name.")
        offered = {tool.name for tool in each.tools}
        assert not offered & {"launch_run", "present_options", "ask_others"}


async def test_a_refining_agent_sees_the_newest_drafts_without_names() -> None:
    """Names bias a model, and requests that grow each round would exceed the window. (STU-4.2)"""
    bench = Bench(three())
    await bench.run(coordination_overrides={"max_rounds": 4})
    rounds = bench.models["ann"].asked("refine")
    assert len(rounds) == 4
    told = [each.messages[-1].content for each in rounds]
    assert "A draft worth 6." in told[0]
    assert "Better, worth 7." in told[1]
    assert "A draft" not in told[1]
    assert not any(name in text.casefold() for name in ("ann", "ben", "cid") for text in told)
    assert len({len(each.messages) for each in rounds}) == 1
    assert max(map(len, told)) - min(map(len, told)) < 20


async def test_rounds_end_where_all_keep_their_drafts_and_one_agent_reads_its_own() -> None:
    """Further rounds only cost money; a single agent can still improve its draft."""
    bench = Bench(three(parts={"refine": "keep."}))
    result = await bench.run(coordination_overrides={"max_rounds": 5})
    assert asked(bench)["refine"] == 3
    assert result.rounds == 1
    drafts = [each.text for each in result.candidates]
    assert drafts == ["A draft worth 4.", "A draft worth 6.", "A draft worth 5."]

    bench = Bench({"ann": AgentModel(3)})
    result = await bench.run()
    assert asked(bench) == {"draft": 1, "refine": 2, "rubric": 0, "vote": 0, "execute": 0}
    again = bench.models["ann"].asked("refine")[0]
    assert again.messages[2].content == "A draft worth 3."
    assert result.answer == "Better, worth 5."


async def test_agents_see_described_paths_and_a_folder_as_one_entry() -> None:
    """A list of three thousand files in every request costs more than the task."""
    texts = {f"maps/{number:04}.md": "A street." for number in range(3_000)}
    files = InMemoryProjectFiles({**texts, "notes.md": "Salt.", "old.md": "Gone."})
    workspace = FileProjectWorkspace(files)
    workspace.describe(WorkspacePath(path="./maps/", description="Maps of\nthe town."))
    workspace.describe(WorkspacePath(path="old.md", description="Old."))
    files.remove("old.md")
    bench = Bench(three(), files=files)
    await bench.run(refinement=False, context_paths=["notes.md"])
    [drafting] = bench.models["ann"].asked("draft")
    shown = drafting.messages[1].content
    assert "- notes.md\n" in shown
    assert "- maps/ (3,000 files): Maps of the town.\n" in shown
    assert "old.md" not in shown
    assert len(shown) < 1_000
    described = {each.path: each.description for each in workspace.paths()}
    assert "deliverables" in described
    await bench.run(refinement=False)
    assert "- deliverables/ (1 file)" in bench.models["ann"].asked("draft")[1].messages[1].content


KEPT = (
    "KEEP",
    "Keep.",
    "KEEP, since the others are longer and say no more.",
    "**KEEP**\n\nMine has the date. " + "The others are vague. " * 40,
    "Keep: mine is shorter.",
    "keep - mine is shorter",
    "I would KEEP my draft.",
    "My draft does all that is asked. " * 20 + "\n\nKEEP.",
    "KEEP\n\nA draft worth 4.",
)
BETTER = (
    "KEEP OUT, says the sign.",
    "Keep the lamp lit, and never sleep.",
    "The sign says KEEP OUT.",
    "Keeper of the lamp",
    "They KEEP the lamp. " * 40,
)


@pytest.mark.parametrize(("answers", "keeps"), [(KEPT, True), (BETTER, False)])
def test_an_agent_keeps_its_draft_with_or_without_a_reason(answers, keeps) -> None:
    """A reason for keeping a draft must not replace the draft."""
    assert [each for each in answers if is_keep_answer(each, "KEEP") is not keeps] == []


async def test_the_draft_of_every_round_is_kept() -> None:
    """An author may like an earlier draft better, and has paid for it."""
    models = three()
    replies = iter(["Better, worth 7.", "KEEP, with a reason: the others are longer."])
    models["ann"]._parts["refine"] = lambda _: next(replies)
    bench = Bench(models)
    result = await bench.run()
    ann, ben, _ = result.candidates
    assert (ann.text, ann.earlier, ann.round) == ("Better, worth 7.", ("A draft worth 4.",), 1)
    assert ben.earlier == ("A draft worth 6.", "Better, worth 7.")
    texts = {name: content.decode() for name, content in bench.files.contents.items()}
    assert texts["runs/001/ben/draft-1.md"] == "A draft worth 6."
    assert texts["runs/001/ben/draft-2.md"] == "Better, worth 7."
    assert texts["runs/001/ben/draft.md"] == ben.text
    assert "runs/001/ben/draft-1.md" in result.files


async def test_drafts_are_cut_where_a_window_could_not_hold_them() -> None:
    long = "word " * 20_000
    models = three()
    models["ben"]._parts["draft"] = f"worth 9 {long}"
    bench = Bench(models)
    result = await bench.run(refinement=False)
    assert result.status is ResultStatus.COMPLETE
    for model in models.values():
        assert max(len(each) for each in drafts_in(model.asked("vote")[0])) < 60_000


@pytest.mark.parametrize("all_small", [True, False])
async def test_a_model_that_does_not_comprehend_keeps_its_draft_unasked(all_small: bool) -> None:
    """A tiny model makes its draft worse when it refines, so it is not asked."""
    small = ModelTraits(capabilities=Capabilities(tools=False, comprehension=False))
    models = {"ann": AgentModel(4, traits=small), "ben": AgentModel(6)}
    if all_small:
        models["ben"] = AgentModel(6, traits=small)
    result = await Bench(models).run()
    assert models["ann"].asked("refine") == []
    assert len(models["ben"].asked("refine")) == (0 if all_small else 2)
    assert [each.text for each in result.candidates] == [
        "A draft worth 4.",
        "A draft worth 6." if all_small else "Better, worth 8.",
    ]
