"""Rewrite passages of an imported story without changing their code, and undo rewrites."""

from collections import Counter
from collections.abc import Sequence

from attrs import evolve, frozen

from questfoundry.app.phases.sampling import max_tokens_of, temperature_of
from questfoundry.app.run.answer_retry import request_answer
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.app.run.spend_meter import Ledger
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.inspect_passage import find_passage_id
from questfoundry.app.writing.rewrite import open_rewrite, require_note
from questfoundry.domain.chat.codec import response_from_dict
from questfoundry.domain.chat.exchange import NONE, ChatRequest
from questfoundry.domain.chat.messages import assistant, system, user
from questfoundry.domain.errors import ConversationError, InputError
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.prose.narration import clean_prose
from questfoundry.domain.protocols.exporter import StorySource
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.remedy import ChooseModel
from questfoundry.domain.run.inputs import RewriteSourceInputs
from questfoundry.domain.run.record import REWRITE, EntryKind, RunRecord, RunStatus
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.source_text import SourceText
from questfoundry.domain.writing.fitting import end_of

MAX_ATTEMPTS = 3
"""The maximum number of requests for a text that keeps all code markers."""

MAX_PREVIOUS_PASSAGES, MAX_PREVIOUS_WORDS = 3, 150
"""The number of preceding passages that a request contains, and the words of each."""

_TEMPLATE = "templates/source/rewrite"


@frozen(kw_only=True)
class SourceRewriteResult:
    """A rewritten passage of an imported story, and the path of its source file."""

    passage: str
    prose: str
    path: str
    run: str
    ledger: Ledger


@frozen(kw_only=True)
class RewriteSourceUseCase:
    """A use case that rewrites an imported passage, or resumes the same interrupted request."""

    _source: StorySource
    _store: ProjectStore
    _runs: RunOpener
    _prompts: PromptRepository

    async def execute(
        self, passage: str, note: str, *, retry_last: bool = False
    ) -> SourceRewriteResult:
        """Rewrite the prose of a passage around its unchanged code, and write the source file.

        With ``retry_last``, resume an interrupted or failed rewrite and request its last answer
        again. Raise ``InputError`` if the passage cannot be rewritten. Raise ``ConversationError``
        if no answer keeps the code in place.
        """
        wish = require_note(note)
        with self._store.lock.hold("rewrite"):
            story = self._source.story()
            name = find_passage_id(story.structure, passage, remedies=())
            text = self._source.text(name)
            if text.fixed_reason:
                raise InputError(text.fixed_reason)
            if not text.prose:
                raise InputError(f"{name!r} has no prose, only code. Choose another passage.")
            inputs = RewriteSourceInputs(passage=name, wish=wish, before=text.text)

            def is_same(record: RunRecord) -> bool:
                return record.inputs.model_copy(update={"session": inputs.session}) == inputs

            with open_rewrite(self._runs, inputs, is_same, retry_last=retry_last) as run:
                new = await self._request_rewrite(story, text, inputs, run)
                path = self._source.write(name, new.text)
            return SourceRewriteResult(
                passage=name,
                prose=new.prose,
                path=path,
                run=run.id,
                ledger=self._runs.read_ledger(run),
            )

    async def _request_rewrite(
        self, story: ForeignStory, text: SourceText, inputs: RewriteSourceInputs, run: Run
    ) -> SourceText:
        prompt = self._prompts.render(
            _TEMPLATE,
            {
                "title": story.title,
                "passage": inputs.passage,
                "text": text.prose_with_placeholders,
                "marks": tuple(enumerate(text.code_stretches, start=1)),
                "before": self._list_previous(story, inputs.passage),
                "wish": inputs.wish,
            },
        )
        model = run.bind_model(Phase.DISCUSS, f"rewrite:{inputs.passage}")
        request = ChatRequest(
            messages=(system(prompt["system"]), user(prompt["user"])),
            tool_choice=NONE,
            temperature=temperature_of(Phase.DISCUSS, model.traits),
            max_tokens=max_tokens_of(Phase.DISCUSS, model.traits),
        )
        for _ in range(MAX_ATTEMPTS):
            answer = await request_answer(model, request, prompts=self._prompts, phase="discuss")
            if new := self._insert_prose(text, answer.text, inputs.passage):
                return new
            request = evolve(
                request,
                messages=(*request.messages[:2], assistant(answer.text), user(prompt["again"])),
            )
        raise ConversationError(
            f"{model.model} did not keep the code of {inputs.passage!r} in place in "
            f"{MAX_ATTEMPTS} attempts. The file is unchanged; try another model.",
            section=model.scope,
            remedies=(ChooseModel("discuss"),),
        )

    def _insert_prose(self, text: SourceText, answer: str, passage: str) -> SourceText | None:
        filled = text.fill_placeholders(clean_prose(answer, passage))
        new = self._source.split_text(filled) if filled else None
        return new if new and new.code == text.code and new.prose else None

    def _list_previous(self, story: ForeignStory, passage: str) -> Sequence[tuple[str, str]]:
        """Return the names and last words of passages that lead to ``passage``.

        There are at most ``MAX_PREVIOUS_PASSAGES``. Passages whose name occurs twice are left out.
        """
        id_counts = Counter(each.id for each in story.structure.passages)
        sources = dict.fromkeys(each.source for each in story.structure.incoming_choices(passage))
        return [
            (name, end_of(self._source.text(name).prose, MAX_PREVIOUS_WORDS))
            for name in [each for each in sources if id_counts[each] == 1][:MAX_PREVIOUS_PASSAGES]
            if name != passage
        ]


@frozen(kw_only=True)
class UndoRewriteResult:
    """The passage whose earlier text was restored, and the rewrite run whose result was undone."""

    passage: str
    run: str
    path: str


@frozen(kw_only=True)
class UndoRewriteUseCase:
    """A use case that undoes the newest rewrite whose text is still in the source file."""

    _source: StorySource
    _store: ProjectStore

    def execute(self) -> UndoRewriteResult:
        """Restore the earlier text; raise ``InputError`` if no rewritten text is in place."""
        with self._store.lock.hold("undo"):
            for record in reversed(self._store.runs.list(REWRITE, RunStatus.COMPLETED)):
                inputs = record.inputs
                if isinstance(inputs, RewriteSourceInputs) and self._is_unchanged(record, inputs):
                    path = self._source.write(inputs.passage, inputs.before)
                    return UndoRewriteResult(passage=inputs.passage, run=record.id, path=path)
        raise InputError(
            "There is nothing to undo: no passage of the imported story was rewritten, or each was "
            "changed again since."
        )

    def _is_unchanged(self, record: RunRecord, inputs: RewriteSourceInputs) -> bool:
        answers = [
            response_from_dict(each.response).text
            for each in self._store.journal.entries(record.id)
            if each.key.kind is EntryKind.MODEL_CALL
        ]
        before = self._source.split_text(inputs.before)
        written = (
            before.fill_placeholders(clean_prose(answers[-1], inputs.passage)) if answers else None
        )
        try:
            return written is not None and self._source.text(inputs.passage).text == written
        except InputError:  # the passage has a different name now
            return False
