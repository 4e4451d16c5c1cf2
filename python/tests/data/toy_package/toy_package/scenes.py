"""Scenes for drafts, as a folder of their own."""

from pathlib import Path

SCENES = Path(__file__).parent / "scenes"
