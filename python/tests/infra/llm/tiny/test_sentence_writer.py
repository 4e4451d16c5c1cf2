import pytest

from questfoundry.domain.chat.exchange import FinishReason
from questfoundry.domain.chat.messages import Role
from questfoundry.infra.llm.tiny.sentence_writer import TRIES, SentenceWriter, TextLimits
from tests.support.small_model import TOPIC, Continues, SharedWords

GOOD = " a tired detective in the drowned city with a noir mystery"
FAULTY = " the rain the rain the rain"


def writer(model, seed="0"):
    return SentenceWriter(
        ask=model.complete, embeddings=SharedWords(), system="You plan.", topic=TOPIC, seed=seed
    )


async def test_the_model_goes_on_with_the_sentence_that_was_begun():
    """A base model continues better than it obeys. (LOC-2.1)"""
    model = Continues(GOOD)
    text = await writer(model).write("Who are you?", "You play", TextLimits(), before="Rain falls.")
    assert text == f"You play{GOOD}."
    (asked,) = model.asked
    assert [message.role for message in asked.messages] == [Role.SYSTEM, Role.USER, Role.ASSISTANT]
    assert asked.messages[-1].content == "Rain falls. You play"
    assert "." in asked.stop


async def test_a_faulty_sentence_is_asked_for_again_with_the_next_seed():
    """Repeating the same request with the same seed would return the same faulty sentence."""
    model = Continues(FAULTY, GOOD)
    subject = writer(model)
    assert await subject.write("Who?", "You play", TextLimits()) == f"You play{GOOD}."
    assert model.asked[1].seed == model.asked[0].seed + 1
    assert model.asked[1].messages == model.asked[0].messages
    assert subject.usage.input_tokens == 80


async def test_after_four_tries_the_best_is_taken():
    """A model without a good sentence must not block the run."""
    strayed = " a garden full of cheerful robots and old machines"
    model = Continues(FAULTY, strayed, " no", FAULTY)
    assert await writer(model).write("Who?", "You play", TextLimits()) == f"You play{strayed}."
    assert len(model.asked) == TRIES


async def test_of_equally_faulty_sentences_the_nearest_to_the_idea_is_taken():
    """Among equally faulty sentences, the one about the story does the least harm."""
    cut_off = [
        " a gardener of wheels and rust and moss",
        f"{GOOD} and then",
        " bells over old sand",
    ]
    model = Continues(*cut_off, cut_off[0], finish_reason=FinishReason.LENGTH)
    assert await writer(model).write("Who?", "You play", TextLimits()) == f"You play{cut_off[1]}."


@pytest.mark.parametrize("limits", [TextLimits(shortest=200), TextLimits(pattern="^We ")])
async def test_a_sentence_outside_its_limits_is_faulty(limits):
    """A sentence outside the schema's limits would fail validation later."""
    model = Continues()
    await writer(model).write("Who?", "You play", limits)
    assert len(model.asked) == TRIES


async def test_a_sentence_is_cut_to_its_longest_length():
    """A long sentence must end at a word, or validation refuses the text."""
    text = await writer(Continues(GOOD)).write("Who?", "You play", TextLimits(longest=42))
    assert text == "You play a tired detective in the drowned"


async def test_a_later_sentence_must_not_repeat_an_earlier_one():
    """Small models repeat a good sentence word for word. (LOC-3.2)"""
    model = Continues(GOOD, GOOD)
    subject = writer(model)
    await subject.write("Who?", "You play", TextLimits())
    second = await subject.write("What?", "It begins with", TextLimits())
    assert GOOD not in second


async def test_another_seed_asks_another_question():
    """A repair with the same seed would produce the rejected answer again."""
    models = [Continues(GOOD), Continues(GOOD), Continues(GOOD)]
    for model, seed in zip(models, ("0/2/rain", "0/2/rain", "0/4/rain"), strict=True):
        await writer(model, seed).write("Who?", "You play", TextLimits())
    first, same, other = (model.asked for model in models)
    assert first == same
    assert first[0].seed != other[0].seed
