"""Progress messages of a stage, its writing and the pipeline, event by event."""

from decimal import Decimal

import pytest

from questfoundry.domain.artifacts.version import SummaryLine
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.events import (
    ModelCallFinished,
    ModelCallRetried,
    ModelCallStarted,
    SectionAskedAgain,
    ToolCallFinished,
    ToolCallStarted,
    ToolWithdrawn,
)
from questfoundry.domain.events.stages import (
    PassageAskedAgain,
    PassageWritten,
    PhaseCompleted,
    PhaseStarted,
    ReadingFailed,
    StageCompleted,
    StageStarted,
    StageTurn,
    WholeRead,
    WholeReadingStarted,
    WholeUnread,
    WritingStarted,
)
from questfoundry.domain.protocols.provider import PriceBook
from questfoundry.presentation.console import Screen
from questfoundry.presentation.pipeline_progress import PipelineProgress
from questfoundry.presentation.progress import Progress

USAGE = Usage(input_tokens=30, output_tokens=10)
TOOLS = (
    ToolCallStarted(tool="search_corpus", arguments={"query": "noir"}),
    ToolCallFinished(tool="search_corpus", result="success", size=1200),
    ToolWithdrawn(tool="web_search", reason="called twice alike"),
)


class PriceOfTheFirst(PriceBook):
    """A price book that knows only one model."""

    def cost(self, model: str, usage: Usage) -> Decimal | None:
        return Decimal("0.5") if model == "openai/known" else None


class Watch:
    """A clock that advances by a fixed number of seconds with every reading."""

    def __init__(self, step):
        self._time, self._step = 0.0, step

    def __call__(self):
        self._time += self._step
        return self._time


def told(capsys, *events, verbosity=0, step=1.0):
    progress = Progress(Screen(), verbosity=verbosity, now=Watch(step))
    progress.prices = PriceOfTheFirst()
    return emitted(capsys, progress, *events)


def emitted(capsys, progress, *events):
    for event in events:
        progress.emit(event)
    return capsys.readouterr().err


def call(model="openai/known", *, replayed=False, scope="discuss"):
    return ModelCallFinished(
        model=model, scope=scope, usage=USAGE, seconds=2.0, finish_reason="stop", replayed=replayed
    )


def phase(*calls):
    return (
        PhaseStarted(stage="dream", phase="discuss", model="openai/known"),
        *calls,
        PhaseCompleted(stage="dream", phase="discuss", rounds=2, usage=USAGE + USAGE),
    )


def test_waiting_and_a_missing_review_are_told_with_their_reason(capsys) -> None:
    """A busy provider looks like a program that hangs; a missing review harms nothing."""
    event = ModelCallRetried(model="openai/x", attempt=2, wait=3.0, problem="429: too many.")
    assert told(capsys, event) == "  waiting 3 s: 429: too many.\n"

    failed = ReadingFailed(reading="review", passage="the-air-pocket", problem="cut off\nlong")
    assert told(capsys, failed) == ""
    assert told(capsys, failed, verbosity=1) == "  no review of the-air-pocket: no valid answer\n"


@pytest.mark.parametrize(
    ("calls", "line"),
    [
        ((call(), call()), "  2 turns, 2 calls, 80 tokens, 4.0 s, $1.00"),
        ((call(), call("openai/unknown")), "  2 turns, 2 calls, 80 tokens, 4.0 s"),
        (
            (call(replayed=True), call()),
            "  2 turns, 2 calls, 1 of them from the journal, 80 tokens, 2.0 s, $0.5000",
        ),
        (
            (call(replayed=True), call(replayed=True)),
            "  2 turns, 2 calls, 2 of them from the journal, 80 tokens",
        ),
    ],
)
def test_a_phase_tells_what_it_used_now(capsys, calls, line):
    """Answers from the journal cost nothing, and an unknown price is not shown."""
    assert told(capsys, *phase(*calls)).splitlines()[1] == line


def test_tools_are_told_when_more_is_wanted(capsys):
    """Tool calls help to find an error, but would flood the normal output."""
    assert told(capsys, *TOOLS) == ""
    assert told(capsys, *TOOLS, verbosity=1).splitlines() == [
        '  tool search_corpus {"query": "noir"}',
        "  tool search_corpus: success, 1,200 characters",
        "  tool web_search is no longer offered: called twice alike",
    ]


