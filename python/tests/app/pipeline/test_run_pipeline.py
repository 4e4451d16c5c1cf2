"""The pipeline keeps, regenerates, stops and resumes stages."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from attrs import frozen

from questfoundry.app.pipeline.run_pipeline import Decision, Rerun, Reviewer
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.domain.errors import AuthorLeft, InputError, UnreachableError
from questfoundry.domain.outline.material_parts import Material, MaterialPage
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.testing import ScriptedAuthor
from tests.support.pipelines import CALLS, IDEA, STAGES, Line, Obliging
from tests.support.stage_runs import Ask, one_provider


@frozen(kw_only=True)
class Outlined(Ask):
    """A request with an outline."""

    page: MaterialPage

    def inputs(self, stage: ArtifactStage | None = None) -> StageInputs:
        return super().inputs(stage).model_copy(update={"material": Material(pages=(self.page,))})


async def test_every_stage_is_made_in_its_order_and_then_kept() -> None:
    """Stages need earlier results; a finished project must cost nothing."""
    line = Line()
    result = await line.run()
    assert [each.version.stage for each in result.stage_results] == list(STAGES)
    turns = [(each.place, each.total, each.kept) for each in line.turns.values()]
    assert turns == [(place, 4, False) for place in (1, 2, 3)]
    assert result.spending.usage.calls == CALLS * len(STAGES) == len(line.model.requests)
    assert line.versions == [1, 1, 1]

    await line.run()
    line.model = Obliging()
    result = await line.run("")
    assert (result.stage_results, line.model.requests) == ((), [])
    assert all(turn.kept for turn in line.turns.values())


async def test_what_was_made_from_something_else_is_made_anew_with_its_remark() -> None:
    """A stale stage must keep the author's earlier note. (PIP-1.3)"""
    line = Line()
    await line.run(end="dream")
    run_stage = line.workshop.run_stage(one_provider(line.model))
    await run_stage.execute("toy", Ask(said="No dragons"))
    await line.run()
    assert line.versions == [1, 1, 1]
    line.edit("dream", tone="wry")
    await line.run()
    assert line.versions == [2, 2, 1]
    assert line.turns["dream"].kept
    assert line.turns["toy"].changed == ("dream",)
    # The result is the same, so later stages stay fresh.
    assert line.turns["last"].kept
    newest = line.workshop.store.runs.list(task="toy")[-1]
    assert (newest.id, newest.stage_inputs.remark) == ("toy-2", "No dragons")


