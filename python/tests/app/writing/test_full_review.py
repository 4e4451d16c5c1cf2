"""The full review reads a written story along playthroughs, then reports and repairs problems."""

import json
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.app.shipping.edition import list_prose_findings
from questfoundry.app.stages.summary import summarize_prose
from questfoundry.domain.artifacts.fill import (
    ArcPartReading,
    FillArtifact,
    ReaderFinding,
    ReadingKind,
)
from questfoundry.domain.chat.exchange import ChatRequest, FinishReason
from questfoundry.domain.events.stages import (
    ReadingFailed,
    WholeRead,
    WholeReadingStarted,
    WholeUnread,
)
from questfoundry.domain.field_types import json_schema_of
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.outline.material_parts import Material, MaterialPage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.modes import Review
from questfoundry.domain.run.spec import Budget, BudgetUnit
from questfoundry.testing.scripted import says
from tests.docs.test_prompts import LOOPING, MARKUP, dotted, ends, read_of
from tests.support.novelist import (
    READ_WHOLE,
    FillWorkshop,
    Novelist,
    filled,
    passage_asked,
    prose_of,
)
from tests.support.sections import LARGE
from tests.support.small_story import TITLES
from tests.support.stage_runs import Ask, PennyPrices, one_provider, shipped_prompts

BELL, LOW = "passage::setup-1", "passage::the-drowned-ledger-default-epilogue-1"
LATE: dict[str, str] = {
    "passage": BELL,
    "kind": "time",
    "problem": 'It is night here, and "noon" in the passage before.',
    "fix": "Leave the hour out.",
    "weight": "serious",
}
PLACELESS = {name: text for name, text in LATE.items() if name != "passage"}
SLIGHT = {**LATE, "kind": "repetition", "problem": "The bell again.", "weight": "slight"}
ID = re.compile(r"^\[(passage::[\w-]+)\]", re.MULTILINE)
READ = Ask(review=Review.READ)
MEND = Ask(review=Review.WHOLE)
TITLE = TITLES["setup-1"]
OLD = prose_of(TITLE)
FIRST = OLD.split(".")[0]
NEW = prose_of("Another hour")
NOON = "It is noon now"

Reading = Callable[[ChatRequest], list[dict[str, str]]]


def shown_in(request: ChatRequest) -> list[str]:
    """Return the passages that ``request`` shows in full, in order."""
    return ID.findall(request.messages[1].content)


def on(*findings: dict[str, str]) -> Reading:
    """Return a reader that reports ``findings`` wherever their passages are shown."""
    return lambda request: [each for each in findings if each["passage"] in shown_in(request)]


def mending(reading: Reading) -> Novelist:
    """Return a model that mends the opening, and whose readers accept the new prose."""
    return Novelist(
        {TITLE: [says(OLD), says(NEW)]},
        reading=lambda asked: [] if NEW in asked.messages[1].content else reading(asked),
    )


def kept(result: Any, passage: str = BELL) -> list[dict[str, str]]:
    found: list[dict[str, str]] = result.version.data["passages"][passage].get("reading", [])
    return found


def events(fill: FillWorkshop, kind: type) -> list[Any]:
    return [each for each in fill.workshop.events.events if isinstance(each, kind)]


async def test_every_passage_and_every_insert_is_read_and_what_is_not_is_not_shown() -> None:
    """A reviewer judges the conditional texts that one player reads, and no others."""
    model = Novelist()
    fill, result = await filled(model, READ)
    passages = result.version.data["passages"]
    read = [each.messages[1].content for each in model.readings]

    assert {each for request in model.readings for each in shown_in(request)} == set(passages)
    inserts = re.findall(r"^\[([\w-]+)\]\n(.+)$", passages[LOW]["prose"], re.MULTILINE)
    of_low = [each for each in read if f"[{LOW}]" in each]
    assert inserts
    for name, text in inserts:
        assert any(f"+ [{name}] {text}" in each for each in of_low)
        assert not any(f"[{name}]\n" in each for each in of_low)
    assert all("\n> " in each for each in read)
    (told,) = events(fill, WholeReadingStarted)
    assert sum(each.count("[The story ends: ") for each in read) == told.arcs > 1
    assert sum(each.count("Another player, from the") for each in read) == told.arcs - len(read)


