"""Define the inputs of a run: everything that is needed to resume the run."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, TypeAdapter

from questfoundry.domain.field_types import FrozenModel
from questfoundry.domain.former_names import former_names
from questfoundry.domain.outline.material_parts import NO_MATERIAL, OUTLINE, Material
from questfoundry.domain.run.modes import PhaseMode, ProseMode, Review
from questfoundry.domain.run.spec import RunSpec
from questfoundry.domain.story.entity import OutlineName
from questfoundry.domain.story.shape import StoryShape
from questfoundry.domain.story.size import Size

EDITION = 2  # The edition of the stored form of inputs; the first edition had no number

LANGUAGE = r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
"""The pattern of a language code (BCP 47, simplified)."""


def _parse_review(value: object) -> object:
    """Convert a boolean, which earlier versions of the program stored, to a kind of review."""
    return {True: Review.PASSAGES, False: Review.NONE}[value] if isinstance(value, bool) else value


class _Inputs(FrozenModel):
    """The fields that the inputs of all runs share; the budget of ``session`` pays for the run."""

    session: str = ""
    seed: int | None = Field(default=None, ge=0)


class EarlierDiscussion(_Inputs):
    """The data to regenerate a stage from an earlier discussion.

    ``of``: the id of the run with that discussion. ``remark``: the author's new note. ``version``:
      the version of the stage's artifact then; ``None`` in runs of earlier editions.
    """

    of: str
    remark: str
    version: int | None = None


@former_names(names_beside="list_stated_names")
class StageInputs(_Inputs):
    """The inputs of a stage.

    ``idea``, ``remark``: the author's idea for the first stage, or note for a later stage.
    ``said``: the idea and all notes so far, for a later stage.
    ``chapter``: the number of the last chapter to make; ``None`` for all chapters.
    ``repairs``: whether GROW requests callbacks for choices without a consequence; false in runs of
      earlier program versions.
    ``played_scenes``: whether a medium or long story with stats gets scenes that are played in
      turns; false in runs of earlier program versions.
    ``questions``, ``acts``, ``stats``: whether the story gets central questions, minor choices and
      stats; false in runs of earlier program versions.
    ``phases``: how the three phases are held; ``None`` in runs of earlier program versions, in
      which the model's window decided.
    ``prose``: the writer of the words that players read.
    ``source``: the id of the recorded run to replay, or ``None``.
    ``reuses``: the ids of earlier runs; a call equal to one of theirs gets the recorded answer.
    ``rounds``: for each section that failed, how often the section has been started.
    ``kept``: the passages that the author edited and that keep their prose.
    ``settled``: other parts of the previous artifact that the new artifact takes over.
    ``span``: the stages that are being regenerated together, such as ``seed..ship``; empty as soon
      as all are finished. Earlier program versions stored ``seed to ship`` and kept it.
    """

    kind: Literal["stage"] = "stage"
    idea: str = ""
    remark: str = ""
    said: tuple[str, ...] = ()
    interactive: bool = False
    max_turns: int = Field(default=1, ge=1)
    attempts: int = Field(default=3, ge=1)
    size: Size | None = None
    shape: StoryShape | None = None
    chapter: int | None = Field(default=None, ge=1)
    language: str = Field(default="en", pattern=LANGUAGE)
    questions: bool = False
    acts: bool = False
    repairs: bool = False
    played_scenes: bool = False
    stats: bool = False
    phases: PhaseMode | None = PhaseMode.FULL
    prose: ProseMode = ProseMode.MODEL
    review: Annotated[Review, BeforeValidator(_parse_review)] = Review.WHOLE
    redo: EarlierDiscussion | None = None
    source: str | None = None
    reuses: tuple[str, ...] = ()
    rounds: Mapping[str, int] = Field(default_factory=dict)
    kept: Mapping[str, Any] = Field(default_factory=dict)
    settled: Mapping[str, Any] = Field(default_factory=dict)
    span: str = ""
    material: Material = NO_MATERIAL

    @property
    def beginning(self) -> str:
        """The author's idea; if there is no idea, the premise in the author's outline."""
        from questfoundry.domain.outline.points import extract_idea

        return self.idea.strip() or extract_idea(self.material.select_folders(OUTLINE))

    @property
    def remarks(self) -> tuple[str, ...]:
        """The author's notes to the model, from the stage's first run and from this run."""
        notes = (self.remark, self.redo.remark if self.redo else "")
        return tuple(each for each in notes if each)

    def list_stated_names(self, read: Sequence[OutlineName] = ()) -> tuple[OutlineName, ...]:
        """Return the names that the author's idea states, then the names of the outline.

        ``read`` are the outline's names that a model found; without them, rules find the names. If
        the idea is copied from the outline, the outline's names suffice. A note may rename a name
        that it mentions, so that name is left out. So is the region in a dateline.
        """
        # Reading a text for names loads many rules, which few commands need.
        from questfoundry.domain.outline.names import (
            add_outline_text,
            find_outline_names,
            is_from_outline,
        )
        from questfoundry.domain.text.names.stated_names import drop_dateline, find_names, has_name
        from questfoundry.domain.text.tone import split_tone

        pages, said = self.material.select_folders(OUTLINE), self.said
        outline_names = add_outline_text(tuple(read), pages) if read else find_outline_names(pages)
        is_own_idea = said and not is_from_outline(said[0], pages)
        forms = [form for each in outline_names for form in each.all_names]
        stated = [
            OutlineName(each.name)
            for each in (find_names(drop_dateline(split_tone(said[0]).text)) if is_own_idea else ())
            if not any(has_name(form, each.name) for form in forms)
        ]
        notes = " ".join(said[1:])
        return tuple(
            each
            for each in (*stated, *outline_names)
            if not any(has_name(notes, form) for form in each.all_names)
        )

    @property
    def points(self) -> tuple[str, ...]:
        """The plot points of the author's outline, in the order of the outline."""
        from questfoundry.domain.outline.points import extract_points

        return extract_points(self.material.select_folders(OUTLINE))


