"""A story as Twine knows it, and the two files in which it travels: Twee 3, and Twine's archive."""

from __future__ import annotations

from html import escape
from json import dumps

from attrs import frozen


@frozen(kw_only=True)
class TwinePassage:
    """A passage; ``position`` says how far right and down it lies on Twine's map, in pixels."""

    name: str
    text: str
    tags: tuple[str, ...] = ()
    position: tuple[int, int] = (0, 0)


@frozen(kw_only=True)
class TwineStory:
    """A story for one format; ``start`` is the name of a passage."""

    ifid: str
    title: str
    format: str
    format_version: str
    start: str
    passages: tuple[TwinePassage, ...]


def twee(story: TwineStory) -> str:
    """The story in Twee 3; names and tags must need no escaping in it."""
    data = {
        "ifid": story.ifid,
        "format": story.format,
        "format-version": story.format_version,
        "start": story.start,
    }
    return "\n\n".join(
        [
            f":: StoryTitle\n{story.title}",
            f":: StoryData\n{dumps(data, indent=2)}",
            *(f"{_header(each)}\n{each.text}" for each in story.passages),
            "",
        ]
    )


def archive(story: TwineStory) -> str:
    """The story as Twine 2 HTML, without the program of its format: Twine imports it."""
    pids = {passage.name: str(pid) for pid, passage in enumerate(story.passages, start=1)}
    attributes = {
        "name": story.title,
        "startnode": pids[story.start],
        "creator": "QuestFoundry",
        "ifid": story.ifid,
        "zoom": "1",
        "format": story.format,
        "format-version": story.format_version,
        "options": "",
        "hidden": "",
    }
    passages = "\n".join(_passage_data(each, pids[each.name]) for each in story.passages)
    return f"<tw-storydata {_written(attributes)}>\n{passages}\n</tw-storydata>\n"


def _header(passage: TwinePassage) -> str:
    tags = f" [{' '.join(passage.tags)}]" if passage.tags else ""
    return f":: {passage.name}{tags} {dumps({'position': _position(passage)})}"


def _passage_data(passage: TwinePassage, pid: str) -> str:
    attributes = {
        "pid": pid,
        "name": passage.name,
        "tags": " ".join(passage.tags),
        "position": _position(passage),
        "size": "100,100",
    }
    return f"<tw-passagedata {_written(attributes)}>{escape(passage.text)}</tw-passagedata>"


def _position(passage: TwinePassage) -> str:
    across, down = passage.position
    return f"{across},{down}"


def _written(attributes: dict[str, str]) -> str:
    return " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items())
