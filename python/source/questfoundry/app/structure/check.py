"""Check a structure against the laws of a sound story, and find the line of each finding."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen
from pydantic import ValidationError

from questfoundry.app.playing.kept_play import KeptPlay, PlayRule, compare_plays
from questfoundry.app.stages.fill import FILL
from questfoundry.app.stages.grow.apply import apply_grow
from questfoundry.app.stages.grow.edit import (
    START,
    find_unknown_ids,
    find_wording_faults,
    places_of,
)
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.invalid_file import build_invalid_file_error
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.census import estimate_passage_words
from questfoundry.app.structure.media import check_media
from questfoundry.app.structure.own_words import OwnWords
from questfoundry.app.structure.text_proof import ProofReader, list_findings, read_proof
from questfoundry.domain.answer.diagnosis import parse_artifact
from questfoundry.domain.answer.schema import find_steps
from questfoundry.domain.artifacts.fill import FINDINGS, FillArtifact, PassageProse
from questfoundry.domain.artifacts.grow import GrowArtifact
from questfoundry.domain.checks.check import check, check_form, list_laws
from questfoundry.domain.checks.foreign import (
    DoubtedFinding,
    build_playable,
    separate_doubted,
    separate_form,
)
from questfoundry.domain.checks.law import CODE_LAWS, AddedLaw, Law
from questfoundry.domain.errors import InputError
from questfoundry.domain.fault import Fault
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.prose.finished_prose import check_finished_prose
from questfoundry.domain.prose.prose_check import ProseRule
from questfoundry.domain.protocols.exporter import AssetSource, NoAssets
from questfoundry.domain.protocols.files import ProjectFiles
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.solver import MAX_STEPS, Solver
from questfoundry.domain.story.foreign.story import ForeignStory, UnmodelledCode
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.source_text import FilePlace, Located
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.suggestion import suggest_words


@frozen(kw_only=True)
class CheckResult:
    """The result of checking a structure.

    ``arcs``: the number of playthroughs; ``None`` if they cannot be counted. ``unmodelled``: code
    in the story of another program that the laws cannot take into account. ``doubted``: findings
    that are uncertain because of such code. ``faults``: problems of titles, labels and names,
    collected only for a sound structure. ``prose``: findings for the author to judge. ``plays``:
    differences between the kept plays and the story. ``unwritten``: texts that an author who writes
    has yet to write.
    """

    title: str
    structure: Structure
    laws: tuple[Law | AddedLaw, ...]
    findings: tuple[Located[Finding], ...]
    arcs: int | None
    unmodelled: tuple[UnmodelledCode, ...] = ()
    doubted: tuple[Located[DoubtedFinding], ...] = ()
    faults: tuple[Located[Fault], ...] = ()
    prose: tuple[Located[Finding], ...] = ()
    plays: tuple[Located[Finding], ...] = ()
    unwritten: tuple[Located[Finding], ...] = ()

    @property
    def errors(self) -> tuple[Located[Finding], ...]:
        """The findings that are errors: violated laws, and laws that could not be proven."""
        return tuple(each for each in self.findings if each.item.severity is Severity.ERROR)

    @property
    def is_clean(self) -> bool:
        """Return whether there are neither errors, faults nor changed plays to correct."""
        return not self.errors and not self.faults and not self.plays

    @property
    def is_sound(self) -> bool:
        """Return whether every law is proven, and the story has no unmodelled code."""
        return not self.errors and not self.unmodelled

    @property
    def endings(self) -> int:
        """The number of different endings in the structure."""
        return len({passage.ending for passage in self.structure.passages if passage.ending})


def check_structure(
    structure: Structure,
    *,
    title: str,
    place_of: Callable[[str], FilePlace | None],
    max_steps: int,
    words: Mapping[str, int],
    story: Story | None = None,
    unmodelled: tuple[UnmodelledCode, ...] = (),
    added_laws: Sequence[AddedLaw],
    check_conditional_texts: bool = True,
) -> CheckResult:
    """Check ``structure`` against the laws, and return the result.

    ``place_of`` returns the place in a file of the passage or choice with a given id. The other
    parameters are those of :func:`~questfoundry.domain.checks.check.check`.
    """
    findings = check(
        structure,
        story=story,
        words=words,
        max_steps=max_steps,
        added_laws=added_laws,
        conditional_texts=check_conditional_texts,
    )
    return CheckResult(
        title=title,
        structure=structure,
        laws=(*list_laws(story=story is not None, words=bool(words)), *added_laws),
        findings=tuple(Located(each, place_of(each.place)) for each in findings),
        arcs=_count_arcs(structure, max_steps),
        unmodelled=unmodelled,
    )


def check_foreign(
    story: ForeignStory, *, max_steps: int = MAX_STEPS, added_laws: Sequence[AddedLaw] = ()
) -> CheckResult:
    """Check a story that another program wrote, and return the result.

    Such a story may contain loops and has no plan. Errors that prevent parts of the story from
    being played are reported, and the other parts are checked anyway. Conditional text is not
    checked: the import knows which flags a text reads, but not which of their values show it.
    """
    structure = build_playable(story.structure)
    result = check_structure(
        structure,
        title=story.title,
        place_of=story.places.get,
        max_steps=max_steps,
        words=story.words,
        unmodelled=story.unmodelled,
        added_laws=added_laws,
        check_conditional_texts=False,
    )
    findings, doubted = separate_doubted(story, structure, [each.item for each in result.findings])
    form, unsure = separate_form(story, check_form(story.structure))
    return evolve(
        result,
        laws=(*result.laws, *CODE_LAWS),
        findings=(
            *(Located(each, story.places.get(each.place)) for each in form),
            *story.findings,
            *(Located(each, story.places.get(each.place)) for each in findings),
        ),
        doubted=tuple(
            Located(each, story.places.get(each.finding.place)) for each in (*unsure, *doubted)
        ),
    )


def _count_arcs(structure: Structure, max_steps: int) -> int | None:
    if any(check_form(structure)):
        return None
    arcs = Solver(structure, max_steps=max_steps).count_playthroughs()
    return None if arcs is None else arcs.total


GROW = "grow"

_PROSE_FIX = "Rewrite the passage, or remove the finding if you disagree."


@frozen(kw_only=True)
class CheckProjectUseCase:
    """A use case that checks the structure in ``artifacts/grow.yaml`` and, if sound, its texts.

    A finding about a law in ``strict_laws`` (ids of laws) is an error, even if it is advice.
    """

    _registry: StageRegistry
    _store: ProjectStore
    _prompts: PromptRepository
    _files: ProjectFiles
    _assets: AssetSource = field(factory=NoAssets)
    _laws: Sequence[AddedLaw] = ()
    _strict_laws: Sequence[str] = ()
    _read_plays: Callable[[], Mapping[str, KeptPlay]] = dict
    _own_words: OwnWords | None = None

    def execute(self, *, max_steps: int = MAX_STEPS, plays: bool = False) -> CheckResult:
        """Check the structure, and with ``plays`` also compare the kept plays with the story.

        Raise ``InputError`` if there is no structure, its file is invalid, or no play is kept.
        """
        self._require_known_laws()
        data = self._read_data()
        grow = self._parse_grow(data)
        plan = self._registry.story(self._store.artifacts, before=GROW)
        rules = GrowRules(self._prompts)
        if strangers := list(find_unknown_ids(plan, grow, rules)):
            raise build_invalid_file_error(self._store.files, GROW, data, strangers)
        story, fields = apply_grow(plan, grow), places_of(grow)

        def place_of(field: str) -> FilePlace | None:
            return self._store.files.place_of(GROW, find_steps(field, data))

        result = check_structure(
            story.existing_structure,
            title=story.title,
            place_of=lambda part: place_of(fields.get(part, START)),
            max_steps=max_steps,
            words=estimate_passage_words(story),
            story=story,
            added_laws=self._laws,
        )
        result = evolve(
            result,
            findings=tuple(map(self._raise_severity, result.findings)),
            prose=tuple(self._list_prose_findings(result, story)),
            plays=tuple(self._compare_plays(story, place_of, fields)) if plays else (),
            unwritten=tuple(self._list_unwritten()),
        )
        if result.errors:
            return result
        return evolve(
            result,
            faults=tuple(
                Located(fault, place_of(fault.field))
                for fault in find_wording_faults(story, grow, rules)
            ),
        )

    def _compare_plays(
        self, story: Story, place_of: Callable[[str], FilePlace | None], fields: Mapping[str, str]
    ) -> Iterator[Located[Finding]]:
        kept = self._read_plays()
        if not kept:
            raise InputError("No play is kept in the folder plays/. Play the story and keep it.")
        if any(check_form(story.existing_structure)):
            return
        fill = self._read_fill()
        written = self._registry.get(FILL).apply(story, fill) if fill else story
        for each in compare_plays(written, kept):
            in_prose = each.rule == PlayRule.TEXT and self._place_in_prose(each.place, "prose")
            yield Located(each, in_prose or place_of(fields.get(each.place, START)))

    def _list_unwritten(self) -> Iterator[Located[Finding]]:
        missing = self._own_words.list_missing() if self._own_words else ()
        for each in sorted(missing, key=lambda each: each.is_prose):
            place = self._store.files.place_of(each.text.stage, each.text.path)
            yield Located(each.finding, place)

    def _require_known_laws(self) -> None:
        known = (*(law.value for law in Law), *(law.value for law in self._laws))
        if unknown := [each for each in self._strict_laws if each not in known]:
            raise InputError(
                f"check.errors in project.yaml names {unknown[0]!r}, which is not a law."
                f"{suggest_words(unknown[0], known)} The laws are: {', '.join(known)}."
            )

    def _raise_severity(self, found: Located[Finding]) -> Located[Finding]:
        if found.item.rule not in self._strict_laws:
            return found
        return Located(evolve(found.item, severity=Severity.ERROR), found.place)

    def _list_prose_findings(self, result: CheckResult, story: Story) -> Iterator[Located[Finding]]:
        fill = self._read_fill()
        if fill is None:
            return
        passages = [each.id for each in result.structure.passages]
        for passage in passages:
            if written := fill.passages.get(passage):
                yield from self._list_recorded_findings(passage, written)
        for passage in fill.passages:
            if passage not in passages:
                yield self._build_unused_finding(passage)
        if not any(check_form(result.structure)):
            wording = self._prompts.wording("rules/finished_prose")
            written_story = self._registry.get(FILL).apply(story, fill)
            reader = ProofReader(written_story, read_proof(self._files))
            texts = {
                each.id: written_story.paragraphs(each.id) for each in result.structure.passages
            }
            for finding in (
                *check_finished_prose(written_story, wording),
                *check_media(texts, self._assets),
                *list_findings(written_story, reader.find_contradictions()),
            ):
                yield Located(finding, self._place_in_prose(finding.place, "prose"))

    def _list_recorded_findings(
        self, passage: str, written: PassageProse
    ) -> Iterator[Located[Finding]]:
        for number, problem in enumerate(written.findings):
            finding = ProseRule.KEPT.make_finding(passage=passage, problem=problem, fix=_PROSE_FIX)
            places = (self._place_in_prose(passage, name, number) for name in FINDINGS)
            yield Located(finding, next(filter(None, places), None))
        for number, each in enumerate(written.reading):
            yield Located(
                ProseRule.READING.make_finding(passage=passage, problem=each.message, fix=each.fix),
                self._place_in_prose(passage, "reading", number),
            )

    def _build_unused_finding(self, passage: str) -> Located[Finding]:
        return Located(
            ProseRule.UNUSED.make_finding(
                passage=passage,
                problem=f"The story has no passage {passage!r}, so its text is never shown.",
                fix=f"Correct the id in artifacts/{FILL}.yaml, or remove the text.",
            ),
            self._place_in_prose(passage),
        )

    def _place_in_prose(self, *path: str | int) -> FilePlace | None:
        return self._store.files.place_of(FILL, ("passages", *path))

    def _read_fill(self) -> FillArtifact | None:
        """Return the prose in the file if the file is valid, or else the prose that is stored."""
        try:
            if (edited := self._store.files.read(FILL)) is not None:
                return FillArtifact.model_validate(edited)
        except (ValidationError, InputError):
            pass  # The file is reported when it is accepted.
        current = self._store.artifacts.current(FILL)
        fill = self._registry.get(FILL).read(current.data) if current else None
        return fill if isinstance(fill, FillArtifact) else None

    def _read_data(self) -> Mapping[str, Any]:
        edited = self._store.files.read(GROW)
        if edited is not None:
            return edited
        current = self._store.artifacts.current(GROW)
        if current is None:
            raise InputError(
                "There is no structure to check yet. A file can be checked instead.",
                remedies=(RunStage(GROW),),
            )
        return current.data

    def _parse_grow(self, data: Mapping[str, Any]) -> GrowArtifact:
        self._registry.get(GROW).require_version(data)
        guide, wording = self._prompts.wording(f"fields/{GROW}"), self._prompts.wording("feedback")
        grow = parse_artifact(GrowArtifact, data, guide, wording)
        if isinstance(grow, tuple):
            raise build_invalid_file_error(self._store.files, GROW, data, grow)
        return grow
