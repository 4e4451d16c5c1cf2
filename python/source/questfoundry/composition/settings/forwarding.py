"""Open a secret address in a browser through a file that only the user can read."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path

from questfoundry.infra.own_files import PRIVATE, replace_file

_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>The desk</title>'
    '<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url={0}">'
    '<p><a href="{0}">Open the desk</a></p></html>\n'
)


@contextmanager
def forwarding_file(address: str) -> Iterator[Path]:
    """Yield a file, readable only by the user, that leads a browser to ``address``.

    Everybody on the computer can read the arguments of a browser. So the browser gets the path of
    this file instead of the address with its token. The file is removed at the end. Raise
    ``StoreError`` if the file cannot be written.
    """
    from platformdirs import user_state_path

    path = user_state_path("questfoundry") / "desk" / f"{secrets.token_hex(8)}.html"
    replace_file(path, _PAGE.format(escape(address)), mode=PRIVATE, durable=False)
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)
