"""Brief the author who writes a passage by hand, and check the author's text by rules."""

from collections import defaultdict
from collections.abc import Iterator

from attrs import evolve, frozen

from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.inspect_passage import find_passage_id
from questfoundry.app.structure.own_words import OwnWords, WorkingText
from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding
from questfoundry.domain.prose.prose_check import ProseExpectations, check_prose
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.prose import find_conditional_names
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.missing_inserts import MissingInsert, list_missing_inserts


@frozen(kw_only=True)
class OwedText:
    """A conditional text that the passage must have; ``condition`` says in words who reads it."""

    condition: str
    insert: MissingInsert
    is_written: bool


@frozen(kw_only=True)
class AuthorBrief:
    """The brief from which the author writes a passage.

    ``number``: the place of the passage in the story, from 1.
    ``briefing``: what a writer must know; ``owed`` are its conditional texts, which it omits.
    ``findings``: the problems of the text so far; empty without a text.
    ``working_texts``: title and labels that the author has not written yet.
    """

    number: int
    briefing: Briefing
    prose: str
    owed: tuple[OwedText, ...]
    findings: tuple[Finding, ...] = ()
    working_texts: tuple[WorkingText, ...] = ()


def build_author_brief(
    story: Story, briefing: Briefing, *, number: int = 0, text: str = ""
) -> AuthorBrief:
    """Return the brief of a passage, without findings, for an author who has written ``text``."""
    return AuthorBrief(
        number=number,
        briefing=_leave_out_owed(briefing),
        prose=text,
        owed=tuple(_list_owed(story, briefing, text)),
    )


@frozen(kw_only=True)
class BriefAuthorUseCase:
    """A use case that briefs the author of a planned story; it calls no model.

    The briefs have the same facts as the requests to a writing model.
    """

    _registry: StageRegistry
    _store: ProjectStore
    _prompts: PromptRepository
    _language: str
    _own_words: OwnWords | None

    def execute(self, passage: str = "") -> tuple[AuthorBrief, ...]:
        """Return the brief of ``passage`` (an id, slug or title), or of all passages in order."""
        story = self._registry.story(self._store.artifacts)
        if story.voice is None:
            raise InputError("The voice is not settled yet.", remedies=(RunStage("fill"),))
        name = find_passage_id(story.existing_structure, passage) if passage else ""
        return tuple(self._brief_passages(story, name))

    def _brief_passages(self, story: Story, wanted: str) -> Iterator[AuthorBrief]:
        missing = self._own_words.list_missing() if self._own_words else ()
        briefer, facts = Briefer(story), defaultdict[str, list[Fact]](list)
        for fact in story.facts:
            facts[fact.passage].append(fact)
        for number, each in enumerate(story.existing_structure.passages, start=1):
            if wanted not in ("", each.id):
                continue
            prose = defaultdict(str, story.prose)  # a passage before this one may have none
            briefing, text = briefer.build_briefing(each.id, prose, facts), prose[each.id]
            yield evolve(
                build_author_brief(story, briefing, number=number, text=text),
                findings=self._check(briefing, text, story) if text else (),
                working_texts=tuple(
                    one for one in missing if one.passage == each.id and not one.is_prose
                ),
            )

    def _check(self, briefing: Briefing, prose: str, story: Story) -> tuple[Finding, ...]:
        expected = ProseExpectations(
            passage=briefing.passage,
            words=briefing.words,
            weight=briefing.weight,
            voice=story.existing_voice,
            labels=tuple(each.label for each in briefing.choices),
            earlier_prose=tuple(each.text for each in briefing.before),
            allowed_inserts=tuple(story.flags_by_name),
            required_inserts=briefing.list_required_inserts(endings=True),
            language=self._language,
        )
        return check_prose(prose, expected, self._prompts.wording("rules/prose"))


def _list_owed(story: Story, briefing: Briefing, text: str) -> Iterator[OwedText]:
    written, flags = {*find_conditional_names(text)}, story.flags_by_name
    for each in list_missing_inserts(briefing, briefing.list_required_inserts(endings=True)):
        condition = story.describe_condition(flags.get(each.name, each.name))
        yield OwedText(condition=condition, insert=each, is_written=each.name in written)


def _leave_out_owed(briefing: Briefing) -> Briefing:
    traces = tuple(each for each in briefing.traces if each.residue != Residue.LIGHT)
    return evolve(briefing, minor_choices=(), traces=traces)
