"""Programs written for the former names still run, and a warning gives the new names."""

from abc import ABC, abstractmethod

import pytest
from attrs import frozen

import questfoundry
from questfoundry.domain.former_names import former_arguments, former_names, former_parameters


@former_arguments(at="path")
@former_names(at="path", made_of="build")
@frozen(kw_only=True)
class Part:
    path: str = ""

    def build(self) -> str:
        return f"built at {self.path}"


@former_names(asked="ask")
class Port(ABC):
    @abstractmethod
    def ask(self) -> str: ...


def test_a_former_attribute_and_method_still_answer() -> None:
    """An embedder's program must not break on the day of an upgrade."""
    part = Part(path="scope")
    with pytest.warns(DeprecationWarning, match=r"Part\.at is now Part\.path"):
        assert part.at == "scope"
    with pytest.warns(DeprecationWarning, match=r"Part\.made_of is now Part\.build"):
        assert part.made_of() == "built at scope"


def test_a_former_argument_still_builds() -> None:
    """A plug-in that builds a section with the former field names still loads."""
    with pytest.warns(DeprecationWarning, match=r"Part\(at=\.\.\.\) is now Part\(path=\.\.\.\)"):
        assert Part(at="scope") == Part(path="scope")


def test_a_former_keyword_of_a_function_still_works() -> None:
    """A program that passes the former keyword must not lose its value."""

    @former_parameters(takes="count")
    def draft(*, count: int = 3) -> int:
        return count

    former = {"takes": 5}
    with pytest.warns(DeprecationWarning, match=r"draft\(takes=\.\.\.\) is now .*draft\(count"):
        assert draft(**former) == 5
    assert draft(count=2) == 2


def test_an_override_under_a_former_name_overrides_the_new_one() -> None:
    """An adapter of another package that implements a former port method is still complete."""
    with pytest.warns(DeprecationWarning, match=r"Adapter\.asked is now Adapter\.ask"):

        class Adapter(Port):
            def asked(self) -> str:
                return "answer"

    assert Adapter().ask() == "answer"


@pytest.mark.parametrize(("old", "new"), [("paired", "pair_tool_calls"), ("Redo", "Rerun")])
def test_a_former_public_name_is_still_imported(old: str, new: str) -> None:
    """``from questfoundry import Redo`` is in programs that exist."""
    with pytest.warns(DeprecationWarning, match=f"{old} is now questfoundry.{new}"):
        assert getattr(questfoundry, old) is getattr(questfoundry, new)
