"""Tests of removing a model's thoughts and end marks that a server leaves in the answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.text.thoughts import ThoughtFilter, find_model_mark, remove_thoughts
from tests.support.examples import examples

SAID = "You step into the water."

FRAMES = {
    "think": "<think>Keep it short.</think>\n\n{}",
    "nothing thought": "\n<think></think>{}",
    "thinking": "<thinking>Keep it short.</thinking>{}",
    "mistral": "[THINK]Keep it short.[/THINK]{}",
    "seed": "<seed:think>Keep it short.</seed:think>\n{}",
    "reasoning": "<reasoning>Keep it short.</reasoning>{}",
    "kimi": "◁think▷Keep it short.◁/think▷{}",
    "cohere": "<|START_THINKING|>Hm<|END_THINKING|><|START_RESPONSE|>{}<|END_RESPONSE|>",
    "twice": "<think>Keep it short.</think><think>Really.</think>{}",
    "channels": "<|channel|>analysis<|message|>Hm<|end|><|start|>assistant"
    "<|channel|>final<|message|>{}<|return|>",
    "channel alone": "<|channel|>final<|message|>{}",
    "channels without marks": "analysisKeep it short.assistantfinal{}",
    "chatml": "{}<|im_end|>",
    "llama": "{}<|eot_id|>",
    "sentence end": "{}</s>\n",
    "runs on": "{}<|im_end|>\n<|im_start|>user\nAnd then?",
    "gemma": "{}<end_of_turn>",
}
UNOPENED = ("Keep it short.\n</think>\n\n{}", "Hm [/THINK]{}", "Hm <|channel|>final<|message|>{}")
WHOLE = (
    "  Yes.",
    "A <think> in the middle</think> stays.",
    "analysis is a word",
    "<s>Struck</s> and <b>bold</b>",
    "a < b and [c]",
    '{"a": "<|im_end|>"}',
    "<th",
    "",
)


def shown(pieces: list[str]) -> str:
    """Return what a reader sees of a stream."""
    thoughts = ThoughtFilter()
    return "".join(map(thoughts.feed, pieces)) + thoughts.flush()


@pytest.mark.parametrize("frame", FRAMES)
def test_frames_around_an_answer_are_removed(frame: str) -> None:
    """Neither a reader of the stream nor the story gets a thought or an end mark."""
    text = FRAMES[frame].format(SAID)
    assert remove_thoughts(text) == SAID
    assert shown([text]) == shown([*text]) == SAID
    assert find_model_mark(text) or frame == "channels without marks"


def test_thoughts_without_an_opening_mark_are_removed() -> None:
    """Some servers put the opening mark into the prompt, so the answer has only the closing one."""
    assert {remove_thoughts(each.format(SAID)) for each in UNOPENED} == {SAID}


def test_other_texts_stay_as_they_are() -> None:
    """Later tags belong to the story, and texts inside JSON are data."""
    for text in WHOLE:
        assert remove_thoughts(text) == shown([*text]) == text
    assert remove_thoughts('{"a": "<think>"}<|im_end|>') == '{"a": "<think>"}'
    assert shown(["<think>never ends"]) == remove_thoughts("<think>never ends") == ""


@examples(60)
@given(st.lists(st.text(alphabet="<think>/ ys|im_", max_size=6)))
def test_how_a_text_is_cut_into_pieces_does_not_matter(pieces: list[str]) -> None:
    """A tag can be split between two chunks of a stream."""
    assert shown(pieces) == shown(["".join(pieces)])
