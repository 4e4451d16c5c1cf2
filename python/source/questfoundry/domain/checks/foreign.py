"""What a finding is worth in a story of somebody else, of which not everything is modelled.

What is true of the structure that was read need not be true of the story. Of what is left out
this much is known: where it stands, and whether it may lead on; a condition that is not modelled
counts as open. So that nobody comes to a passage is proven where nothing on the ways of players
may lead on; that somebody is stuck, where all is modelled on a way that shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, frozen

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.playthrough import play
from questfoundry.domain.story.foreign.story import ForeignStory, UnmodelledCode, link_id
from questfoundry.domain.story.passage import Passage, Structure

_ROUTE_LAWS = {Law.STUCK, Law.LABELS}
_REACH_LAWS = {Law.REACHED, Law.ENDINGS, Law.OPENS}
_PACE_LAWS = {Law.LENGTHS, Law.STRETCHES}


@frozen(kw_only=True)
class DoubtedFinding:
    """What a finding would be, were it not ``because`` of something that is not modelled."""

    finding: Finding
    cause: UnmodelledCode


def build_playable(structure: Structure) -> Structure:
    """What can be played of a structure with broken links, double passages or a missing start.

    Of passages or choices with the same id the first counts; a choice that leads nowhere is left
    out, and where the start is missing, the story begins with its first passage.
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
    """The findings that are true of the story, and those that need not be.

    ``structure`` is what could be played of it, of which they are.
    """
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


def _merge_by_link(
    structure: Structure, findings: Iterable[Finding], story: ForeignStory
) -> Iterable[Finding]:
    """A link is never open where none of the choices is that it became.

    Choices between which chance decides need not be open together. Where there is no ending at
    all, it says nothing new that nobody comes to one.
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
    open_links = {link_id(each.id) for each in structure.choices if each.id not in closed}
    reported: set[str] = set()
    for finding in found:
        link = link_id(finding.place)
        if finding.rule == Law.OPENS:
            if link in open_links or link in reported:
                continue
            reported.add(link)
        yield evolve(finding, place=link) if link != finding.place else finding


@frozen(kw_only=True)
class _Doubt:
    """What is not modelled, by the passage in which it acts."""

    structure: Structure
    everywhere: UnmodelledCode | None
    acting: Mapping[str, UnmodelledCode]
    leading: Mapping[str, UnmodelledCode]

    @classmethod
    def from_story(cls, story: ForeignStory, structure: Structure) -> _Doubt:
        """The first of each passage counts, and what may lead on before what may not."""
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
        """What makes the finding doubtful; ``None`` where nothing does."""
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
            # Where something may lead on, it is not even sure that the story ends.
            return self._find_first(self.leading, [*met, finding.place])
        return self._find_first(self.acting, met)

    def _list_route_passages(self, finding: Finding) -> Sequence[str]:
        """The passages of its counterexample, and the one that it is about."""
        return play(self.structure, finding.counterexample or ()).passages

    def _list_reachable(self, passages: Iterable[str]) -> Sequence[str]:
        """Those passages, and all to which choices lead from them."""
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
    """What links stand for that lead nowhere, and a start that is missing."""
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
