"""A model rewrites one passage of an imported story."""

from pathlib import Path

import pytest

from questfoundry.app.writing.rewrite_source import RewriteSourceUseCase, UndoRewriteUseCase
from questfoundry.domain.errors import ConversationError, InputError, UnreachableError
from questfoundry.domain.run.record import REWRITE, RunStatus
from questfoundry.infra.foreign.source_folder import SourceFolder
from questfoundry.infra.storage.folder_files import FolderProjectFiles
from questfoundry.testing.scripted import ScriptedChatProvider, says
from tests.support.stage_runs import Workshop, one_provider

STORY = (
    ':: StoryData\n{"format": "SugarCube"}\n\n:: Start\nYou wait with $who.\n\n[[Go->End]]\n\n'
    ":: End\nIt is over.\n\n:: Code\n<<set $x to 1>>\n"
)
DOUBLED = f"{STORY}\n:: Start\nAgain.\n"


def content(file: Path) -> str:
    return file.read_text()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    twee = tmp_path / "source" / "s.twee"
    twee.parent.mkdir()
    twee.write_text(STORY)
    return twee


@pytest.fixture
def doubled(file: Path) -> Path:
    file.write_text(DOUBLED)
    return file


def rewriting(shop: Workshop, file: Path, *replies: object) -> RewriteSourceUseCase:
    return RewriteSourceUseCase(
        source=SourceFolder(FolderProjectFiles(file.parents[1])),
        store=shop.store,
        runs=shop.opener(one_provider(ScriptedChatProvider(replies))),
        prompts=shop.prompts,
    )


async def test_the_prose_changes_and_the_code_stays(file: Path) -> None:
    """An answer that loses macros or variables is asked for again. (IMP-3.1)"""
    shop = Workshop()
    said = ("You wait.", "Cold, {1} [[waits]].\n\n{2}", "Cold, {1} waits.\n\n{2}")
    made = await rewriting(shop, file, *map(says, said)).execute("start", "Colder.")
    assert content(file) == STORY.replace("You wait with $who.", "Cold, $who waits.")
    assert (made.passage, made.path) == ("Start", str(file))
    (run,) = shop.store.runs.list(task=REWRITE)
    assert run.status is RunStatus.COMPLETED
    assert run.inputs.before == "You wait with $who.\n\n[[Go->End]]"


async def test_passages_of_one_name_beside_it_do_not_matter(doubled: Path) -> None:
    """Duplicate names elsewhere must not block the rewrite. (IMP-3.1)"""
    made = await rewriting(Workshop(), doubled, says("Nothing is left.")).execute("End", "Colder.")
    assert made.passage == "End"
    assert content(doubled) == DOUBLED.replace("It is over.", "Nothing is left.")


async def test_without_its_code_nothing_is_written(file: Path) -> None:
    """If every answer loses the code, the author's file stays as it was."""
    with pytest.raises(ConversationError):
        await rewriting(Workshop(), file, *[says("You wait.")] * 3).execute("Start", "Colder.")
    assert content(file) == STORY


async def test_what_was_interrupted_goes_on(file: Path) -> None:
    """A repeated command continues an interrupted rewrite and does not pay for its calls again."""
    shop = Workshop()
    broken = UnreachableError("gone")
    with pytest.raises(UnreachableError):
        await rewriting(shop, file, says("You wait."), broken).execute("Start", "Colder.")
    again = rewriting(shop, file, says("{1}, cold.\n\n{2}"))
    made = await again.execute("Start", "Colder.")
    assert made.run == "rewrite-1"
    assert "$who, cold." in content(file)


async def test_rewrites_are_taken_back_one_by_one(file: Path) -> None:
    """Undo is possible only while the file still contains the rewrite. (IMP-3.6)"""
    shop = Workshop()
    for text in ("One {1}.\n\n{2}", "Two {1}.\n\n{2}"):
        await rewriting(shop, file, says(text)).execute("Start", "Otherwise.")
    source = SourceFolder(FolderProjectFiles(file.parents[1]))
    undo = UndoRewriteUseCase(source=source, store=shop.store)
    assert undo.execute().run == "rewrite-2"
    assert "One $who." in content(file)
    assert undo.execute().run == "rewrite-1"
    assert content(file) == STORY
    with pytest.raises(InputError):
        undo.execute()


@pytest.mark.parametrize(
    ("passage", "wish"), [("Start", " "), ("Code", "Colder."), ("Strat", "Colder.")]
)
async def test_what_cannot_be_rewritten_is_refused(file: Path, passage: str, wish: str) -> None:
    """A wrong name or an empty note is refused before a model is paid."""
    shop = Workshop()
    with pytest.raises(InputError):
        await rewriting(shop, file).execute(passage, wish)
    assert not shop.store.runs.list(task=REWRITE)
