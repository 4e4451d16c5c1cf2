"""The options of commands, which docstrings describe."""

from pathlib import Path
from typing import Annotated

import typer
from attrs import frozen

from questfoundry.presentation.parameters import Positive, collect_arguments, expand_parameters


@frozen(kw_only=True)
class Wishes:
    """Two wishes.

    --count, -c N: How many there are, counted
        from one.
    --kind WORD: A kind.
    """

    count: Positive | None = None
    own: Annotated[bool, typer.Option("--own", help="It describes itself.")] = False
    kind: str = "plain"


async def wish(call: object, place: Path, wishes: Wishes) -> None:
    """Make wishes.

    In several lines.

    PLACE: Where to look.
    """


def test_docstrings_describe_options_and_arguments():
    """A command's help and its options must come from the one place that describes both."""
    offered = {each.name: each for each in expand_parameters(wish)}
    info = {name: each.annotation.__metadata__[0] for name, each in offered.items()}

    assert list(offered) == ["place", "count", "own", "kind"]
    assert (info["place"].metavar, info["place"].help) == ("PLACE", "Where to look.")
    assert info["count"].param_decls == ["--count", "-c"]
    assert info["count"].help == "How many there are, counted from one."
    assert (info["count"].metavar, info["count"].min) == ("N", 1)
    assert info["own"].help == "It describes itself."
    assert offered["kind"].default == "plain"


def test_arguments_are_collected_into_classes():
    """A command must get its options as one value, also if some are left out of its help."""
    found = collect_arguments(wish, {"place": Path("x"), "count": 2, "kind": "loud"})
    assert found == {"place": Path("x"), "wishes": Wishes(count=2, kind="loud")}
