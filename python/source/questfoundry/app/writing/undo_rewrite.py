"""Take back the newest rewrite of an imported story whose text still stands."""

from __future__ import annotations

from attrs import frozen

from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.codec import response_from_dict
from questfoundry.domain.errors import InputError
from questfoundry.domain.journal import EntryKind
from questfoundry.domain.protocols import StorySource
from questfoundry.domain.run import RunRecord, RunStatus
from questfoundry.domain.run_inputs import RewriteSourceInputs
from questfoundry.domain.task import REWRITE
from questfoundry.domain.writing.cleaning import cleaned


@frozen(kw_only=True)
class RewriteUndone:
    """The passage whose text is again as it was before that run."""

    passage: str
    run: str
    path: str


@frozen(kw_only=True)
class UndoRewriteUseCase:
    """Goes back to the text before a rewrite; its run, and so the other text, stays stored."""

    _source: StorySource
    _store: ProjectStore

    def execute(self) -> RewriteUndone:
        """``InputError`` where no passage is as a rewrite left it."""
        with self._store.lock.hold("undo"):
            for record in reversed(self._store.runs.list(REWRITE, RunStatus.COMPLETED)):
                asked = record.inputs
                if isinstance(asked, RewriteSourceInputs) and self._stands(record, asked):
                    path = self._source.write(asked.passage, asked.before)
                    return RewriteUndone(passage=asked.passage, run=record.id, path=path)
        raise InputError(
            "No passage of the imported story is as a rewrite left it, so there is nothing to undo."
        )

    def _stands(self, record: RunRecord, asked: RewriteSourceInputs) -> bool:
        answers = [
            response_from_dict(each.response).text
            for each in self._store.journal.entries(record.id)
            if each.key.kind is EntryKind.MODEL_CALL
        ]
        before = self._source.split_text(asked.before)
        written = before.filled(cleaned(answers[-1], asked.passage)) if answers else None
        try:
            return written is not None and self._source.text(asked.passage).whole == written
        except InputError:  # the passage is called otherwise by now
            return False
