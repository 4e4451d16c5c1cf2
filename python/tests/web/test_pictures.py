"""Pictures of the project, and the preview of typed text, in the web interface."""

from io import BytesIO
from pathlib import Path

import httpx
from lxml import html
from PIL import Image

from tests.support.desk import FROM_OWN_PAGE, Desk, at_desk, texts

PICTURE = "![A hall with pillars](assets/rooms/hall.png){width=40%}"
EDIT = "/passage/setup-1/edit"


def add_picture(project: Path) -> bytes:
    stored = BytesIO()
    Image.new("RGB", (40, 20), "teal").save(stored, "PNG")
    file = project / "assets" / "rooms" / "hall.png"
    file.parent.mkdir(parents=True)
    file.write_bytes(stored.getvalue())
    return stored.getvalue()


async def write(desk: Desk, text: str) -> None:
    [known] = html.fromstring((await desk.get(EDIT)).text).xpath("//input[@id='known']/@value")
    fields = {"known": known, "form": "one", "flag": "", "part": text}
    assert (await desk.post(EDIT, fields)).status_code == 303


async def test_a_picture_is_shown_wherever_prose_is(project: Path) -> None:
    """Authors could not see whether a picture fits its passage. (DSK-17.1)"""
    content = add_picture(project)
    async with at_desk(project) as desk:
        await write(desk, f"The tide bell rings.\n\n{PICTURE}")
        for address in ("/passage/setup-1", "/text", "/play"):
            [shown] = html.fromstring((await desk.get(address)).text).xpath("//img")
            assert shown.attrib == {
                "src": "/assets/rooms/hall.png",
                "alt": "A hall with pillars",
                "class": "w40",
            }, address
        assert ".w40 { width: 40%; }" in (await desk.get("/static/desk.css")).text
        sent = await desk.get("/assets/rooms/hall.png")
        assert (sent.headers["content-type"], sent.content) == ("image/png", content)


async def test_only_pictures_and_sounds_below_assets_are_sent(project: Path) -> None:
    """A page of the desk must not read other files, or send text as a picture. (DSK-17.1)"""
    add_picture(project)
    (project / "assets" / "page.html").write_text("<script>alert(1)</script>")
    (project / "assets" / "page.png").write_text("<script>alert(1)</script>")
    (project / "secret.png").write_bytes((project / "assets/rooms/hall.png").read_bytes())
    (project / "assets" / "linked.png").symlink_to(project / "secret.png")
    async with at_desk(project) as desk:
        for name in ("page.html", "page.png", "%2e%2e/secret.png", "linked.png", "none.png", ""):
            assert (await desk.get(f"/assets/{name}")).status_code == 404, name


async def test_typed_text_is_previewed_and_not_saved(project: Path) -> None:
    """A reader sees bold words, links and pictures, and the author sees signs. (DSK-17.2)"""
    async with at_desk(project) as desk:
        story = await desk.views.do(desk.views.story)
        flag = next(iter(story.flags))
        typed = f"It is **late** & [cold](https://example.org).\n\n* * *\n\n{PICTURE}\n\n<b>No</b>"
        before = (await desk.get("/text")).text
        shown = await desk.post(
            "/passage/setup-1/preview", {"flag": ["", flag], "part": [typed, "Only *some*."]}
        )
        assert texts(shown, "//strong") == ["late"]
        assert texts(shown, "//a") == ["cold"]
        assert len(html.fromstring(shown.text).xpath("//hr | //img")) == 2
        assert "&lt;b&gt;No&lt;/b&gt;" in shown.text
        [conditional] = texts(shown, "//div[@class='conditional']")
        assert conditional == f"Only if: {story.describe_condition(flag)}Only some."
        empty = await desk.post("/passage/setup-1/preview", {"flag": "", "part": ""})
        assert "Not written yet." in empty.text
        assert (await desk.get("/text")).text == before


async def test_a_picture_is_added_in_the_desk(project: Path) -> None:
    """Authors could add pictures only with the programs of their system. (DSK-17.1)"""
    content = add_picture(project)
    fields = {"passage": "setup-1", "alt": "A [grand] hall", "width": "40"}
    async with at_desk(project) as desk:

        async def send(name: str, data: bytes, **more: str) -> httpx.Response:
            files = {"file": (name, data, "image/png")}
            form = {**fields, **more}
            return await desk.client.post(
                "/pictures", data=form, files=files, headers=FROM_OWN_PAGE
            )

        assert (await send("My hall.PNG", content)).status_code == 303
        assert (project / "assets/My-hall.PNG").read_bytes() == content
        [shown] = html.fromstring((await desk.get("/passage/setup-1")).text).xpath("//img")
        assert shown.get("alt") == "A (grand) hall"
        assert shown.get("class") == "w40"
        for name, data, more, problem in (
            ("My hall.PNG", b"another picture", {}, "There is a file"),
            ("text.png", b"no picture", {}, "is no whole"),
            ("other.png", content, {"alt": " "}, "Say in words"),
            ("other.png", content, {"width": "400"}, "a width of 1 to 100"),
            ("", b"", {}, "No file was chosen"),
        ):
            refused = await send(name, data, **more)
            assert refused.status_code == 400, name
            assert problem in refused.text, refused.text
        assert [each.name for each in (project / "assets").glob("*.*")] == ["My-hall.PNG"]
