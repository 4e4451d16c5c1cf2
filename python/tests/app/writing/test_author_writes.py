"""An author who writes gets briefs and progress, and players read no word of a model."""

import json
import re
import zipfile
from collections.abc import AsyncIterator, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from attrs import evolve

from questfoundry import InputError, Project
from questfoundry.app.project.status import StageState
from questfoundry.app.structure.own_words import WorkingText, leave_out_plan
from questfoundry.domain.artifacts.fill import write_by_hand
from questfoundry.domain.artifacts.version import AGENT
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Role
from questfoundry.domain.ids import slug_of
from questfoundry.domain.prose.sentence_tracing import write_all
from questfoundry.domain.remedy import RunStage, ShowBrief, SimpleAction
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.hands import AUTHOR, HandLedger, LedgerEntry
from questfoundry.domain.story.player_texts import PlayerText, TextKind
from questfoundry.infra.export.story_document import JsonExporter
from questfoundry.presentation.author_brief import NAMES, take_in_names, take_in_texts, write_files
from questfoundry.testing import ScriptedChatProvider, says
from tests.support.editions import small_edition, with_clues, with_deeds, with_inserts
from tests.support.novelist import VOICE
from tests.support.small_story import IDEA, SCRIPTS, talk

SETTINGS = "prose: {}\nseed: {{stats: false}}\ngrow: {{acts: false}}\n"
RUN_OF_WORDS = 5


def make_folder(folder: Path, mode: str) -> Path:
    folder.mkdir()
    (folder / "project.yaml").write_text(SETTINGS.format(mode))
    return folder


async def plan(folder: Path, mode: str = "mine") -> Project:
    """Return a project whose story is planned and whose prose is the author's to write."""
    replies = [reply for script in SCRIPTS.values() for reply in script()]
    model = ScriptedChatProvider([*replies, *talk("fill", {"voice": VOICE}), *[polish] * 13])
    project = Project.open(make_folder(folder, mode), models=model, env={}, trust=True)
    await project.run(IDEA)
    return project


@pytest.fixture
async def project(tmp_path: Path) -> AsyncIterator[Project]:
    async with await plan(tmp_path / "story") as opened:
        yield opened


def write_everything(project: Project) -> None:
    """Write every passage and replace every working text, as an author would."""
    for brief in project.container.brief_author().execute():
        owed = "".join(f"\n\n[{each.insert.name}]\nOnly you did it." for each in brief.owed)
        text = f"My own hand wrote number {brief.number}, plain and short.{owed}\n\nRain fell."
        edit = write_by_hand(brief.briefing.passage, text)
        project.container.patch().edit("fill", edit)
    texts = {each.text.text: OWN[each.text.kind] for each in missing(project)}
    new = {text: own.format(number) for number, (text, own) in enumerate(texts.items(), start=1)}
    for stage in ("dream", "seed", "grow"):
        data = replace_texts(project.show(stage).data, new)
        project.container.patch().edit(stage, lambda artifact, data=data: type(artifact)(**data))
    project.keep()


OWN = dict.fromkeys(TextKind, "My own line {}") | {
    TextKind.HOOK: "My own teaser {}.",
    TextKind.LABEL: "Knock {} times on wood",
    TextKind.CLUE: "My own clue {} lies here.",
}


def replace_texts(data: Any, new: Mapping[str, str]) -> Any:
    if isinstance(data, Mapping):
        return {name: replace_texts(each, new) for name, each in data.items()}
    if isinstance(data, list | tuple):
        return [replace_texts(each, new) for each in data]
    return new.get(data, data) if isinstance(data, str) else data


def missing(project: Project) -> tuple[WorkingText, ...]:
    own = project.container.own_words()
    assert own
    return own.list_missing()


def exported_texts(folder: Path) -> Iterator[tuple[str, str]]:
    for path in folder.iterdir():
        content = path.read_bytes()
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(BytesIO(content)) as book:
                content = b"\n".join(map(book.read, book.namelist()))
        if path.suffix == ".pdf":
            pages = [*pypdfium2.PdfDocument(content)]
            content = "\n".join(each.get_textpage().get_text_range() for each in pages).encode()
        yield path.name, content.decode(errors="replace")


def runs_of_words(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"[\w'-]+", text.casefold())
    return {tuple(words[at : at + RUN_OF_WORDS]) for at in range(len(words) - RUN_OF_WORDS + 1)}


def answered_texts(project: Project) -> Iterator[str]:
    """Yield every text in every answer of a model that the journal holds."""
    store = project.container.store()
    for run in store.runs.list():
        for entry in store.journal.entries(run.id):
            yield from strings_in(entry.response)


def strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        if value.startswith("{"):
            yield from strings_in(json.loads(value))
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from strings_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from strings_in(each)


async def test_no_export_has_a_word_of_a_model(project: Project, tmp_path: Path) -> None:
    """In a story that the author wrote, no five words of an answer are in any export.

    OWN-1.1
    """
    answers = set[tuple[str, ...]]().union(*map(runs_of_words, answered_texts(project)))
    assert len(answers) > 100
    write_everything(project)
    assert missing(project) == ()
    assert project.status().next_step == RunStage("ship")
    project.ship()
    texts = dict(exported_texts(tmp_path / "story" / "exports"))
    assert sum("My own hand wrote number 1" in each for each in texts.values()) > 12
    found = {name: runs_of_words(text) & answers for name, text in texts.items()}
    assert {name: each for name, each in found.items() if each} == {}


def test_the_exports_have_no_names_of_flags_from_labels_of_the_plan() -> None:
    """A flag is named after the label that the plan gave its choice; players play the same story.

    OWN-1.1
    """
    edition = with_inserts(with_clues(with_deeds(small_edition())))
    place = PlayerText(stage="fill", path=(), kind=TextKind.PROSE, passage="", text="")
    sentence = evolve(write_all(("one",), AUTHOR), flag="act-1")
    ledger = HandLedger(entries=(LedgerEntry(text=place, sentence=sentence),))
    found, hands = leave_out_plan(edition, ledger)
    assert hands.entries[0].sentence.flag in {slug_of(flag) for flag in found.flags}
    assert not {*edition.flags} & {*found.flags}
    old, new = Solver(edition.structure), Solver(found.structure)
    assert new.count_playthroughs() == old.count_playthroughs()
    [page] = JsonExporter().export(found)
    assert not [flag for flag in edition.flags if f'"{flag}"' in page.content.decode()]
    names = dict(zip(edition.flags, found.flags, strict=True))
    for passage, paragraphs in edition.paragraphs.items():
        assert [(each.text, names.get(each.flag, "")) for each in paragraphs] == [
            (each.text, each.flag) for each in found.paragraphs[passage]
        ]


async def test_names_are_written_in_a_list(project: Project) -> None:
    """The author replaces titles and labels in one file, and no stage becomes stale by that.

    OWN-2.2
    """
    container = project.container
    briefs, wording = container.brief_author(), container.prompts().wording("briefing")
    write_files(container, briefs.execute(), wording)
    assert take_in_names(container) == 0
    lines = read(project, NAMES).splitlines()
    wanted = [each for each in lines if each.endswith(" → ")]
    assert len(wanted) == len([each for each in missing(project) if not each.is_prose])
    own = [
        f"{each}Own words, number {at}." if each in wanted[2:] else each
        for at, each in enumerate(lines)
    ]
    container.settings().files.replace(NAMES, "\n".join(own))
    assert take_in_names(container) == len(wanted) - 2
    assert len([each for each in missing(project) if not each.is_prose]) == 2
    status = project.status()
    assert not [each for each in status.stages if each.state is StageState.STALE]
    assert status.differing == ()
    write_files(container, briefs.execute(), wording)
    assert len(re.findall(" → ", read(project, NAMES))) == 2


async def test_the_run_stops_after_the_plan_and_names_the_next_passage(project: Project) -> None:
    """A run writes no passage and exports nothing, and SHIP says what is missing.

    OWN-1.2
    """
    planned = await project.run()
    first = project.container.load_woven_story().existing_structure.start
    assert (planned.ship_result, planned.next_step) == (None, ShowBrief(first))
    assert (planned.writing.written, planned.writing.passages) == (0, 13)
    assert project.show("fill").data["passages"] == {}
    with pytest.raises(InputError, match="text: 13\n  question: 1") as refused:
        project.ship()
    assert refused.value.remedies == (ShowBrief(first), SimpleAction.CHECK_STRUCTURE)
    project.container.patch().edit("fill", write_by_hand(first, "Rain fell."))
    writing = (await project.run()).writing
    assert (writing.written, writing.words, writing.next_passage != first) == (1, 2, True)
    assert {each.item.rule for each in project.container.check().execute().unwritten} == {
        "not-yet-yours"
    }


