"""Define a name from an author's outline, with what the outline says about it."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.former_names import former_names


@former_names(forms="all_names", listed="is_listed")
@frozen
class OutlineName:
    """A name from an author's outline, with the author's words about it.

    ``told``: what the outline says beside the name, or where the name first occurs.
    ``kind``: the kind of entity that the name belongs to. It comes from the heading above the name
    or from the model that read the outline. It is empty if unknown.
    ``is_listed``: whether the name gets an entity in a story of any size. This holds for a name
    below a heading for a kind of entity, and for a name that the model found.
    ``also``: other names of the same entity.
    """

    name: str
    told: str = ""
    kind: str = ""
    is_listed: bool = True
    also: tuple[str, ...] = ()

    @property
    def all_names(self) -> tuple[str, ...]:
        """The name itself, followed by the other names of the entity."""
        return (self.name, *self.also)
