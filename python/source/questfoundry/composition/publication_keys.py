"""The keys of ``project.yaml`` for the publication and the look of the story."""

from __future__ import annotations

from questfoundry.composition.file_values import Colour, DayText, FontName, OwnPath, SettingsSection
from questfoundry.domain.story.theme import DARK, LIGHT


class PublicationSettings(SettingsSection):
    """Whose the story is and how it is introduced.

    ``cover`` is a picture, PNG or JPEG, ``words`` a YAML file.
    """

    author: str = ""
    credits: str = ""
    licence: str = ""
    description: str = ""
    date: DayText = ""
    cover: OwnPath | None = None
    typographic_quotes: bool = False
    words: OwnPath | None = None


class LightSettings(SettingsSection):
    """The colours by day."""

    paper: Colour = LIGHT.paper
    ink: Colour = LIGHT.ink
    accent: Colour = LIGHT.accent


class DarkSettings(SettingsSection):
    """The colours by night."""

    paper: Colour = DARK.paper
    ink: Colour = DARK.ink
    accent: Colour = DARK.accent


class ThemeSettings(SettingsSection):
    """How the page and the EPUB look; ``css`` is a file."""

    light: LightSettings = LightSettings()
    dark: DarkSettings = DarkSettings()
    text_font: FontName = ""
    interface_font: FontName = ""
    css: OwnPath | None = None
