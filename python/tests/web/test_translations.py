"""The pages for translations: lines beside their sources, files of translators, and undo."""

import csv
import io
import re
from pathlib import Path
from urllib.parse import unquote_plus

from questfoundry.testing import ScriptedChatProvider
from tests.app.translation.test_translations import answer, translated
from tests.support.desk import FROM_OWN_PAGE, Desk, at_desk, texts
from tests.web.test_own_words import finish
from tests.web.test_structure import send

DE = "/translations/de"
OPENING = "passage=setup-1"


async def lines_of(desk: Desk, address: str = f"{DE}?{OPENING}") -> dict[str, str]:
    """Return the source of each shown line, by its id."""
    shown = await desk.get(address)
    about = texts(shown, "//ol//p[starts-with(@id, 'about-')]")
    ids = (each.partition(",")[0] for each in about)
    return dict(zip(ids, texts(shown, "//ol//p[@class='source']"), strict=True))


async def counts(desk: Desk) -> str:
    return texts(await desk.get(DE), "//div[@id='state']/p")[0]


async def save(desk: Desk, line: str, text: str, known: str = "") -> str:
    """Save a line as the page does, and return the text of the answer."""
    form = {"line": line, "passage": "setup-1", "known": known, "text": text}
    return (await desk.post(DE, form)).text


async def test_a_line_is_translated_beside_its_source(project: Path) -> None:
    """An author translates without any file, and takes back a slip. (DSK-19.1)"""
    async with at_desk(project) as desk:
        assert "no translations yet" in (await desk.get("/translations")).text
        refused = await desk.post("/translations", {"language": "nowhere!"})
        assert "is no language" in refused.text
        page = await send(desk, "/translations", {"language": "de"})
        assert texts(page, "//h1") == ["Translation: de"]
        (first, source), *_ = (await lines_of(desk)).items()
        await save(desk, first, "Die Glocke")
        assert "new, 1 done, of" in await counts(desk)
        assert "Not saved: L" in await save(desk, first, "Eine Glocke")
        assert "has a line end" in await save(desk, first, "Eine\nGlocke", "Die Glocke")
        await save(desk, first, "Eine Glocke", "Die Glocke")
        shown = (await desk.get(f"{DE}?{OPENING}")).text
        assert "Eine Glocke</textarea>" in shown
        assert source
        assert "Undo the last line" in shown
        await send(desk, f"{DE}/undo", {"passage": "setup-1"})
        assert "Die Glocke</textarea>" in (await desk.get(f"{DE}?{OPENING}")).text
        assert "1 done" in texts(await desk.get("/translations"), "//li")[0]
        assert "Translated by: the author 100%" in (await desk.get("/hands?language=de")).text


async def test_a_saved_line_replaces_only_itself_on_the_page(project: Path) -> None:
    """Other lines may have text that is typed and not saved yet. (DSK-19.1)"""
    async with at_desk(project) as desk:
        first, *_ = await lines_of(desk)
        form = {"line": first, "passage": "setup-1", "known": "", "text": "Die Glocke"}
        for text, known in (("Die Glocke", ""), ("Eine Glocke", "Die Glocke")):
            answered = await desk.post(
                DE, {**form, "text": text, "known": known}, hx_request="true"
            )
            assert answered.headers["hx-retarget"] == f"#{first}"
            assert answered.text.count("<li ") == 1
            assert f"{text}</textarea>" in answered.text
            assert 'id="state" data-hx-swap-oob="true"' in answered.text
            assert "Undo the last line" in answered.text


async def test_files_go_out_and_come_back(project: Path) -> None:
    """A translator's file is taken whole or refused with each fault. (DSK-19.1)"""
    async with at_desk(project) as desk:
        for suffix in ("xlf", "po", "csv"):
            file = await desk.get(f"{DE}/file.{suffix}")
            assert file.headers["content-disposition"] == f'attachment; filename="de.{suffix}"'
        assert (await desk.get(f"{DE}/file.doc")).status_code == 404
        assert (await desk.get("/translations/xx%22y/file.csv")).status_code == 400
        content = file.content
        assert await upload(desk, "de.csv", content) == f"{DE}?imported=0"
        untouched = (await desk.get(f"{DE}?imported=0")).text
        assert re.search(
            r"Imported 0 translations\. (\d+) of \1 lines have no translation yet\.", untouched
        )
        refused = await upload(desk, "de.csv", content.replace(b",new,", b",done,"))
        assert "The translation is empty, but the line is marked as done." in refused
        assert "no known suffix" in await upload(desk, "de.pdf", content)
        rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
        for row in rows[1:-1]:
            row[6] = translated(row[5])
        text = io.StringIO()
        csv.writer(text).writerows(rows)
        assert await upload(desk, "de.csv", text.getvalue().encode()) == (
            f"{DE}?imported={len(rows) - 2}"
        )
        assert (await counts(desk)) == f"{len(rows) - 2} done, of {len(rows) - 2} lines"
        shown = await desk.get(f"{DE}?imported=3&warning=long")
        assert texts(shown, "//p[@role='status']")[1:] == ["Imported 3 translations."]
        assert "Undo the import of de.csv" in shown.text
        assert (await desk.post(f"{DE}/export")).status_code == 303
        await finish(desk)
        assert "to exports/de" in desk.views.task.outcome.text
        await send(desk, f"{DE}/undo", {})
        assert "done" not in await counts(desk)


async def upload(desk: Desk, name: str, content: bytes) -> str:
    """Upload a file, and return the address of the next page, or the text of the refusal."""
    answered = await desk.client.post(
        f"{DE}/file", files={"file": (name, content)}, headers=FROM_OWN_PAGE
    )
    return unquote_plus(answered.headers.get("location", "")) or answered.text


async def test_a_model_translates_as_a_task(project: Path) -> None:
    """The author stops and continues a translation as everything else on the desk."""
    async with at_desk(project, models=ScriptedChatProvider([answer] * 60)) as desk:
        started = await desk.post(f"{DE}/translate")
        assert started.headers["location"] == "/run"
        await finish(desk)
        assert "Translated" in desk.views.task.outcome.text
        assert "new" not in await counts(desk)
