"""Decide whether a form may replace a text that could have changed since the form was shown."""

from typing import Protocol

from questfoundry.domain.text.digest import digest


class _Form(Protocol):
    def get(self, name: str, /) -> str: ...


class FormSaves:
    """The digest of the text that each open form saved last, by the id in its field ``form``.

    If the answer to a save is lost, the form still sends the digest of an older text as ``known``.
    """

    def __init__(self) -> None:
        self._digests: dict[str, str] = {}

    def can_replace(self, form: _Form, stored: str, typed: str) -> bool:
        """Return whether ``form`` may replace the text ``stored`` by the text ``typed``.

        This is so if ``stored`` equals ``typed``, the text that the form showed, or the text that
        the form saved last.
        """
        current = digest(stored)
        return typed == stored or current in (
            form.get("known"),
            self._digests.get(form.get("form")),
        )

    def note(self, form: _Form, stored: str) -> str:
        """Note that ``form`` saved the text ``stored``, and return the digest of the text."""
        if identifier := form.get("form"):
            self._digests[identifier] = digest(stored)
        return digest(stored)
