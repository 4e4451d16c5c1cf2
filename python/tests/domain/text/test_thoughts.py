"""Tests of removing a model's thoughts and end marks that a server leaves in the answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.text.thoughts import (
    ThoughtFilter,
    find_model_mark,
    remove_thoughts,
    remove_thoughts_inside,
)
from tests.support.examples import examples
from tests.support.thought_forms import THOUGHT_FORMS, put_in_form

WHOLE = (
    "  Yes.",
    "A <think> in the middle</think> stays.",
    "analysis is a word",
    "The analysis of assistantfinal stays.",
    "Finally, <answer> him.</answer> Then go.",
    "He writes <think> on the wall.",
    "**Thinking:** she weighs the bell.",
    "[Thinking it over] she goes.",
    "<em>You</em> wade in.",
    "<thoughtful>You</thoughtful>",
    "response: none",
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


@pytest.mark.parametrize("said", ["You step into the water.", '{"a": "b"}', "```json\n{}\n```"])
@pytest.mark.parametrize("form", THOUGHT_FORMS)
def test_thoughts_and_end_marks_around_an_answer_are_removed(form: str, said: str) -> None:
    """Neither a reader of the stream nor the story gets a thought or an end mark.

    Some servers put the opening mark into the prompt. A stream then shows the thought first.
    """
    text = put_in_form(form, said)
    assert remove_thoughts(text).strip() == said
    assert shown([text]) == shown([*text])
    assert shown([text]).strip() == (text.strip() if form.startswith("closed") else said)
    assert find_model_mark(text) or "without marks" in form


def test_a_call_that_a_server_left_as_text_is_kept() -> None:
    """The text behind the channels of gpt-oss may be the arguments of a call."""
    call = "<|channel|>commentary to=functions.submit_dream <|constrain|>json<|message|>{}<|call|>"
    assert (
        remove_thoughts(f"<|channel|>analysis<|message|>Hm<|end|><|start|>assistant{call}") == "{}"
    )


def test_texts_inside_json_are_cleaned_too() -> None:
    """A model that writes JSON may think in its first text, or end the last one with a mark."""
    given = {"a": ["<think>Hm</think>Dry", 1], "b": {"c": "Salt<|im_end|>", "d": None}}
    assert remove_thoughts_inside(given) == {"a": ["Dry", 1], "b": {"c": "Salt", "d": None}}


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