async def test_the_brief_has_what_a_writer_must_know(project: Project) -> None:
    """The brief names the conditional texts that are owed, and checks the author's text by rules.

    OWN-2.1
    """
    briefs = project.container.brief_author()
    owing = next(each for each in briefs.execute() if each.owed)
    passage, owed = owing.briefing.passage, owing.owed[0]
    assert (owed.condition.strip() != "", owed.is_written, owing.findings) == (True, False, ())
    project.container.patch().edit(
        "fill", write_by_hand(passage, "Rain fell on all the roofs of the town, and you went on. ")
    )
    (again,) = briefs.execute(passage)
    assert any(owed.insert.name in each.problem for each in again.findings)
    assert {each.text.kind for each in again.working_texts} >= {TextKind.TITLE}


async def test_only_edits_of_the_author_make_a_text_the_authors(project: Project) -> None:
    """Edits of an agent and renamed names change no hands; an edit of the author does."""
    patch, start = (
        project.container.patch(),
        project.container.load_woven_story().existing_structure,
    )
    title = f"passages.{start.start}.title"
    patch.execute("grow", {title: "Agents Wrote This"}, origin=AGENT)
    assert "Agents Wrote This" in {each.text.text for each in missing(project)}
    patch.execute("grow", {title: "Mara Voss Comes Home"})
    project.container.rename().execute("Mara Voss", "Nell Voss")
    left = {each.text.text for each in missing(project)}
    assert project.show("grow").data["passages"][0]["title"] == "Nell Voss Comes Home"
    assert "Nell Voss Comes Home" not in left
    assert len(left) == 1 + 24  # the passages without a text, and the other texts of the plan


async def test_a_text_at_the_end_of_a_briefs_file_is_taken_in(project: Project) -> None:
    """The author's text is stored, and a passage that was changed elsewhere is not replaced.

    OWN-2.2
    """
    container = project.container
    briefs, wording = container.brief_author(), container.prompts().wording("briefing")
    first, second, *_ = write_files(container, briefs.execute(), wording)
    files = container.settings().files
    assert "\n## What happens\n" in read(project, first)
    files.replace(first, f"{read(project, first)}\n\nRain fell.\n\nYou went on.\n")
    (taken,) = take_in_texts(container, briefs.execute())
    assert project.show("fill").data["passages"][taken] == {"prose": "Rain fell.\n\nYou went on."}
    assert take_in_texts(container, briefs.execute()) == ()

    passage = briefs.execute()[1].briefing.passage
    container.patch().edit("fill", write_by_hand(passage, "Snow fell."))
    files.replace(second, f"{read(project, second)}\n\nHail fell.\n")
    with pytest.raises(InputError, match=re.escape(second)):
        take_in_texts(container, briefs.execute())
    assert write_files(container, briefs.execute()[:1], wording) == (first,)
    assert files.names("briefs") == [NAMES, first]


def read(project: Project, name: str) -> str:
    content = project.container.settings().files.read(name, max_bytes=100_000)
    assert content
    return content.decode()


async def test_a_model_proposes_changes_that_are_accepted_one_by_one(tmp_path: Path) -> None:
    """In the mode between, a run changes nothing, and each accepted change stays the author's.

    OWN-3.1
    """
    async with await plan(tmp_path / "story", "polish") as project:
        write_everything(project)
        before = project.show("fill").data["passages"]
        result = await project.run()
        assert (result.proposals, project.show("fill").data["passages"]) == (13, before)
        assert result.ship_result
        with pytest.raises(InputError, match="You write this story"):
            await project.container.rewrite().execute("passage::setup-1", "Darker.")

        first = project.drafts.list()[0]
        assert [*first.changes] == [1, 2]
        await project.drafts.choose(first.id, change=2)
        with pytest.raises(InputError, match=r"The open changes are: 1\."):
            await project.drafts.choose(first.id, change=2)
        prose = project.show("fill").data["passages"][first.passage]["prose"]
        assert prose == before[first.passage]["prose"].replace("Rain fell.", "The rain fell.")
        assert missing(project) == ()
        assert (await project.run()).proposals == 0


def polish(request: ChatRequest) -> ChatResponse:
    """Answer with the passage of the request, in which two paragraphs differ."""
    own = next(each.content for each in request.messages if each.role is Role.ASSISTANT)
    own = own.replace("plain and short", "short and plain")
    return says(own.replace("Rain fell", "The rain fell"))


async def test_no_model_writes_in_the_authors_story(project: Project) -> None:
    """Rewrites and drafts of passages are refused, and the refusal names the mode between."""
    write_everything(project)
    for work in (
        project.container.rewrite().execute("passage::setup-1", "Darker."),
        project.drafts.draft_passage("passage::setup-1", "Darker."),
    ):
        with pytest.raises(InputError, match="prose: polish"):
            await work