@pytest.mark.parametrize(
    ("attempts", "sections", "line"),
    [(1, 1, "  1 call,"), (2, 1, "  2 attempts, 1 call,"), (6, 6, "  6 sections, 1 call,")],
)
def test_attempts_are_told_only_where_something_was_repaired(capsys, attempts, sections, line):
    """Attempts matter to the author only if an answer needed a repair."""
    ended = PhaseCompleted(
        stage="seed", phase="serialize", rounds=attempts, sections=sections, usage=USAGE
    )
    began = PhaseStarted(stage="seed", phase="serialize", model="openai/known")
    assert line in told(capsys, began, call(), ended)


def asked(number, *, replayed=False):
    return call("a/b", replayed=replayed, scope=f"write:passage::p{number}")


def lines_of(capsys, *events, step=1.0):
    return told(capsys, *events, step=step).splitlines()


def written(number, total, *findings, kept=False):
    return PassageWritten(
        passage=f"passage::p{number}",
        title=f"Title {number}",
        done=number,
        total=total,
        words=50,
        findings=findings,
        kept=kept,
    )


def test_a_line_for_each_tenth_and_a_sum(capsys):
    """A line for each tenth shows progress without a flood. (FIL-5.2)"""
    total = 40
    passages = [each for n in range(1, total + 1) for each in (asked(n), written(n, total))]
    first, *told, last = lines_of(capsys, WritingStarted(model="a/b", passages=total), *passages)
    titles = [line for line in told if line.startswith("  Title")]
    lines = [line for line in told if line not in titles]
    assert titles == [f"  Title {number}, 50 words" for number in range(1, total + 1)]
    assert first == "Writing 40 passages with a/b"
    assert [line.split()[0] for line in lines] == [str(n) for n in range(4, 40, 4)]
    assert lines[0] == "  4 of 40 passages, 160 tokens, about 36 s left"
    assert last == "  40 passages, 2,000 words, 40 calls, 1,600 tokens, 40.0 s"


def test_passages_from_the_journal_do_not_count_for_the_pace(capsys):
    """Answers from the journal take no time and would promise an early end."""
    events = [
        WritingStarted(model="a/b", passages=10),
        *(each for n in range(1, 9) for each in (asked(n, replayed=True), written(n, 10))),
        *(each for n in (9, 10) for each in (asked(n), written(n, 10))),
    ]
    told = lines_of(capsys, *events, step=90.0)
    lines = [line for line in told if "Title" not in line]
    assert not any("left" in line for line in lines[:9])
    assert lines[9] == "  9 of 10 passages, 40 tokens, about 2 min left"
    assert lines[10].startswith("  10 passages, 500 words, 10 calls, 8 of them from the journal")


@pytest.mark.parametrize(("seconds", "words"), [(0.1, "1 s"), (59, "59 s"), (7200, "2 h")])
def test_the_time_left_in_words(seconds, words, capsys):
    """The author wants the remaining time in a readable unit, from seconds to hours. (FIL-5.2)"""
    events = (WritingStarted(model="a/b", passages=2), asked(1), written(1, 2))
    assert lines_of(capsys, *events, step=seconds)[2].endswith(f"about {words} left")


def test_findings_and_what_was_asked_again_are_summed_up(capsys) -> None:
    """A long list would hide the progress, and a new answer needs its reason. (FIL-5.2)"""
    lines = lines_of(
        capsys, WritingStarted(model="a/b", passages=1), asked(1), written(1, 1, "Flat.", "Long.")
    )
    assert lines[1:3] == ["  Title 1, 50 words", "    finding: Flat. (and 1 other finding)"]
    assert lines[-1].endswith("1 passage with findings: see `qf check`")

    events = (
        SectionAskedAgain(section="paths", attempt=1, faults=("paths.up: is missing", "b: c")),
        WritingStarted(model="a/b", passages=2, kept=1),
        PassageAskedAgain(passage="passage::p1", findings=("It is in the past tense.",)),
        written(1, 3),
        written(2, 3, kept=True),
    )
    assert [line for line in lines_of(capsys, *events) if " passages" not in line] == [
        "  paths is requested again: paths.up: is missing (and 1 other fault)",
        "  Title 1, 50 words",
        "    rewritten because of: It is in the past tense.",
    ]


