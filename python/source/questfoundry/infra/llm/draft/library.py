"""Load the premises from the folders of the material."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from attrs import frozen
from pydantic import BaseModel, ValidationError

from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.text.validation import describe_first
from questfoundry.infra.llm.draft.premise import (
    MaterialError,
    Premise,
    PremiseHead,
    Telling,
    Tellings,
)

FOLDER = "draft"
PREMISES, TELLINGS = f"{FOLDER}/premises", f"{FOLDER}/tellings"

_Part = TypeVar("_Part", bound=BaseModel)


@frozen
class MaterialLibrary:
    """The material in ``draft/``: the files of the program, of the project and of plug-ins.

    ``prompts`` holds the files of program and project, and ``added`` the files of plug-ins.
    """

    prompts: PromptRepository
    added: tuple[PromptRepository, ...] = ()

    def list_names(self, folder: str) -> tuple[str, ...]:
        """Return the names of the files in ``folder``, without the folder and the suffix."""
        names = (name for each in (self.prompts, *self.added) for name in each.list_names(folder))
        return tuple(sorted(set(names)))

    def load(self, kind: type[_Part], folder: str, name: str, leave_out: str = "") -> _Part:
        """Return the content of the file ``name`` in ``folder``, without the key ``leave_out``.

        Raise ``MaterialError`` for the first fault of the file.
        """
        having = (each for each in self.added if name in each.list_names(folder))
        own = name in self.prompts.list_names(folder)
        prompts = self.prompts if own else next(having, self.prompts)
        return parse_file(kind, f"{folder}/{name}", prompts, leave_out)

    def load_premise(self, name: str) -> Premise:
        """Return the premise in the file ``name``; raise ``MaterialError`` if it is faulty."""
        return self.load(Premise, PREMISES, name)

    def load_heads(self) -> Iterator[PremiseHead]:
        """Yield the head of each premise: everything in the file except the scenes."""
        for name in self.list_names(PREMISES):
            yield self.load(PremiseHead, PREMISES, name, leave_out="scenes")

    def load_tellings(self, kind: str) -> tuple[Telling, ...]:
        """Return the tellings for a ``kind`` of question, or else those for ``remembered``."""
        found = self.load_all_tellings()
        return found.get(kind) or found["remembered"]

    def load_all_tellings(self) -> Mapping[str, tuple[Telling, ...]]:
        """Return the tellings for each kind of question; raise ``MaterialError`` for a fault."""
        return parse_file(Tellings, TELLINGS, self.prompts).root


def parse_file(
    kind: type[_Part], name: str, prompts: PromptRepository, leave_out: str = ""
) -> _Part:
    """Return the content of the file ``name`` as an object of the class ``kind``.

    The key ``leave_out`` is ignored. Raise ``MaterialError`` for the first fault, with its place.
    """
    entries = {key: each for key, each in prompts.wording(name).items() if key != leave_out}
    try:
        found = kind.model_validate(entries)
    except ValidationError as error:
        raise MaterialError(
            f"prompts/{name}.yaml: {describe_first(error)} Correct that entry."
        ) from error
    _require_id(found, name)
    return found


def _require_id(found: BaseModel, name: str) -> None:
    own, file = getattr(found, "id", None), name.rpartition("/")[2]
    if own is not None and own != file:
        raise MaterialError(
            f"prompts/{name}.yaml: id is {own!r}. Write `id: {file}`, the name of the file."
        )
