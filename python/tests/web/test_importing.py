"""Importing in the web interface: upload, preview, and accept or cancel."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from questfoundry.web.forms import plain_name
from questfoundry.web.server import MAX_UPLOAD_BYTES
from tests.support.desk import texts
from tests.support.qf import qf
from tests.web.test_folder import at_folder, entered

STORY = (
    ":: StoryTitle\nThe <b>Cellar\n\n:: Start\nIt is dark. <<wander>>\n[[Out]]\n\n:: Out\nLight.\n"
)
OUTLINE = "# The Tide\n\n## Premise\n\nA pilot waits.\n\n## People\n\n- Mara Voss, a pilot\n"
NO_FILES: tuple[dict[str, Any], ...] = (
    {"data": {"file": "text"}},
    {"content": b"x"},
    {"files": {"other": ("a", "b")}},
)
SENT = {"hx-request": "true"}


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def files_below(folder: Path) -> set[str]:
    return {each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file()}


async def hand_over(client: httpx.AsyncClient, *files: tuple[str, str | bytes]) -> httpx.Response:
    return await client.post("/import", files=[("file", each) for each in files], headers=SENT)


async def looked_at(client: httpx.AsyncClient, *files: tuple[str, str | bytes]) -> str:
    """Upload the files, and return the address of the page that previews them."""
    said = await hand_over(client, *files)
    assert said.status_code == 200, said.text
    return said.headers["hx-redirect"]


async def test_a_story_is_shown_and_then_taken(tmp_path: Path) -> None:
    """The author reviews an upload before it becomes a project."""
    async with at_folder(tmp_path) as client:
        place = await looked_at(client, ("cellar.twee", STORY))
        shown = await client.get(place)
        assert texts(shown, "//h1") == ["The <b>Cellar"]
        assert "2 passages, 1 choice" in texts(shown, "//header/p")[0]
        assert any("cellar.twee, line 5: '<<wander>>'" in each for each in texts(shown, "//li"))
        assert names(tmp_path) == []
        said = await client.post(place, data={"name": "Down"}, headers=SENT)
        assert texts(await entered(said.headers["hx-redirect"]), "//h1") == ["The <b>Cellar"]
        assert (tmp_path / "down/source/cellar.twee").read_bytes() == STORY.encode()
        assert (await client.get(place)).status_code == 400


async def test_an_outline_is_shown_and_then_taken(tmp_path: Path) -> None:
    """The preview of an outline must show what the import then creates."""
    async with at_folder(tmp_path) as client:
        place = await looked_at(client, ("tide.md", OUTLINE), ("more.txt", "He waits, too."))
        said = " ".join(texts(await client.get(place), "//main"))
        assert "Mara" in said
        assert "A pilot waits." in said
        assert "outline/tide.md" in said
        done = await client.post(place, data={"name": "tide"}, headers=SENT)
        assert (tmp_path / "tide/outline/tide.md").read_text() == OUTLINE
        assert (tmp_path / "tide/outline/more.txt").exists() is False
        assert (tmp_path / "tide/outline/more.md").read_text() == "He waits, too."
        assert (await entered(done.headers["hx-redirect"], "/run")).status_code == 200


async def test_what_is_left_leaves_nothing(tmp_path: Path) -> None:
    """Cancelling an import must leave no files behind."""
    async with at_folder(tmp_path) as client:
        place = await looked_at(client, ("cellar.twee", STORY))
        left = await client.post(place, data={"do": "cancel"}, headers=SENT)
        assert left.headers["hx-redirect"] == "/"
        assert names(tmp_path) == []
        assert (await client.get(place)).status_code == 400


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("tide.pdf", "x", "'tide.pdf' is not a story that can be read. Give files that end in"),
        ("tide.md", "", "'tide.md' is empty"),
        ("tide.md", " ", "'tide.md' contains no text"),
        ("tide.docx", "x", "'tide.docx'"),
        ("cellar.twee", b"\xff\xfe", "'cellar.twee'"),
        ("cellar.html", "<p>No story", "'cellar.html'"),
    ],
)
def test_what_cannot_be_read_says_why(tmp_path, monkeypatch, name, content, why) -> None:
    """The message must use the file name that the author knows, as on the command line."""
    problem = asyncio.run(refused(tmp_path, name, content))
    assert why in problem
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    monkeypatch.chdir(tmp_path)
    told = " ".join(qf("import", name).err.split())
    assert told.removeprefix("Error: ") == problem


async def refused(folder: Path, name: str, content: str | bytes) -> str:
    """Return the message about a file that cannot be imported, and check that nothing was made."""
    async with at_folder(folder) as client:
        said = await hand_over(client, (name, content))
    assert said.status_code == 400
    assert names(folder) == []
    [problem] = texts(said, "//p")
    return problem


@pytest.mark.parametrize(("name", "content"), [("cellar.twee", STORY), ("tide.md", OUTLINE)])
def test_it_becomes_what_the_command_makes(tmp_path, monkeypatch, name, content) -> None:
    """The browser and the command line must create the same project from the same file."""
    (tmp_path / name).write_text(content)
    monkeypatch.chdir(tmp_path)
    assert qf("import", name, "--project", "told").code == 0
    asyncio.run(taken(tmp_path, name, content))
    for each in files_below(tmp_path / "told") - {"story.db.id"}:
        made = [(tmp_path / folder / each).read_bytes() for folder in ("told", "taken")]
        assert made[0] == made[1], each


async def taken(folder: Path, name: str, content: str) -> None:
    """Import the file as a project with the name "taken"."""
    async with at_folder(folder) as client:
        place = await looked_at(client, (name, content))
        await client.post(place, data={"name": "taken"}, headers=SENT)


async def test_nothing_is_replaced_and_the_files_wait_on(tmp_path: Path) -> None:
    """An import must never overwrite a folder, and a wrong name must not cost the upload."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "mine.txt").write_text("Mine.")
    (tmp_path / "linked").symlink_to(tmp_path / "elsewhere")
    async with at_folder(tmp_path) as client:
        place = await looked_at(client, ("cellar.twee", STORY))
        for name in ("notes", "Linked", "../out", "///", "a\nb"):
            said = await client.post(place, data={"name": name}, headers=SENT)
            assert said.status_code == 400, name
        assert names(tmp_path) == ["linked", "notes"]
        assert (await client.post(place, data={"name": "new"}, headers=SENT)).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "../../x.twee",
        "/etc/x.twee",
        "..\\..\\x.twee",
        ".x.twee",
        "x\x00y.twee",
        "é" * 300 + ".twee",
    ],
)
async def test_a_name_is_no_path(tmp_path: Path, name: str) -> None:
    """An uploaded file name could be a path, so it must not decide where bytes are written."""
    root = tmp_path / "root"
    root.mkdir()
    plain = plain_name(name)
    assert plain.endswith(".twee")
    assert not {*"/\\\x00"} & {*plain}
    assert not plain.startswith(".")
    async with at_folder(root) as client:
        place = await looked_at(client, (name, STORY))
        await client.post(place, data={"name": "taken"}, headers=SENT)
    [file] = names(root / "taken/source")
    assert (root / "taken/source" / file).read_text() == STORY
    assert names(tmp_path) == ["root"]


async def test_nobody_else_hands_anything_over(tmp_path: Path) -> None:
    """Other websites and huge uploads must write no files. (DSK-1.1)"""
    async with at_folder(tmp_path) as client:
        files = {"file": ("cellar.twee", STORY)}
        other = {"origin": "http://127.0.0.1:1", "sec-fetch-site": "cross-site"}
        assert (await client.post("/import", files=files, headers=other)).status_code == 403
        long = {"content-length": str(MAX_UPLOAD_BYTES + 1)}
        said = await client.post("/import", content=b"", headers=long)
        assert said.status_code == 413
        assert "qf import" in said.text
        assert (await client.post("/", content=b"x" * 1_000_001)).status_code == 413
        for sent in NO_FILES:
            assert (await client.post("/import", headers=SENT, **sent)).status_code == 400
        many = [("file", (f"{number}.twee", STORY)) for number in range(101)]
        assert (await client.post("/import", files=many, headers=SENT)).status_code == 400
        client.cookies.clear()
        assert (await client.post("/import", files=files)).status_code == 403
