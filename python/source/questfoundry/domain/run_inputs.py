"""What was asked for in a run: the typed inputs, which are all that it is resumed from.

They are made at the door, kept with the run, and read by everything between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter

from questfoundry.domain.material import NO_MATERIAL, OUTLINE, Material
from questfoundry.domain.outline.idea import idea_of_outline
from questfoundry.domain.outline.names import is_of_outline, names_of_outline, with_what_is_told
from questfoundry.domain.outline.points import points_of
from questfoundry.domain.session.spec import RunSpec
from questfoundry.domain.story.outline_name import OutlineName
from questfoundry.domain.story.shape import StoryShape
from questfoundry.domain.story.size import Size
from questfoundry.domain.task import REWRITE
from questfoundry.domain.text.names.stated_names import carries, names_held_to

EDITION = 2
"""The form in which inputs are stored; the first edition had no number."""

LANGUAGE = r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
"""How a language code is written."""


class Review(StrEnum):
    """What of the prose is read by a model, and what comes of it.

    With ``WHOLE`` a few whole arcs are, and what is found serious is mended; with ``READ`` it is
    only told. With ``PASSAGES`` each passage is reviewed as well, while it is written.
    """

    NONE = "none"
    READ = "read"
    PASSAGES = "passages"
    WHOLE = "whole"


def _parse_review(value: object) -> object:
    """It was a yes or no before the whole was read; programs may still say so."""
    return {True: Review.PASSAGES, False: Review.NONE}[value] if isinstance(value, bool) else value


class _Inputs(BaseModel):
    """``session`` is that in which it was asked for; without one, nobody's budget counts it.

    ``seed`` is given to models that have one, with each request that has none of its own.
    """

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")

    session: str = ""
    seed: int | None = Field(default=None, ge=0)


class EarlierDiscussion(_Inputs):
    """The discussion that a stage is made anew from, and the author's remark on it.

    ``of`` is the run whose discussion it is, ``version`` the artifact that counted then; a run
    of an earlier edition has none.
    """

    of: str
    remark: str
    version: int | None = None


class StageInputs(_Inputs):
    """What was asked of a stage.

    ``idea`` is the author's for a stage that is made from nothing else, ``remark`` what such an
    author says to a later one; ``said`` is to a later stage all that they said before and now, the
    idea first. ``questions`` says whether the plan has central questions, ``acts``
    whether there is more to do than the dilemmas; a run of an earlier program did not ask.
    ``source`` names the recorded run that is replayed, ``reuses`` the earlier runs whose equal
    calls are not made again. ``rounds`` says of a section that failed how often it was begun.
    ``kept`` holds the passages that the author had a hand in,
    ``settled`` what else of the artifact before is taken over, in the form of the artifact.
    ``chapter`` is the last that is wanted of a story with chapters, all of them where it is
    ``None``. ``span`` are the stages that were asked for anew together, as ``seed to ship``.
    ``material`` is what the author had laid beside the story by then.
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
        """The idea; where none was given, what the outline says that the story is about."""
        return self.idea.strip() or idea_of_outline(self.material.select_folders(OUTLINE))

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the author asked of a later stage, first at its beginning, then to redo it."""
        said = (self.remark, self.redo.remark if self.redo else "")
        return tuple(each for each in said if each)

    def list_stated_names(self, read: Sequence[OutlineName] = ()) -> tuple[OutlineName, ...]:
        """The names that the idea states, and those of the outline, which no later remark is of.

        The outline's are those that were ``read`` in it, else those that code finds. An idea in
        the outline's own words states none.
        """
        pages = self.material.select_folders(OUTLINE)
        outlined = with_what_is_told(read, pages) if read else names_of_outline(pages)
        own = self.said and not is_of_outline(self.said[0], pages)
        held = names_held_to(self.said[0]) if own else ()
        forms = [form for each in outlined for form in each.forms]
        stated = [each for each in held if not any(carries(form, each) for form in forms)]
        remarks = " ".join(self.said[1:])
        return tuple(
            each
            for each in (*map(OutlineName, stated), *outlined)
            if not any(carries(remarks, form) for form in each.forms)
        )

    @property
    def points(self) -> tuple[str, ...]:
        """What the outline says that happens, in its order."""
        return points_of(self.material.select_folders(OUTLINE))


class RewriteInputs(_Inputs):
    """The passage to write anew, and the author's wish.

    ``version`` is the one of FILL that was there, ``written`` what its run was asked for.
    """

    kind: Literal["rewrite"] = "rewrite"
    passage: str
    wish: str
    review: bool = False
    version: int
    written: StageInputs


class RewriteSourceInputs(_Inputs):
    """The passage of an imported story to write anew, the author's wish, and the text before."""

    kind: Literal["rewrite_source"] = "rewrite_source"
    passage: str
    wish: str
    before: str


