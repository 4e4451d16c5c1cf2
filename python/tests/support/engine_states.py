"""A comparison of the states that players visit in a program of Twine with the domain's states."""

from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.text import one_line, paragraphs
from questfoundry.infra.export.variables import passage_names
from tests.support.twine_programs import Met, Played

State = tuple[str, frozenset[str]]
"""A passage, and the flags of the player, with the levels of stats."""


def assert_states_agree(edition: Edition, seen: Played) -> int:
    """Assert that each state has the texts, the choices and the next states that it should.

    The program and the domain may tell different states apart, so each pair of states that the
    same playthrough comes to is compared. Return the number of pairs.
    """
    assert (seen.said, seen.whole) == ((), True)
    names = passage_names(edition.structure)
    waiting: list[tuple[int, State]] = [(0, (edition.structure.start, frozenset()))]
    known = {*waiting}
    for number, state in waiting:
        # Programs show choices once that players cannot tell apart.
        met, exits = seen.met[number], tuple(dict.fromkeys(seen.met[number].exits or ()))
        listed = list_open(edition, state)
        alike = {(one_line(e.label), e.target, e.apply(state[1])): e for e in listed}
        offered = tuple(alike.values())
        # In Chapbook, helper passages change the variables and embed the next passage.
        assert met.passage == names[state[0]] or met.passage.startswith("Story")
        assert [label for label, _ in exits] == [one_line(e.label) for e in offered]
        assert_texts_agree(edition, met, state)
        for choice, (_, after) in zip(offered, exits, strict=True):
            pair = after, (choice.target, choice.apply(state[1]))
            if pair not in known:
                known.add(pair)
                waiting.append(pair)
    return len(known)


def assert_texts_agree(edition: Edition, met: Met, state: State) -> None:
    """Assert that the passage shows the texts of ``state``, and its closed choices."""
    (passage, flags), text = state, one_line(met.text)
    for each in paragraphs(edition, passage):
        if one_line(each.plain_text) and not each.is_scene_break:
            is_shown = one_line(each.plain_text) in text
            assert is_shown == each.is_visible_with(flags), (each.plain_text, sorted(flags), text)
    for choice in edition.structure.selectable_choices(passage):
        if edition.structure.is_shown_closed(choice, flags):
            assert one_line(choice.closed) in text


def list_open(edition: Edition, state: State) -> list[Choice]:
    passage, flags = state
    return [e for e in edition.structure.selectable_choices(passage) if e.is_open(flags)]
