"""A desk that is killed at any write of any kind of edit keeps the story before or after it."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from shutil import copytree
from typing import Any

import httpx
import pytest
from attrs import field, frozen
from lxml import html

from tests.e2e.test_desk_in_database import at_desk as browse
from tests.support.desk import at_desk, finished_project
from tests.support.examples import in_profile
from tests.support.qf_process import QfProcess
from tests.support.rich_story import picture
from tests.support.write_kills import arm, disarm, kill_at_write

pytestmark = pytest.mark.slow

SOURCE, SECOND = "/passage/setup-1", "/passage/the-last-air-default-commit-1"
TAIL = "passage::the-last-air-default-tail-1"
MOST_WRITES = 60
Fields, State = Mapping[str, Any], Mapping[str, bytes]


@frozen
class Edit:
    """A form of the desk, and the forms before it.

    ``page``: the page whose form for ``address`` has further fields.
    """

    address: str
    fields: Fields = field(factory=dict)
    page: str = ""
    before: tuple["Edit", ...] = ()
    file: tuple[str, bytes] | None = None


NEW = {"label": "Look behind", "to": "new", "title": "Behind", "summary": "Mara finds a door."}
NEW |= {"location": "location::sunken-bank", "then": TAIL}
STAT = {"name": "Ilk's trust", "question": "Does Ilk trust you?", "high": "He does.", "low": "No."}
PERSON = {"kind": "character", "name": "Odo Blythe", "concept": "The clerk of the bank."}
PROSE = Edit(f"{SOURCE}/edit", {"part": "The bell rings twice."}, page=f"{SOURCE}/edit")
SCENE = Edit(f"{SECOND}/choices", NEW)
CONNECTED = Edit(f"{SECOND}/choices", {"label": "Swim on", "to": TAIL})
CHOICE = "choice Swim on"
ADDED_STAT, ADDED_PERSON = Edit("/stats", STAT), Edit("/people", PERSON)
REPLACED = Edit("/find", {"words": "lamp", "new": "torch", "number": "1"})
COMMENT = Edit(f"{SOURCE}/comment/1", {"text": "Longer."})
NOTES = Edit("/bible", {"folder": "bible", "name": "people.md"})
GERMAN = Edit("/translations", {"language": "de"})
EDITS = {
    "prose": PROSE,
    "undone prose": Edit(f"{SOURCE}/edit", {"undo": "yes"}, before=(PROSE,)),
    "restored prose": Edit(f"{SOURCE}/history", {"version": "1"}, before=(PROSE,)),
    "title": Edit(f"{SOURCE}/names", {"title": "The Bell", "confirmed": "yes"}),
    "picture": Edit(
        "/pictures", {"passage": "setup-1", "alt": "A bell"}, file=("bell.png", picture())
    ),
    "new passage": SCENE,
    "new choice": CONNECTED,
    "new topic": Edit(f"{SECOND}/choices", {**NEW, "to": "topic"}),
    "inserted passage": Edit(f"{SECOND}/insert", {**NEW, "between": TAIL}),
    "changed choice": Edit(CHOICE, {"label": "Dive on"}, page=CHOICE, before=(CONNECTED,)),
    "moved choice": Edit(CHOICE, {"do": "up"}, before=(CONNECTED,)),
    "removed choice": Edit(CHOICE, {"do": "remove"}, before=(CONNECTED,)),
    "moved passage": Edit("/passage/behind/place", {"do": "down"}, before=(SCENE,)),
    "removed passage": Edit("/passage/behind/place", {"do": "remove"}, before=(SCENE,)),
    "undone structure": Edit("/structure/undo", {"passage": "setup-1"}, before=(SCENE,)),
    "new stat": ADDED_STAT,
    "changed stat": Edit(
        "/stats", {**STAT, "old": STAT["name"], "low": "He lies."}, before=(ADDED_STAT,)
    ),
    "removed stat": Edit("/stats", {"remove": STAT["name"]}, before=(ADDED_STAT,)),
    "undone stat": Edit("/stats/undo", before=(ADDED_STAT,)),
    "new person": ADDED_PERSON,
    "new name": Edit(
        "/people/rename", {"entity": "character::mara-voss", "new": "Udo", "confirmed": "yes"}
    ),
    "undone person": Edit("/people/undo", before=(ADDED_PERSON,)),
    "replaced words": REPLACED,
    "undone replacement": Edit("/find/undo", {"words": "lamp"}, before=(REPLACED,)),
    "goal": Edit("/goal", {"daily": "300", "words": ""}),
    "comment": COMMENT,
    "deleted comment": Edit(f"{SOURCE}/comments", {"number": ""}, before=(COMMENT,)),
    "new notes": NOTES,
    "notes": Edit(
        "/bible/bible/people.md", {"text": "# Mara"}, page="/bible/bible/people.md", before=(NOTES,)
    ),
    "renamed notes": Edit("/bible/rename/bible/people.md", {"name": "cast.md"}, before=(NOTES,)),
    "deleted notes": Edit(
        "/bible/delete/bible/people.md", page="/bible/bible/people.md", before=(NOTES,)
    ),
    "new translation": GERMAN,
    "kept play": Edit("/play/keep", {"route": "", "name": "short"}),
}


def read_state(folder: Path) -> State:
    """Return the author's files by name, without locks and the database."""
    return {
        str(each.relative_to(folder)): each.read_bytes()
        for each in sorted(folder.rglob("*"))
        if each.is_file()
        and not each.name.startswith(("story.db", "."))
        and "logs" not in each.parts
    }