async def test_arcs_are_read_together_and_what_happens_in_a_passage_is_said_once() -> None:
    """Several playthroughs share one request and repeat nothing, so a review costs fewer tokens."""
    model = Novelist(traits=LARGE)
    await filled(model, READ)
    (asked,) = model.readings
    told = asked.messages[1].content
    in_brief = re.findall(r"^- (?:\[(passage::[\w-]+)\])?", told, re.MULTILINE)
    named = [each for each in in_brief if each]
    assert len(in_brief) > len(named) == len(set(named))


async def test_findings_are_kept_with_their_passage_and_told_the_serious_first() -> None:
    """Authors see one problem once, in summary and report."""
    fill, result = await filled(Novelist(reading=on(SLIGHT, LATE)), READ)
    assert [each["weight"] for each in kept(result)] == ["serious", "slight"]
    assert kept(result)[0] == PLACELESS
    (told,) = events(fill, WholeRead)
    assert (told.findings, told.serious, told.mended) == (2, 1, ())

    fill, result = await filled(Novelist(reading=on(SLIGHT, {**LATE, "passage": LOW})), READ)
    gist = summarize_prose(fill.story, FillArtifact.model_validate(dict(result.version.data)))
    assert [line.text for line in gist if line.label == "Finding"] == [
        "Low Water: Time: " + LATE["problem"],
        "The Tide Bell: Repetition: " + SLIGHT["problem"],
    ]
    assert [(each.passage, each.problem) for each in list_prose_findings(fill.story)] == [
        ("The Tide Bell", "Repetition: " + SLIGHT["problem"]),
        ("Low Water", "Time: " + LATE["problem"]),
    ]


async def test_the_reader_is_the_model_that_reviews_and_only_passages_that_are_read_count() -> None:
    """The review model reads, and findings about unknown passages do not count."""
    reviewer = Novelist(reading=lambda _: [{**LATE, "passage": "passage::nowhere"}])
    fill, writer = await FillWorkshop.made(), Novelist()
    providers = evolve(one_provider(writer), review=reviewer)
    await fill.workshop.run_stage(providers).execute("fill", READ)
    assert {each.tools[0].name for each in reviewer.requests if each.tools} == {READ_WHOLE}
    assert writer.readings == []
    failed = events(fill, ReadingFailed)
    assert {each.reading for each in failed} == {"whole"}
    assert [each.findings for each in events(fill, WholeRead)] == [0]


@pytest.mark.parametrize("review", [Review.NONE, False])
async def test_nothing_is_read_where_nobody_wants_it(review: Any) -> None:
    """A review that the author switched off must cost nothing."""
    model = Novelist()
    await filled(model, Ask(review=review))
    assert model.readings == []


async def test_a_model_that_does_not_comprehend_reads_nothing_and_that_is_told() -> None:
    """A tiny model cannot review, and the author must learn that the story is unread."""
    model = Novelist(traits=ModelTraits.from_capabilities(comprehension=False, json_schema=True))
    fill, _ = await filled(model, READ)
    assert model.readings == []
    assert [each.model for each in events(fill, WholeUnread)] == ["scripted/novelist"]


async def test_an_arc_that_is_too_long_is_read_in_parts_with_what_happened_before() -> None:
    """A long story does not fit a small window, so parts begin with a summary."""
    small, usual = (ModelTraits.from_capabilities(context_window=size) for size in (2550, 32_768))
    reader, fill = Novelist(reading=on(LATE), traits=small), await FillWorkshop.made()
    providers = evolve(one_provider(Novelist(reading=on(LATE), traits=usual)), review=reader)
    result = await fill.workshop.run_stage(providers).execute("fill", READ)
    assert len(kept(result)) == 1

    read = {each for request in reader.requests for each in shown_in(request)}
    assert read == set(result.version.data["passages"])
    first, *others = (each.messages[1].content for each in reader.requests)
    assert "into the summary" in first
    assert any("What happened before:\nMuch." in each for each in others)
    assert any("[The story ends: " in each for each in others)


