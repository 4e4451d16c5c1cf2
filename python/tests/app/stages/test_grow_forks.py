"""Choices with a decision get their own label; other choices share one label."""

from questfoundry.app.stages.grow.views import forks_of
from questfoundry.domain.story.passage import Choice, Passage, Structure


def leaving(source: str, **takes: str) -> list[Choice]:
    """Return the choices of ``source``, each to its own passage; a choice may take no path."""
    return [
        Choice(
            id=f"choice::{source}--{name}",
            source=f"passage::{source}",
            target=f"passage::{source}-{name}",
            takes=path,
        )
        for name, path in takes.items()
    ]


def test_the_decision_of_a_hub_is_its_own_where_a_topic_must_be_read_before_it() -> None:
    """A decision inside a hub topic belongs to the hub, or its label lacks context."""
    hub = Passage(id="passage::hub", beats=("beat::hub",))
    topic = Passage(id="passage::topic", beats=("beat::topic",), hub="passage::hub")
    ways = [
        Choice(id="choice::look", source="passage::hub", target="passage::topic", label="Look"),
        *leaving("topic", a="path::a", b="path::b"),
    ]
    (fork,) = forks_of(Structure(start="passage::hub", passages=(hub, topic), choices=tuple(ways)))
    assert fork.passage == hub
    assert [each.takes for each in fork.choices] == ["path::a", "path::b"]
