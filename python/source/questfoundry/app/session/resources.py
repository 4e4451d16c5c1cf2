"""Offer a project's artifacts, passages and map to external programs as resources.

A resource is a readable text with an address.
"""

import json
from collections.abc import Sequence

from attrs import frozen

from questfoundry.app.playing.paragraphs import outline_of
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.story_map.draw_map import DrawMapUseCase
from questfoundry.app.story_map.story_map import MapFormat
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ArtifactRepository
from questfoundry.domain.story.story import Story

_ARTIFACTS, _PASSAGES, MAP = "story://artifacts/", "story://passages/", "story://map"


@frozen(kw_only=True)
class Resource:
    """A readable text of a project; ``media`` is its media type, such as ``text/plain``."""

    address: str
    name: str
    media: str


@frozen(kw_only=True)
class StoryResources:
    """The artifacts, the passages and the map of a project as resources, texts with an address."""

    registry: StageRegistry
    artifacts: ArtifactRepository
    draw: DrawMapUseCase

    def list(self) -> Sequence[Resource]:
        """Return all resources that the project offers now."""
        made = [each.name for each in self.registry.artifacts if self.artifacts.current(each.name)]
        structure = self._load_story().structure
        return [
            *(Resource(address=_ARTIFACTS + e, name=e, media="application/json") for e in made),
            *([] if structure is None else [Resource(address=MAP, name="map", media="text/plain")]),
            *(
                Resource(address=_PASSAGES + e.id, name=e.title or e.id, media="text/markdown")
                for e in (structure.passages if structure else ())
            ),
        ]

    def read(self, address: str) -> tuple[Resource, str]:
        """Return the resource with this address, and its text, or raise ``InputError``."""
        for each in self.list():
            if each.address == address:
                return each, self._read_text(address)
        raise InputError(f"There is nothing to read at {address!r}.")

    def _read_text(self, address: str) -> str:
        if address == MAP:
            return self.draw.execute(self._load_story(), map_format=MapFormat.MERMAID).text
        if address.startswith(_ARTIFACTS):
            found = self.artifacts.current(address.removeprefix(_ARTIFACTS))
            return json.dumps(dict(found.data) if found else {}, ensure_ascii=False, indent=1)
        story = self._load_story()
        passage = story.existing_structure.passage(address.removeprefix(_PASSAGES))
        text = story.prose.get(passage.id) or "\n\n".join(outline_of(story, passage))
        choices = [
            f"- {e.label or e.id} ({e.id})"
            for e in story.existing_structure.selectable_choices(passage.id)
        ]
        return "\n\n".join(filter(None, (f"# {passage.title}", text, "\n".join(choices))))

    def _load_story(self) -> Story:
        return self.registry.story(self.artifacts)
