"""The settings in ``project.yaml`` for the publication and the look of the story."""

from __future__ import annotations

from questfoundry.composition.settings.file_values import (
    Colour,
    DayText,
    FontName,
    OwnPath,
    SettingsSection,
)
from questfoundry.domain.story.theme import DARK, LIGHT


class PublicationSettings(SettingsSection):
    """The author, licence, cover and other publication data of the story.

    ``cover`` is a PNG or JPEG file; ``words`` is a YAML file with translated interface texts.
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
    """The colours of the light theme."""

    paper: Colour = LIGHT.paper
    ink: Colour = LIGHT.ink
    accent: Colour = LIGHT.accent


class DarkSettings(SettingsSection):
    """The colours of the dark theme."""

    paper: Colour = DARK.paper
    ink: Colour = DARK.ink
    accent: Colour = DARK.accent


class ThemeSettings(SettingsSection):
    """The colours and fonts of the web page and the EPUB; ``css`` is a style sheet file."""

    light: LightSettings = LightSettings()
    dark: DarkSettings = DarkSettings()
    text_font: FontName = ""
    interface_font: FontName = ""
    css: OwnPath | None = None
