"""Define the files that an author supplies for a story."""

from questfoundry.domain.field_types import FrozenModel
from questfoundry.domain.former_names import former_names

BIBLE = "bible"  # The folder for people, places and rules
OUTLINE = "outline"  # The folder for the author's outline of the plot
SAMPLES = "samples"  # The folder for samples of the author's prose, whose voice the story imitates

FOLDERS = (BIBLE, OUTLINE, SAMPLES)


class MaterialPage(FrozenModel):
    """A file that the author supplies; ``name`` is the path, as in ``bible/people.md``."""

    name: str
    text: str


@former_names(of="select_folders")
class Material(FrozenModel):
    """All files that the author of a project supplies, sorted by name."""

    pages: tuple[MaterialPage, ...] = ()

    def select_folders(self, *folders: str) -> tuple[MaterialPage, ...]:
        """Return the files in the given folders, such as ``bible`` or ``outline``."""
        return tuple(each for each in self.pages if each.name.partition("/")[0] in folders)

    @property
    def outline_text(self) -> str:
        """The text of all files of the outline."""
        return "\n\n".join(each.text for each in self.select_folders(OUTLINE))


NO_MATERIAL = Material.model_construct()
