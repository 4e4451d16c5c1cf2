"""Tests of outlines from other writing programs: OPML, RTF and Scrivener folders."""

from pathlib import Path

import pytest

from questfoundry.domain.errors import InputError, StoreError
from questfoundry.infra.documents.outliners import convert, outline_text, scrivener_file
from tests.support.book_files import file

OPML = """<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0"><head><title>Salt</title></head><body>
<outline text="People">
  <outline text="Mara Quill" _note="a pilot"/><outline text="Tobin &lt;b&gt;Hale&lt;/b&gt;"/>
</outline>
<outline text="What happens" _note="Three weeks.">
  <outline text="The gate"><outline text="She asks." _note="Twice."/></outline>
</outline>
<outline text="Fog."/>
</body></opml>"""
READ_OPML = """
# People

- Mara Quill: a pilot
- Tobin Hale

# What happens

Three weeks.


## The gate

- She asks. Twice.
- Fog.
"""
RTF = (
    r"{\rtf1\ansi\ansicpg1252\cocoartf2709{\fonttbl\f0\fnil\fcharset0 Palatino;}"
    r"{\*\expandedcolortbl;;}\pard\f0\fs24 Mara\'92s boat. \uc0\u55357 \u56841  Caf\'e9.\par "
    r"# no heading\par}"
)
READ_RTF = "Mara\u2019s boat. \U0001f609 Café.\n\n\\# no heading"
SCRIVX = """<?xml version="1.0" encoding="UTF-8"?>
<ScrivenerProject Template="No" Version="2.0"><Binder>
<BinderItem UUID="D" Type="DraftFolder"><Title>Draft</Title><Children>
  <BinderItem UUID="A-1" Type="Text"><Title>The gate</Title></BinderItem>
  <BinderItem UUID="A-2" Type="Text"><Title>Nothing yet</Title></BinderItem>
</Children></BinderItem>
<BinderItem UUID="P" Type="Folder"><Title>Characters</Title><Children>
  <BinderItem UUID="A-3" Type="Text"><Title>Mara Quill</Title></BinderItem>
</Children></BinderItem>
<BinderItem UUID="T" Type="Folder"><Title>Template Sheets</Title><Children>
  <BinderItem UUID="A-4" Type="Text"><Title>Character Sketch</Title></BinderItem>
</Children></BinderItem>
<BinderItem UUID="X" Type="TrashFolder"><Title>Trash</Title><Children>
  <BinderItem UUID="A-5" Type="Text"><Title>Old</Title></BinderItem>
</Children></BinderItem>
<BinderItem UUID="../../secret" Type="Text"><Title>Elsewhere</Title></BinderItem>
</Binder><TemplateFolderUUID>T</TemplateFolderUUID></ScrivenerProject>"""
READ_SCRIV = """\
# Draft

## The gate

She asks.

Mara\u2019s boat. \U0001f609 Café.

\\# no heading

# Characters

## Mara Quill

a pilot

"""


def scriv(folder: Path, binder: str = SCRIVX) -> Path:
    """Build a Scrivener project in the folder and return its path."""
    made = folder / "salt.scriv"
    for name, text in {
        "A-1/content.rtf": RTF,
        "A-1/synopsis.txt": "She asks.",
        "A-3/synopsis.txt": "a pilot",
        "A-4/content.rtf": RTF,
        "A-5/content.rtf": RTF,
    }.items():
        path = made / "Files/Data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (made / "salt.scrivx").write_text(binder)
    return made


async def test_opml() -> None:
    """Outliners export OPML, and headings, lists and notes must survive the conversion."""
    found = file(OPML, "salt.opml")
    assert await outline_text(found) == READ_OPML


def test_rtf() -> None:
    """Many word processors only export RTF, so its text and headings must be readable."""
    assert convert(RTF.encode(), source="", name="salt.rtf", kind="rtf") == READ_RTF


async def test_scrivener(tmp_path: Path) -> None:
    """Scrivener users have synopses and texts per document, and both belong in the outline."""
    assert await outline_text(scrivener_file(scriv(tmp_path))) == READ_SCRIV


def test_scrivener_of_before(tmp_path: Path) -> None:
    """Scrivener 1 and 2 store documents in another folder layout, and old projects still exist."""
    folder = tmp_path / "old.scriv"
    (folder / "Files/Docs").mkdir(parents=True)
    (folder / "Files/Docs/7.rtf").write_text(RTF)
    (folder / "Files/Docs/7_synopsis.txt").write_text("She asks.")
    (folder / "binder.scrivx").write_text(
        "<ScrivenerProject><Binder><BinderItem ID='7' Type='Text'><Title>The gate</Title>"
        "</BinderItem></Binder></ScrivenerProject>"
    )
    packed = scrivener_file(folder)
    made = convert(packed.content, source="", name="old.scriv", kind="scriv")
    assert made == f"# The gate\n\nShe asks.\n\n{READ_RTF}\n\n"


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("opml", "<opml><body>"),
        ("opml", "no XML"),
        (
            "opml",
            '<!DOCTYPE x [<!ENTITY a "ha">]><opml><body>'
            + "<outline text='x'>" * 5000
            + "</outline>" * 5000
            + "</body></opml>",
        ),
        ("scriv", "no archive"),
    ],
)
async def test_what_is_damaged_is_refused(kind: str, content: str) -> None:
    """A damaged or hostile outline must be refused with its name instead of a parser error."""
    with pytest.raises(InputError, match="salt"):
        await outline_text(file(content, f"salt.{kind}"))


def test_no_file_of_elsewhere_is_expanded_or_followed(tmp_path: Path) -> None:
    """An outline must not copy files from outside its project into the prompt of a model."""
    (tmp_path / "secret.rtf").write_text("do not tell")
    bomb = f'<!DOCTYPE x [<!ENTITY s SYSTEM "{tmp_path / "secret.rtf"}">]>'
    made = convert(
        f'{bomb}<opml><body><outline text="a"/>&s;</body></opml>'.encode(),
        source="",
        name="x.opml",
        kind="opml",
    )
    assert made == "- a\n"
    folder = scriv(tmp_path)
    (folder / "Files/Data/A-2").mkdir()
    (folder / "Files/Data/A-2/content.rtf").symlink_to(tmp_path / "secret.rtf")
    with pytest.raises(StoreError):
        scrivener_file(folder)
    with pytest.raises(InputError, match=r"no \.scrivx file"):
        scrivener_file(tmp_path)
