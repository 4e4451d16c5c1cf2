"""Messages about refused values are the product's own words, for every kind of error."""

import json
from typing import Annotated, Any, Literal

import pytest
from pydantic import AfterValidator, BaseModel, Field, TypeAdapter, ValidationError

from questfoundry.domain.story.size import Size
from questfoundry.domain.text.suggestion import suggest_words
from questfoundry.domain.text.validation import describe_all, describe_first
from tests.support.validation import PYDANTIC_WORDS


def _refuse(text: str) -> str:
    raise ValueError(f"{text} is odd")


class _Form(BaseModel, extra="forbid"):
    title: str


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        (Size, "shrt", "'shrt' is not possible here. Did you mean 'short'?"),
        (Size, ["short"], "The value is not possible here. Write micro, short, medium or long."),
        (Literal["only"], 3, "3 is not possible here. Write only."),
        (int, "many", "'many' is not a whole number."),
        (int, 1.5, "1.5 is not a whole number."),
        (float, "soon", "'soon' is not a number."),
        (bool, "perhaps", "'perhaps' is not true or false."),
        (str, 3, "3 is not a text."),
        (list[str], "one", "'one' is not a list. Write, for example, [one, two]."),
        (tuple[str, ...], "one", "'one' is not a list. Write, for example, [one, two]."),
        (dict[str, str], "one", "'one' has no keys. Write keys with values there."),
        (Annotated[int, Field(ge=1)], 0, "0 is too small. Write at least 1."),
        (Annotated[float, Field(gt=0)], -1, "-1 is too small. Write more than 0."),
        (Annotated[int, Field(le=9)], 12, "12 is too large. Write at most 9."),
        (Annotated[int, Field(lt=9)], 12, "12 is too large. Write less than 9."),
        (Annotated[str, Field(min_length=2)], "a", "The text needs at least 2 characters."),
        (Annotated[str, Field(max_length=2)], "abc", "The text may have at most 2 characters."),
        (Annotated[str, Field(pattern="^a$")], "b", "'b' does not have the form ^a$."),
        (Annotated[list[int], Field(min_length=1)], [], "Write at least 1 of them."),
        (Annotated[list[int], Field(max_length=1)], [1, 2], "Write at most 1 of them."),
        (Annotated[str, AfterValidator(_refuse)], "it", "It is odd."),
        (_Form, {"titel": "Fog"}, "title: The key is missing. titel: There is no such key."),
        (_Form, "Fog", "'Fog' has no keys. Write keys with values there."),
        (int, "9" * 100 + "x", f"'{'9' * 59}…' is not a whole number."),
    ],
)
def test_each_error_has_a_message_in_plain_words(kind: Any, value: Any, message: str) -> None:
    """An author must not have to learn the words of a library. (CLI-11.7)"""
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(kind).validate_python(value)
    described = describe_all(refused.value)
    assert described.startswith(message)
    assert not PYDANTIC_WORDS.search(described)


def test_text_that_is_no_json_is_described_with_its_place() -> None:
    """A file that was cut off is invalid before it has any key."""
    with pytest.raises(ValidationError) as refused:
        _Form.model_validate_json(json.dumps({"title": "Fog"})[:-2])
    assert describe_first(refused.value).startswith("It is not JSON (EOF while parsing")


def test_near_words_are_suggested_in_their_own_spelling() -> None:
    """An author with a slip wants the right word, not a list of all words."""
    assert suggest_words("BREAKFST", ["Half a Cup", "Breakfast"]) == " Did you mean 'Breakfast'?"
    assert suggest_words("gro", ["grow", "growth"]) == " Did you mean 'grow' or 'growth'?"
    assert suggest_words("GROW", ["growth", "grow"]) == " Did you mean 'grow'?"
    assert suggest_words("xyz", ["grow"]) == suggest_words("grow", []) == ""
