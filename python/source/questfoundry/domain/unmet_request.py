"""What an author asked for and did not get, though the answer was taken: it is told, not hidden."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from attrs import frozen

from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import Capabilities


class UnmetKind(StrEnum):
    """What of it: the language to write in, a wish or a remark, or a name of the author's.

    Or of their outline: what happens there and in no moment, or in another order.
    """

    LANGUAGE = "language"
    WISH = "wish"
    NAME = "name"
    POINT = "point"
    ORDER = "order"


@frozen(kw_only=True)
class UnmetRequest:
    """One thing that was asked for, and the model that did not follow.

    ``asked`` is the language's code, the wish, the name or the words of the outline, ``instead``
    the code of the language that the model writes in; empty for anything else.
    """

    kind: UnmetKind
    model: str
    asked: str
    instead: str = ""


def find_unmet_requests(
    model: ModelRef, capabilities: Capabilities, *, language: str, notes: Sequence[str]
) -> tuple[UnmetRequest, ...]:
    """What a model with those capabilities cannot follow.

    A model without comprehension follows no wish; some write only certain languages.
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
