"""Value types of ``project.yaml``; each error message says what to write instead."""

import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from questfoundry.domain.errors import InputError, SettingsError
from questfoundry.domain.models.traits import ModelRef


def model_name(text: str) -> str:
    """Return ``text`` as a normalised model name; raise a validation error for an invalid name."""
    try:
        return str(ModelRef.parse(text))
    except SettingsError as error:
        raise mistake(str(error)) from error


def _matching(pattern: str, message: str) -> AfterValidator:
    """Return a validator that refuses texts that do not match; ``message`` may use ``{text}``."""

    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise mistake(message.format(text=text))
        return text

    return AfterValidator(check)


_LANGUAGE = r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*"


def is_language(text: str) -> bool:
    """Return whether ``text`` has the form of a language code, such as ``en`` or ``pt-BR``."""
    return re.fullmatch(_LANGUAGE, text) is not None


def _budget(text: str) -> str:
    from questfoundry.domain.run.spec import Budget

    try:
        Budget.parse(text)
    except InputError as error:
        raise mistake(error.problem) from error
    return text


def _own_path(text: str) -> str:
    # The file may come from another person, and from another operating system.
    steps = text.replace("\\", "/").split("/")
    if ".." in steps or ":" in text or not all(steps):
        raise mistake(f"{text!r} is outside the project. Name a file in the project folder.")
    return "/".join(steps)


def mistake(sentence: str) -> PydanticCustomError:
    """Return a pydantic error whose message is ``sentence``, without any addition."""
    return PydanticCustomError(MISTAKE, "{sentence}", {"sentence": sentence})


def faults_at(sentences: Mapping[tuple[str, ...], str]) -> ValidationError:
    """Return a validation error that has the given message for each path of keys."""
    return ValidationError.from_exception_data(
        "project.yaml",
        [
            InitErrorDetails(type=mistake(sentence), loc=place, input=None)
            for place, sentence in sentences.items()
        ],
    )


WORDLLAMA = "wordllama"  # the name of the embedding model that works offline
MISTAKE = "mistake"  # the type of an error whose message consists of whole sentences for the author
ModelName = Annotated[str, AfterValidator(model_name)]
EmbeddingName = Annotated[
    str, AfterValidator(lambda text: model_name(text) if "/" in text else text)
]
WebAddress = Annotated[
    str,
    _matching(
        r"https?://\S+", "{text!r} is not a web address. It must begin with http:// or https://."
    ),
]
VariableName = Annotated[
    str,
    # The text may be a key, so the message does not repeat it.
    _matching(
        r"[A-Z_][A-Z0-9_]*",
        "it must be the name of an environment variable, for example MY_SERVER_KEY. Never "
        "write the key itself in this file.",
    ),
]
Language = Annotated[
    str, _matching(_LANGUAGE, "{text!r} is not a language code. Write, for example, en or pt-BR.")
]
Ifid = Annotated[
    str,
    _matching(
        r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}",
        "{text!r} is not an IFID (an upper-case UUID). Remove the key, and SHIP creates one.",
    ),
]
AgentName = Annotated[
    str,
    _matching(
        r"[a-z][a-z0-9_-]{0,39}",
        "{text!r} is not a valid name. Use a to z, 0 to 9, - and _, beginning with a letter; "
        "at most 40 characters.",
    ),
]
BudgetText = Annotated[str, AfterValidator(_budget)]
Colour = Annotated[
    str,
    _matching(
        r"#[0-9A-Fa-f]{6}",
        "{text!r} is not a colour. Write, for example, '#14606b', with the quotation marks.",
    ),
    AfterValidator(lambda colour: colour.lower()),
]
FontName = Annotated[
    str,
    _matching(
        r"\w[\w -]{0,60}", "{text!r} is not a font name. Write, for example, Georgia or Segoe UI."
    ),
]
DayText = Annotated[
    str,
    BeforeValidator(lambda day: str(day)),  # YAML parses a day as a date, and a year as a number
    _matching(
        r"\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?",
        "{text!r} is not a date. Write a year, 2026-11 or 2026-11-23.",
    ),
]
OwnPath = Annotated[str, AfterValidator(_own_path)]
"""The path of a file in the project folder, relative to this folder."""
Count = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class SettingsSection(BaseModel):
    """A section of ``project.yaml``; a key without a value counts as absent."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, coerce_numbers_to_str=True, defer_build=True
    )

    @model_validator(mode="before")
    @classmethod
    def _drop_empty_keys(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        return {key: value for key, value in data.items() if value is not None and value != ""}
