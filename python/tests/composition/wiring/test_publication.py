"""The publication settings of ``project.yaml``, and the files that they name."""

import random
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from questfoundry.composition.settings.settings import load_settings
from questfoundry.composition.wiring.publication import publication_of
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.story.publication import DARK, LIGHT, Cover, Publication
from tests.support.editions import COVER, PIXEL


def published(project: Path, text: str) -> Publication:
    project.joinpath("project.yaml").write_text(text, encoding="utf-8")
    return publication_of(load_settings(project, {}))


def test_the_publication_is_what_the_file_says_with_its_cover(tmp_path: Path) -> None:
    """A change of author or cover makes exports stale. (SHP-9.1)"""
    tmp_path.joinpath("art").mkdir()
    tmp_path.joinpath("art/cover.png").write_bytes(PIXEL)
    text = "publication:\n  author: Ann\n  licence: CC0\n  cover: art/cover.png\n"
    made = published(tmp_path, text)
    assert made == Publication(author="Ann", licence="CC0", cover=COVER)
    assert made.digest != published(tmp_path, "publication: {author: Ann}").digest != ""
    assert published(tmp_path, "name: x\n").digest == ""


def test_words_are_those_of_a_file_and_what_is_wrong_is_told_with_its_line(tmp_path: Path) -> None:
    """An author translates the words of the export, so an error must name its line and key."""
    words, text = tmp_path / "words.yaml", "publication:\n  words: words.yaml\n"
    words.write_text("gamebook:\n  turn: przejdź do {}\n", encoding="utf-8")
    assert published(tmp_path, text).words == {"gamebook": {"turn": "przejdź do {}"}}
    for wrong in ("gamebook: {turn: x}", "gamebook: [", "page: &a {begin: *a}", "x"):
        words.write_text(wrong, encoding="utf-8")
        with pytest.raises(SettingsError, match=r"line 2, `publication\.words`: "):
            published(tmp_path, text)


@pytest.mark.parametrize("date", ["2026", "2026-11", "2026-11-23", "'2026-11-23'"])
def test_a_date_may_be_a_year_a_month_or_a_day(tmp_path: Path, date: str) -> None:
    """Authors often know only the year, so a partial date must be valid. (SHP-9.1)"""
    assert published(tmp_path, f"publication: {{date: {date}}}").date == date.strip("'")


@pytest.mark.parametrize("date", ["soon", "2026-13", "2026-11-23T10:00:00Z", "[2026]"])
def test_what_is_no_date_is_refused(tmp_path: Path, date: str) -> None:
    """An invalid date would make the exported EPUB invalid. (SHP-9.1)"""
    with pytest.raises(SettingsError, match="not a date"):
        published(tmp_path, f"publication: {{date: {date}}}")


@pytest.mark.parametrize("fault", ["missing", "no picture", "too large", "a link", "linked folder"])
def test_a_cover_that_cannot_be_used_is_told_with_its_line(tmp_path: Path, fault: str) -> None:
    """A cover outside the project could copy a private file into the export."""
    project, cover = tmp_path / "project", "cover.png"
    project.mkdir()
    tmp_path.joinpath(cover).write_bytes(PIXEL)
    match fault:
        case "no picture":
            project.joinpath(cover).write_bytes(b"<svg onload='alert(1)'/>")
        case "too large":
            project.joinpath(cover).write_bytes(PIXEL + bytes(5_000_000))
        case "a link":
            project.joinpath(cover).symlink_to(tmp_path / cover)
        case "linked folder":
            project.joinpath("art").symlink_to(tmp_path)
            cover = "art/cover.png"
    with pytest.raises(SettingsError, match=r"line 3, `publication\.cover`: "):
        published(project, f"name: x\npublication:\n  cover: {cover}\n")


def test_a_cover_that_is_damaged_anywhere_is_refused_before_an_export(tmp_path: Path) -> None:
    """A picture that begins well and breaks off would end an export as a bug."""
    project, cover = tmp_path / "project.yaml", tmp_path / "cover.png"
    jpeg, png = BytesIO(), BytesIO()
    noise = Image.frombytes("RGB", (40, 40), random.Random(1).randbytes(4800))
    noise.save(jpeg, "JPEG")
    noise.save(png, "PNG")
    empty_page = BytesIO()
    Image.new("1", (9_000, 9_000)).save(empty_page, "PNG")
    bad_data = bytearray(png.getvalue())
    bad_data[len(bad_data) // 2] ^= 0xFF
    refused = {
        "empty file": b"",
        "no picture data": b"\xff\xd8\xffhello",
        "damaged or incomplete": png.getvalue()[:-2000],
        "incomplete": jpeg.getvalue()[:500],
        "damaged": bytes(bad_data),
        "smaller size": empty_page.getvalue(),
    }
    text = "publication: {cover: cover.png}"
    for problem, content in refused.items():
        cover.write_bytes(content)
        with pytest.raises(SettingsError, match=problem) as caught:
            published(tmp_path, text)
        assert f"{str(project)!r}, line 1, `publication.cover`: " in str(caught.value)
    for content in (jpeg.getvalue(), png.getvalue()):
        cover.write_bytes(content)
        assert published(tmp_path, text).cover == Cover(content)


def test_the_theme_is_what_the_file_says_with_its_css(tmp_path: Path) -> None:
    """The author changes some colours and keeps the other values."""
    tmp_path.joinpath("style.css").write_text("p > em { color: red }", encoding="utf-8")
    theme = published(
        tmp_path, "theme: {dark: {accent: '#AABBCC'}, text_font: Georgia, css: style.css}"
    ).theme
    assert (theme.light, theme.dark.accent, theme.dark.ink) == (LIGHT, "#aabbcc", DARK.ink)
    assert (theme.text_font, theme.css) == ("Georgia", "p > em { color: red }")


@pytest.mark.parametrize(
    "css",
    [
        b"p { background: url(http://x/y) }",
        b"p { background: u\\72l(x) }",
        b"@\\69mport 'x';",
        b"@im\x01port 'x';",
        b"p { background: image-set('x' 1x) }",
        b"</style><script>",
        b"\xff",
        bytes(100_001),
    ],
)
def test_css_that_would_load_something_or_end_its_element_is_refused(tmp_path, css) -> None:
    """CSS that loads a file would tell a stranger who reads the story."""
    tmp_path.joinpath("style.css").write_bytes(css)
    with pytest.raises(SettingsError, match=r"line 2, `theme\.css`: "):
        published(tmp_path, "theme:\n  css: style.css\n")
