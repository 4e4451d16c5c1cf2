"""A finished story goes to translators or a model, comes back proven, and is exported."""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from questfoundry import Project
from questfoundry.app.translation.sheets import ImportResult
from questfoundry.app.translation.translate_story import TranslateResult
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import BudgetReachedError, InputError, TimedOutError
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls
from tests.support.checkout import BAKER

LARGE = ModelTraits(capabilities=Capabilities(context_window=128_000))
FIRST = "*A baker inherits a lighthouse that has no door.*"
Rows = list[list[str]]


@pytest.fixture
def story(tmp_path: Path) -> Path:
    return copytree(BAKER, tmp_path / "baker", ignore=ignore_patterns("exports"))


async def export(story: Path, language: str, form: str = "csv") -> bytes:
    async with Project.open(story, env={}) as project:
        project.take_in_edits()
        return project.container.translation_sheets().export(language, form)


async def read_back(story: Path, language: str, content: bytes, form: str = "csv") -> ImportResult:
    async with Project.open(story, env={}) as project:
        sheets = project.container.translation_sheets()
        return sheets.read_back(language, form, content, f"{language}.{form}")


def rows_of(content: bytes) -> Rows:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def csv_of(rows: Rows) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


async def fill(story: Path, language: str) -> Rows:
    """Translate the whole story by a CSV: each text in capitals, with all marks."""
    rows = rows_of(await export(story, language))
    for row in rows[1:-1]:
        row[6] = translated(row[5])
    await read_back(story, language, csv_of(rows))
    return rows


def translated(text: str) -> str:
    """Return words that differ from those of ``text``, with the same marks and length."""
    return re.sub(r"[a-z]+", lambda word: word[0].upper(), text)


def edit(story: Path, old: str, new: str) -> None:
    file = story / "artifacts/fill.yaml"
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")


async def states(story: Path) -> Mapping[str, Mapping[str, str]]:
    """Return the state of each line, by language, then by id."""
    async with Project.open(story, env={}) as project:
        project.take_in_edits()
        return {
            book.language: {each.id: book.state_of(each).value for each in book.book.lines}
            for book in project.container.translations().open_all()
        }


@pytest.mark.parametrize("form", ["xliff", "po", "csv"])
async def test_an_untouched_file_changes_nothing(story: Path, form: str) -> None:
    """A translator who sends back what they got must not break anything. (TRA-2.1)"""
    await fill(story, "de")
    edit(story, FIRST, FIRST.replace("door", "gate"))
    before = await states(story)
    content = await export(story, "de", form)
    result = await read_back(story, "de", content, form)
    assert (result.changed, await states(story)) == (0, before)
    assert await export(story, "de", form) == content


async def test_twelve_faults_are_refused_with_their_lines(story: Path) -> None:
    """Everything that could go wrong in a spreadsheet is found before it is stored. (TRA-3.1)"""
    rows = await fill(story, "de")
    before = (story / "translations/de.yaml").read_bytes()
    at = {row[0]: number for number, row in enumerate(rows)}

    def find(test: Callable[[list[str]], bool], skip: int = 0) -> list[str]:
        return [each for each in rows[1:-1] if test(each)][skip]

    lost = find(lambda row: row[5].startswith("*A baker"))
    lost[6] = lost[6].replace("*", "")
    added = find(lambda row: row[5].startswith("That was how it started"))
    added[6] += " **Extra**"
    one, other = (find(lambda row: row[2] == "title", skip) for skip in (0, 1))
    one[5:], other[5:] = other[5:], one[5:]
    missing = find(lambda row: row[3] == "[if-nothing]")
    changed = find(lambda row: row[3] == "[presses]")
    changed[3] = "[if-nothing]"
    variant = find(lambda row: row[2] == "text" and not row[3], 4)
    variant[6] = "[presses]\nNur wer gefragt hat, liest das."
    unknown = find(lambda row: row[2] == "choice")
    unknown[0] = "L9999"
    twice = find(lambda row: row[2] == "choice", 5)
    twice[0] = find(lambda row: row[2] == "choice", 4)[0]
    broken = find(lambda row: "*end*" in row[5])
    broken[6] = broken[6].replace("*", "", 1)
    empty = find(lambda row: row[2] == "ending")
    empty[1], empty[6] = "done", " "
    option, same = (find(lambda row: row[2] == "choice", skip) for skip in (1, 2))
    same[6] = option[6]
    rows.remove(missing)
    with pytest.raises(InputError) as refused:
        await read_back(story, "de", csv_of(rows))
    said = str(refused.value)
    for row, problem in (
        (lost, "lacks *"),
        (added, "adds **"),
        (one, f"It is the source of {other[0]}."),
        (other, f"It is the source of {one[0]}."),
        (changed, "The condition was changed. It must be [presses]."),
        (variant, "none of the flags [presses]"),
        (unknown, "No line has this id."),
        (twice, "The id is used twice."),
        (broken, "a broken mark at *"),
        (empty, "The translation is empty, but the line is marked as done."),
        (same, "Players could not tell the option"),
    ):
        assert re.search(rf"de\.csv, line \d+: {row[0]}: .*{re.escape(problem)}", said), problem
    assert f"{missing[0]}: The line (text [if-nothing]) is missing after this one" in said
    first = 2 + sum(len("\n".join(row).split("\n")) - 6 for row in rows[1 : at[lost[0]]])
    assert f"de.csv, line {first}: {lost[0]}: " in said
    assert (story / "translations/de.yaml").read_bytes() == before
    for content, problem in (
        (csv_of(rows[:40]), "The file ends early"),
        (csv_of([[*rows[0][:6], "fr"], *rows[1:]]), "for the language 'fr', not for 'de'"),
    ):
        with pytest.raises(InputError, match=problem):
            await read_back(story, "de", content)