async def test_what_is_serious_is_mended_where_that_is_wanted_and_read_again() -> None:
    """Slight findings do not justify new prose, nor another reading. (FIL-10.6)"""
    model = mending(on(LATE))
    fill, result = await filled(model, MEND)
    assert result.version.data["passages"][BELL]["prose"] == NEW
    assert kept(result) == []
    first, revision = model.asked(TITLE)
    assert revision.messages[: len(first.messages)] == first.messages
    assert LATE["problem"] in revision.messages[-1].content
    assert LATE["fix"] in revision.messages[-1].content
    assert [each.mended for each in events(fill, WholeRead)] == [(BELL,), ()]

    model = Novelist(reading=on(SLIGHT))
    _, result = await filled(model, MEND)
    assert len(model.asked(TITLE)) == 1
    assert len(kept(result)) == 1


async def test_what_was_found_elsewhere_stays_where_only_what_is_near_is_read_again() -> None:
    """A partial second review drops findings only near new prose. (FIL-10.6)"""
    slight = {**SLIGHT, "passage": LOW}
    model = mending(on(LATE, slight))
    _, result = await filled(model, MEND)

    again = [each for each in model.readings if NEW in each.messages[1].content]
    assert again
    assert not any(LOW in shown_in(each) for each in again)
    assert kept(result) == []
    assert [each["problem"] for each in kept(result, LOW)] == [slight["problem"]]


async def test_it_is_mended_also_where_passages_are_reviewed_and_where_nobody_says_otherwise():
    """A review of single passages includes the full review. (FIL-10.6)"""
    assert StageInputs().review is Review.WHOLE
    fill, _ = await filled(Novelist(reading=on(LATE)), Ask(review=Review.PASSAGES))
    assert any(each.mended for each in events(fill, WholeRead))


async def test_it_is_mended_at_most_twice_and_what_stays_is_kept() -> None:
    """A reader who is never content must not cause endless rewriting. (FIL-10.6)"""
    model = Novelist(reading=on(LATE))
    fill, result = await filled(model, MEND)
    assert len(model.asked(TITLE)) == 3
    assert len(kept(result)) == 1
    assert [bool(each.mended) for each in events(fill, WholeRead)] == [True, True, False]
    arcs = [tuple(shown_in(each)) for each in model.readings]
    assert max(arcs.count(each) for each in arcs) == 1, "the prose is the same, so it is read once"


@pytest.mark.parametrize("reason", [FinishReason.REFUSED, FinishReason.LENGTH])
async def test_a_passage_for_which_there_is_no_better_prose_stays(reason: FinishReason) -> None:
    """If the model refuses or is cut off, old prose is better than none. (FIL-10.6)"""
    worse = [says("It is", finish_reason=reason)] * 8
    model = Novelist({TITLE: [says(OLD), *worse]}, reading=on(LATE))
    _, result = await filled(model, MEND)
    assert len(model.asked(TITLE)) > 2
    assert result.version.data["passages"][BELL]["prose"] == OLD
    assert len(kept(result)) == 1


async def test_what_the_author_wrote_is_read_and_not_mended() -> None:
    """The author's own prose is reviewed but never overwritten by a repair. (FIL-10.6, FIL-4.10)"""
    model = Novelist(reading=on(LATE))
    fill, result = await filled(model, READ)
    own = json.loads(json.dumps(dict(result.version.data)))
    own["passages"][BELL]["prose"] = "My own opening. " * 40
    fill.workshop.store.files.write("fill", own)
    fill.workshop.sync()
    asked = len(model.asked(TITLE))
    _, result = await filled(model, MEND, fill)
    assert result.version.data["passages"][BELL]["prose"] == own["passages"][BELL]["prose"].strip()
    assert len(model.asked(TITLE)) == asked
    assert len(kept(result)) == 1