def test_the_reading_of_the_whole_is_told(capsys):
    """The author must know what a full review changed, or why there was none."""
    began = WholeReadingStarted(model="a/b", arcs=2)
    mended = WholeRead(findings=3, serious=1, exchanged=2, mended=("passage::p1",))
    assert lines_of(capsys, began, mended, began, WholeRead(findings=0, serious=0)) == [
        "Reviewing 2 whole playthroughs with a/b",
        "  3 findings, 1 of them serious; 2 fixed by small edits; 1 passage rewritten",
        "Reviewing 2 whole playthroughs with a/b",
        "  no findings",
    ]
    (left,) = lines_of(capsys, WholeRead(findings=1, serious=0))
    assert left == "  1 finding, 0 of them serious: see `qf check`"
    (none_left,) = lines_of(capsys, WholeRead(findings=1, serious=0, exchanged=1))
    assert none_left == "  1 finding, 0 of them serious; 1 fixed by small edits"
    failed = ReadingFailed(reading="whole", passage="passage::p1", problem="x")
    assert told(capsys, failed, verbosity=1) == (
        "  one playthrough was not reviewed: the model gave no valid answer\n"
    )
    weak, poor = WholeUnread(model="a/b"), WholeUnread(model="a/b", problem="Spent.")
    assert lines_of(capsys, weak, poor) == [
        "  The full review was skipped: a/b cannot review prose.",
        "  The full review was skipped: Spent.",
    ]


def test_single_calls_are_not_told_while_many_are_made(capsys):
    begun = ModelCallStarted(model="a/b", scope="write:passage::p1", input_tokens=1)
    events = (WritingStarted(model="a/b", passages=2), begun, asked(1))
    assert lines_of(capsys, *events) == ["Writing 2 passages with a/b"]


TURN = StageTurn(stage="seed", place=3, total=6, kept=False, changed=("dream", "brainstorm"))
BEGUN = StageStarted(stage="seed", run="seed-2", interactive=False, prompt_length=0, resumed=True)
SERIALIZE = PhaseStarted(stage="seed", phase="serialize", model="local/x")
WAITING = ModelCallStarted(model="local/x", scope="serialize", input_tokens=10)
DONE = StageCompleted(
    stage="seed",
    run="seed-2",
    llm_calls=3,
    tokens_used=80,
    gist=(
        SummaryLine("Splits", "Who drowned? The clerk / The banker"),
        SummaryLine("Ends", "x " * 200),
    ),
)


def test_a_regenerated_stage_names_the_version_that_is_kept(capsys):
    """An author who dislikes the new result must know how to get the old one back."""
    progress = PipelineProgress(Screen(), verbosity=0, is_interactive=False)
    turn = StageTurn(stage="fill", place=5, total=6, kept=False, earlier_version=2)
    assert emitted(capsys, progress, turn) == (
        "FILL (5 of 6): making it again. Version 2 is kept: qf undo fill restores it.\n"
    )


def test_a_stage_is_told_in_a_few_lines(capsys):
    """A few lines for each stage show its result, and calls from the journal are counted apart."""
    progress = PipelineProgress(Screen(), verbosity=0, is_interactive=False)
    first = (TURN, BEGUN, SERIALIZE, WAITING, call(replayed=True), WAITING)
    *lines, splits, ends, settled = emitted(capsys, progress, *first, call(), DONE).splitlines()
    assert splits == "  Splits  Who drowned? The clerk / The banker"
    assert ends == f"  Ends    {'x ' * 78}..."
    assert lines == [
        "SEED (3 of 6): making it again, because DREAM and BRAINSTORM have changed",
        "  continuing run seed-2",
    ]
    assert settled.startswith("  finished: 1 call, 1 more from the journal, 40 tokens, ")
    assert progress.has_begun


def test_a_draft_does_not_tell_how_it_ends(capsys):
    """A newcomer plays the draft next."""
    progress = PipelineProgress(Screen(), verbosity=0, is_interactive=False)
    phase = PhaseStarted(stage="seed", phase="serialize", model="draft/scenes")
    shown = emitted(capsys, progress, TURN, phase, WAITING, call(), DONE)
    assert "Ends" not in shown
    assert "finished: 1 call" in shown


def test_a_terminal_shows_what_is_waited_for_and_a_talk_its_phases(capsys) -> None:
    """A changing line shows that a long stage works; authors need the phase in a talk."""
    screen = Screen()
    screen.is_live = True
    progress = PipelineProgress(screen, verbosity=0, is_interactive=False)
    shown = emitted(capsys, progress, TURN, SERIALIZE, WAITING, call(), WAITING)
    assert shown.endswith("  serialize, 1 call, 40 tokens ...")

    progress = PipelineProgress(Screen(), verbosity=0, is_interactive=True)
    told = emitted(capsys, progress, TURN, SERIALIZE, DONE)
    assert "Serialize with local/x" in told
    # The dialogue already shows the complete result.
    assert "Splits" not in told
