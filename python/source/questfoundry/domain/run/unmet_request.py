"""Find requests of the author that a model did not follow, so that they can be reported."""

from collections.abc import Sequence
from enum import StrEnum

from attrs import frozen

from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import Capabilities


class UnmetKind(StrEnum):
    """The kind of a request that a model did not follow, such as a note or a plot point."""

    LANGUAGE = "language"
    WISH = "wish"
    NAME = "name"
    POINT = "point"
    ORDER = "order"


@frozen(kw_only=True)
class UnmetRequest:
    """A request of the author that the model ``model`` did not follow.

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
    """Return the author's requests that a model with ``capabilities`` cannot follow.

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
