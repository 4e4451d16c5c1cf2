"""What every lock of a project must do within one process."""

from __future__ import annotations

import pytest

from questfoundry.domain.protocols.lock import ProjectLock


class ProjectLockContract:
    """A subclass adds a fixture ``lock``; what another process meets is the adapter's own test."""

    def test_the_same_process_may_nest(self, lock: ProjectLock) -> None:
        """STO-5.1."""
        inside = False

        with lock.hold("run"), lock.hold("dream"):
            inside = True

        assert inside

    def test_it_is_free_again_after_an_error(self, lock: ProjectLock) -> None:
        """STO-5.2."""
        with pytest.raises(ZeroDivisionError), lock.hold("dream"):
            raise ZeroDivisionError

        with lock.hold("dream"):
            pass