class RewriteInputs(_Inputs):
    """The inputs of a rewrite: the passage, and the author's note ``wish`` to the model.

    ``version``: the version of the FILL artifact before the rewrite.
    ``written``: the inputs of the run that made this version.
    """

    kind: Literal["rewrite"] = "rewrite"
    passage: str
    wish: str
    review: bool = False
    version: int
    written: StageInputs


class RewriteSourceInputs(_Inputs):
    """The inputs of a rewrite in an imported story: the passage, the note and the old text."""

    kind: Literal["rewrite_source"] = "rewrite_source"
    passage: str
    wish: str
    before: str


class BookChatInputs(_Inputs):
    """The inputs of a turn in a conversation about a book, with the reader's message.

    ``position``: the message's place in the conversation, from 0; -1 in records of an older
      program.
    ``page``, ``moved_to``: the reader's page before this turn, and the page if the turn changed it.
    """

    kind: Literal["book_chat"] = "book_chat"
    conversation: str
    message: str
    position: int = -1
    page: int | None = None
    moved_to: int | None = None


class EmbeddingInputs(_Inputs):
    """The inputs of a run that only records costs of embeddings: of books, or of questions."""

    kind: Literal["embedding"] = "embedding"


class StudioInputs(_Inputs):
    """The inputs of a turn in a studio session: the author's message, and what the agent knows.

    ``part`` and ``position``: the place of the message; ``part`` is empty until the turn begins.
    ``opening``: the text that the agent reads before the conversation.
    ``context``: the project context, which includes a summary of earlier messages, if any.
    ``cancelled``: whether the author cancelled the message, so that it is never answered.
    ``launch``: the run that another program launches; ``key`` is the program's name for this run.
    """

    kind: Literal["studio"] = "studio"
    message: str
    part: str = ""
    position: int = 0
    opening: str = ""
    context: str = ""
    cancelled: bool = False
    launch: RunSpec | None = None
    key: str = ""


class ReadablePath(FrozenModel):
    """A file or folder that agents may read; ``count`` is the number of files in a folder."""

    path: str
    description: str = ""
    count: int | None = None

    def __str__(self) -> str:
        if self.count is None:
            return self.path
        return f"{self.path}/ ({self.count:,} file{'' if self.count == 1 else 's'})"