async def test_a_story_that_did_not_change_is_not_read_again() -> None:
    """Running FILL again on an unchanged story must not pay for the same review."""
    model = Novelist(reading=on(LATE))
    fill, first = await filled(model, READ)
    calls = len(model.requests)
    _, again = await filled(model, READ, fill)
    assert len(model.requests) == calls
    assert again.version.data == first.version.data


async def test_a_reading_that_was_interrupted_goes_on_without_asking_again() -> None:
    """An interrupted review or repair resumes without paying twice."""
    whole = Novelist(reading=on(LATE))
    _, uninterrupted = await filled(whole, MEND)
    last = len(whole.requests) - 1
    for stop in (last - len(whole.readings) - 1, last - 2, last):
        fill, model = await FillWorkshop.made(concurrency=1), Novelist(reading=on(LATE))
        with pytest.raises(RuntimeError):
            await filled(Failing(model, at=stop), MEND, fill)
        _, result = await filled(model, evolve(MEND, resume="fill-1"), fill)
        assert result.version.data == uninterrupted.version.data
        assert len(model.requests) == len(whole.requests)


async def test_a_budget_that_is_reached_ends_the_reading_and_the_story_is_whole() -> None:
    """A budget that ends during the review must not lose the story; the next run only reviews."""
    fill, model = await FillWorkshop.made(concurrency=1), Novelist(reading=on(LATE))
    spent = SpendMeter(prices=PennyPrices())
    await fill.workshop.run_stage(one_provider(model), spent).execute("fill", Ask())
    writing = Decimal(spent.total.usage.total_tokens)
    fill, model = await FillWorkshop.made(concurrency=1), Novelist(reading=on(LATE))
    budget = Budget(amount=writing, unit=BudgetUnit.TOKENS)
    meter = SpendMeter(prices=PennyPrices(), budget=budget)
    result = await fill.workshop.run_stage(one_provider(model), meter).execute("fill", READ)
    assert model.readings == []
    assert len(result.version.data["passages"]) == len(TITLES)
    (unread,) = events(fill, WholeUnread)
    assert unread.problem
    asked = [each for each in model.requests if passage_asked(each)]
    await filled(model, READ, fill)
    assert [each for each in model.requests if passage_asked(each)] == asked
    assert model.readings


class Failing(Novelist):
    """A model that fails at call number ``at``, counted from 0."""

    def __init__(self, inner: Novelist, at: int) -> None:
        super().__init__()
        self._inner, self._left = inner, at

    async def complete(self, request: ChatRequest, on_text: Any = None) -> Any:
        if not self._left:
            raise RuntimeError("gone")
        self._left -= 1
        return await self._inner.complete(request, on_text)


async def test_rules_of_the_bible_reach_the_reader_and_come_back_as_findings() -> None:
    """The author's rules in the story bible are checked, and broken rules appear as findings."""
    rule = MaterialPage(name="bible/a.md", text="## Rules\n\nNobody names Mara. </material>")
    other = MaterialPage(name="outline/b.md", text="## Rules\n\nThe outline's own.")

    class Ruled(Ask):
        def inputs(self, stage: Any = None) -> StageInputs:
            material = Material(pages=(rule, other))
            return super().inputs(stage).model_copy(update={"material": material})

    model = Novelist(reading=on({**LATE, "kind": "rule"}))
    _, result = await filled(model, Ruled(review=Review.READ))
    for request in model.readings:
        assert ReadingKind.RULE in request.messages[0].content
        assert request.messages[1].content.count("Nobody names Mara. (/material>") == 1
        assert "The outline's own." not in request.messages[1].content
    assert [each["kind"] for each in kept(result)] == ["rule"]


