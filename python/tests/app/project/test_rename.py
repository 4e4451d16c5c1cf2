"""A rename changes a name in the whole story, leaves no old name, and needs one undo."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.project.current_versions import UndoUseCase
from questfoundry.app.project.data_renaming import DataRenaming, RenameTarget
from questfoundry.app.project.rename import RenameUseCase
from questfoundry.app.project.status import StageState
from questfoundry.app.shipping.edition import edition_of
from questfoundry.app.stages.fill import find_authored_passages
from questfoundry.domain.errors import InputError, StoreError
from questfoundry.domain.remedy import PropagateName, RunPipeline, SimpleAction
from questfoundry.infra.export.markdown import MarkdownExporter
from questfoundry.infra.export.twine_formats import TweeExporter
from tests.support.editions import IFID
from tests.support.finished import (
    STORY,
    add_passage,
    again,
    differing,
    edit,
    finished,
    keep,
    replace,
    status,
)
from tests.support.mortal import Killed, Mortal
from tests.support.pipelines import Line

BELL = "The Tide Bell"
PROSE = "Mara wakes. MARA! The Sergeant's men wait; Sergeant Ilk snores in the sunken bank."


async def told() -> Line:
    """Return the small story with prose that names a character."""
    line = await finished()
    passages = line.workshop.current("fill").data["passages"]
    stored(line, passages={**passages, "passage::setup-1": {"prose": PROSE}})
    return line


def stored(line: Line, **changed: Any) -> None:
    """Store FILL with ``changed`` fields, as a run would."""
    shop = line.workshop
    fill = shop.current("fill")
    shop.store.artifacts.add(
        "fill",
        {**fill.data, **changed},
        made_from=fill.made_from,
        origin="fill-1",
        created_at=shop.clock.now(),
    )
    shop.store.files.write("fill", shop.current("fill").data)


def renames(line: Line) -> RenameUseCase:
    shop = line.workshop
    return RenameUseCase(
        registry=shop.registry,
        store=shop.store,
        prompts=shop.prompts,
        status=status(line),
        clock=shop.clock,
    )


def everything(line: Line) -> str:
    """Return all text of the artifacts and the exports."""
    shop = line.workshop
    story = shop.registry.story(shop.store.artifacts)
    edition = edition_of(story, ifid=IFID, language="en")
    exported = (*MarkdownExporter().export(edition), *TweeExporter().export(edition))
    return json.dumps([shop.current(stage).data for stage in STORY]) + "".join(
        file.content.decode() for file in exported
    )


def versions(line: Line) -> list[int]:
    return [line.workshop.current(stage).version for stage in STORY]


@pytest.mark.parametrize(
    ("old", "new", "gone", "there"),
    [
        ("Mara Voss", "Vera Holm", "mara", "VERA! The Sergeant"),
        ("mara", "Vera", "mara", "Vera Voss"),
        ("location::sunken-bank", "Drowned Hall", "sunken bank", "in the drowned hall."),
        ("Hold out the mouthpiece", "Offer him the air", "hold out the m", "Offer him the air"),
        ("Go on", "Read on", "go on", "Read on"),
        ("Low Water", "The Fallen Sea", "low water", "The Fallen Sea"),
        ("Read Aloud", "All the Names", "read aloud", "All the Names"),
    ],
)
async def test_no_second_name_is_left_and_nothing_is_asked_again(old, new, gone, there) -> None:
    """An old name left in one place confuses readers. (REN-2.1)"""
    line = await told()
    before = versions(line)
    made = renames(line).execute(old, new)
    assert sum(each.places for each in made.stages) > 0
    assert gone not in everything(line).casefold()
    assert gone.replace(" ", "-") not in everything(line)
    assert there in everything(line)
    assert {each.state for each in status(line).execute().stages} == {StageState.READY}
    assert (await again(line)).requests == []

    line.workshop.sync()
    UndoUseCase(store=line.workshop.store).execute()
    assert versions(line) == before
    assert line.workshop.sync() == ()
    assert gone in everything(line).casefold()


async def test_what_would_change_is_shown_with_what_is_left() -> None:
    """Authors check a rename before it changes many files."""
    line = await told()
    found = renames(line).preview("Sergeant Ilk", "Captain Orr")
    assert versions(line) == [1, 1, 1, 1, 2]
    assert {each.stage for each in found.stages if each.places} == {*STORY} - {"dream"}
    assert found.unsure
    assert all("sergeant" in each.item for each in found.unsure)
    assert renames(line).execute("Sergeant Ilk", "Captain Orr") == found


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Mora", "Vera", "Did you mean"),
        ("Mara Voss", " ", "new name is empty"),
        ("Mara Voss", "Mara Voss", "already"),
        ("Mara Voss", "sergeant ilk", "has that name"),
        ("Mara Voss", "!!", "gives no id"),
        ("Mara Voss", "V" * 61, "With that name"),
        (
            "The Drowned Ledger",
            "X",
            "matches several things: story .* passage::the-drowned-ledger-default-epilogue",
        ),
    ],
)
async def test_a_name_that_cannot_be_given_is_refused(old: str, new: str, words: str) -> None:
    """An ambiguous or empty name must change nothing."""
    line = await told()
    replace(line, "Low Water", "The Drowned Ledger", "grow")
    line.workshop.sync()
    keep(line)
    before = everything(line)
    with pytest.raises(InputError, match=words):
        renames(line).execute(old, new)
    assert everything(line) == before


async def test_a_name_that_was_changed_by_hand_in_one_place_is_carried_through() -> None:
    """An author who renames in one file needs help with all other files."""
    line = await told()
    replace(line, '"name": "Mara Voss"', '"name": "Vera Holm"', "brainstorm")
    replace(line, '"name": "The Ledger"', '"name": "The Old Ledger"', "brainstorm")
    assert line.workshop.take_in().names == (PropagateName("Mara Voss", "Vera Holm"),)
    assert line.workshop.take_in().names == ()
    keep(line)
    renames(line).execute("Mara Voss", "Vera Holm")
    assert "mara" not in everything(line).casefold()
    assert "character::vera-holm" in everything(line)
    with pytest.raises(InputError, match="no text contains it"):
        renames(line).execute("Mara Voss", "Vera Holm")


@pytest.mark.parametrize(("was", "called"), [("", "Row"), ("It was otherwise", None)])
async def test_a_label_that_a_reader_put_right_is_renamed_until_it_is_another_one(was, called):
    """A rename must find a corrected label in FILL. (REN-2.1)"""
    line = await told()
    shop = line.workshop
    choice = shop.registry.story(shop.store.artifacts).existing_structure.outgoing_choices(
        "passage::setup-1"
    )[0]
    stored(line, labels={choice.id: {"was": was or choice.label, "label": "Swim"}})
    if called:
        renames(line).execute("Swim", called)
    story = shop.registry.story(shop.store.artifacts)
    [told_now, *_] = story.existing_structure.outgoing_choices("passage::setup-1")
    assert told_now.label == (called or choice.label)


async def test_a_rename_hides_no_passage_to_write_or_to_judge() -> None:
    """A rename would hide which passages are still to be written, kept or regenerated."""
    line = await told()
    replace(line, "Take the last bottle", "Take all the air", "grow")
    edit(line, add_passage)
    before = differing(line)
    assert before
    renames(line).execute("Mara Voss", "Vera Holm")
    assert {*differing(line)} == {*before}
    edit(line, lambda data: data.update(tone="Merry."), "dream")
    with pytest.raises(InputError, match="is stale") as refused:
        renames(line).execute("Vera Holm", "Mara Voss")
    assert refused.value.remedies == (RunPipeline(), SimpleAction.KEEP)


async def test_prose_of_the_author_stays_the_authors_and_no_other_becomes_so() -> None:
    """A rename must not mark model prose as edited, or a new run would skip it."""
    line = await told()
    replace(line, "Mara wakes", "Mara is awake", "fill")
    line.workshop.sync()
    renames(line).execute("Mara Voss", "Vera Holm")
    assert len(find_authored_passages(line.workshop.store)) == 1
    assert differing(line) == {}
    replace(line, "The tide bell wakes Vera.", "The bell breaks.", "seed")
    assert differing(line) == {BELL: {"moments"}}


@pytest.mark.parametrize("after", [False, True])
async def test_a_rename_cut_off_anywhere_is_done_or_not(*, after: bool) -> None:
    """A crash in the middle must not leave the story with two names."""
    line = await told()
    shop, whole = line.workshop, line.workshop.store
    before, at = versions(line), 0
    while True:
        mortal = Mortal()
        mortal.dies_at, mortal.after = (at := at + 1), after
        shop.store = evolve(
            whole,
            artifacts=mortal.over(whole.artifacts, "add", "note_file_digests"),
            files=mortal.over(whole.files, "write"),
        )
        died = True
        try:
            renames(line).execute("Mara Voss", "Vera Holm")
            died = False
        except Killed:
            pass
        shop.store = whole
        assert shop.sync() == ()
        if versions(line) != before:
            assert "mara" not in everything(line).casefold()
            UndoUseCase(store=whole).execute()
        assert versions(line) == before
        if not died:
            break
    assert at > 12


def test_questions_clues_and_the_inserts_that_ask_for_them_are_carried() -> None:
    """Ids of clues contain names, so conditional texts must follow the rename."""
    seed = {
        "questions": [
            {
                "id": "question::who-paid-mara",
                "question": "Who paid Mara?",
                "clues": [{"text": "Ilk paid Mara.", "learnt": ["beat::setup-1"]}],
            }
        ]
    }
    prose = "[who-paid-mara-1]\nMara counts it.\n\n[marble-1]\nIt is cold."
    fill = {"passages": {"passage::setup-1": {"prose": prose}}}
    grow = {"passages": [{"requires": ["clue::who-paid-mara-1"], "grants": ["mark::mara-2"]}]}
    named = RenameTarget(kind="character", id="character::mara", old="Mara", new="Vera")
    renaming = DataRenaming.from_artifacts(named, [seed, grow, fill])
    (question,) = renaming.rename_data("seed", seed).data["questions"]
    assert question["id"] == "question::who-paid-vera"
    assert (question["question"], question["clues"][0]["text"]) == (
        "Who paid Vera?",
        "Ilk paid Vera.",
    )
    (passage,) = renaming.rename_data("grow", grow).data["passages"]
    assert passage == {"requires": ["clue::who-paid-vera-1"], "grants": ["mark::vera-2"]}
    told = renaming.rename_data("fill", fill).data["passages"]["passage::setup-1"]["prose"]
    assert told == "[who-paid-vera-1]\nVera counts it.\n\n[marble-1]\nIt is cold."
    without = DataRenaming.from_artifacts(named, [seed, fill]).rename_data("fill", fill)
    assert "[who-paid-vera-1]" in without.data["passages"]["passage::setup-1"]["prose"]


async def test_a_rename_on_a_full_disk_changes_nothing_and_says_so() -> None:
    """A rename writes several files, and half of a rename leaves two names in the story."""
    failing = 0
    while True:
        line = await told()
        shop = line.workshop
        before = versions(line), everything(line)
        files = {stage: shop.store.files.read(stage) for stage in STORY}
        disk = FullDisk(failing + 1)
        full = evolve(
            shop.store,
            files=disk.over(shop.store.files, "write"),
            artifacts=disk.over(shop.store.artifacts, "add", "note_file_digests"),
        )
        try:
            evolve(renames(line), store=full).execute("Mara Voss", "Vera Holm")
        except StoreError as problem:
            failing, notes = failing + 1, problem.__notes__
        else:
            break
        assert "Nothing was renamed" in notes[0]
        shop.sync()
        assert (versions(line), everything(line)) == before
        assert {stage: shop.store.files.read(stage) for stage in STORY} == files
        renames(line).execute("Mara Voss", "Vera Holm")
    shop.sync()
    assert "vera" in everything(line).casefold()
    assert failing > len(STORY)


class FullDisk(Mortal):
    """A disk on which the write with the number ``dies_at`` fails, as do all later writes."""

    def __init__(self, dies_at: int) -> None:
        super().__init__()
        self.dies_at = dies_at

    def counted(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            self.calls += 1
            if self.calls >= self.dies_at:
                raise StoreError("No space left on device")
            return method(*args, **named)

        return call


def test_a_stat_named_after_a_character_keeps_its_moves_and_levels() -> None:
    """The id of a stat follows its name, so choices and conditional texts must follow, too."""
    seed = {
        "stats": [{"name": "Mara's trust", "high": "Mara trusts you.", "about": "character::mara"}]
    }
    choice = {"requires": ["level::maras-trust-up-2"], "moves": {"stat::maras-trust": 1}}
    grow = {"passages": [{"choices": [choice]}]}
    prose = "[maras-trust-down-1]\nMara looks away."
    fill = {"passages": {"passage::setup-1": {"prose": prose}}}
    named = RenameTarget(kind="character", id="character::mara", old="Mara", new="Vera")
    renaming = DataRenaming.from_artifacts(named, [seed, grow, fill])
    assert renaming.rename_data("seed", seed).data["stats"] == [
        {"name": "Vera's trust", "high": "Vera trusts you.", "about": named.new_id}
    ]
    (passage,) = renaming.rename_data("grow", grow).data["passages"]
    assert passage["choices"] == [
        {"requires": ["level::veras-trust-up-2"], "moves": {"stat::veras-trust": 1}}
    ]
    told = renaming.rename_data("fill", fill).data["passages"]["passage::setup-1"]["prose"]
    assert told == "[veras-trust-down-1]\nVera looks away."
