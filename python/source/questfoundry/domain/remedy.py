"""What an author can do next, or about an error: values, which each front door words.

No command line stands here: who uses the library has no commands. As text, a remedy is the
end of a sentence that begins with a verb: "run the stage grow".
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from attrs import frozen


@frozen
class RunStage:
    """Make a stage's artifact, or SHIP's files; ``remark`` is what its model should mind."""

    stage: str
    remark: str = ""

    def __str__(self) -> str:
        return f"run the stage {self.stage}"


@frozen
class ResumeRun:
    """Go on with a run; without its name, with the newest unfinished one of the stage."""

    stage: str
    run: str = ""

    def __str__(self) -> str:
        return f"resume {self.run or f'the unfinished run of {self.stage}'}"


@frozen
class RetryLast:
    """Go on with a run, and ask anew for its last answer, which cannot be used."""

    stage: str
    run: str

    def __str__(self) -> str:
        return f"resume {self.run} and ask for its last answer anew"


@frozen
class GiveIdea:
    """Begin with an idea; without a stage, the whole pipeline."""

    stage: str = ""

    def __str__(self) -> str:
        return "give it one"


@frozen(kw_only=True)
class RunPipeline:
    """Go on with the whole pipeline, up to a ``chapter``; from ``start``, all is made anew."""

    start: str = ""
    size: str = ""
    shape: str = ""
    chapter: int = 0
    interactive: bool = False

    def __str__(self) -> str:
        asked = [f"the size {self.size}"] if self.size else []
        asked += [f"the shape {self.shape}"] if self.shape else []
        wanted = f" with {' and '.join(asked)}" if asked else ""
        if self.start:
            return f"begin anew from {self.start} on{wanted}"
        return f"go on with {f'chapter {self.chapter}' if self.chapter else 'the pipeline'}{wanted}"


@frozen
class Undo:
    """Go back to an artifact's version before; without a stage, of the newest artifact."""

    stage: str = ""

    def __str__(self) -> str:
        return f"go back to the earlier version{f' of {self.stage}' if self.stage else ''}"


@frozen
class ShowArtifact:
    """Read the artifact of a stage."""

    stage: str

    def __str__(self) -> str:
        return f"look at the artifact of {self.stage}"


@frozen
class ChooseModel:
    """Use another model; without a phase, one for all phases."""

    phase: str = ""

    def __str__(self) -> str:
        return f"choose another model for {self.phase or 'all phases'}"


@frozen
class RemoveBook:
    """Take a book out of the library."""

    book: str

    def __str__(self) -> str:
        return f"remove the book {self.book}"


@frozen
class TalkWithBook:
    """Talk with a book, or go on with that conversation."""

    book: str
    conversation: int = 0

    def __str__(self) -> str:
        return f"talk with {self.book}"


@frozen
class RewritePassage:
    """Have a passage written in another way; ``retry_last`` asks anew for its last answer."""

    passage: str
    how: str = ""
    retry_last: bool = False

    def __str__(self) -> str:
        if self.retry_last:
            return f"ask anew for the last answer about {self.passage}"
        return f"have {self.passage} written anew"


@frozen
class ChooseDraft:
    """Have one of several proposals count."""

    draft: str

    def __str__(self) -> str:
        return f"have {self.draft} count"


@frozen
class PropagateName:
    """Carry a new name through all that still has the old one."""

    old: str
    new: str

    def __str__(self) -> str:
        return f"carry the name {self.new!r} through all that says {self.old!r}"


@frozen
class FetchModel:
    """Put a local model into the folder of models."""

    name: str

    def __str__(self) -> str:
        return f"fetch the model {self.name}"


class SimpleAction(Enum):
    """What can be done without saying more."""

    BEGIN_PROJECT = "make a project"
    TRUST_PROJECT = "trust the project"
    CHOOSE_FOLDER = "name a folder for the project"
    PLAY = "play the story"
    PLAY_OUTLINE = "walk through its structure"
    OPEN_STORY = "open the story in the browser"
    CHECK_STRUCTURE = "see all that is wrong with the structure"
    ADD_BOOK = "add the book"
    LIST_BOOKS = "see which books there are"
    REINDEX_BOOKS = "index the books again"
    LIST_CONVERSATIONS = "see which conversations there are"
    LIST_MODELS = "see which local models there are"
    REPLAY_ONE_STAGE = "replay it in its stage"
    BUDGET_IN_TOKENS = "give the budget in tokens"
    KEEP = "take everything as it is"
    PREVIEW = "see what would be made anew, and what it costs"
    CHOOSE_FORMAT = "choose another format of the map"

    def __str__(self) -> str:
        return self.value


Remedy = (
    ChooseDraft
    | RunStage
    | ResumeRun
    | RetryLast
    | GiveIdea
    | RunPipeline
    | Undo
    | ShowArtifact
    | ChooseModel
    | RemoveBook
    | TalkWithBook
    | RewritePassage
    | PropagateName
    | FetchModel
    | SimpleAction
)


def join_as_sentence(remedies: Sequence[Remedy]) -> str:
    """All of them as one sentence; nothing for none."""
    words = ", or ".join(map(str, remedies))
    return f"{words[:1].upper()}{words[1:]}." if words else ""
