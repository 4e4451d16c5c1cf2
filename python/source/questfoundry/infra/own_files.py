"""Read and write all project files safely.

A project may come from another person. So no file inside its folder is reached through a symbolic
link, and only regular files are opened, never pipes or devices. The project folder itself may be a
link, because the user chose it. SQLite and the lock open their files themselves; these files are
checked here first.
"""

import glob
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from questfoundry.domain.errors import StoreError
from questfoundry.domain.protocols.files import encode_content, find_oversize

PRIVATE = 0o600
"""The mode of files with model conversations: readable only by their owner."""

_DEFAULT_MODE = 0o666  # reduced by the user's umask
_BINARY = getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | _BINARY
_STALE_SECONDS = 3600


def replace_file(
    path: Path,
    content: str | bytes | Iterable[bytes],
    *,
    within: Path | None = None,
    mode: int = _DEFAULT_MODE,
    durable: bool = True,
) -> None:
    """Write ``content`` to a temporary file and move it to ``path``.

    On failure raise ``StoreError``; the old file is then unchanged.

    ``within``: The folder below which no symbolic link is followed; by default the file's folder.
    ``mode``: The permissions of a new file; an existing file keeps its permissions. ``durable``:
    Whether to wait until the file is on the disk. Otherwise a power cut may lose the file.
    """
    _require_no_link_to(path.parent, within)
    parts = (encode_content(str(path), content),) if isinstance(content, str | bytes) else content
    temporary = path.with_name(f".{path.name}.{token_hex(8)}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(
            os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK, mode), "wb"
        ) as file:
            file.writelines(parts)
            file.flush()
            if durable:
                os.fsync(file.fileno())
            written = os.fstat(file.fileno()).st_mtime
        old = _state(path)
        if old is not None and stat.S_ISREG(old.st_mode):
            temporary.chmod(stat.S_IMODE(old.st_mode))
        temporary.replace(path)
    except OSError as problem:
        with suppress(OSError):
            temporary.unlink()
        raise StoreError(
            f"{str(path)!r} cannot be written: {problem.strerror}. Its previous content "
            "is unchanged. Check the free space and the permissions of its folder."
        ) from problem
    _remove_stale_files(path, before=written - _STALE_SECONDS)


def append_to_file(path: Path, text: str, *, within: Path | None) -> None:
    """Append ``text`` to the file at ``path``; create a missing file, readable only by the user.

    Raise ``OSError`` or ``StoreError`` on failure. No symbolic link below ``within`` is followed.
    """
    _require_no_link_to(path.parent, within)
    path.parent.mkdir(parents=True, exist_ok=True)
    require_own(path)
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | _NO_LINK
    with os.fdopen(os.open(path, flags, PRIVATE), "ab") as file:
        if os.fstat(file.fileno()).st_nlink > 1:
            raise StoreError(f"{str(path)!r} has a second hard link. Remove the file.")
        file.write(text.encode(errors="backslashreplace"))


def read_file(path: Path, *, within: Path | None = None, max_bytes: int) -> bytes | None:
    """Return the content of the file at ``path``, or ``None`` if it does not exist.

    Raise ``StoreError`` if the file is unreadable, not a regular file, or larger than
    ``max_bytes``. No symbolic link below ``within`` is followed.
    """
    try:
        _require_no_link_to(path.parent, within)
        require_own(path)
        with os.fdopen(os.open(path, os.O_RDONLY | _NO_LINK), "rb") as file:
            # `read` allocates as many bytes as it is asked for.
            content = file.read(min(os.fstat(file.fileno()).st_size, max_bytes) + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as problem:
        raise StoreError(
            f"{str(path)!r} cannot be read: {problem.strerror}. Check its permissions."
        ) from problem
    if oversize := find_oversize(str(path), len(content), max_bytes):
        raise oversize
    return content


def remove_file(path: Path, *, within: Path | None = None) -> None:
    """Delete the file at ``path`` if it exists.

    If ``path`` is a symbolic link, delete the link, but not its target. If a folder between
    ``within`` and the file is a link, raise ``StoreError``.
    """
    _require_no_link_to(path.parent, within)
    try:
        path.unlink(missing_ok=True)
    except NotADirectoryError:
        return
    except OSError as problem:
        raise StoreError(
            f"{str(path)!r} cannot be removed: {problem.strerror}. "
            "Check the permissions of its folder."
        ) from problem


def require_own(path: Path) -> None:
    """Raise ``StoreError`` if ``path`` exists and is not a regular file, for example a link."""
    state = _state(path)
    if state is None or stat.S_ISREG(state.st_mode):
        return
    if stat.S_ISLNK(state.st_mode):
        raise _link_error(path)
    kind = "a folder" if stat.S_ISDIR(state.st_mode) else "a pipe or a device"
    raise StoreError(f"{str(path)!r} cannot be read or written: it is {kind}. Move it away.")


def is_reached_by_link(path: Path, *, within: Path) -> bool:
    """Return whether ``path``, or a folder between ``within`` and ``path``, is a symbolic link."""
    return path.is_symlink() or not _is_straight(path.parent, within)


def _state(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _require_no_link_to(folder: Path, within: Path | None) -> None:
    if within is not None and not _is_straight(folder, within):
        raise _link_error(folder)


def _is_straight(folder: Path, within: Path) -> bool:
    if folder == within:
        return True
    straight = Path(os.path.realpath(within), folder.relative_to(within))
    return os.path.normcase(os.path.realpath(folder)) == os.path.normcase(straight)


def _link_error(path: Path) -> StoreError:
    return StoreError(
        f"{str(path)!r} is a link or is reached through one; a project must lie in one folder. "
        "Replace the link with the file or folder itself."
    )


def _remove_stale_files(path: Path, *, before: float) -> None:
    """Delete old temporary files that killed processes have left behind."""
    for each in path.parent.glob(f".{glob.escape(path.name)}.{'[0-9a-f]' * 16}.new"):
        with suppress(OSError):
            if each.lstat().st_mtime < before:
                each.unlink()
