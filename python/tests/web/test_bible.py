"""The bible in the web interface: background texts that the author keeps beside the story."""

from pathlib import Path

import pytest
from lxml import html

from tests.support.desk import at_desk, texts

PEOPLE = "# People\n\n## Mara\n\nA pilot who cannot swim.\n"
MARKUP = "</textarea><script>alert(1)</script>"


def lay(folder: Path, name: str = "bible/people.md", text: str = PEOPLE) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


async def known(desk, name: str = "bible/people.md") -> str:
    shown = await desk.get(f"/bible/{name}")
    found = shown.text.partition('name="known" value="')[2]
    return found.partition('"')[0]


async def test_texts_and_people_stand_there(project):
    """The author sees all background texts and characters in one place, and markup stays text."""
    lay(project)
    lay(project, "samples/mine.txt", MARKUP)
    async with at_desk(project) as desk:
        shown = await desk.get("/bible")
        assert {"bible/people.md", "samples/mine.txt"} <= {*texts(shown, "//main//li/a")}
        assert "People, Mara" in texts(shown, "//main//li/span")
        story = await desk.views.do(desk.views.story)
        said = " ".join(texts(shown, "//dl"))
        assert all(each.name in said for each in story.list_kept_entities())
        assert "<script>alert" not in (await desk.get("/bible/samples/mine.txt")).text
        assert texts(await desk.get("/bible/samples/mine.txt"), "//textarea") == [MARKUP]


async def test_a_text_is_changed_in_place_unless_it_is_another_by_now(tmp_path):
    """Autosave must not overwrite a change that the author made in another editor. (DSK-12.2)"""
    path = lay(tmp_path)
    async with at_desk(tmp_path) as desk:
        first = await known(desk)
        form = {"known": first, "text": "# Mara\r\n\r\nShe swims."}
        saved = await desk.post("/bible/bible/people.md", form, hx_request="true")
        assert path.read_text() == "# Mara\n\nShe swims."
        assert await known(desk) in saved.text
        path.write_text("Changed in an editor.")
        form = {"known": await known(desk) + "x", "text": "Lost?"}
        assert (await desk.post("/bible/bible/people.md", form)).status_code == 400
        assert path.read_text() == "Changed in an editor."


async def test_a_text_whose_answer_was_lost_is_saved_on(tmp_path):
    """The author types on while the page does not know yet that it saved. (DSK-12.2)"""
    path, page = lay(tmp_path), "/bible/bible/people.md"
    async with at_desk(tmp_path) as desk:
        shown = html.fromstring((await desk.get(page)).text)
        [own] = shown.xpath("//input[@name='form']/@value")
        form = {"known": await known(desk), "form": own}
        for text in ("One.", "One.", "One. Two."):
            saved = await desk.post(page, {**form, "text": text}, hx_request="true")
            assert "Saved" in saved.text
        assert path.read_text() == "One. Two."
        path.write_text("Changed in an editor.")
        assert (await desk.post(page, {**form, "text": "One."})).status_code == 400


async def test_a_text_is_begun(tmp_path):
    """A new text must not replace an existing text of the same name."""
    async with at_desk(tmp_path) as desk:
        said = await desk.post("/bible", {"folder": "bible", "name": "Rules & laws"})
        assert said.headers["location"] == "/bible/bible/Rules%20%26%20laws.md"
        assert (await desk.get(said.headers["location"])).status_code == 200
        assert (tmp_path / "bible" / "Rules & laws.md").read_text() == ""
        again = {"folder": "bible", "name": "Rules & laws.md"}
        assert (await desk.post("/bible", again)).status_code == 400


async def test_a_text_gets_another_name_or_goes(tmp_path):
    """Renaming or removing a text must never destroy another text or a newer change."""
    path, other = lay(tmp_path), lay(tmp_path, "bible/places.md", "# Quay")
    async with at_desk(tmp_path) as desk:
        for taken in ("places", "Places.md", "../x", ""):
            form = {"name": taken}
            assert (await desk.post("/bible/rename/bible/people.md", form)).status_code == 400
        assert path.exists()
        said = await desk.post("/bible/rename/bible/people.md", {"name": "the cast/main"})
        assert said.headers["location"] == "/bible/bible/the%20cast/main.md"
        new = tmp_path / "bible/the cast/main.md"
        assert (path.exists(), new.read_text()) == (False, PEOPLE)
        for gone in ("people.md", "../project.yaml"):
            form = {"name": "x"}
            assert (await desk.post(f"/bible/rename/bible/{gone}", form)).is_error
        stale = {"known": await known(desk, "bible/places.md")}
        other.write_text("# Harbour")
        assert (await desk.post("/bible/delete/bible/places.md", stale)).status_code == 400
        form = {"known": await known(desk, "bible/places.md")}
        said = await desk.post("/bible/delete/bible/places.md", form)
        assert (said.headers["location"], other.exists()) == ("/bible", False)
        assert (await desk.post("/bible/delete/bible/places.md", form)).status_code == 400


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("..", "people.md"),
        ("bible", "../project.yaml"),
        ("bible", "../../x.md"),
        ("bible", "a/../../x.md"),
        ("bible", ".hidden.md"),
        ("bible", "x.html"),
        ("bible", "a//b.md"),
        ("bible", "c:x.md"),
        ("bible", "a\\b.md"),
        ("bible", "x\0.md"),
        ("bible", f"{'x' * 300}.md"),
        ("artifacts", "x.md"),
        ("/tmp", "x.md"),
        ("", "x.md"),
        ("linked", "x.md"),
        ("bible", "linked/x.md"),
    ],
)
async def test_nothing_outside_of_the_three_folders_is_written_or_read(tmp_path, folder, name):
    """A web form must not read or write files outside the three folders, nor through a link."""
    root, outside = tmp_path / "story", tmp_path / "outside"
    outside.mkdir()
    (outside / "x.md").write_text("Mine.")
    (root / "bible").mkdir(parents=True)
    (root / "bible" / "linked").symlink_to(outside)
    async with at_desk(root) as desk:
        before = sorted(each for each in tmp_path.rglob("*.md"))
        assert (await desk.post("/bible", {"folder": folder, "name": name})).status_code == 400
        path = f"/bible/{folder}/{name}".replace("\0", "%00")
        assert (await desk.get(path)).is_error
        assert (await desk.post(path, {"known": "", "text": "Theirs."})).is_error
        for does in ("rename", "remove"):
            form = {"name": "new", "known": ""}
            assert (await desk.post(path.replace("/bible", f"/bible/{does}", 1), form)).is_error
        assert sorted(each for each in tmp_path.rglob("*.md")) == before
        assert (outside / "x.md").read_text() == "Mine."