@pytest.mark.parametrize("call", range(1, CALLS * len(STAGES) + 1))
async def test_the_same_call_goes_on_and_no_call_is_made_twice(call: int) -> None:
    """A failure at any call must not make the author pay twice."""
    whole = Line()
    await whole.run()
    line = Line()
    line.model = Obliging(breaks=call)
    with pytest.raises(UnreachableError):
        await line.run()
    broken, line.model = line.model, Obliging()
    await line.run()
    asked = [*broken.requests[:-1], *line.model.requests]
    assert asked == whole.model.requests
    assert line.versions == [1, 1, 1]
    stage = STAGES[(call - 1) // CALLS]
    assert line.resumed[0] == f"{stage}-1"


async def test_only_the_stages_asked_for_are_made() -> None:
    """Authors want to regenerate some stages without paying for the rest. (PIP-3.1)"""
    line = Line()
    await line.run(end="toy")
    assert line.versions == [1, 1, 0]
    assert set(line.turns) == {"dream", "toy"}
    line.model = Obliging(breaks=2)
    with pytest.raises(UnreachableError):
        await line.run("", start="toy")
    assert line.versions == [1, 1, 0]
    line.model = Obliging()
    await line.run("", start="toy")
    assert line.resumed == ["toy-2", None]
    assert line.versions == [1, 2, 1]


async def test_a_regeneration_that_was_cut_off_continues_and_a_finished_one_begins_again() -> None:
    """Whatever stage was the last to finish, it must not be paid for again."""
    for made, left in ((["toy"], CALLS), (["toy", "last"], 0)):
        line = Line()
        await line.run()
        author = Scripted(line, *[Decision.ACCEPT] * (len(made) - 1), None)
        with pytest.raises(AuthorLeft):
            await line.run("", start="toy", reviewer=author)
        assert line.versions == [1, 2, len(made)]
        line.model = Obliging()
        await line.run("", start="toy")
        assert (len(line.model.requests), line.versions) == (left, [1, 2, 2])
        await line.run("", start="toy")
        assert line.versions == [1, 3, 3]


async def test_a_regeneration_that_was_cut_off_keeps_the_edits_since() -> None:
    """An author may correct the new stage before the command continues."""
    line = Line()
    await line.run()
    with pytest.raises(AuthorLeft):
        await line.run("", start="toy", reviewer=Scripted(line, None))
    line.edit("toy", word="ebb")
    await line.run("", start="toy")
    assert line.versions == [1, 3, 2]
    assert line.workshop.current("toy").data["word"] == "ebb"


async def test_a_regeneration_with_another_idea_or_size_is_not_the_one_that_was_cut_off() -> None:
    """An idea must not be ignored because an older command was interrupted."""
    for asked in ({"idea": "A baker"}, {"size": "micro"}):
        line = Line()
        await line.run()
        with pytest.raises(AuthorLeft):
            await line.run(start="dream", reviewer=Scripted(line, None))
        await line.run(**{"start": "dream", **asked})
        assert line.versions == [3, 2, 2]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"start": "bake"}, "There is no stage 'bake'. The stages are dream, toy, last, ship."),
        ({"start": "last", "end": "toy"}, "toy comes before last."),
        ({"start": "last"}, "last needs toy, which is missing."),
        ({"end": "ship"}, "no passages yet"),
    ],
)
async def test_a_range_that_cannot_be_made_is_refused(asked: dict[str, str], words: str) -> None:
    """An impossible range must fail with advice before anything is paid."""
    line = Line()
    await line.run(end="dream")
    with pytest.raises(InputError, match=words):
        await line.run("", **asked)


async def test_another_idea_is_never_dropped() -> None:
    """A new idea must neither overwrite the old story nor be ignored silently. (PIP-4.1)"""
    line = Line()
    await line.run("A  diver\n", end="toy")
    other = r"has another idea: 'A  diver'.*begin again from dream"
    with pytest.raises(InputError, match=other) as refused:
        await line.run("A baker")
    assert "folder of its own" in str(refused.value)
    await line.run("A diver")
    assert line.versions == [1, 1, 1]
    await line.run("A baker", start="dream")
    assert line.versions == [2, 2, 2]
    assert "A baker" in str(line.model.requests[CALLS * len(STAGES)].messages)
    await line.run("", start="dream", end="dream")
    assert "A baker" in str(line.model.requests[-CALLS].messages)


async def test_an_unfinished_vision_of_another_idea_is_not_gone_on_with() -> None:
    """Resuming the old idea would ignore the new idea that the author just typed."""
    line = Line()
    line.model = Obliging(breaks=2)
    with pytest.raises(UnreachableError):
        await line.run("A diver", end="dream")
    line.model = Obliging()
    await line.run("A baker", end="dream")
    assert line.resumed == [None]
    assert line.workshop.store.runs.get("dream-1") is not None


async def test_without_any_idea_nothing_begins() -> None:
    """Without an idea the model would write an arbitrary story at the author's cost."""
    line = Line()
    with pytest.raises(InputError, match="A story needs an idea"):
        await line.run("")
    assert line.model.requests == []


async def test_an_outline_is_an_idea_where_none_is_given() -> None:
    """An author with an outline need not type the idea again."""
    for said, idea in (("", "Salt. Fog comes in."), ("A baker", "A baker")):
        line = Line()
        for text in ("# Salt\n\nFog comes in.", "# Sugar\n\nRain."):
            page = MaterialPage(name="outline/salt.md", text=text)
            await line.run(said, each=Outlined(page=page), end="dream")
        runs = line.workshop.store.runs.list(task="dream")
        assert [each.stage_inputs.idea for each in runs] == [idea]


async def test_another_size_asks_for_planning_anew() -> None:
    """A plan for one size cannot become another size by changing prose."""
    line = Line()
    await line.run(end="dream")
    await line.run("", size="micro")
    problem = r"planned as micro\. .*Begin again from brainstorm with the size short"
    with pytest.raises(InputError, match=problem):
        await line.run("", size="short")
    await line.run("", size="micro", start="dream")
    assert line.versions == [2, 2, 2]


