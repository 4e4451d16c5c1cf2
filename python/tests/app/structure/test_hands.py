"""The ledger of hands names the writer of each sentence, whatever happened to the text since."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from questfoundry.app.project.current_versions import UndoUseCase
from questfoundry.app.project.patch import PatchArtifactUseCase
from questfoundry.app.structure.hands import HandLedgerUseCase
from questfoundry.app.writing.rewrite import RewritePassageUseCase
from questfoundry.domain.artifacts.version import AGENT
from questfoundry.domain.errors import InputError
from questfoundry.domain.outline.material_parts import Material, MaterialPage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.record import EntryKind, JournalEntry, JournalKey
from questfoundry.domain.story.hands import Hand, HandKind, HandLedger, LedgerEntry
from questfoundry.testing.scripted import ScriptedChatProvider, says
from tests.app.project.test_rename import renames
from tests.support.finished import edit, finished
from tests.support.pipelines import Line
from tests.support.stage_runs import Workshop, one_provider

PASSAGE = "passage::setup-1"
FIRST = "You seek the loose door."


def ledger(shop: Workshop) -> HandLedger:
    return HandLedgerUseCase(store=shop.store).execute()


def find(shop: Workshop, words: str) -> LedgerEntry:
    [found] = [each for each in ledger(shop).entries if words in each.sentence.text]
    return found


def write(line: Line, text: Callable[[str], str], passage: str = PASSAGE) -> None:
    """Change the prose of ``passage`` in the file, as the author would."""

    def change(data: dict[str, Any]) -> None:
        prose = data["passages"][passage]
        prose["prose"] = text(prose["prose"])

    edit(line, change, "fill")


async def rewrite(line: Line, prose: str, passage: str = PASSAGE) -> None:
    """Let a model rewrite the passage; it answers ``prose``."""
    shop = line.workshop
    providers = one_provider(ScriptedChatProvider([says(prose), *[says("")] * 3]))
    await RewritePassageUseCase(
        registry=shop.registry, store=shop.store, runs=shop.opener(providers), prompts=shop.prompts
    ).execute(passage, "Otherwise.")


def clone(line: Line) -> None:
    """Make the story a project with the same files, and no history, as in a clone from git."""
    old, new = line.workshop, Workshop(prompts=line.workshop.prompts)
    new.registry = old.registry
    for stage in old.store.artifacts.stages():
        new.store.files.write(stage, old.current(stage).data)
    line.workshop = new
    new.sync()


def sentences_in(shop: Workshop, passage: str = PASSAGE) -> list[str]:
    prose = shop.current("fill").data["passages"][passage]["prose"]
    return re.findall(r"[^.\n\[\]]+\.", prose)


async def test_a_renamed_person_stays_in_the_sentence_of_the_model() -> None:
    """The author typed the name, and the model everything else. (HND-1.2)"""
    line = await finished()
    await rewrite(line, "Mara Voss waits. Then all the long wet night goes by, and she counts it.")
    renames(line).execute("Mara Voss", "Nell Stone")

    sentence = find(line.workshop, "waits").sentence
    assert sentence.text == "Nell Stone waits."
    assert sentence.origin.kind is HandKind.MODEL
    assert [each.kind for each in sentence.hands] == [HandKind.AUTHOR] * 2 + [HandKind.MODEL]
    assert (sentence.origin.name, sentence.origin.request) == ("scripted/model", "rewrite-1/1")
    assert find(line.workshop, "counts it").sentence.editors == frozenset()


async def test_pasted_words_of_a_model_stay_the_models() -> None:
    """A sentence that the author pastes from an undone version is still the model's. (HND-1.3)"""
    line = await finished()
    await rewrite(line, "Nine bells ring under the quay tonight. No ship answers any of them.")
    UndoUseCase(store=line.workshop.store).execute("fill")
    write(line, lambda text: f"{text} Nine bells ring under the quay tonight. I wrote this one.")

    assert find(line.workshop, "Nine bells").sentence.origin.kind is HandKind.MODEL
    assert find(line.workshop, "I wrote").sentence.origin.kind is HandKind.AUTHOR


async def test_a_pasted_part_of_a_sentence_stays_the_models() -> None:
    """Eight words in a row are no coincidence, and fewer may be. (HND-1.3)"""
    line = await finished()
    await rewrite(line, "Nine bells ring under the quay tonight and no ship answers any of them.")
    UndoUseCase(store=line.workshop.store).execute("fill")
    pasted = "I swear: nine bells ring under the quay tonight and no one woke."
    little = "Yes, nine bells ring under the quay tonight, I told her, over and over again."
    run = "nine bells ring under the quay tonight and no"
    long = (
        f"On the last day of my life, as she said later, {run} cat but the old dog of ours slept."
    )
    write(line, lambda text: f"{text} {pasted} {little} {long}")

    found = find(
        line.workshop, "I swear: nine bells ring under the quay tonight and no one"
    ).sentence
    assert (found.origin.kind, found.editors) == (HandKind.MODEL, {HandKind.AUTHOR})
    assert [each.kind for each in found.hands] == [
        *[HandKind.AUTHOR] * 2,
        *[HandKind.MODEL] * 9,
        *[HandKind.AUTHOR] * 2,
    ]
    assert find(line.workshop, "over and over").sentence.editors == frozenset()
    inside = find(line.workshop, "On the last day").sentence
    assert (inside.origin.kind, inside.editors) == (HandKind.AUTHOR, {HandKind.MODEL})


