"""The ledger of hands equals what a second program finds, after any sequence of edits."""

import random
import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

from questfoundry.app.pipeline.drafts import DraftsUseCase
from questfoundry.app.pipeline.run_stage import RunStageUseCase
from questfoundry.app.project.current_versions import UndoUseCase
from questfoundry.app.project.joint_edits import FindTextUseCase
from questfoundry.app.project.patch import PatchArtifactUseCase
from questfoundry.domain.artifacts.version import AGENT, EDIT
from questfoundry.domain.outline.material_parts import Material, MaterialPage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.record import EntryKind, JournalEntry, JournalKey
from questfoundry.domain.story.hands import Sentence
from questfoundry.testing.scripted import ScriptedChatProvider, says
from tests.app.project.test_rename import renames
from tests.app.structure.test_hands import clone, ledger, rewrite, sentences_in, write
from tests.support.finished import edit, finished, keep
from tests.support.pipelines import Line
from tests.support.second_ledger import Origin, SecondLedger
from tests.support.stage_runs import one_provider

Step = Callable[["Author"], Any]


class Author:
    """An author who does what authors do to a story, at random; each new word is a new one."""

    def __init__(self, line: Line, seed: int) -> None:
        self.line = line
        self.chance = random.Random(seed)
        self._numbers = count(100)

    def word(self, letter: str = "a") -> str:
        return f"{letter}{next(self._numbers)}x"

    def sentence(self, letter: str = "a", words: int = 6) -> str:
        return " ".join(self.word(letter) for _ in range(words)).capitalize() + "."

    def answer(self, sentences: int = 4) -> str:
        return " ".join(self.sentence("m") for _ in range(sentences))

    @property
    def passages(self) -> list[str]:
        return sorted(self.line.workshop.current("fill").data["passages"])

    def choose_sentence(self) -> tuple[str, str]:
        passage = self.chance.choice(self.passages)
        return passage, self.chance.choice(sentences_in(self.line.workshop, passage)).strip()

    def patch(self, stage: str, changes: dict[str, Any], origin: str = EDIT) -> None:
        shop = self.line.workshop
        PatchArtifactUseCase(
            registry=shop.registry, store=shop.store, prompts=shop.prompts, clock=shop.clock
        ).execute(stage, changes, origin=origin)


def change_word(author: Author) -> None:
    passage, sentence = author.choose_sentence()
    word = author.chance.choice(re.findall(r"\w+", sentence))
    new = re.sub(rf"\b{word}\b", author.word(), sentence, count=1)
    write(author.line, lambda old: old.replace(sentence, new, 1), passage)


def add_sentence(author: Author) -> None:
    passage, sentence = author.choose_sentence()
    new = f"{sentence} {author.sentence()}"
    write(author.line, lambda old: old.replace(sentence, new, 1), passage)


def cut_words(author: Author) -> None:
    passage, sentence = author.choose_sentence()
    words = sentence.split()
    if len(words) > 5:
        new = " ".join(words[:-2]).rstrip(".,") + "."
        write(author.line, lambda old: old.replace(sentence, new, 1), passage)


def cut_sentence(author: Author) -> None:
    passage, sentence = author.choose_sentence()
    if len(sentences_in(author.line.workshop, passage)) > 2:
        write(author.line, lambda old: old.replace(sentence, "", 1), passage)


def move_sentence(author: Author) -> None:
    passage, sentence = author.choose_sentence()
    other = author.chance.choice(author.passages)
    if len(sentences_in(author.line.workshop, passage)) > 2 and other != passage:

        def move(data: dict[str, Any]) -> None:
            one, two = data["passages"][passage], data["passages"][other]
            one["prose"] = one["prose"].replace(sentence, "", 1)
            two["prose"] = f"{sentence} {two['prose']}"

        edit(author.line, move, "fill")


def edit_on_the_desk(author: Author) -> None:
    passage, sentence = author.choose_sentence()
    prose = author.line.workshop.current("fill").data["passages"][passage]["prose"]
    new = prose.replace(sentence, f"{author.sentence()} {sentence}", 1)
    author.patch("fill", {f"passages.{passage}.prose": new})


def edit_by_an_agent(author: Author) -> None:
    passage, sentence = author.choose_sentence()
    prose = author.line.workshop.current("fill").data["passages"][passage]["prose"]
    new = prose.replace(sentence, f"{sentence} {author.sentence('g')}", 1)
    author.patch("fill", {f"passages.{passage}.prose": new}, origin=AGENT)


def rename(author: Author) -> None:
    keep(author.line)
    shop = author.line.workshop
    person = shop.current("brainstorm").data["entities"][0]["name"]
    passage = author.chance.choice(shop.current("grow").data["passages"])
    old = author.chance.choice((person, passage["title"]))
    renames(author.line).execute(old, f"{author.word('A')} {author.word('A')}")


def find_and_replace(author: Author) -> None:
    shop = author.line.workshop
    word = author.chance.choice(re.findall(r"\w+", author.choose_sentence()[1]))
    FindTextUseCase(
        registry=shop.registry, store=shop.store, prompts=shop.prompts, clock=shop.clock
    ).replace(word, author.word(), only={1}, whole_words=True)


def undo(author: Author) -> None:
    shop = author.line.workshop
    stage = author.chance.choice(("fill", "grow"))
    if shop.current(stage).replaces:
        UndoUseCase(store=shop.store).execute(stage)


