"""Define remedies: steps that the program suggests to the author, for example after an error.

A remedy is a value, because each front end describes the step with its own commands. A program that
uses the library has no command line. As text, a remedy begins with a verb and can end a sentence,
as in "run the stage grow".
"""

from collections.abc import Sequence
from enum import Enum

from attrs import frozen


@frozen
class RunStage:
    """The suggestion to run a stage, perhaps SHIP (the export), with the note ``remark``."""

    stage: str
    remark: str = ""

    def __str__(self) -> str:
        return f"run the stage {self.stage}"


@frozen
class ResumeRun:
    """The suggestion to resume ``run``, or the newest unfinished run of the stage."""

    stage: str
    run: str = ""

    def __str__(self) -> str:
        return f"resume {self.run or f'the unfinished run of {self.stage}'}"


@frozen
class RetryLast:
    """The suggestion to resume a run and request the model's last, unusable answer again."""

    stage: str
    run: str

    def __str__(self) -> str:
        return f"resume {self.run} and request its last answer again"


@frozen
class GiveIdea:
    """The suggestion to give an idea for the story when starting a stage, or the whole pipeline."""

    stage: str = ""

    def __str__(self) -> str:
        return "give it one"


@frozen(kw_only=True)
class RunPipeline:
    """The suggestion to run all stages from ``start``, or to continue, up to a chapter."""

    start: str = ""
    size: str = ""
    shape: str = ""
    chapter: int = 0
    interactive: bool = False

    def __str__(self) -> str:
        options = [f"the size {self.size}"] if self.size else []
        options += [f"the shape {self.shape}"] if self.shape else []
        suffix = f" with {' and '.join(options)}" if options else ""
        if self.start:
            return f"begin again from {self.start}{suffix}"
        rest = f"chapter {self.chapter}" if self.chapter else "the pipeline"
        return f"continue with {rest}{suffix}"


@frozen
class Undo:
    """The suggestion to undo the newest version of a stage or, without a stage, of the project."""

    stage: str = ""

    def __str__(self) -> str:
        return f"go back to the earlier version{f' of {self.stage}' if self.stage else ''}"


@frozen
class ShowArtifact:
    """The suggestion to look at the artifact of a stage."""

    stage: str

    def __str__(self) -> str:
        return f"look at the artifact of {self.stage}"


@frozen
class ChooseModel:
    """The suggestion to use another model for a phase; an empty ``phase`` means all phases."""

    phase: str = ""

    def __str__(self) -> str:
        return f"choose another model for {self.phase or 'all phases'}"


@frozen
class RemoveBook:
    """The suggestion to remove a book from the library."""

    book: str

    def __str__(self) -> str:
        return f"remove the book {self.book}"


@frozen
class TalkWithBook:
    """The suggestion to talk with a book, in a numbered conversation; 0 means a new one."""

    book: str
    conversation: int = 0

    def __str__(self) -> str:
        return f"talk with {self.book}"


@frozen
class RewritePassage:
    """The suggestion to rewrite a passage, or (``retry_last``) to request the last answer again.

    ``how`` is the author's note, empty for one that the author has yet to write, and ``None`` to
    regenerate the passage without a note.
    """

    passage: str
    how: str | None = ""
    retry_last: bool = False

    def __str__(self) -> str:
        if self.retry_last:
            return f"request the last answer about {self.passage} again"
        return f"rewrite {self.passage}"


@frozen
class ShowBrief:
    """The suggestion to read the brief of a passage and to write the passage."""

    passage: str

    def __str__(self) -> str:
        return f"write {self.passage} yourself, from its brief"


@frozen
class ChooseDraft:
    """The suggestion to accept one of several drafts (proposals for the same stage or passage)."""

    draft: str

    def __str__(self) -> str:
        return f"accept {self.draft}"


@frozen
class PropagateName:
    """The suggestion to replace the old name of an entity by its new name in all texts."""

    old: str
    new: str

    def __str__(self) -> str:
        return f"replace the name {self.old!r} everywhere by {self.new!r}"


@frozen
class Translate:
    """The suggestion to translate the story to ``language``; empty if the author chooses one."""

    language: str = ""

    def __str__(self) -> str:
        return f"translate the story{f' to {self.language}' if self.language else ''}"


@frozen
class FetchModel:
    """The suggestion to download a local model into the folder of models."""

    name: str

    def __str__(self) -> str:
        return f"download the model {self.name}"


class SimpleAction(Enum):
    """A suggested step that needs no further arguments."""

    BEGIN_PROJECT = "make a project"
    TRUST_PROJECT = "trust the project"
    CHOOSE_FOLDER = "name a folder for the project"
    NAME_PROJECT = "name the project"
    PLAY = "play the story"
    PLAY_OUTLINE = "walk through its structure"
    OPEN_STORY = "open the story in the browser"
    CHECK_STRUCTURE = "see all problems of the structure"
    ADD_BOOK = "add the book"
    LIST_BOOKS = "see which books there are"
    REINDEX_BOOKS = "index the books again"
    LIST_CONVERSATIONS = "see which conversations there are"
    LIST_MODELS = "see which local models there are"
    REPLAY_ONE_STAGE = "replay the run in its stage"
    BUDGET_IN_TOKENS = "give the budget in tokens"
    KEEP = "accept everything as it is"
    KEEP_PASSAGE = "keep the prose of a passage"
    REGENERATE_PASSAGE = "regenerate a passage"
    COMPARE_REQUESTS = "compare the old and the new request for a passage"
    PREVIEW = "see what would be regenerated, and the cost"
    START_SESSION = "start a session of the studio"
    LIST_DRAFTS = "look at the drafts"
    LIST_RUNS = "see which runs there are"
    UPGRADE_DATABASE = "upgrade the database"

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
    | ShowBrief
    | ChooseModel
    | RemoveBook
    | TalkWithBook
    | RewritePassage
    | PropagateName
    | Translate
    | FetchModel
    | SimpleAction
)


def join_as_sentence(remedies: Sequence[Remedy]) -> str:
    """Return all ``remedies`` as one sentence, joined by "or"; an empty text without remedies."""
    words = ", or ".join(map(str, remedies))
    return f"{words[:1].upper()}{words[1:]}." if words else ""