class DelegatedInputs(_Inputs):
    """The inputs of a delegated run: a task for one or several agents.

    ``knowledge``, ``files``: the project's context, and the paths that agents may read, when the
      run began, so that a resumed run sends the same requests; ``None`` in older runs.

    ``key``: the caller's name for the task; a second start with the same key resumes the first run.
    ``stopped``: why the run may make no new calls; empty if nothing stopped the run.
    ``chosen``: the agent whose draft the author chose instead of the run's own choice, if any.
    """

    kind: Literal["delegated"] = "delegated"
    spec: RunSpec
    knowledge: str | None = None
    files: tuple[ReadablePath, ...] | None = None
    key: str = ""
    stopped: str = ""
    chosen: str = ""


class CandidateInputs(_Inputs):
    """The inputs of an agent's proposal for a stage's artifact, in the delegated run ``run``."""

    kind: Literal["candidate"] = "candidate"
    run: str
    agent: str
    stage: str
    written: StageInputs


class DraftInputs(_Inputs):
    """The inputs of a draft for the artifact of ``stage``, or for the prose of its ``passage``.

    ``written``: the inputs of the stage or, for a passage, of the run that wrote it.
    ``made_from``: for each stage, the version that was accepted when the draft was made.
    ``rounds``: for each section that failed, how often the section has been started.
    """

    kind: Literal["take"] = "take"
    stage: str
    passage: str = ""
    wish: str = ""
    review: bool = False
    number: int = Field(ge=1)
    written: StageInputs
    made_from: Mapping[str, int] = Field(default_factory=dict)
    rounds: Mapping[str, int] = Field(default_factory=dict)


class QuestionInputs(_Inputs):
    """The inputs of a question about the story.

    ``known_at``: the id of a passage; the answer reveals only what a player has read there.
      ``arc``: the choice ids of a playthrough; the answer is about this playthrough only.
    """

    kind: Literal["question"] = "question"
    question: str
    known_at: str = ""
    arc: tuple[str, ...] = ()


class ProofInputs(_Inputs):
    """The inputs of a proof of the text; ``language`` is the language of the findings."""

    kind: Literal["proof"] = "proof"
    language: str = Field(default="en", pattern=LANGUAGE)


class TranslationInputs(_Inputs):
    """The inputs of a translation of the story to ``language``.

    ``file``: the name of a translator's file; empty if a model translates, or a person on the desk.
    """

    kind: Literal["translation"] = "translation"
    language: str = Field(pattern=LANGUAGE)
    file: str = ""


RunInputs = (
    StageInputs
    | RewriteInputs
    | RewriteSourceInputs
    | BookChatInputs
    | EmbeddingInputs
    | StudioInputs
    | DelegatedInputs
    | CandidateInputs
    | DraftInputs
    | QuestionInputs
    | ProofInputs
    | TranslationInputs
)


_INPUTS = TypeAdapter[RunInputs](Annotated[RunInputs, Field(discriminator="kind")])


_FORMER_RULES = {"phases": None}
"""The values of fields that runs of earlier program versions have not stored."""


def inputs_to_dict(inputs: RunInputs) -> dict[str, Any]:
    """Return the inputs as a JSON object in the current edition of the format."""
    return {"edition": EDITION, **inputs.model_dump(mode="json")}


def inputs_from_dict(task: str, document: Mapping[str, Any]) -> RunInputs:
    """Return the inputs that ``document``, in any edition of the format, stores for ``task``."""
    fields = dict(document)
    if fields.pop("edition", 1) == 1:
        return _parse_first_edition(task, fields)
    if "written" in fields:
        fields["written"] = {**_FORMER_RULES, **fields["written"]}
    is_stage = fields.get("kind") == StageInputs.model_fields["kind"].default
    return _INPUTS.validate_python({**_FORMER_RULES, **fields} if is_stage else fields)


def _parse_first_edition(task: str, fields: dict[str, Any]) -> RunInputs:
    prompt = fields.pop("user_prompt", "")
    inputs = {**_FORMER_RULES, "idea" if task == "dream" else "remark": prompt}
    inputs.update({name: fields[name] for name in StageInputs.model_fields if name in fields})
    if task != RewriteInputs.model_fields["kind"].default:
        return StageInputs.model_validate(inputs)
    return RewriteInputs(
        passage=fields["passage"],
        wish=fields["how"],
        review=fields["review"],
        version=fields["of"],
        written=StageInputs.model_validate(inputs),
    )