async def test_a_swap_of_translations_is_a_warning(story: Path) -> None:
    """Two sentences without marks can only be compared by their words. (TRA-3.2)"""
    rows = await fill(story, "de")
    plain = [row for row in rows[1:-1] if row[2] == "text" and not re.search(r"[*{\[_]", row[5])]
    for row in plain:
        row[6] = re.sub(r"[a-z]+", lambda word: word[0][::-1], row[5])
    good = await read_back(story, "de", csv_of(rows))
    assert not [each for each in good.warnings if "swapped" in each]
    one, other = sorted(plain, key=lambda row: -len(row[5]))[5:7]
    one[6], other[6] = other[6], one[6]
    [warning] = [
        each for each in (await read_back(story, "de", csv_of(rows))).warnings if "swapped" in each
    ]
    assert one[0] in warning
    assert other[0] in warning


async def test_a_column_that_is_one_line_off_is_named_with_its_first_line(story: Path) -> None:
    """A translator who moved a column by one cell sees why nothing fits. (TRA-3.3)"""
    rows = await fill(story, "de")
    lines = rows[1:-1]
    for row in lines:
        row[6] = re.sub(r"[a-z]+", lambda word: word[0][::-1], row[5])
    good = await read_back(story, "de", csv_of(rows))
    assert not [each for each in good.warnings if "probably" in each]
    right = [row[6] for row in lines]
    for row, text in zip(lines[40:], ["", *right[40:]], strict=False):
        row[6] = text
    with pytest.raises(InputError) as refused:
        await read_back(story, "de", csv_of(rows))
    head, shift, *faults = str(refused.value).splitlines()
    assert head.endswith(f"the file has {len(faults)} faults:")
    assert re.search(r"line \d+: L4[0-6]: .*probably that of the line before", shift)

    plain = [not re.search(r"[*{\[_]", each) for each in right]
    runs = {at: [*plain[at:], False].index(False) for at in range(len(right))}
    start = max(runs, key=runs.__getitem__)
    end = start + runs[start]
    moved = [*right[:start], *right[start + 1 : end], right[start], *right[end:]]
    for row, text in zip(lines, moved, strict=True):
        row[6] = text
    taken = await read_back(story, "de", csv_of(rows))
    [warning] = [each for each in taken.warnings if "probably" in each]
    assert "that of the line after" in warning


