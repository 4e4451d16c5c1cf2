"""Define a rendered prompt: sections of text by name, from which messages are built."""

from collections.abc import Mapping

from attrs import frozen

from questfoundry.domain.errors import PromptError


@frozen(kw_only=True)
class Prompt:
    """A prompt file with all variables filled in: the text of each section, by section name.

    ``source`` is the path of the file.
    """

    name: str
    sections: Mapping[str, str]
    source: str

    def __getitem__(self, section: str) -> str:
        try:
            return self.sections[section]
        except KeyError:
            raise PromptError(
                f"The prompt {self.name!r} ({self.source}) has no section {section!r}; it has "
                f"{', '.join(sorted(self.sections)) or 'none'}. Add the section to that file."
            ) from None
