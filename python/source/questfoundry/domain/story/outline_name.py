"""Define a name from an author's outline, with the outline's words about it."""

from attrs import frozen

from questfoundry.domain.former_names import former_names


@former_names(forms="all_names", listed="is_listed")
@frozen
class OutlineName:
    """A name from an author's outline, with the author's words about it.

    ``told``: the outline's text beside the name in a list, or the sentence that introduces the
      name.
    ``kind``: the kind of entity that the name belongs to; empty if unknown. The heading above the
      name or a model decides the kind.
    ``is_listed``: whether a story of any size needs an entity with the name. This holds for names
      in a list of the outline, and for names that a model found.
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
