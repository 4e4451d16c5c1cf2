"""Let an imported story be played like a story of one's own."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from questfoundry.domain.checks.foreign import build_playable
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.passage import Ending, Structure
from questfoundry.domain.story.story import Story


@frozen(kw_only=True)
class PlayableImport:
    """An imported story with numbers as the ids of its passages.

    The names in the files may contain any text and so cannot be used in addresses. ``names`` maps
    the ids to the names, ``ids`` maps the names to the ids.
    """

    found: ForeignStory
    story: Story
    names: Mapping[str, str]
    ids: Mapping[str, str]

    @classmethod
    def from_story(cls, found: ForeignStory) -> PlayableImport:
        """Return the playable part of ``found``, with numbered passages that all have a title."""
        structure = build_playable(found.structure)
        ids = {each.id: f"passage::{n}" for n, each in enumerate(structure.passages, start=1)}
        endings = dict.fromkeys(each.ending for each in structure.passages if each.ending)
        story = Story(
            title=found.title,
            structure=_number_passages(structure, ids),
            endings=tuple(Ending(id=each, name=each) for each in endings),
        )
        names = {number: name for name, number in ids.items()}
        return cls(found=found, story=story, names=names, ids=ids)


def _number_passages(structure: Structure, ids: Mapping[str, str]) -> Structure:
    return Structure(
        start=ids[structure.start],
        passages=tuple(
            evolve(each, id=ids[each.id], title=each.title or each.id)
            for each in structure.passages
        ),
        choices=tuple(
            evolve(each, source=ids[each.source], target=ids[each.target])
            for each in structure.choices
        ),
    )