def paste_from_an_earlier_version(author: Author) -> None:
    shop = author.line.workshop
    passage, _ = author.choose_sentence()
    earlier = author.chance.choice(shop.store.artifacts.versions("fill"))
    prose = author.chance.choice([*earlier.data["passages"].values()])["prose"]
    found = author.chance.choice(re.findall(r"[^.\n\[\]]+\.", prose)).strip()
    write(author.line, lambda old: f"{old} {found}", passage)


def change_a_label(author: Author) -> None:
    grow = author.line.workshop.current("grow").data
    number = author.chance.randrange(len(grow["passages"]))
    author.patch("grow", {f"passages.{number}.title": author.sentence(words=3)[:-1]})


def change_the_teaser(author: Author) -> None:
    author.patch(
        "grow", {"hook": f"{author.line.workshop.current('grow').data['hook']} {author.sentence()}"}
    )


async def rewrite_passage(author: Author) -> None:
    await rewrite(author.line, author.answer(), author.choose_sentence()[0])


async def let_a_model_quote(author: Author) -> None:
    quoted = author.choose_sentence()[1]
    await rewrite(author.line, f"{author.answer()} {quoted}", author.choose_sentence()[0])


async def accept_a_change_of_a_draft(author: Author) -> None:
    """Let a model propose an edit of each paragraph, and accept one of them."""
    shop, (passage, sentence) = author.line.workshop, author.choose_sentence()
    prose = shop.current("fill").data["passages"][passage]["prose"]
    proposed = prose.replace(sentence, f"{sentence} {author.sentence('m')}", 1)
    proposed = f"{proposed}\n\n{author.answer(2)}"
    providers = one_provider(ScriptedChatProvider([says(proposed), *[says("")] * 3]))
    shared: dict[str, Any] = {
        "registry": shop.registry,
        "store": shop.store,
        "runs": shop.opener(providers),
        "prompts": shop.prompts,
    }
    drafts = DraftsUseCase(**shared, run_stage=RunStageUseCase(**shared))
    [draft, *_] = await drafts.create_passage_drafts(passage, "Correct it.", count=1)
    draft = drafts.find_draft(draft.id)
    for number in author.chance.sample(sorted(draft.changes), min(1, len(draft.changes))):
        await drafts.choose_draft(draft.id, change=number)


def import_material(author: Author) -> None:
    """Let a run repeat a sentence of an imported file and one of the author's idea."""
    shop, passage = author.line.workshop, author.choose_sentence()[0]
    theirs, mine = author.sentence("f"), author.sentence()
    page = MaterialPage(name="bible/harbour.md", text=f"# Ice\n\n{theirs}")
    inputs = StageInputs(idea=mine, material=Material(pages=(page,)))
    providers = one_provider(ScriptedChatProvider())
    run = shop.opener(providers).begin("fill", inputs, providers)
    prose = f"{mine} {author.answer(1)} {theirs}"
    key = JournalKey(
        run_id=run.id, kind=EntryKind.MODEL_CALL, scope="fill", digest="1", occurrence=0
    )
    entry = JournalEntry(
        key=key,
        request={"messages": []},
        response={"text": prose},
        model="scripted/model",
        recorded_at=shop.clock.now(),
    )
    shop.store.journal.record(entry)
    fill = shop.current("fill")
    data = {**fill.data, "passages": {**fill.data["passages"], passage: {"prose": prose}}}
    shop.store.artifacts.add(
        "fill", data, made_from=fill.made_from, origin=run.id, created_at=shop.clock.now()
    )
    shop.store.files.write("fill", data)


def copy(author: Author) -> None:
    author.line.workshop = author.line.workshop.copy()


def clone_without_history(author: Author) -> None:
    if author.chance.random() < 0.2:
        clone(author.line)


STEPS: tuple[Step, ...] = (
    *(change_word, add_sentence, cut_words, cut_sentence, move_sentence, edit_on_the_desk),
    *(edit_by_an_agent, rename, find_and_replace, undo, paste_from_an_earlier_version),
    *(change_a_label, change_the_teaser, rewrite_passage, let_a_model_quote),
    *(accept_a_change_of_a_draft, import_material, copy, clone_without_history),
)


def describe(sentence: Sentence) -> tuple[tuple[str, ...], Origin]:
    hands = tuple((each.kind.value, each.name, each.request) for each in sentence.hands)
    first = sentence.origin
    return sentence.words, Origin(
        hands, (first.kind.value, first.name, first.request), sentence.cut
    )


def list_both(line: Line, stage: str) -> Iterator[tuple[Any, Any]]:
    """Yield each sentence of a stage twice: as the ledger has it, and as the second program."""
    shop = line.workshop
    first = [each.sentence for each in ledger(shop).entries if each.text.stage == stage]
    second = [*SecondLedger(shop.store, stage).list_sentences()]
    yield from zip(sorted(map(describe, first)), sorted(second), strict=True)


@pytest.mark.parametrize("seed", range(12))
async def test_the_ledger_agrees_with_a_second_program(seed: int) -> None:
    """After any sequence of edits each word has the hand that first wrote it. (HND-1.1)"""
    author = Author(await finished(), seed)
    for passage in author.passages:
        author.line.workshop.clock.advance(1)
        await rewrite(author.line, author.answer(6), passage)
    done = []
    for _ in range(25):
        author.line.workshop.clock.advance(1)
        step = author.chance.choice(STEPS)
        done.append(step.__name__)
        made = step(author)
        if made is not None:
            await made
    for stage in ("grow", "fill"):
        for first, second in list_both(author.line, stage):
            assert first == second, done
