"""A name from an author's outline, with what the outline says about it."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.former_names import former_names


@former_names(forms="all_names", listed="is_listed")
@frozen
class OutlineName:
    """A name and what the outline says beside it or at its first occurrence (``told``).

    ``kind`` comes from the heading above the name, or from the reading model; it is empty if
    unknown. ``is_listed`` marks a name that gets an entity whatever the size of the story, because
    it appears below such a heading or was read as a name. ``also`` are other names of the same
    entity.
    """

    name: str
    told: str = ""
    kind: str = ""
    is_listed: bool = True
    also: tuple[str, ...] = ()

    @property
    def all_names(self) -> tuple[str, ...]:
        """The name, followed by its other names."""
        return (self.name, *self.also)
