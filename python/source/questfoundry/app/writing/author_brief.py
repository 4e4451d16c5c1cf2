"""Brief the author who writes a passage by hand, and compare a passage's old and new requests."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from difflib import unified_diff

from attrs import evolve, frozen

from questfoundry.app.phases.rerun import find_original_idea
from questfoundry.app.run.models import ModelSource, RecordedModel
from questfoundry.app.stages.fill import FILL, apply_prose, collect_contents
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.inspect_passage import find_passage_id
from questfoundry.app.structure.own_words import OwnWords, WorkingText
from questfoundry.app.writing.requests import PassageRequests
from questfoundry.app.writing.stored_draft import build_first_briefing, find_inputs
from questfoundry.domain.artifacts.fill import FillArtifact
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding
from questfoundry.domain.models.traits import ModelTraits, Phase
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
from questfoundry.domain.writing.request_change import RequestChange, find_request_changes


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


@frozen(kw_only=True)
class RequestComparison:
    """The request for a passage as it would be sent now, and the one that its prose is from.

    Both requests ask for this passage alone and quote the present prose of other passages.
    ``old`` is ``None`` if the old request is not known. ``changes`` are the differences for which
    the prose may need another text. ``old_brief`` and ``new_brief`` say for an author what the
    requests contain.
    """

    passage: str
    title: str
    old: str | None
    new: str
    old_brief: AuthorBrief | None
    new_brief: AuthorBrief
    changes: tuple[RequestChange, ...]

    @property
    def different_lines(self) -> tuple[str, ...]:
        """The lines that only one request has, ``-`` or ``+`` first, and the lines around them."""
        found = unified_diff((self.old or "").splitlines(), self.new.splitlines(), lineterm="", n=1)
        return tuple(each for each in found if not each.startswith(("---", "+++")))


@frozen
class _Request:
    text: str
    brief: AuthorBrief


@frozen(kw_only=True)
class CompareRequestsUseCase:
    """A use case that compares the old and the new request for a written passage."""

    _registry: StageRegistry
    _store: ProjectStore
    _models: ModelSource
    _prompts: PromptRepository

    def execute(self, name: str) -> RequestComparison:
        """Compare the requests for the passage with this id, slug or title; nothing is sent.

        Raise ``InputError`` for an unknown passage, and for a passage without prose.
        """
        structure = self._registry.load_woven_story(self._store.artifacts).existing_structure
        passage, version = find_passage_id(structure, name), self._store.artifacts.current(FILL)
        if version is None or passage not in version.data["passages"]:
            raise InputError(f"{passage} is not written yet.", remedies=(RunStage(FILL),))
        now = self._registry.story(self._store.artifacts, before=FILL)
        earlier = self._load_earlier(version, passage)
        prose = version.data["passages"][passage]["prose"]
        changes = (
            find_request_changes(
                collect_contents(earlier)[passage], collect_contents(now)[passage], prose
            )
            if earlier
            else ()
        )
        old = self._render(earlier, version, passage) if earlier else None
        new = self._render(now, version, passage)
        return RequestComparison(
            passage=passage,
            title=structure.passage(passage).title,
            old=old.text if old else None,
            new=new.text,
            old_brief=old.brief if old else None,
            new_brief=new.brief,
            changes=changes,
        )

    def _load_earlier(self, version: ArtifactVersion, passage: str) -> Story | None:
        try:
            story = self._registry.story(
                self._store.artifacts, before=FILL, of=version.sources_of(passage)
            )
            story.existing_structure.passage(passage)
        except (InputError, KeyError):  # the old versions are missing or are no valid story
            return None
        return story

    def _render(self, story: Story, version: ArtifactVersion, passage: str) -> _Request:
        story = apply_prose(story, FillArtifact.model_validate(dict(version.data)))
        briefer = Briefer(story)
        requests = PassageRequests(
            prompts=self._prompts,
            traits=self._find_traits(),
            story=story,
            outline=briefer.outline,
            idea=find_original_idea(self._store),
            inputs=find_inputs(self._store, version),
        )
        prose: Mapping[str, str] = defaultdict(str, story.prose)
        facts = defaultdict[str, list[Fact]](list)
        for fact in story.facts:
            facts[fact.passage].append(fact)
        briefing = build_first_briefing(briefer, passage, prose, facts)
        messages = requests.build_request(briefing).messages
        text = "\n\n".join(each.content for each in messages)
        return _Request(text, build_author_brief(story, briefing))

    def _find_traits(self) -> ModelTraits:
        """Return the traits of the model that wrote the prose; it need not be available now."""
        run = self._store.find_source_run(FILL)
        if run is not None:
            return RecordedModel.read(run, Phase.DISCUSS).traits
        return self._models.choose_models(None).discuss.traits
