"""Store the files of a project in PostgreSQL, in one table."""

from collections.abc import Mapping, Sequence

from questfoundry.domain.errors import StoreError
from questfoundry.domain.protocols.files import (
    ProjectFiles,
    encode_content,
    find_oversize,
    is_visible,
    require_file_name,
)
from questfoundry.infra.postgres.database import PostgresDatabase

_READ = """
SELECT octet_length(content), CASE WHEN octet_length(content) <= ? THEN content END
FROM files WHERE name = ?
"""
_REPLACE = """
INSERT INTO files (name, content) VALUES (?, ?)
ON CONFLICT (name) DO UPDATE SET content = excluded.content, stamp = clock_timestamp()
"""
_STAMPS = "SELECT name, stamp FROM files WHERE ? IN ('', name) OR starts_with(name, ?)"


class PostgresProjectFiles(ProjectFiles):
    """The files of one project as rows; every file is durable once it is written.

    Writes follow the rules of :class:`PostgresDatabase`: inside a transaction of this project, they
    take effect with it, and a process whose lease was taken over writes nothing.
    """

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    def read(self, name: str, *, max_bytes: int) -> bytes | None:
        found = self._database.execute(_READ, (max_bytes, self._require(name)))
        if not found:
            return None
        ((size, content),) = found
        if problem := find_oversize(self.place(name), size, max_bytes):
            raise problem
        return bytes(content)

    def replace(self, name: str, content: str | bytes, *, durable: bool = True) -> None:  # noqa: ARG002
        stored = encode_content(self.place(name), content)
        self._database.execute(_REPLACE, (self._require(name), stored))

    def remove(self, name: str) -> None:
        self._database.execute("DELETE FROM files WHERE name = ?", (self._require(name),))

    def names(self, below: str = "") -> Sequence[str]:
        return list(self.stamps(below))

    def stamps(self, below: str = "") -> Mapping[str, object]:
        folder = f"{self._require(below)}/" if below else ""
        found = self._database.execute(_STAMPS, (below, folder))
        return {name: stamp for name, stamp in sorted(found) if is_visible(name)}

    def place(self, name: str) -> str:
        place = self._database.address.place
        return f"{place}/{name}" if name else place

    def _require(self, name: str) -> str:
        try:
            require_file_name(name).encode()
        except UnicodeEncodeError as problem:
            raise StoreError(
                f"{name!r} is not UTF-8, so the database cannot store this name. Rename the file."
            ) from problem
        return name
