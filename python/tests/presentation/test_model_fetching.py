"""The embedded model at the first start."""

from typing import Any

import pytest

from questfoundry.domain.errors import SettingsError
from questfoundry.domain.remedy import FetchModel, Remedy, SimpleAction
from questfoundry.presentation import model_fetching
from questfoundry.presentation.model_fetching import fetch_missing_model


class Screen:
    def __init__(self) -> None:
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        self.notes.append(text)


class Lacking:
    """A project whose models are not available, as a command sees it."""

    def __init__(self, *remedies: Remedy) -> None:
        self.screen = Screen()
        self._remedies = remedies

    def phase_providers(self) -> None:
        if self._remedies:
            raise SettingsError("There is none.", remedies=self._remedies)


@pytest.mark.parametrize(
    ("remedies", "wanted"),
    [((FetchModel("small"),), ["small"]), ((SimpleAction.LIST_MODELS,), []), ((), [])],
)
async def test_what_is_lacking_is_fetched_and_said(remedies, wanted, monkeypatch) -> None:
    """The first start must fetch the embedded model without a separate command."""
    fetched: list[str] = []

    async def fetch(name: str) -> None:
        fetched.append(name)

    monkeypatch.setattr(model_fetching, "download_model", fetch)
    lacking: Any = Lacking(*remedies)

    await fetch_missing_model(lacking, lacking)

    assert fetched == wanted
    assert ["small" in each for each in lacking.screen.notes] == [True] * len(wanted)
