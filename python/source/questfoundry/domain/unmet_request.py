"""Requests of the author that a model did not follow, reported with the accepted result."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from attrs import frozen

from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import Capabilities


class UnmetKind(StrEnum):
    """The kind of request: the language, a note, or a name of the author's.

    ``POINT`` is a plot point of the outline that no moment tells, ``ORDER`` one out of order.
    """

    LANGUAGE = "language"
    WISH = "wish"
    NAME = "name"
    POINT = "point"
    ORDER = "order"


@frozen(kw_only=True)
class UnmetRequest:
    """A request of the author, and the model that did not follow the request.

    ``asked`` is the language's code, the note, the name or the words of the outline. ``instead`` is
    the code of the language that the model writes in; empty for other kinds.
    """

    kind: UnmetKind
    model: str
    asked: str
    instead: str = ""


def find_unmet_requests(
    model: ModelRef, capabilities: Capabilities, *, language: str, notes: Sequence[str]
) -> tuple[UnmetRequest, ...]:
    """Return the requests that a model with ``capabilities`` cannot follow.

    A model without comprehension follows no note; some models write only certain languages.
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
