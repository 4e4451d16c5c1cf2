"""Define the author's requests that a model did not follow."""

from collections.abc import Sequence
from enum import StrEnum

from attrs import frozen

from questfoundry.domain.models.traits import Capabilities, ModelRef


class UnmetKind(StrEnum):
    """The kind of thing that the author asked for and the model did not deliver, such as a note."""

    LANGUAGE = "language"
    WISH = "wish"
    NAME = "name"
    POINT = "point"
    ORDER = "order"


@frozen(kw_only=True)
class UnmetRequest:
    """Something that the author asked for and that the model ``model`` did not deliver.

    ``asked``: the language's code, the note, the name, or the words of the outline.
    ``instead``: the code of the language that the model writes in; empty for other kinds.
    """

    kind: UnmetKind
    model: str
    asked: str
    instead: str = ""


def find_unmet_requests(
    model: ModelRef, capabilities: Capabilities, *, language: str, notes: Sequence[str]
) -> tuple[UnmetRequest, ...]:
    """Return what the author asked for and a model with ``capabilities`` cannot deliver.

    A model without comprehension follows no notes.
    """
    found: list[UnmetRequest] = []
    if (
        capabilities.languages
        and language.partition("-")[0].casefold() not in capabilities.languages
    ):
        found.append(
            UnmetRequest(
                kind=UnmetKind.LANGUAGE,
                model=str(model),
                asked=language,
                instead=capabilities.languages[0],
            )
        )
    if not capabilities.comprehension:
        found += [UnmetRequest(kind=UnmetKind.WISH, model=str(model), asked=each) for each in notes]
    return tuple(found)
