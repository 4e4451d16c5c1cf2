"""The books of a project in the web interface."""

from pathlib import Path

from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.testing.scripted import ScriptedChatProvider, says
from tests.support.desk import at_desk, texts
from tests.web.test_making import over

WHALE = (
    "# Loomings\n\nCall me Ishmael. The whale is <b>white</b>.\n\n# The End\n\nAll are drowned.\n"
)


def shelved(project: Path) -> Path:
    (project / "books").mkdir()
    (project / "books" / "whale.md").write_text(WHALE)
    (project / "secret.txt").symlink_to("/etc/passwd")
    (project / ".hidden.md").write_text("# No")
    return project


async def test_a_file_of_the_folder_is_read_and_asked(project: Path) -> None:
    """The author reads and questions a book without the terminal. (DSK-9.2)"""
    traits = ModelTraits(capabilities=Capabilities(tools=False))
    model = ScriptedChatProvider([says("White, <i>as</i> page 1 says.")] * 3, traits=traits)
    async with at_desk(shelved(project), models=model) as desk:
        assert texts(await desk.get("/books"), "//option") == ["books/whale.md"]
        sent = await desk.post("/books", {"file": "books/whale.md", "title": "The Whale"})
        assert sent.status_code == 303
        await over(desk)
        assert desk.views.task.outcome, desk.views.task.problem
        address = desk.views.task.outcome.address
        assert texts(await desk.get("/books"), "//main//li/a") == ["The Whale"]
        for place in (address, f"{address}/1"):
            await desk.post(place, {"question": "Which colour is it?", "page": "1"})
            await over(desk)
            assert desk.views.task.outcome, desk.views.task.problem
            assert desk.views.task.outcome.address == f"{address}/1"
        shown = await desk.get(f"{address}/1")
        said = texts(shown, "//div[contains(@class, 'message')]/p[2]")
        assert said == ["Which colour is it?", "White, <i>as</i> page 1 says."] * 2
        assert "nothing beyond page 1" in shown.text
        assert texts(shown, "//a[@aria-current='true']") == ["Which colour is it?"]


async def test_only_files_that_the_page_names_are_read_and_questions_answered(project) -> None:
    """A form must not read private files, nor pay for an empty question. (DSK-9.2)"""
    async with at_desk(shelved(project)) as desk:
        for file in (
            "../x.md",
            "/etc/passwd",
            "secret.txt",
            ".hidden.md",
            "artifacts/fill.yaml",
            "",
        ):
            refused = await desk.post("/books", {"file": file})
            assert refused.status_code == 400, file
            assert not desk.views.task.is_running
        assert (await desk.get("/books/nothing")).status_code == 400
        assert "No books yet" in (await desk.get("/books")).text

        await desk.post("/books", {"file": "books/whale.md"})
        await over(desk)
        assert desk.views.task.outcome
        address = desk.views.task.outcome.address
        for form in ({"question": " "}, {"question": "Who?", "page": "ten"}):
            answer = await desk.post(address, form)
            if answer.status_code == 303:  # The page number is checked when the work begins.
                await over(desk)
                assert "is not a page number" in desk.views.task.problem
            else:
                assert answer.status_code == 400
        assert (await desk.get(f"{address}/7")).status_code == 400