class BookChatInputs(_Inputs):
    """What a reader said in a stored conversation with a book.

    ``position`` is the message's place there, -1 where an older program did not keep it. ``page``
    is how far the reader had come before, ``moved_to`` how far in this turn.
    """

    kind: Literal["book_chat"] = "book_chat"
    conversation: str
    message: str
    position: int = -1
    page: int | None = None
    moved_to: int | None = None


class EmbeddingInputs(_Inputs):
    """Texts of books, and questions about them, were embedded."""

    kind: Literal["embedding"] = "embedding"


class StudioInputs(_Inputs):
    """What the author said in a session.

    ``position`` is where it stands in the session's messages, ``part`` in which part of them;
    without them its turn has not come yet. ``opening`` is what the agent is told before all that
    was said, ``context`` what became of the project's context where it was compacted first.
    """

    kind: Literal["studio"] = "studio"
    message: str
    part: str = ""
    position: int = 0
    opening: str = ""
    context: str = ""


class DelegatedInputs(_Inputs):
    """What a session, or a program, has done by one or several agents.

    ``key`` names the launch: the same one again is the same run. ``stopped`` says why no new
    call is made: nothing but what was answered by then counts.
    """

    kind: Literal["delegated"] = "delegated"
    spec: RunSpec
    key: str = ""
    stopped: str = ""


class CandidateInputs(_Inputs):
    """An agent's candidate for a stage's artifact, made in that delegated ``run``."""

    kind: Literal["candidate"] = "candidate"
    run: str
    agent: str
    stage: str
    written: StageInputs


class DraftInputs(_Inputs):
    """A proposal for the artifact of ``stage``, or for the prose of a ``passage`` of it.

    ``number`` tells apart what was asked for together. ``written`` is what the stage is asked
    for, or was where it is about a passage, ``made_from`` are the versions that counted then.
    """

    kind: Literal["take"] = "take"
    stage: str
    passage: str = ""
    wish: str = ""
    review: bool = False
    number: int = Field(ge=1)
    written: StageInputs
    made_from: Mapping[str, int] = Field(default_factory=dict)


class QuestionInputs(_Inputs):
    """What was asked of the story itself; ``known_at`` and ``arc`` bound what may be told."""

    kind: Literal["question"] = "question"
    question: str
    known_at: str = ""
    arc: tuple[str, ...] = ()


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
)


_INPUTS = TypeAdapter[RunInputs](Annotated[RunInputs, Field(discriminator="kind")])


def inputs_to_dict(inputs: RunInputs) -> dict[str, Any]:
    """The inputs as a JSON object, in today's edition."""
    return {"edition": EDITION, **inputs.model_dump(mode="json")}


def inputs_from_dict(task: str, document: Mapping[str, Any]) -> RunInputs:
    """The inverse, which also reads what the first edition stored for that task."""
    fields = dict(document)
    if fields.pop("edition", 1) == 1:
        return _parse_first_edition(task, fields)
    return _INPUTS.validate_python(fields)


def _parse_first_edition(task: str, fields: dict[str, Any]) -> RunInputs:
    prompt = fields.pop("user_prompt", "")
    inputs = {"idea" if task == "dream" else "remark": prompt}
    inputs.update({name: fields[name] for name in StageInputs.model_fields if name in fields})
    if task != REWRITE:
        return StageInputs.model_validate(inputs)
    return RewriteInputs(
        passage=fields["passage"],
        wish=fields["how"],
        review=fields["review"],
        version=fields["of"],
        written=StageInputs.model_validate(inputs),
    )
