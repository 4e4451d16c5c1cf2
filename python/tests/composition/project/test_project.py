"""The public entry point: what a program does with a project, in a folder or in memory."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from questfoundry import InputError, Project, UsageError
from questfoundry.app.run.spend_meter import CountedEmbeddingProvider
from questfoundry.composition.wiring.inputs import require_coroutine_function
from questfoundry.domain.chat.usage import Usage, report_spending
from questfoundry.domain.errors import BudgetReachedError, PromptError
from questfoundry.domain.library.book import BookStatus
from questfoundry.domain.protocols.provider import EmbeddingProvider
from questfoundry.testing import ScriptedAuthor, ScriptedChatProvider, calls, says
from tests.support.checkout import PROMPTS
from tests.support.stage_runs import VISION
from tests.support.tools import LookupTool

SCRIPT = (says("Let the bells ring."), says("A brief."), calls("submit_dream", VISION))
TALE = "The lamp is out. Nobody climbs the tower any more.\n\nA gull sits on the rail."


def model(*replies, name: str = "mine/model") -> ScriptedChatProvider:
    return ScriptedChatProvider(replies or SCRIPT, model=name)


def written_to(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_a_project_in_memory_runs_a_stage_and_writes_no_file(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with Project.open_in_memory(models=model(), env={}) as project:
        result = await project.run_stage("dream", "A noir mystery")
        assert result.artifact.genre == VISION["genre"]
        assert project.show("dream").data == result.version.data
        first, second, *_ = project.status().stages
        assert (first.version, second.version) == (1, None)
    assert written_to(tmp_path) == []


@pytest.mark.parametrize(
    "asked", [{"size": "huge"}, {"language": "not a language"}, {"attempts": 0}, {"max_turns": 0}]
)
async def test_what_cannot_be_used_is_refused_before_anything_is_asked(asked) -> None:
    asking = model()
    async with Project.open_in_memory(models=asking, env={}) as project:
        with pytest.raises(InputError, match=next(iter(asked))):
            await project.run_stage("dream", "A noir mystery", **asked)
    assert asking.requests == []


async def test_a_talk_needs_somebody_to_talk_with() -> None:
    asking = model()
    async with Project.open_in_memory(models=asking, env={}) as project:
        with pytest.raises(UsageError, match="author"):
            await project.run_stage("dream", "A noir mystery", interactive=True)
        author = ScriptedAuthor(["/done"])
        await project.run_stage("dream", "A noir mystery", interactive=True, author=author)
    assert len(asking.requests) == len(SCRIPT)


def say_done() -> str:
    """Return a line, as an author that is no coroutine function would."""
    return "/done"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"interactive": True, "author": say_done}, "async def"),
        ({"interactive": True, "author": ["/done"]}, "async def"),
        ({"research_tools": [LookupTool("ready_to_summarize")]}, "ready_to_summarize is reserved"),
        ({"research_tools": [LookupTool("present_options")]}, "present_options is reserved"),
        ({"research_tools": [LookupTool("submit_seed")]}, "submit_seed is reserved"),
        ({"research_tools": [LookupTool(), LookupTool()]}, "Two tools have the name lookup"),
    ],
)
async def test_what_a_discussion_cannot_use_is_refused_before_anything_is_paid(given, words):
    """The first answer would be paid for, and the run would fail right after it."""
    asking = model()
    async with Project.open_in_memory(models=asking, env={}) as project:
        for begin in (
            project.run_stage("dream", "A noir", **given),
            project.run("A noir", **given),
        ):
            with pytest.raises(UsageError, match=words):
                await begin
    assert asking.requests == []


async def test_every_form_of_a_coroutine_function_can_be_the_author() -> None:
    """Programs pass functions, methods, partials and objects."""

    async def next_line(line: str = "") -> str:
        return line

    author = ScriptedAuthor(["/done"])
    for each in (next_line, partial(next_line, "/done"), author, author.__call__):
        require_coroutine_function("author", each)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("dream/serialize.md", "<!-- section: system -->\n{% if %}\n", "line 2"),
        (
            "seed/paths.md",
            "<!-- section: system -->\nx\n<!-- section: user -->\n{{ breif }}",
            "breif",
        ),
        ("grow/titles.short.md", "<!-- section: user -->\n{{ size | none }}", "No filter named"),
        (
            "grow/titles.md",
            "<!-- section: system -->\nx\n<!-- section: user -->\n{{ brief.colour }}",
            "line 4: no variable has the attribute 'colour'",
        ),
        ("dream/summarize.md", "<!-- section: system -->\nSum up.\n", "lacks the section instr"),
        ("dream/summarize.md", "Sum up.", "has no sections"),
        ("../tools/present_options.yaml", "description: [", "Correct that line"),
    ],
)
async def test_a_prompt_with_an_error_is_found_before_anything_is_paid(
    tmp_path: Path, name: str, text: str, words: str
) -> None:
    """A mistake in a prompt of Serialize would show only after two paid phases. (PRM-3.3)"""
    asking = model()
    async with Project.open(tmp_path, models=asking, env={}) as project:
        path = tmp_path / "prompts" / "templates" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        for begin in (project.run_stage("dream", "A noir"), project.run("A noir")):
            with pytest.raises(PromptError, match=words):
                await begin
        path.unlink()
        own = tmp_path / "prompts" / "templates" / "dream" / "summarize.md"
        own.parent.mkdir(exist_ok=True)
        own.write_text((PROMPTS / "templates" / "dream" / "summarize.md").read_text("utf-8"))
        await project.run_stage("dream", "A noir")
    assert len(asking.requests) == len(SCRIPT)


async def test_a_run_of_a_model_of_ones_own_is_resumed_and_replayed(tmp_path: Path) -> None:
    async with Project.open(tmp_path, models=model(*SCRIPT[:2]), env={}) as project:
        with pytest.raises(UsageError, match="script ended"):
            await project.run_stage("dream", "A noir mystery")
    going_on = model(SCRIPT[2])
    async with Project.open(tmp_path, models=going_on, env={}) as project:
        made = await project.run_stage("dream", resume="dream-1")
        again = await project.run_stage("dream", provider="replay/dream-1")
    assert len(going_on.requests) == 1
    assert again.artifact == made.artifact
    assert (again.run, again.llm_calls) == ("dream-2", 0)


async def test_an_edit_of_a_file_counts_before_the_next_stage_is_run(tmp_path: Path) -> None:
    async with Project.open(tmp_path, models=model(), env={}) as project:
        result = await project.run_stage("dream", "A noir mystery")
        path = tmp_path / "artifacts/dream.yaml"
        path.write_text(path.read_text().replace(VISION["tone"], "wry"))
        assert [each.version for each in project.take_in_edits()] == [2]
        assert project.show("dream").data["tone"] == "wry"
        assert result.version.version == 1


async def test_a_book_is_added_found_and_talked_with(tmp_path: Path) -> None:
    book = tmp_path / "The lamp.txt"
    book.write_text(TALE)
    talking = model(says("Nobody does [Pages 1-1]."), says("A gull [Pages 1-1]."))
    async with Project.open_in_memory(models=talking, env={}) as project:
        added = await project.books.add(str(book))
        assert [each.id for each in project.books.list()] == [added.book.id]
        [hit] = await project.books.search("who climbs the tower", book="the-lamp")
        assert "Nobody climbs" in hit.chunk.text
        reply = await project.books.chat("the-lamp", "Who climbs the tower?")
        other = await project.books.chat(
            "the-lamp", "And on the rail?", conversation=reply.conversation
        )
    assert reply.conversation == other.conversation == 1
    assert other.answer.text == "A gull [Pages 1-1]."
    said = [message.content for message in talking.requests[1].messages]
    assert "Who climbs the tower?" in said


class Paid(EmbeddingProvider):
    """An embedding provider that uses ten tokens for each text."""

    texts = 0

    @property
    def model(self) -> str:
        return "openai/text-embedding-3-small"

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        self.texts += len(texts)
        report_spending(self.model, Usage(input_tokens=10 * len(texts)))
        return [[1.0, float(len(text))] for text in texts]


async def test_a_book_is_added_as_far_as_the_budget_lasts_and_goes_on(tmp_path: Path) -> None:
    """A spent budget must keep the finished embeddings, so a second call pays only for the rest."""
    book = tmp_path / "tides.txt"
    paragraphs = (f"The tide of day {day} was late. " + "Water " * 150 for day in range(150))
    book.write_text("\n\n".join(paragraphs))
    async with Project.open(tmp_path / "story", env={}) as project:
        container, paid = project.container, Paid()
        store, clock = container.store(), container.clock()
        container.library.embeddings.override(
            CountedEmbeddingProvider(paid, runs=store.runs, journal=store.journal, clock=clock)
        )
        with pytest.raises(BudgetReachedError):
            await project.books.add(str(book), budget="100tokens")
        embedded = paid.texts
        assert 0 < embedded < 150
        added = await project.books.add(str(book))
        assert added.book.status is BookStatus.READY
        assert paid.texts == added.book.chunks
