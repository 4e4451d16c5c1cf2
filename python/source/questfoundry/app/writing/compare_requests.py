"""Show the request for a passage beside the request that its prose was written from."""

from collections import defaultdict
from collections.abc import Mapping
from difflib import unified_diff

from attrs import frozen

from questfoundry.app.phases.rerun import find_original_idea
from questfoundry.app.run.models import ModelSource, RecordedModel
from questfoundry.app.stages.fill import FILL, apply_prose, collect_contents
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.inspect_passage import find_passage_id
from questfoundry.app.writing.author_brief import AuthorBrief, build_author_brief
from questfoundry.app.writing.requests import PassageRequests
from questfoundry.app.writing.stored_draft import build_first_briefing, find_inputs
from questfoundry.domain.artifacts.fill import FillArtifact
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.traits import ModelTraits, Phase
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.domain.writing.request_change import RequestChange, find_request_changes


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