async def test_a_changed_sentence_makes_its_line_stale_in_each_language(story: Path) -> None:
    """An author sees exactly what has to be translated again. (TRA-1.3)"""
    await fill(story, "de")
    exported = await fill(story, "fr")
    assert {*(state for each in (await states(story)).values() for state in each.values())} == {
        "done"
    }
    edit(story, FIRST, FIRST.replace("no door", "one door"))
    found = await states(story)
    for each in ("de", "fr"):
        assert [state for state in found[each].values() if state != "done"] == ["stale"]
    # A file from before the change is taken; its translation of the old sentence stays stale.
    result = await read_back(story, "fr", csv_of(exported))
    assert any("The source has changed since the export." in each for each in result.warnings)
    assert await states(story) == found
    # A translator who finds that the old translation still fits says so in the file.
    rows = rows_of(await export(story, "de"))
    [stale] = [row for row in rows if row[1] == "stale"]
    assert stale[4].endswith(f"Translated from: {FIRST}")
    stale[1] = "done"
    await read_back(story, "de", csv_of(rows))
    assert "stale" not in (await states(story))["de"].values()
    edit(story, "one door", "no door")
    assert "stale" not in (await states(story))["fr"].values(), "the old sentence is back"


def answer(request: ChatRequest) -> ChatResponse:
    """Return a translation of each line that the request has an id for."""
    found = re.findall(
        r"^\[(L\d+)\] \(.*?\) (.*?)(?=\n\[(?:L\d|read)|\nTranslated: |\Z)",
        request.messages[-1].content,
        re.DOTALL | re.MULTILINE,
    )
    return calls(
        "submit_translation",
        {"lines": {name: {"text": translated(text.strip())} for name, text in found}},
    )


async def translate(
    story: Path, *replies: Reply, language: str = "de", **given: str
) -> tuple[TranslateResult, list[ChatRequest]]:
    model = ScriptedChatProvider(replies, traits=LARGE)
    async with Project.open(story, models=model, env={}) as project:
        return await project.translate(language, **given), model.requests


async def test_a_model_translates_passage_by_passage(story: Path) -> None:
    """Only what is open is paid for, and names and terms come from the glossary. (TRA-6.1)"""
    (story / "translations").mkdir()
    (story / "translations/glossary.yaml").write_text(
        "keep: [CONCLUDED TOMORROW]\nterms: {boiler: {de: Kessel, fr: chaudière}}\n"
        "notes: {de: Address the player with du.}\n"
    )
    result, asked = await translate(story, *[answer] * 40)
    first = asked[0].messages[0].content
    assert "to German" in first
    assert "- boiler: Kessel" in first
    assert "Bruno" in first
    assert "CONCLUDED TOMORROW" in first
    assert "Address the player with du." in first
    assert not result.workbook.open_lines
    assert (result.run, result.ledger.calls) == ("translate-1", len(asked))
    again, asked = await translate(story)
    assert (asked, again.translated) == ([], 0)
    edit(story, FIRST, FIRST.replace("no door", "one door"))
    edited, asked = await translate(story, answer)
    assert edited.translated == 1
    assert len(re.findall(r"^\[L\d+\]", asked[0].messages[-1].content, re.MULTILINE)) == 1
    assert "Translated: " in asked[0].messages[-1].content


async def test_the_words_of_a_repeated_choice_are_asked_for_once(story: Path) -> None:
    """Several passages offer the same choice, and players read the same words for it."""
    result, asked = await translate(story, *[answer] * 40)
    lines = [each for each in result.workbook.book.lines if each.kind != "text"]
    repeated = {text for text, count in Counter(each.text for each in lines).items() if count > 1}
    assert repeated
    requested = "\n".join(each.messages[-1].content for each in asked)
    for text in repeated:
        assert (
            len(re.findall(rf"^\[L\d+\] \(.*\) {re.escape(text)}$", requested, re.MULTILINE)) == 1
        )
    words = {result.workbook.texts[each.id] for each in lines if each.text in repeated}
    assert len(words) == len(repeated)


async def test_only_the_faulty_lines_are_asked_for_again(story: Path) -> None:
    """A line without its marks is asked for once more; still wrong, it stays open. (TRA-6.2)"""
    await fill(story, "de")
    edit(story, FIRST, "*A baker inherits one lighthouse.*\n\n      And a *boat*.")

    def lose(request: ChatRequest) -> ChatResponse:
        good = json.loads(json.dumps(answer(request).tool_calls[0].arguments))
        for each in good["lines"].values():
            each["text"] = each["text"].replace("*BOAT*", "BOAT")
        return calls("submit_translation", good)

    def still(request: ChatRequest) -> ChatResponse:
        assert "lacks *" in request.messages[-1].content
        names = re.findall(r"lines\.(L\d+)\.text", request.messages[-1].content)
        return calls("submit_translation", {"lines": {names[0]: {"text": "Und ein Boot."}}})

    result, asked = await translate(story, lose, still)
    assert len(asked) == 2
    assert result.translated == 1
    [rest] = result.workbook.open_lines
    assert rest.text == "And a *boat*."


