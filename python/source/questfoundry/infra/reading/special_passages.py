"""Passages that a player never stands in: what tools and formats take for something else."""

from __future__ import annotations

from questfoundry.infra.reading.twee_passages import TweePassage

TITLE, DATA = "StoryTitle", "StoryData"

_SILENT = {TITLE, DATA, "StoryAuthor", "StorySubtitle", "StorySettings", "StoryDisplayTitle"}
_NAMES = _SILENT | {
    *("StoryInit", "StoryBanner", "StoryCaption", "StoryMenu", "StoryShare", "StoryInterface"),
    *("StoryLoadingScreen", "PassageHeader", "PassageFooter", "PassageReady", "PassageDone"),
}
_SILENT_TAGS = {"stylesheet", "Twine.image", "Twine.private"}
_TAGS = {
    "sugarcube": {"init", "widget"},
    "harlowe": {"startup", "header", "footer", "debug-startup", "debug-header", "debug-footer"},
}


def is_special(passage: TweePassage, story_format: str) -> bool:
    """Whether it is no place in the story."""
    tags = {"script", *_SILENT_TAGS, *_TAGS.get(story_format.casefold(), ())}
    return passage.name in _NAMES or not tags.isdisjoint(passage.tags)


def is_initial(passage: TweePassage) -> bool:
    """Whether a special passage is where SugarCube's variables get their first values."""
    return passage.name == "StoryInit" or "init" in passage.tags


def may_act(passage: TweePassage) -> bool:
    """Whether a special passage can change what a player may do."""
    return passage.name not in _SILENT and _SILENT_TAGS.isdisjoint(passage.tags)
