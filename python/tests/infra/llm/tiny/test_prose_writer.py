"""Tests of passages from the shipped word tables and a scripted model."""

import re

import pytest

from questfoundry.domain.story.size import Range
from questfoundry.domain.writing.briefing import (
    BriefedChoice,
    BriefedHub,
    BriefedMinorChoice,
    BriefedMinorChoices,
    BriefedProse,
)
from questfoundry.infra.llm.tiny.guides import ProseWording
from questfoundry.infra.llm.tiny.prose_writer import ProseWriter
from questfoundry.infra.llm.tiny.sentences import split_sentences
from tests.support.led_stages import MEANINGS
from tests.support.prose_requests import BANK, HARBOUR, briefed, left_behind
from tests.support.small_model import Continues
from tests.support.stage_runs import VISION, shipped_prompts

WORDS = ProseWording.load(shipped_prompts())


def writer(briefing, model=None, attempts=(), seed="0"):
    return ProseWriter(
        idea=VISION["creative_vision"],
        briefing=briefing,
        attempts=attempts,
        ask=(model or Continues()).complete,
        embeddings=MEANINGS,
        wording=WORDS,
        seed=seed,
    )


def begun_with(table, sentence):
    """Return whether the sentence begins with an entry of the table."""
    patterns = (re.sub(r"\\{\w+\\}", ".+", re.escape(begin)) for begin in table)
    return any(re.match(pattern, sentence) for pattern in patterns)


async def test_each_beat_is_a_paragraph_that_opens_with_its_own_words():
    """The model must not lose a beat."""
    prose = await writer(briefed()).write()
    harbour, bank = prose.split("\n\n")
    assert harbour.startswith(HARBOUR.text)
    assert bank.startswith(BANK.text)


@pytest.mark.parametrize("words", [Range(40, 60), Range(80, 120), Range(200, 300)])
async def test_the_length_is_met(words):
    """A small model ends early or never, so code adds sentences until the length is reached."""
    length = len((await writer(briefed(words=words)).write()).split())
    assert abs(length - words.most) <= 16


async def test_what_is_begun_is_about_the_beat_and_never_begun_twice():
    """Repeated openings make prose monotonous, and unrelated ones leave the scene."""
    prose = await writer(briefed(words=Range(150, 200))).write()
    added = [each for each in split_sentences(prose) if each not in (HARBOUR.text, BANK.text)]
    assert len(added) > 5
    assert all(begun_with(WORDS.moments, each) for each in added[:-1])
    beginnings = [" ".join(each.split()[:4]) for each in added]
    assert len(set(beginnings)) == len(beginnings)
    assert "{" not in prose


@pytest.mark.parametrize(
    ("changes", "table"),
    [
        ({}, WORDS.choices),
        ({"choices": (BriefedChoice(label="Go on", decides=""),)}, WORDS.onward),
        ({"choices": (), "ending": "The Open Gate"}, WORDS.endings),
    ],
)
async def test_the_last_sentence_leads_to_the_choices_onward_or_to_the_end(changes, table):
    """A passage must end by leading to its choices, onward or to the ending."""
    prose = await writer(briefed(**changes)).write()
    assert begun_with(table, split_sentences(prose)[-1])


async def test_the_last_sentence_of_an_ending_is_in_the_mood_of_its_name():
    """An ending's last sentence must match the ending's name, whatever happened before."""
    for name, begin in (
        ("The Closed Gate", "What is closed stays closed"),
        ("Ashes", "The fire has burnt down"),
        ("The Lamp Stays Lit", "The lamp still burns"),
        ("Alone", "You are alone now"),
    ):
        prose = await writer(briefed(choices=(), ending=name)).write()
        assert split_sentences(prose)[-1].startswith(begin)


async def test_the_story_opens_with_its_hook():
    """The first passage must take the player into the situation of the hook."""
    prose = await writer(briefed(hook="You came because of a letter.")).write()
    assert prose.startswith(f"You came because of a letter. {HARBOUR.text}")


