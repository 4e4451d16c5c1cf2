"""What a check found, with the places in files that it speaks of."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from questfoundry.domain.answer.faults import Fault
from questfoundry.domain.checks.findings import Finding, Law, Severity
from questfoundry.domain.checks.form import form_findings
from questfoundry.domain.checks.laws import check, laws_for
from questfoundry.domain.play.arcs import arcs_of
from questfoundry.domain.play.space import explore
from questfoundry.domain.story.foreign import Spot, Unmodelled
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story


@frozen(kw_only=True)
class Remark:
    """A finding, and the line of a file in which its place stands, where that is known."""

    finding: Finding
    spot: Spot | None


@frozen(kw_only=True)
class WordFault:
    """A title, label or name that keeps an edit from being taken in, and its line."""

    fault: Fault
    spot: Spot | None


@frozen(kw_only=True)
class ProseDoubt:
    """What the checks still said of a passage's prose when it was written, and its line."""

    passage: str
    problem: str
    spot: Spot | None


@frozen(kw_only=True)
class CheckReport:
    """What there is to say about a structure; ``laws`` are those that it was held against.

    ``arcs`` is ``None`` where they cannot be counted: the form is broken, players may go
    round in loops, or the search gave up. ``wording`` is what is wrong with the words of a
    project's own structure, once it is sound. ``doubts`` are about prose, and for the author
    to weigh.
    """

    title: str
    structure: Structure
    laws: tuple[Law, ...]
    remarks: tuple[Remark, ...]
    arcs: int | None
    unmodelled: tuple[Unmodelled, ...] = ()
    wording: tuple[WordFault, ...] = ()
    doubts: tuple[ProseDoubt, ...] = ()

    @property
    def errors(self) -> tuple[Remark, ...]:
        """The breaches of laws, and the laws that are no advice and were not proven."""
        return tuple(each for each in self.remarks if each.finding.severity is Severity.ERROR)

    @property
    def in_order(self) -> bool:
        """Whether nothing has to be mended."""
        return not self.errors and not self.wording

    @property
    def sound(self) -> bool:
        """Whether it is shown that every law holds, and that the laws saw all there is."""
        return not self.errors and not self.unmodelled

    @property
    def endings(self) -> int:
        """How many endings there are."""
        return len({passage.ending for passage in self.structure.passages if passage.ending})


def report_on(
    structure: Structure,
    *,
    title: str,
    spot: Callable[[str], Spot | None],
    most: int,
    words: Mapping[str, int],
    story: Story | None = None,
    unmodelled: tuple[Unmodelled, ...] = (),
) -> CheckReport:
    """Hold a structure against the laws; ``spot`` says where a passage or choice stands.

    The other arguments are those of :func:`~questfoundry.domain.checks.laws.check`.
    """
    findings = check(structure, story=story, words=words, most=most)
    return CheckReport(
        title=title,
        structure=structure,
        laws=laws_for(story=story is not None, words=bool(words)),
        remarks=tuple(Remark(finding=each, spot=spot(each.place)) for each in findings),
        arcs=_arcs(structure, most),
        unmodelled=unmodelled,
    )


def _arcs(structure: Structure, most: int) -> int | None:
    if any(form_findings(structure)):
        return None
    arcs = arcs_of(explore(structure, most=most))
    return None if arcs is None else arcs.total