async def test_an_interrupted_translation_continues(story: Path) -> None:
    """Every answer that was paid for is kept. (TRA-6.1)"""
    with pytest.raises(TimedOutError):
        await translate(story, answer, answer, TimedOutError("too slow"))
    result, asked = await translate(story, *[answer] * 40)
    assert result.run == "translate-1"
    assert result.ledger.calls == len(asked) + 2
    with pytest.raises(BudgetReachedError):
        await translate(story, *[answer] * 40, language="fr", budget="3000tokens")
    small = ScriptedChatProvider(traits=ModelTraits(capabilities=Capabilities(comprehension=False)))
    async with Project.open(story, models=small, env={}) as project:
        with pytest.raises(InputError, match="Choose a larger model"):
            await project.translate("fr")


async def test_a_complete_translation_is_exported_to_its_own_folder(story: Path) -> None:
    """Players of each language get all formats, with the buttons of their language. (TRA-5.1)"""
    async with Project.open(story, env={}) as project:
        with pytest.raises(InputError, match="158 new and 0 stale of 158 lines"):
            project.ship(["html"], language="de")
        with pytest.raises(InputError, match="itself is in 'EN'"):
            project.ship(["html"], language="EN")
        with pytest.raises(InputError, match="is no language"):
            project.ship(["html"], language="../x")
    await fill(story, "de")
    async with Project.open(story, env={}) as project:
        project.ship(["json"])
        shipped = project.ship(language="de")
        assert not shipped.failed
        assert not [each for each in shipped.findings if each.rule == "words.english"]
    pages = [each.read_text("utf-8") for each in (story / "exports/de").glob("*.html")]
    assert any('lang="de"' in page and "Neu starten" in page for page in pages)
    english, german = (
        json.loads((folder / f"{name}.json").read_text("utf-8"))["passages"]
        for folder, name in (
            (story / "exports", "eleven-inches-of-nothing"),
            (story / "exports/de", "eleven-inches-of-nothing"),
        )
    )
    assert [each["id"] for each in english] == [each["id"] for each in german]
    assert (story / "exports/manifest.json").read_text("utf-8").count('"json"') == 1


async def test_a_fault_in_the_file_of_a_language_stops_the_export(story: Path) -> None:
    """Somebody who edits the translations by hand hears of slips, too."""
    await fill(story, "de")
    file = story / "translations/de.yaml"
    text = file.read_text("utf-8")
    file.write_text(text.replace(translated(FIRST), "Nichts."), "utf-8")
    async with Project.open(story, env={}) as project:
        with pytest.raises(InputError, match=r"de\.yaml.*\n  L14: The translation lacks \*\."):
            project.ship(["html"], language="de")
    file.write_text("L1: {source: a}\n", "utf-8")
    async with Project.open(story, env={}) as project:
        with pytest.raises(InputError, match=r"de\.yaml', line 1, `L1\.text`"):
            project.ship(["html"], language="de")


async def test_a_language_without_built_in_words_takes_the_authors(story: Path) -> None:
    """Buttons in English inside a Polish story are warned of, and can be replaced. (TRA-5.1)"""
    await fill(story, "pl")
    words = story / "translations/pl.words.yaml"
    for text in ("", "page: {menu: Moje menu}\n"):
        if text:
            words.write_text(text, "utf-8")
        async with Project.open(story, env={}) as project:
            shipped = project.ship(["html"], language="pl")
            assert [each.language for each in project.container.translations().open_all()] == ["pl"]
        [finding] = [each for each in shipped.findings if each.rule == "words.english"]
        assert finding.place == "translations/pl.words.yaml"
        page = (story / "exports/pl/eleven-inches-of-nothing.html").read_text("utf-8")
        assert ("Moje menu" in page) is bool(text)
    words.write_text("page: {menue: Moje menu}\n", "utf-8")
    async with Project.open(story, env={}) as project:
        with pytest.raises(InputError, match=r"pl\.words\.yaml': The key `page\.menue` is unknown"):
            project.ship(["html"], language="pl")
