"""Split stored prose into parts with a text field each, and join the edited parts again."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.prose import ProseParagraph


@frozen(kw_only=True)
class EditedPart:
    """A part of a passage's prose with its own text field.

    ``flag`` is the choice flag of conditional text, or empty for text that every reader sees.
    ``condition`` describes that flag in words.
    """

    flag: str
    condition: str
    text: str


def split_editable_prose(
    paragraphs: Sequence[ProseParagraph], flags: Mapping[str, str]
) -> tuple[EditedPart, ...]:
    """Return the prose as parts with one text field each.

    Each conditional paragraph is a part of its own; consecutive unconditional paragraphs share one.
    """
    parts: list[EditedPart] = []
    for each in paragraphs:
        if parts and not each.flag and not parts[-1].flag:
            last = parts.pop()
            parts.append(EditedPart(flag="", condition="", text=f"{last.text}\n\n{each.text}"))
        else:
            condition = flags.get(each.flag, each.flag)
            parts.append(EditedPart(flag=each.flag, condition=condition, text=each.text))
    return tuple(parts)


def join_edited_prose(parts: Sequence[tuple[str, str]]) -> str:
    """Return the prose in its stored format, with ``[flag]`` above each conditional paragraph.

    Each part is a choice flag, empty for unconditional text, and the text typed for it.
    """
    texts: list[str] = []
    for flag, text in parts:
        paragraphs = [each.strip("\n") for each in _split_paragraphs(text)]
        name = f"[{slug_of(flag)}]\n" if flag else ""
        texts += [f"{name}{each}" for each in paragraphs]
    return "\n\n".join(texts)


def _split_paragraphs(text: str) -> list[str]:
    lines = text.replace("\r\n", "\n").split("\n")
    whole = "\n".join(line.rstrip() for line in lines)
    return [each for each in whole.split("\n\n") if each.strip()]
