"""Separate certain from doubtful findings about an imported story.

The import does not model everything, so a finding about the structure may be wrong for the story.
For each part of unmodelled code, two facts are known: the passage in which it runs, and whether it
can jump to other passages. An unmodelled condition counts as open. "Unreachable" is certain if no
code on the players' routes can jump. "Stuck" is certain if everything on the route to the passage
is modelled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, frozen

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.story.foreign.story import ForeignStory, UnmodelledCode, link_id
from questfoundry.domain.story.passage import Passage, Structure, play

_ROUTE_LAWS = {Law.STUCK, Law.LABELS}
_REACH_LAWS = {Law.REACHED, Law.ENDINGS, Law.OPENS}
_PACE_LAWS = {Law.LENGTHS, Law.STRETCHES}


@frozen(kw_only=True)
class DoubtedFinding:
    """A finding that may be false because of ``cause``, code that the import does not model."""

    finding: Finding
    cause: UnmodelledCode


def build_playable(structure: Structure) -> Structure:
    """Return the playable part of a structure whose form is broken.

    If several passages or choices have one id, the first is kept. Choices from or to a missing
    passage are dropped. If the start is missing, the first passage replaces it.
    """
    passages = {each.id: each for each in reversed(structure.passages)}
    choices = {each.id: each for each in reversed(structure.choices)}
    start = structure.start if structure.start in passages else structure.passages[0].id
    return Structure(
        start=start,
        passages=tuple(each for each in structure.passages if passages[each.id] is each),
        choices=tuple(
            each
            for each in structure.choices
            if choices[each.id] is each and {each.source, each.target} <= passages.keys()
        ),
    )


def separate_doubted(
    story: ForeignStory, structure: Structure, findings: Iterable[Finding]
) -> tuple[Sequence[Finding], Sequence[DoubtedFinding]]:
    """Return the certain and the doubtful ``findings``; ``structure`` is the playable part."""
    doubt = _Doubt.from_story(story, structure)
    certain: list[Finding] = []
    doubted: list[DoubtedFinding] = []
    for finding in _merge_by_link(structure, findings, story):
        cause = doubt.find_cause(finding)
        if cause:
            doubted.append(DoubtedFinding(finding=finding, cause=cause))
        else:
            certain.append(finding)
    return certain, doubted


def separate_form(
    story: ForeignStory, findings: Iterable[Finding]
) -> tuple[Sequence[Finding], Sequence[DoubtedFinding]]:
    """Return the certain and the doubtful ``findings`` about the form of the structure.

    A link may lead to a passage in a file that was not read.
    """
    hidden = next((each for each in story.unmodelled if each.hides_passages), None)
    found = list(findings)
    if hidden is None:
        return found, ()
    unsure = [each for each in found if each.rule in (Law.JOINS, Law.START)]
    return [each for each in found if each not in unsure], [
        DoubtedFinding(finding=each, cause=hidden) for each in unsure
    ]


def _merge_by_link(
    structure: Structure, findings: Iterable[Finding], story: ForeignStory
) -> Iterable[Finding]:
    """Yield the findings, each at a link of the imported story instead of at an encoding choice.

    Findings that the encoding itself causes are left out.
    """
    without_ending = not any(passage.ending for passage in structure.passages)
    found = [
        each
        for each in findings
        if not (each.rule == Law.TRAPPED and without_ending)
        and not (each.rule in (Law.LABELS, Law.OUTCOMES) and each.place in story.random_choices)
        and not (each.rule in _REACH_LAWS and link_id(each.place) in story.fallback_ids)
        and not (each.rule in _PACE_LAWS and story.is_split)
    ]
    closed = {each.place for each in found if each.rule == Law.OPENS}
    same = story.same_links
    open_ids = [link_id(each.id) for each in structure.choices if each.id not in closed]
    open_links = {same.get(each, each) for each in open_ids}
    reported: set[str] = set()
    for finding in found:
        link = link_id(finding.place)
        if finding.rule == Law.OPENS:
            whole = same.get(link, link)
            if whole in open_links or whole in reported:
                continue
            reported.add(whole)
        yield evolve(finding, place=link) if link != finding.place else finding


@frozen(kw_only=True)
class _Doubt:
    """The unmodelled code of an imported story, by the id of its passage.

    ``acting``: the first such code of each passage.
    ``leading``: the first that can jump elsewhere.
    ``everywhere``: code outside the known passages, if any; it makes all findings doubtful.
    """

    structure: Structure
    everywhere: UnmodelledCode | None
    acting: Mapping[str, UnmodelledCode]
    leading: Mapping[str, UnmodelledCode]

    @classmethod
    def from_story(cls, story: ForeignStory, structure: Structure) -> _Doubt:
        """Return the unmodelled code, with broken links, a missing start and duplicate passages."""
        known = {each.id for each in story.structure.passages}
        unmodelled = [*story.unmodelled, *_find_broken_parts(story, structure)]
        leading = {each.passage: each for each in reversed(unmodelled) if each.can_jump}
        acting = {each.passage: each for each in reversed(unmodelled)}
        elsewhere = [each for each in unmodelled if each.passage not in known]
        return cls(
            structure=structure,
            everywhere=elsewhere[0] if elsewhere else None,
            acting=acting,
            leading=leading,
        )

    def find_cause(self, finding: Finding) -> UnmodelledCode | None:
        if self.everywhere:
            return self.everywhere
        if finding.rule in _ROUTE_LAWS:
            return self._find_first(self.acting, self._list_route_passages(finding))
        if finding.rule == Law.TRAPPED:
            route = self._list_route_passages(finding)
            return self._find_first(self.acting, route) or self._find_first(
                self.leading, self._list_reachable(route[-1:])
            )
        met = self._list_reachable([self.structure.start])
        if finding.rule in _REACH_LAWS:
            # Unmodelled code may jump anywhere, so even the end of the story is uncertain.
            return self._find_first(self.leading, [*met, finding.place])
        return self._find_first(self.acting, met)

    def _list_route_passages(self, finding: Finding) -> Sequence[str]:
        return play(self.structure, finding.counterexample or ()).passages

    def _list_reachable(self, passages: Iterable[str]) -> Sequence[str]:
        found = dict.fromkeys(passages)
        queue = list(found)
        for passage in queue:
            for choice in self.structure.outgoing_choices(passage):
                if choice.target not in found:
                    found[choice.target] = None
                    queue.append(choice.target)
        return queue

    @staticmethod
    def _find_first(
        causes: Mapping[str, UnmodelledCode], passages: Iterable[str]
    ) -> UnmodelledCode | None:
        return next((causes[each] for each in passages if each in causes), None)


def _find_broken_parts(story: ForeignStory, structure: Structure) -> Iterable[UnmodelledCode]:
    known = {each.id for each in structure.passages}
    for choice in story.structure.choices:
        if choice.target not in known and choice.source in known:
            yield UnmodelledCode(
                passage=choice.source,
                place=story.places[choice.id],
                what=f"the link to {choice.target!r} leads to no passage",
            )
    if structure.start != story.structure.start:
        yield UnmodelledCode(
            passage="",
            place=story.places[structure.start],
            what=f"the start {story.structure.start!r} is no passage",
        )
    twice = [each for each in _find_duplicates(story.structure.passages) if each.id in story.places]
    for passage in twice:
        yield UnmodelledCode(
            passage=passage.id,
            place=story.places[passage.id],
            what=f"there is more than one passage {passage.id!r}",
        )


def _find_duplicates(passages: Sequence[Passage]) -> Iterable[Passage]:
    seen: set[str] = set()
    for passage in passages:
        if passage.id in seen:
            yield passage
        seen.add(passage.id)