class Scripted(Reviewer):
    """A reviewer with scripted answers; a dictionary edits the stage's file first."""

    def __init__(self, line: Line, *answers: Decision | Rerun | dict[str, str] | None) -> None:
        self._line = line
        self._answers = list(answers)
        self.seen: list[tuple[str, int]] = []
        self.problems: list[InputError] = []

    async def decide(self, result: StageResult) -> Decision | Rerun:
        self.seen.append((result.version.stage, result.version.version))
        match self._answers.pop(0):
            case None:
                raise AuthorLeft
            case dict() as values:
                self._line.edit(result.version.stage, **values)
                return Decision.EDITED
            case answer:
                return answer

    def report_refused_edit(self, problem: InputError) -> None:
        self.problems.append(problem)


async def test_the_author_accepts_redoes_edits_or_stops() -> None:
    """A review between stages must offer all four decisions and keep finished work. (PIP-8.1)"""
    line = Line()
    of_dream = (Rerun("Colder."), {"tone": 3}, {"tone": "wry"}, Decision.ACCEPT)
    author = Scripted(line, *of_dream, {"word": "ebb"}, None)
    with pytest.raises(AuthorLeft):
        await line.run(reviewer=author)
    assert author.seen == [
        *(("dream", 1), ("dream", 2), ("dream", 2), ("dream", 3)),
        *(("toy", 1), ("toy", 2)),
    ]
    assert len(author.problems) == 1
    assert "Colder." in str(line.model.requests[CALLS].messages)
    assert line.workshop.current("dream").data["tone"] == "wry"
    line.model = Obliging()
    await line.run("", reviewer=Scripted(line, Decision.ACCEPT))
    assert line.versions == [3, 2, 1]
    assert len(line.model.requests) == CALLS


class Quiet(Scripted):
    """A reviewer who edits the file and says nothing of it; ``edits`` lists the new tones."""

    edits: Sequence[Any] = ("wry",)

    async def decide(self, result: StageResult) -> Decision | Rerun:
        answer = await super().decide(result)
        if len(self.seen) <= len(self.edits):
            self._line.edit(result.version.stage, tone=self.edits[len(self.seen) - 1])
        return answer


async def test_an_accepted_file_is_taken_in_as_it_is() -> None:
    """An author who edits and then accepts means the edited file."""
    line = Line()
    author = Quiet(line, Decision.ACCEPT, Decision.ACCEPT)
    author.edits = (3, "wry")
    result = await line.run(reviewer=author, end="dream")
    assert len(author.problems) == 1
    assert result.stage_results[0].artifact.model_dump()["tone"] == "wry"


async def test_a_stage_is_made_anew_from_the_file_as_it_was_edited() -> None:
    """A rerun must start from the author's edit, not from the model's old version."""
    line = Line()
    await line.run(reviewer=Quiet(line, Rerun("Colder."), Decision.ACCEPT), end="dream")
    assert "wry" in line.model.requests[CALLS].messages[1].content
    assert "Colder." in line.model.requests[CALLS].messages[-1].content


async def test_each_stage_is_talked_over() -> None:
    """Authors can join the discussion of every stage, not only the first."""
    line = Line()
    author = ScriptedAuthor(["More rain.", "/done", "Less tide.", "/done"])
    await line.run(end="toy", each=Ask(interactive=True, author=author))
    second_turns = [line.model.requests[1], line.model.requests[CALLS + 2]]
    said = [request.messages[-1].content for request in second_turns]
    assert said == ["More rain.", "Less tide."]


async def test_the_pipeline_tells_what_it_spent_and_what_comes_next() -> None:
    """The cost must exclude journal answers, which were paid for earlier."""
    line = Line()
    result = await line.run(IDEA, end="dream")
    assert result.spending.cost == Decimal(result.spending.usage.total_tokens) / 100
    assert result.next_step == RunStage("toy")
    again = await line.run(IDEA, end="dream")
    assert (again.spending.usage.calls, again.spending.cost) == (0, 0)
