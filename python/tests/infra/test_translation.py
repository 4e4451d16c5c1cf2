"""Tests of the file formats for translators: what is written is read back."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.composition.registries.formats import translation_formats
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.translations import TranslationRow, TranslationSheet
from questfoundry.domain.story.prose import clean_text
from questfoundry.domain.story.prose_markup import split_marks

FORMATS = translation_formats()
MARKED = (
    "Say *it*, **[now](https://example.org/a?b=(c))**, with {trust} and \\*stars\\*.\n**Then** go."
)
TEXTS = st.one_of(
    st.just(MARKED),
    st.just("![The map.](assets/map.png){width=50%}"),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)
    .map(lambda text: clean_text(text).strip())
    .filter(bool),
)
ROWS = st.lists(
    st.builds(
        TranslationRow,
        id=st.integers(1, 999).map("L{}".format),
        kind=st.just("text"),
        condition=st.sampled_from(["", "[wet-boots]"]),
        source=TEXTS,
        text=TEXTS,
        state=st.sampled_from(["stale", "done"]),
        notes=st.just(["In the passage “Quay”", "After “Go; now”"]),
    ),
    unique_by=lambda row: row.id,
    min_size=1,
    max_size=4,
)


@pytest.mark.parametrize("form", FORMATS)
@given(rows=ROWS)
def test_a_file_reads_back_as_written(form: str, rows: list[TranslationRow]) -> None:
    """A translator's tool must lose nothing. (TRA-2.1)"""
    sheet = TranslationSheet(source_language="en", language="pt-BR", newest=999, rows=rows)
    content = FORMATS[form].write(sheet)
    read = FORMATS[form].read(content)
    assert not read.problems
    assert evolve(read, rows=(), problems=()) == evolve(sheet, rows=())
    bare = [evolve(each, number=0, kind="", notes=()) for each in read.rows]
    assert bare == [evolve(each, kind="", notes=()) for each in rows]
    found = [each.number for each in read.rows]
    assert found == sorted(found)
    assert found[0] > 1
    assert FORMATS[form].write(sheet) == content


@given(TEXTS)
def test_the_marks_and_words_of_a_text_are_the_text(text: str) -> None:
    """Splitting for placeholders must not change a character. (TRA-2.1)"""
    assert "".join(part for part, _ in split_marks(text)) == text


def test_marks_are_placeholders_in_xliff() -> None:
    """Tools for translators protect them from slips. (TRA-2.1)"""
    row = TranslationRow(id="L1", source=MARKED, text="", state="new")
    sheet = TranslationSheet(source_language="en", language="de", newest=1, rows=[row])
    text = FORMATS["xliff"].write(sheet).decode()
    source = text[text.index("<source") : text.index("</source>")]
    assert not set("*[]{") & set(source.replace("\\*", ""))
    assert source.count('canDelete="no"') == 9


@pytest.mark.parametrize(
    ("form", "content", "problem"),
    [
        ("csv", b"id,text\nL1,a\n", "line 1: the first row is not id, state"),
        ("csv", b"", "line 1: the first row"),
        ("csv", "id;ü".encode("latin-1"), "line 1: the file is not UTF-8"),
        ("po", b'msgid "a"\nmsgtext "b"\n', r"line 2: the file is broken"),
        ("po", b'msgid "a"\nmsgstr "b"\n', "line 1: the header lacks X-Newest-Line"),
        ("po", b"\xff\n", "line 1: the file is not UTF-8"),
        ("xliff", b"<xliff>\n<file>", r"line 2: the XML is broken"),
        ("xliff", b"<html/>", "line 1: this is no file in XLIFF 2"),
        (
            "xliff",
            b"<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><xliff>&a;</xliff>",
            "line 1: this is no file",
        ),
    ],
)
def test_a_broken_file_is_refused_with_its_line(form: str, content: bytes, problem: str) -> None:
    """A translator must find what an editor broke. (TRA-3.1)"""
    with pytest.raises(InputError, match=problem):
        FORMATS[form].read(content)


def test_spreadsheets_may_separate_by_semicolons() -> None:
    """A spreadsheet in German writes semicolons into CSV. (TRA-2.1)"""
    row = TranslationRow(id="L1", source="Rain; wind.", text="Regen, Wind.", state="done")
    sheet = TranslationSheet(source_language="en", language="de", newest=1, rows=[row])
    text = FORMATS["csv"].write(sheet).decode()
    text = text.replace('"Regen, Wind."', "REGEN").replace("Rain; wind.", '"Rain; wind."')
    semicolons = text.replace(",", ";").replace("REGEN", "Regen, Wind.").encode()
    assert FORMATS["csv"].read(semicolons) == evolve(
        FORMATS["csv"].read(FORMATS["csv"].write(sheet))
    )


def test_a_spreadsheet_may_leave_out_an_empty_last_cell() -> None:
    """Where many translations are missing, some spreadsheets write shorter rows. (TRA-3.4)"""
    row = TranslationRow(id="L1", source="Rain.", text="", state="new")
    sheet = TranslationSheet(source_language="en", language="de", newest=1, rows=[row])
    content = FORMATS["csv"].write(sheet)
    short = content.replace(b"Rain.,", b"Rain.")
    assert short != content
    assert FORMATS["csv"].read(short) == FORMATS["csv"].read(content)
    [(_, problem)] = FORMATS["csv"].read(short.replace(b",Rain.", b"")).problems
    assert problem == "The row has 5 cells instead of 7."


@pytest.mark.parametrize("form", ["xliff", "po"])
def test_only_a_finished_line_is_done(form: str) -> None:
    """A blank text in PO is no translation, and XLIFF says which lines are finished. (TRA-3.4)"""
    row = TranslationRow(id="L1", source="Rain.", text=" ", state="done")
    sheet = TranslationSheet(source_language="en", language="de", newest=1, rows=[row])
    [read] = FORMATS[form].read(FORMATS[form].write(sheet)).rows
    assert read.state == ("done" if form == "xliff" else "new")


def test_a_unit_may_be_divided_into_segments() -> None:
    """Tools divide paragraphs into sentences, and one sentence may be forgotten. (TRA-2.1)"""
    row = TranslationRow(id="L1", source="It *rains*. It stops.", text="Es regnet.", state="done")
    sheet = TranslationSheet(source_language="en", language="de", newest=1, rows=[row])
    text = FORMATS["xliff"].write(sheet).decode()
    second = "</segment><ignorable><source> </source><target> </target></ignorable><segment>"
    second += "<source>More.</source>"
    for target, expected in (("<target>Mehr.</target>", "Es regnet. Mehr."), ("", None)):
        found = text.replace("</segment>", f"{second}{target}</segment>")
        read = FORMATS["xliff"].read(found.encode())
        assert [each.text for each in read.rows] == ([expected] if expected else [])
        assert [problem for _, problem in read.problems] == (
            [] if expected else ["A segment of the unit has no target. Translate it."]
        )
