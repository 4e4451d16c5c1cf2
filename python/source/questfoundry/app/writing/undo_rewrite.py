"""Undo rewrites of passages in an imported story."""

from attrs import frozen

from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.codec import response_from_dict
from questfoundry.domain.errors import InputError
from questfoundry.domain.prose.cleaning import clean_prose
from questfoundry.domain.protocols import StorySource
from questfoundry.domain.run.inputs import RewriteSourceInputs
from questfoundry.domain.run.journal import EntryKind
from questfoundry.domain.run.record import RunRecord, RunStatus
from questfoundry.domain.run.task import REWRITE


@frozen(kw_only=True)
class UndoRewriteResult:
    """The passage whose earlier text was restored, and the rewrite run whose result was undone."""

    passage: str
    run: str
    path: str


@frozen(kw_only=True)
class UndoRewriteUseCase:
    """A use case that undoes the newest rewrite of a passage in an imported story.

    A rewrite whose text was later changed in the source file is skipped. The run of the undone
    rewrite stays stored.
    """

    _source: StorySource
    _store: ProjectStore

    def execute(self) -> UndoRewriteResult:
        """Restore the text from before the newest rewrite, and return the passage and the run.

        Raise ``InputError`` if no rewritten text is still in place.
        """
        with self._store.lock.hold("undo"):
            for record in reversed(self._store.runs.list(REWRITE, RunStatus.COMPLETED)):
                inputs = record.inputs
                if isinstance(inputs, RewriteSourceInputs) and self._is_unchanged(record, inputs):
                    path = self._source.write(inputs.passage, inputs.before)
                    return UndoRewriteResult(passage=inputs.passage, run=record.id, path=path)
        raise InputError(
            "There is nothing to undo: every rewritten passage of the imported story was changed "
            "again, or none was rewritten."
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
