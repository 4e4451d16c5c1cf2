"""Read the fields of submitted HTML forms."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl

from attrs import frozen
from starlette.requests import Request

from questfoundry.domain.errors import InputError

_MAX_FIELDS = 2_000


@frozen
class Form:
    """The fields of a submitted form as pairs of name and value, in the order of the form."""

    fields: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str:
        """Return the stripped first value of the field ``name``, or an empty string."""
        return next((value for key, value in self.fields if key == name), "").strip()

    def get_all(self, name: str) -> list[str]:
        """Return all values of the field ``name``, which may occur several times."""
        return [value for key, value in self.fields if key == name]

    def as_dict(self) -> Mapping[str, str]:
        """Return the fields as a mapping.

        Of several fields with the same name, the last one counts.
        """
        return dict(self.fields)

    def pairs(self, first: str, second: str) -> list[tuple[str, str]]:
        """Return the values of the fields ``first`` and ``second`` as pairs.

        Both fields occur several times; values at the same position form a pair.
        """
        return list(zip(self.get_all(first), self.get_all(second), strict=False))


NO_FORM = Form(())


async def read_form(request: Request) -> Form:
    """Return the submitted form; raise ``InputError`` if the request body is not a valid form."""
    body = await request.body()
    try:
        found = parse_qsl(
            body.decode(), keep_blank_values=True, errors="strict", max_num_fields=_MAX_FIELDS
        )
    except ValueError as problem:
        raise InputError(
            "The form could not be read. Reload the page and send it again."
        ) from problem
    return Form(tuple(found))
