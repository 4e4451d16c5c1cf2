"""Tests of a project's lock when a second process wants the project."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from questfoundry.domain.errors import StoreError, StoreLockedError
from questfoundry.infra.storage.project_lock import FileProjectLock
from questfoundry.testing.scripted import ManualClock
from tests.support.processes import running

_HOLD = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from questfoundry.infra.storage.project_lock import FileProjectLock
from questfoundry.testing.scripted import ManualClock

clock = ManualClock(datetime(2030, 1, 1, 12, 3, tzinfo=UTC))
with FileProjectLock(Path(sys.argv[1]), clock=clock).hold("dream"):
    print("held", flush=True)
    sys.stdin.readline()
print("freed", flush=True)
"""


@pytest.fixture
def lock(tmp_path: Path) -> FileProjectLock:
    return FileProjectLock(tmp_path, clock=ManualClock())


def test_a_second_process_is_told_who_holds_it(tmp_path: Path, lock: FileProjectLock) -> None:
    """The author must know which process to wait for or to end. (STO-5.3)"""
    since = datetime(2030, 1, 1, 12, 3, tzinfo=UTC).astimezone()
    with running(_HOLD, tmp_path) as holder:
        expected = f"dream, process {holder.pid}, since {since:%H:%M}, holds"

        with pytest.raises(StoreLockedError, match=re.escape(expected)), lock.hold("undo"):
            pass

        # The refused attempt must not have changed the note.
        with pytest.raises(StoreLockedError, match=re.escape(expected)), lock.hold("undo"):
            pass


def test_an_unreadable_holder_is_another_process(tmp_path: Path, lock: FileProjectLock) -> None:
    """An unreadable note must not turn a locked project into a free one. (STO-5.3)"""
    with running(_HOLD, tmp_path):
        (tmp_path / ".qf.lock").write_text("{")

        with (
            pytest.raises(StoreLockedError, match=r"Another process holds.*Wait for it"),
            lock.hold("undo"),
        ):
            pass


def test_a_killed_holder_holds_nothing(tmp_path: Path, lock: FileProjectLock) -> None:
    """A crash must not lock a project forever."""
    with running(_HOLD, tmp_path) as holder:
        holder.kill()
        holder.wait()

        with lock.hold("undo"):
            assert "undo" in (tmp_path / ".qf.lock").read_text()


def test_it_is_free_when_the_holder_lets_go(tmp_path: Path, lock: FileProjectLock) -> None:
    """The next command must be able to start right after the first one ends."""
    with running(_HOLD, tmp_path) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        holder.stdin.write("go\n")
        holder.stdin.flush()
        assert holder.stdout.readline() == "freed\n"

        with lock.hold("undo"):
            pass


def test_two_locks_of_one_process_nest_and_the_outer_one_is_named(tmp_path: Path) -> None:
    """A run calls stages that lock the project again, and others must see the outer purpose."""
    outer = FileProjectLock(tmp_path, clock=ManualClock())
    inner = FileProjectLock(tmp_path, clock=ManualClock())

    with outer.hold("run"), inner.hold("dream"):
        assert "run" in (tmp_path / ".qf.lock").read_text()


def test_a_folder_that_cannot_be_locked_is_told(tmp_path: Path) -> None:
    """A folder that cannot be locked must produce advice instead of an operating-system error."""
    (tmp_path / "file").write_text("no folder")
    lock = FileProjectLock(tmp_path / "file", clock=ManualClock())

    with pytest.raises(StoreError, match=r"cannot be locked.*folder"), lock.hold("dream"):
        pass
