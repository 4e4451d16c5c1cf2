"""The ledger of hands knows who translated each line, and changes of people can be undone."""

from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from questfoundry import Project
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.hands import HandKind, HandLedger, LedgerEntry
from tests.app.translation.test_translations import (
    BAKER,
    FIRST,
    answer,
    csv_of,
    edit,
    export,
    fill,
    read_back,
    rows_of,
    states,
    translate,
    translated,
)


@pytest.fixture
def story(tmp_path: Path) -> Path:
    return copytree(BAKER, tmp_path / "baker", ignore=ignore_patterns("exports"))


async def ledger(story: Path, language: str = "de") -> HandLedger:
    async with Project.open(story, env={}) as project:
        project.take_in_edits()
        return project.container.translation_hands().execute(language)


async def find(story: Path, words: str) -> LedgerEntry:
    [found] = [each for each in (await ledger(story)).entries if words in each.sentence.text]
    return found


async def type_line(story: Path, line: str, text: str, language: str = "de") -> None:
    async with Project.open(story, env={}) as project:
        known = project.container.translations().open(language).translations.get(line)
        project.container.change_translations().translate_line(
            language, line, text, known=known.text if known else ""
        )


async def undo(story: Path, language: str = "de") -> int:
    async with Project.open(story, env={}) as project:
        return len(project.container.change_translations().undo(language)[1].after)


async def test_the_ledger_names_who_translated_each_line(story: Path) -> None:
    """A model, the file of a translator, the author, and edits of each. (HND-4.1)"""
    await translate(story, *[answer] * 40)
    rows = rows_of(await export(story, "de"))
    line = next(row for row in rows if row[5].startswith("That was how it started"))
    line[6] = f"{line[6]} EIN SATZ VON DER HAND EINES MENSCHEN."
    await read_back(story, "de", csv_of(rows))
    await type_line(story, "L14", "*EIN BÄCKER ERBT EINEN TURM OHNE TÜR.*")
    file = story / "translations/de.yaml"
    before = file.read_text("utf-8")
    file.write_text(before.replace("VON DER HAND", "AUS DER HAND"), "utf-8")

    first = await find(story, "ERBT EINEN TURM")
    assert (first.sentence.origin.kind, first.text.kind.value) == (HandKind.AUTHOR, "text")
    added = (await find(story, "DER HAND EINES")).sentence
    assert (added.origin.kind, added.origin.name) == (HandKind.IMPORT, "de.csv")
    assert added.editors == {HandKind.AUTHOR}
    kinds = (await ledger(story)).totals
    assert kinds.words[HandKind.MODEL] > 3_000
    assert kinds.models == ("scripted/model",)
    assert kinds.files == ("de.csv",)
    model = next(each for each in (await ledger(story)).entries if each.sentence.origin.name)
    assert model.sentence.origin.request == "translate-1/1"


async def test_without_records_it_is_not_known_who_translated(story: Path) -> None:
    """A copy from git has no journal, and nothing is guessed."""
    await fill(story, "de")
    (story / "story.db").unlink()
    assert {*(await ledger(story)).totals.words} == {HandKind.UNKNOWN}
    await type_line(story, "L14", "*EIN BÄCKER ERBT EINEN TURM OHNE TÜR.*")
    assert (await find(story, "ERBT")).sentence.origin.kind is HandKind.AUTHOR


async def test_a_language_without_translations_has_no_ledger(story: Path) -> None:
    """A wrong code must not look like a translation without writers. (HND-4.1)"""
    with pytest.raises(InputError, match="Nothing is translated to 'fr' yet"):
        await ledger(story, "fr")


async def test_the_exports_of_a_translation_name_writers_and_translators(story: Path) -> None:
    """Stores ask about the original and its translation. (HND-4.1)"""
    await translate(story, *[answer] * 40)
    async with Project.open(story, env={}) as project:
        project.ship(["html"], language="de")
    exports = story / "exports/de"
    assert "Translations: Entire work, with minimal or no editing\n\nTool: scripted/model" in (
        (exports / "hands-kdp.txt").read_text("utf-8")
    )
    assert "generative AI? Yes" in (exports / "hands-itch.txt").read_text("utf-8")
    assert "Translated by</th>" in (exports / "hands.html").read_text("utf-8")
    page = (exports / "eleven-inches-of-nothing.html").read_text("utf-8")
    assert "Words written by: not known 100%. Translated by: a language model 100%" in page
    # A copy without its database keeps what the exports of the same translation say.
    kept = (exports / "hands.json").read_bytes()
    (story / "story.db").unlink()
    async with Project.open(story, env={}) as project:
        project.take_in_edits()
        project.ship(["html"], language="de")
    assert (exports / "hands.json").read_bytes() == kept
    assert (exports / "eleven-inches-of-nothing.html").read_text("utf-8") == page


async def test_changes_by_people_are_undone_one_by_one(story: Path) -> None:
    """An import of the wrong file costs nothing. (TRA-7.1)"""
    await fill(story, "de")
    await type_line(story, "L14", "*EIN BÄCKER.*")
    await type_line(story, "L14", "*EINE BÄCKERIN.*")
    with pytest.raises(InputError, match="lacks"):
        await type_line(story, "L14", "EIN BÄCKER.")
    with pytest.raises(InputError, match="no line 'L999' any more"):
        await type_line(story, "L999", "EIN BÄCKER.")
    for expected in ("*EIN BÄCKER.*", translated(FIRST)):
        assert await undo(story) == 1
        rows = rows_of(await export(story, "de"))
        assert next(row[6] for row in rows if row[0] == "L14") == expected
    file = story / "translations/de.yaml"
    text = file.read_text("utf-8")
    file.write_text(text.replace(translated(FIRST), "*NICHTS.*"), "utf-8")
    with pytest.raises(InputError, match="changed since"):
        await undo(story)
    file.write_text(text, "utf-8")
    assert await undo(story) == 158
    assert {*(await states(story))["de"].values()} == {"new"}
    with pytest.raises(InputError, match="nothing to undo"):
        await undo(story)


async def test_a_line_that_changed_elsewhere_is_not_replaced(story: Path) -> None:
    """Two people at two desks do not overwrite each other. (TRA-7.1)"""
    await fill(story, "de")
    edit(story, FIRST, FIRST.replace("door", "gate"))
    async with Project.open(story, env={}) as project:
        project.take_in_edits()
        changes = project.container.change_translations()
        with pytest.raises(InputError, match="changed elsewhere"):
            changes.translate_line("de", "L14", "*EIN TOR.*", known="*EINE TÜR.*")
        changes.translate_line("de", "L14", "*EIN TOR.*", known=translated(FIRST))
    assert "stale" not in (await states(story))["de"].values()