async def test_the_authors_words_in_an_answer_stay_the_authors() -> None:
    """A model that quotes the author does not become the writer of the quotation. (HND-1.3)"""
    line = await finished()
    mine = "We carried the drowned piano up the hill on the night of the flood"
    write(line, lambda text: f"{text} {mine}.")
    before = line.workshop.current("fill").data["passages"][PASSAGE]["prose"]
    await rewrite(line, f"She wrote: {mine}. Nobody believed it.")
    write(line, lambda _: f"{before} Last year {mine[0].lower()}{mine[1:]}, as everyone knows.")
    found = find(line.workshop, "Last year").sentence
    assert {each.kind for each in found.hands} == {HandKind.AUTHOR}


async def test_a_model_that_repeats_others_is_not_their_author() -> None:
    """The author's idea and material stay theirs, and code is the program's. (HND-1.3)"""
    line = await finished()
    shop = line.workshop
    mine, theirs = "I dreamt of nine bells at sea.", "The harbour freezes from the bottom up."
    material = Material(pages=(MaterialPage(name="bible/harbour.md", text=f"# Ice\n\n{theirs}"),))
    providers = one_provider(ScriptedChatProvider())
    inputs = StageInputs(idea=f"Bells. {mine}", material=material)
    run = shop.opener(providers).begin("fill", inputs, providers)
    prose = f"{mine} {theirs} Then a long wind came down the river. Done by code alone, this."
    answer = json.dumps({"prose": prose.partition("Done")[0].replace("long", "very long")})
    shop.store.journal.record(
        JournalEntry(
            key=JournalKey(
                run_id=run.id, kind=EntryKind.MODEL_CALL, scope="fill", digest="1", occurrence=0
            ),
            request={"messages": []},
            response={"text": f"Here it is:\n{answer}"},
            model="local//home/ann/models/small.gguf",
            recorded_at=shop.clock.now(),
        )
    )
    shop.clock.advance(1)
    fill = shop.current("fill")
    passages = {**fill.data["passages"], PASSAGE: {"prose": prose}}
    shop.store.artifacts.add(
        "fill",
        {**fill.data, "passages": passages},
        made_from=fill.made_from,
        origin=run.id,
        created_at=shop.clock.now(),
    )
    found = {words: find(shop, words).sentence for words in ("dreamt", "freezes", "wind", "code")}
    assert [each.origin.kind for each in found.values()] == [
        HandKind.AUTHOR,
        HandKind.IMPORT,
        HandKind.MODEL,
        HandKind.PROGRAM,
    ]
    assert found["freezes"].origin.name == "bible/harbour.md"
    assert found["wind"].origin == Hand(HandKind.MODEL, "local/small.gguf", f"{run.id}/1")


async def test_joined_divided_and_moved_sentences_keep_their_hands() -> None:
    """Editing the order of words makes no words the author's. (HND-1.2)"""
    line = await finished()
    long = "The harbour master counts nine lamps, and the tenth lamp burns under the water."
    await rewrite(line, f"{long} Nobody in the whole town says a word. They wait for the bell.")
    write(
        line,
        lambda _: (
            "The harbour master counts nine lamps. The tenth lamp burns under the water. "
            "Nobody in the whole town says a word, they wait for the bell."
        ),
    )
    for each in ("harbour", "tenth", "Nobody"):
        sentence = find(line.workshop, each).sentence
        assert {hand.kind for hand in sentence.hands} == {HandKind.MODEL}
    assert find(line.workshop, "harbour").sentence.cut == 1  # the word "and"
    assert find(line.workshop, "harbour").sentence.editors == {HandKind.AUTHOR}


async def test_a_model_that_edits_through_a_tool_is_no_author() -> None:
    """Other programs write through MCP, whose words no journal records."""
    shop = (await finished()).workshop
    patch = PatchArtifactUseCase(
        registry=shop.registry, store=shop.store, prompts=shop.prompts, clock=shop.clock
    )
    patch.execute("grow", {"hook": "A bell rings where no bell hangs."}, origin=AGENT)
    assert find(shop, "no bell hangs").sentence.origin.kind is HandKind.MODEL


async def test_a_story_without_history_is_not_known() -> None:
    """Nothing is guessed about a clone, and later edits are known."""
    line = await finished()
    clone(line)
    totals = ledger(line.workshop).totals
    assert (set(totals.words), totals.is_known) == ({HandKind.UNKNOWN}, False)

    write(line, lambda text: f"{text} I wrote this one.")
    assert find(line.workshop, "I wrote").sentence.origin.kind is HandKind.AUTHOR
    copy = line.workshop.copy()
    assert ledger(copy).to_document() == ledger(line.workshop).to_document()


async def test_without_a_structure_there_is_no_ledger() -> None:
    with pytest.raises(InputError, match="no texts"):
        ledger(Workshop())
