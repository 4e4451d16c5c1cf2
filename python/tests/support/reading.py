"""Stories read from texts, and short descriptions of the result."""

from collections.abc import Set as AbstractSet

from questfoundry.app.structure.check import check_foreign
from questfoundry.domain.checks.law import Law
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory, link_id
from questfoundry.domain.story.passage import Choice
from questfoundry.infra.foreign.twee import TweeReader


def twee(*texts: str) -> ForeignStory:
    """Return the story of Twee files with those texts, named ``1.twee``, ``2.twee`` and so on."""
    files = [SourceFile(f"{place}.twee", text.encode()) for place, text in enumerate(texts, 1)]
    return TweeReader().read(files)


def passage(text: str, story_format: str = "") -> ForeignStory:
    """Return a story with this text in its passage ``Start``, and passages A, B and C."""
    data = f':: StoryData\n{{"format": "{story_format}"}}\n'
    return twee(f":: Start\n{text}\n\n{data}:: A\n:: B\n:: C\n")


def choices(story: ForeignStory) -> list[str]:
    """Return the choices as ``label -> target``, with ``if`` and ``sets`` if present."""
    return [_in_words(choice) for choice in story.structure.choices]


def condition(code: str) -> str:
    """Return the message about a condition that is not modelled."""
    return f"the condition {code!r} is not modelled: what depends on it counts as open"


def target(code: str) -> str:
    return f"where {code!r} leads is not modelled"


def change(code: str) -> str:
    """Return the message about a change of variables that is not modelled."""
    return f"what {code!r} changes is not modelled"


def unmodelled(story: ForeignStory) -> list[str]:
    return [f"{each.place.line}: {each.what}" for each in story.unmodelled]


def rules(story: ForeignStory) -> set[str]:
    """Return the rules that the story breaks for certain."""
    return {str(each.item.rule) for each in check_foreign(story).errors}


def assert_true_for_player(
    story: ForeignStory, met: AbstractSet[str], stuck: AbstractSet[str], taken: AbstractSet[str]
) -> None:
    """Assert that no error is false for a player who took the links labelled ``taken``."""
    labels = {link_id(each.id): each.label for each in story.structure.choices}
    for each in check_foreign(story).errors:
        match each.item.rule:
            case Law.REACHED:
                assert each.item.place not in met
            case Law.STUCK:
                assert each.item.place in stuck
            case Law.OPENS if label := labels[each.item.place]:
                assert label not in taken


def _in_words(choice: Choice) -> str:
    asked = [*sorted(choice.requires), *(f"not {flag}" for flag in sorted(choice.forbids))]
    parts = [f"{choice.label} -> {choice.target}"]
    if asked:
        parts.append(f"if {' and '.join(asked)}")
    if choice.grants:
        parts.append(f"sets {' '.join(sorted(choice.grants))}")
    return ", ".join(parts)