async def test_everything_is_filled_and_how_to_answer_stands_at_both_ends() -> None:
    """Models forget what a long prompt says in its middle."""
    model = Novelist()
    await filled(model, READ)
    for request in model.readings:
        assert [READ_WHOLE in end for end in ends(request.messages[0].content)] == [True, True]
        kinds = {*ReadingKind} - {ReadingKind.RULE}
        assert all(kind in request.messages[0].content for kind in kinds)
        finding = request.tools[0].parameters["properties"]["findings"]["items"]
        assert {*finding["properties"]["kind"]["enum"]} == kinds, "no rule where there are none"
        for text in read_of(request):
            assert not MARKUP.search(text), text
            assert not LOOPING.search(text), text

    schema = json_schema_of(ArcPartReading)
    assert set(shipped_prompts().wording("fields/fill_whole")) == set(dotted(schema, schema))


@pytest.mark.parametrize("weight", ["slight", "serious"])
async def test_few_words_are_exchanged_where_the_reader_says_which_however_slight(weight) -> None:
    """Replacing quoted words costs no call, even for slight findings. (FIL-10.6)"""
    few_words = on({**LATE, "weight": weight, "quote": FIRST, "instead": NOON})
    model = Novelist(
        reading=lambda asked: few_words(asked) if FIRST in asked.messages[1].content else []
    )
    fill, result = await filled(model, MEND)
    assert result.version.data["passages"][BELL]["prose"] == OLD.replace(FIRST, NOON)
    assert kept(result) == []
    assert len(model.asked(TITLE)) == 1
    assert [each.exchanged for each in events(fill, WholeRead)] == [1]
    _, result = await filled(Novelist(reading=few_words), READ)
    assert result.version.data["passages"][BELL]["prose"] == OLD


async def test_words_are_exchanged_before_anything_is_written_anew_or_read_again() -> None:
    """Later writers and readers must not meet known faults. (FIL-10.6)"""
    near = "passage::the-last-air-default-commit-1"
    first = prose_of(TITLES["the-last-air-default-commit-1"]).split(".")[0]
    model = mending(on(LATE, {**SLIGHT, "passage": near, "quote": first, "instead": NOON}))
    fill, result = await filled(model, MEND)
    once, again = events(fill, WholeRead)
    assert (once.findings, once.exchanged, once.mended) == (2, 1, (BELL,))
    assert (again.findings, again.mended) == (0, ())
    read = [each.messages[1].content for each in model.readings]
    last = [each for each in read if NEW in each]
    assert any(NOON in each for each in last)
    assert not any(first in each for each in last)
    assert NOON in result.version.data["passages"][near]["prose"]


@pytest.mark.parametrize(
    ("quote", "kinds", "prose", "label"),
    [
        pytest.param("Hold out the mouthpiece", [], OLD, "Go", id="label"),
        pytest.param("", ["label"], OLD, "Hold out the mouthpiece", id="nothing"),
        pytest.param(FIRST, [], OLD.replace(FIRST, "Go"), "Hold out the mouthpiece", id="prose"),
    ],
)
async def test_what_a_choice_is_called_is_put_right_and_no_prose_is_written_for_it(
    quote: str, kinds: list[str], prose: str, label: str
) -> None:
    """A bad choice label is corrected without new prose; words found only in prose change there."""
    said = {**LATE, "kind": "label", "quote": quote, "instead": "Go" if quote else ""}
    model = Novelist(reading=on(said))
    fill, result = await filled(model, MEND)
    assert result.version.data["passages"][BELL]["prose"] == prose
    assert [each["kind"] for each in kept(result)] == kinds
    choices = fill.story.existing_structure.outgoing_choices(BELL)
    assert [each.label for each in choices] == [label, "Take the last bottle"]
    assert len(model.asked(TITLE)) == 1
    assert [each.mended for each in events(fill, WholeRead)] == [()]


@pytest.mark.parametrize(
    ("quote", "instead"),
    [("not there", "now"), ("the", "a"), ("", "a"), ("a bell", ""), ("[x]", "a")],
)
def test_words_that_do_not_stand_there_just_once_are_left(quote: str, instead: str) -> None:
    """A missing or ambiguous quote could replace the wrong words. (FIL-10.6)"""
    finding = ReaderFinding.model_validate({**PLACELESS, "quote": quote, "instead": instead})
    assert finding.apply_fix("In the dark the cook has a bell [x].") == ""
