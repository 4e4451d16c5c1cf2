"""Define the base class of the values that say what a request is about."""

from collections.abc import Callable
from typing import Self

from attrs import frozen


@frozen(kw_only=True)
class RequestSubject:
    """The matter of a request, as values for providers that run in this process.

    Servers never receive a subject, and a request is stored without it. Subclasses add the values
    of a section, of passages or of a vote.

    ``stage``: the name of the stage; empty for a request outside the stages.
    ``section``: the part of the stage's work, such as a section's name; empty for the whole stage.
    ``idea``: the story in one or two sentences: the author's idea, and after the first stage the
      first sentence of the story's vision.
    """

    stage: str = ""
    section: str = ""
    idea: str = ""

    def map_ids(self, replace: Callable[[str], str]) -> Self:
        """Return the subject with ``replace`` applied to each id that the answer may contain."""
        del replace
        return self
