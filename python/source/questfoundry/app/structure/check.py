"""Check a structure against the laws of a sound story, and find the line of each finding."""

from collections.abc import Callable, Mapping, Sequence

from attrs import evolve, frozen

from questfoundry.domain.checks.check import check, check_form, list_laws
from questfoundry.domain.checks.foreign import DoubtedFinding, build_playable, separate_doubted
from questfoundry.domain.checks.law import AddedLaw, Law
from questfoundry.domain.fault import Fault
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.solver import MAX_STEPS, Solver
from questfoundry.domain.story.file_place import FilePlace, Located
from questfoundry.domain.story.foreign.story import ForeignStory, UnmodelledCode
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story


@frozen(kw_only=True)
class CheckResult:
    """The result of checking a structure.

    ``arcs``: the number of playthroughs; ``None`` if they cannot be counted. ``unmodelled``: code
    in the story of another program that the laws cannot take into account. ``doubted``: findings
    that are uncertain because of such code. ``faults``: problems of titles, labels and names,
    collected only for a sound structure. ``prose``: findings for the author to judge.
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

    @property
    def errors(self) -> tuple[Located[Finding], ...]:
        """The findings that are errors: violated laws, and laws that could not be proven."""
        return tuple(each for each in self.findings if each.item.severity is Severity.ERROR)

    @property
    def is_clean(self) -> bool:
        """Return whether there are neither errors nor faults for the author to correct."""
        return not self.errors and not self.faults

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
    added_laws: Sequence[AddedLaw] = (),
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
    return evolve(
        result,
        findings=tuple(
            Located(each, story.places.get(each.place))
            for each in (*check_form(story.structure), *findings)
        ),
        doubted=tuple(Located(each, story.places.get(each.finding.place)) for each in doubted),
    )


def _count_arcs(structure: Structure, max_steps: int) -> int | None:
    if any(check_form(structure)):
        return None
    arcs = Solver(structure, max_steps=max_steps).count_playthroughs()
    return None if arcs is None else arcs.total
