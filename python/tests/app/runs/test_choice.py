"""The author has the last vote: any draft of a run can become the run's answer."""

import pytest

from questfoundry.app.runs.outcome import list_results
from questfoundry.domain.errors import InputError
from questfoundry.domain.run.result import Decider, DraftChoice
from questfoundry.domain.run.spec import RunSpec
from tests.support.delegated import AgentModel, Bench, three, until

FILE = "deliverables/001-find-a-name.md"


def read(bench: Bench, path: str = FILE) -> str | None:
    return bench.workspace.read(path, ("deliverables", "runs"))


async def test_the_author_overrules_the_vote() -> None:
    """The vote only advises: the author's choice is delivered, with a record of who decided."""
    bench = Bench(three())
    result = await bench.run(key="mine")
    assert (result.agent, result.decided_by, read(bench)) == ("ben", Decider.VOTE, result.answer)
    paid = bench.calls()
    chosen = await bench.executor.choose_draft(DraftChoice(run="1", agent="ann"))
    assert (chosen.agent, chosen.decided_by, chosen.run_choice) == ("ann", Decider.AUTHOR, "ben")
    assert chosen.answer == chosen.candidates[0].text == read(bench)
    assert list_results(bench.workspace) == [chosen]
    assert await bench.run(key="mine") == chosen
    again = await bench.executor.choose_draft(DraftChoice(run=result.run, agent="cid"))
    assert (again.agent, again.run_choice, read(bench)) == ("cid", "ben", again.answer)
    assert bench.calls() == paid


async def test_every_draft_can_be_chosen_and_nothing_else() -> None:
    """An early draft may be the best, and a mistyped name must change nothing."""
    bench = Bench(three())
    result = await bench.run()
    first = await bench.executor.choose_draft(DraftChoice(run="1", agent="ann", number=1))
    assert first.answer == result.candidates[0].earlier[0] == read(bench)
    for wrong in (
        DraftChoice(run="7", agent="ann"),
        DraftChoice(run="1", agent="dan"),
        DraftChoice(run="1", agent="ann", number=4),
        DraftChoice(run="1", agent="ann", number=0),
    ):
        with pytest.raises(InputError):
            await bench.executor.choose_draft(wrong)
    assert read(bench) == first.answer


async def test_a_file_that_the_author_edited_stays_as_it_is() -> None:
    """Choosing a draft must never overwrite the author's own words."""
    bench = Bench(three())
    await bench.run()
    bench.workspace.write(FILE, "My own name for it.")
    chosen = await bench.executor.choose_draft(DraftChoice(run="1", agent="ann"))
    assert read(bench) == "My own name for it."
    assert chosen.answer_file == "deliverables/001-find-a-name-ann.md"
    assert read(bench, chosen.answer_file) == chosen.answer


async def test_a_draft_of_a_cancelled_run_can_be_delivered_and_a_plan_stays_a_plan() -> None:
    """A cancelled run delivers nothing by itself, but the author may want its draft."""
    slow = AgentModel(5, waits=["refine"])
    bench = Bench({"ann": AgentModel(4), "ben": slow})
    handle = await bench.executor.start(RunSpec(task="Find a name."))
    await until(lambda: bool(slow.asked("refine")))
    handle.cancel()
    slow.may.set()
    result = await handle.result()
    assert not result.answer_file.startswith("deliverables/")
    chosen = await bench.executor.choose_draft(DraftChoice(run="1", agent="ben"))
    assert (chosen.answer_file, read(bench)) == (FILE, chosen.answer)
    await bench.run("Name it.", planning_mode=True)
    plan = await bench.executor.choose_draft(DraftChoice(run="2", agent="ann"))
    assert plan.answer_file == "runs/002/plan.md"
    assert read(bench, plan.answer_file) == plan.answer
