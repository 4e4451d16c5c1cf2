"""Write a Twine story in three file formats: Twee 3, the Twine 2 archive, and JSON."""

from collections.abc import Mapping
from html import escape
from json import dumps

from attrs import frozen

_CREATOR = "QuestFoundry"
_ZOOM = 1
_SIZE = "100,100"
_STYLE = {"role": "stylesheet", "id": "twine-user-stylesheet", "type": "text/twine-css"}


@frozen(kw_only=True)
class TwinePassage:
    """A passage of a Twine story, with its position on Twine's map in pixels."""

    name: str
    text: str
    tags: tuple[str, ...] = ()
    across: int = 0
    down: int = 0

    @property
    def position(self) -> str:
        """The position on Twine's map in the form that files contain: ``across,down``."""
        return f"{self.across},{self.down}"


@frozen(kw_only=True)
class TwineStory:
    """A Twine story in the markup of the story format ``program``.

    ``style``: the story's CSS, which must not contain the end tag ``</style>``.
    """

    title: str
    ifid: str
    program: str
    version: str
    start: str
    style: str
    passages: tuple[TwinePassage, ...]


def twee(story: TwineStory) -> str:
    """Return the story in Twee 3; the names and tags of passages must need no escaping."""
    data = {
        "ifid": story.ifid,
        "format": story.program,
        "format-version": story.version,
        "start": story.start,
    }
    return "\n\n".join(
        [
            f":: StoryTitle\n{story.title}",
            f":: StoryData\n{dumps(data, indent=2)}",
            *([f":: StoryStyle [stylesheet]\n{story.style.strip()}"] if story.style else []),
            *(f"{_header(each)}\n{each.text}" for each in story.passages),
            "",
        ]
    )


def archive(story: TwineStory) -> str:
    """Return the story as a Twine 2 archive; browsers cannot play it without the format's code."""
    attributes = {
        "name": story.title,
        "startnode": str(1 + [each.name for each in story.passages].index(story.start)),
        "creator": _CREATOR,
        "ifid": story.ifid,
        "zoom": str(_ZOOM),
        "format": story.program,
        "format-version": story.version,
        "options": "",
        "hidden": "",
    }
    data = "\n".join(_passage_data(pid, each) for pid, each in enumerate(story.passages, start=1))
    style = f"<style {_attributes(_STYLE)}>{story.style}</style>\n" if story.style else ""
    return f"<tw-storydata {_attributes(attributes)}>\n{style}{data}\n</tw-storydata>\n"


def twine_json(story: TwineStory) -> str:
    """Return the story in the IFTF's Twine 2 JSON format, version 1.0."""
    data = {
        "name": story.title,
        "ifid": story.ifid,
        "format": story.program,
        "format-version": story.version,
        "start": story.start,
        "zoom": _ZOOM,
        "creator": _CREATOR,
        "style": story.style,
        "passages": [
            {
                "name": each.name,
                "tags": each.tags,
                "metadata": {"position": each.position, "size": _SIZE},
                "text": each.text,
            }
            for each in story.passages
        ],
    }
    return dumps(data, indent=2, ensure_ascii=False) + "\n"


def _header(passage: TwinePassage) -> str:
    tags = f" [{' '.join(passage.tags)}]" if passage.tags else ""
    return f":: {passage.name}{tags} {dumps({'position': passage.position})}"


def _passage_data(pid: int, passage: TwinePassage) -> str:
    attributes = {
        "pid": str(pid),
        "name": passage.name,
        "tags": " ".join(passage.tags),
        "position": passage.position,
        "size": _SIZE,
    }
    return f"<tw-passagedata {_attributes(attributes)}>{escape(passage.text)}</tw-passagedata>"


def _attributes(attributes: Mapping[str, str]) -> str:
    return " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items())