def is_whole_or_absent(state: State, before: State, after: State) -> bool:
    """Return whether all artifacts are as before or all as after, and each other file is so."""

    def pick(files: State) -> State:
        return {name: text for name, text in files.items() if name.startswith("artifacts/")}

    return pick(state) in (pick(before), pick(after)) and all(
        state.get(name) in (before.get(name), after.get(name))
        for name in {*state, *before, *after}
        if not name.startswith("artifacts/")
    )


async def send(client: httpx.AsyncClient, edit: Edit) -> httpx.Response:
    """Send the form of ``edit``, with all fields that a browser would send."""
    fields: dict[str, Any] = {}
    address = edit.address
    if address == CHOICE:
        page = html.fromstring((await client.get(f"{SECOND}/structure")).text)
        [address] = page.xpath("//a[.='Swim on']/@href")
    if edit.page:
        page = html.fromstring((await client.get(edit.page.replace(CHOICE, address))).text)
        form = page.xpath(f"//form[@action='{address}']")[0]
        for name, value in form.form_values():
            fields.setdefault(name, []).append(value or "")
    fields |= edit.fields
    files = {"file": (*edit.file, "image/png")} if edit.file else None
    return await client.post(address, data=fields, files=files)


async def send_all(folder: Path, edits: Iterable[Edit]) -> None:
    async with at_desk(folder) as desk:
        desk.client.headers.update(
            {"origin": str(desk.client.base_url), "sec-fetch-site": "same-origin"}
        )
        for each in edits:
            answer = await send(desk.client, each)
            assert answer.status_code == 303 or "Saved" in answer.text, (each.address, answer.text)


async def is_killed(folder: Path, edit: Edit, last: int) -> bool:
    """Return whether the desk was killed at its write ``last``, before the edit was answered."""
    first = partial(kill_at_write, str(folder), last)
    with QfProcess("desk", "--no-browser", folder=folder, terminal=True, first=first) as process:
        async with browse(process) as client:
            arm(folder)
            try:
                answer = await send(client, edit)
            except httpx.TransportError:
                return True
            finally:
                disarm(folder)
            assert answer.status_code == 303, answer.text
            return False


async def check_after_kill(folder: Path, states: Sequence[State]) -> None:
    async with at_desk(folder) as desk:
        for page in ("/", "/map", "/bible", "/text"):
            shown = await desk.get(page)
            assert shown.status_code == 200, shown.text
            assert "not valid" not in shown.text
    assert is_whole_or_absent(read_state(folder), *states)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return asyncio.run(finished_project(tmp_path_factory.mktemp("made")))


KINDS = list(EDITS)[:: 4 // in_profile(4)]
"""All kinds of edits in the profile ``daily``, and each fourth for a change."""


@pytest.mark.parametrize("edit", [EDITS[each] for each in KINDS], ids=KINDS)
async def test_an_edit_is_whole_or_absent_after_a_kill(
    made: Path, tmp_path: Path, edit: Edit
) -> None:
    """A crash in the middle of an edit loses at most this edit, and nothing before it."""
    before, after = tmp_path / "before", tmp_path / "after"
    copytree(made, before)
    await send_all(before, edit.before)
    copytree(before, after)
    await send_all(after, [edit])
    states = [read_state(before), read_state(after)]
    for last in range(1, MOST_WRITES):
        folder = tmp_path / f"killed-{last}"
        copytree(before, folder)
        if not await is_killed(folder, edit, last):
            assert last > 1
            assert read_state(folder) == states[1]
            return
        await check_after_kill(folder, states)
    pytest.fail("The edit has too many writes.")