async def test_what_a_decision_left_behind_is_told_to_all_or_in_an_insert():
    """Without a trace a decision is meaningless."""
    told = left_behind("heavy").seen
    prose = await writer(briefed(traces=(left_behind("heavy"),))).write()
    assert prose.startswith(f"{HARBOUR.text} {told}")
    prose = await writer(briefed(traces=(left_behind("light"),))).write()
    assert f"\n\n[the-prisoner-1]\n{told}\n\n{BANK.text}" in prose


async def test_a_revision_is_another_text_of_the_same_beats():
    """A revision that repeats the rejected sentences is no revision."""
    first = await writer(briefed(), Continues()).write()
    model = Continues()
    again = await writer(briefed(), model, attempts=(first,), seed="0/4").write()
    assert again != first
    assert again.startswith(HARBOUR.text)
    added = {each for each in split_sentences(first) if each not in (HARBOUR.text, BANK.text)}
    assert not added & set(split_sentences(again))


async def test_a_sentence_that_the_player_has_read_is_asked_for_otherwise():
    """A player must not read the same sentence in two passages."""
    read = "the tide carries every lantern of this drowned city away"
    before = (BriefedProse(title="Rain", text=f"Then {read}."),)
    model = Continues(*[f" {read}"] * 3)
    prose = await writer(briefed(before=before), model).write()
    assert read not in prose


async def test_the_same_request_gets_the_same_calls():
    """Equal requests must make equal calls, or a recording cannot be replayed. (LOC-4.1)"""
    models = Continues(), Continues()
    texts = [await writer(briefed(), model).write() for model in models]
    assert texts[0] == texts[1]
    assert models[0].asked == models[1].asked


async def test_a_call_is_short_and_all_of_a_paragraph_begin_alike():
    """llama.cpp reuses its cache, and a short prompt stays on topic."""
    model = Continues()
    idea = " ".join(["A city drowns in a storm."] * 30)
    subject = ProseWriter(
        idea=idea,
        briefing=briefed(beats=(HARBOUR,)),
        attempts=(),
        ask=model.complete,
        embeddings=MEANINGS,
        wording=WORDS,
        seed="0",
    )
    await subject.write()
    said = [[message.content for message in asked.messages] for asked in model.asked]
    assert len(said) > 2
    assert all(sum(len(text.split()) for text in texts[:-1]) < 100 for texts in said)
    assert len({tuple(texts[:-1]) for texts in said}) == 1
    paragraph = said[0][-1].rpartition(".")[0]
    assert all(texts[-1].startswith(paragraph) for texts in said)
    assert subject.usage.output_tokens == 8 * len(model.asked)


@pytest.mark.parametrize("table", ["moments", "choices", "onward", "endings"])
def test_every_table_has_beginnings_that_can_be_gone_on_with_anywhere(table):
    """A beginning that ends with a name invites a surname instead of a sentence."""
    begins = getattr(WORDS, table)
    placeholders = {name for begin in begins for name in re.findall(r"{(\w+)}", begin)}
    assert placeholders <= {"location", "character", "object"}
    assert not [begin for begin in begins if begin.endswith(("}", " ", "."))]
    assert [begin for begin in begins if not re.search("{(character|object)}", begin)]


async def test_small_decisions_are_answered_first_and_what_is_looked_at_leads_nowhere():
    """Topics lead back."""
    done = (BriefedMinorChoice(name="act-1", label="Hum", left="You hummed"),)
    deeds = (BriefedMinorChoices(title="", ago=1, looked=False, minor_choices=done),)
    prose = await writer(briefed(minor_choices=deeds)).write()
    assert prose.startswith(f"[act-1]\nYou hummed.\n\n{HARBOUR.text}")
    hub = BriefedHub(topics=("Look at the oars",), own="Look at the sails")
    topic = briefed(hub=hub, choices=(), beats=(HARBOUR,), words=Range(40, 80))
    last = split_sentences(await writer(topic).write())[-1]
    assert not begun_with({**WORDS.onward, **WORDS.choices}, last)
