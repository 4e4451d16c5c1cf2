"""Store the versions of artifacts in a database."""

from __future__ import annotations

# ruff: noqa: S608 - what is put into statements here are our own column names
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from attrs import frozen

from questfoundry.domain.artifacts.version import ArtifactVersion, VersionStep, from_text, to_text
from questfoundry.domain.errors import UsageError
from questfoundry.domain.protocols.artifacts import NO_PARTS, ArtifactRepository
from questfoundry.infra.storage.database import UNREADABLE, detect_damage

if TYPE_CHECKING:
    from questfoundry.domain.artifacts.version import PartSources
    from questfoundry.infra.storage.sql import SqlDatabase

_COLUMNS = "stage, version, data, made_from, origin, created_at, replaces"

_PARTS = "*parts"
"""The key, which is no name of a stage, of the input versions of single passages."""


class SqlArtifactRepository(ArtifactRepository):
    """A repository with one table row for each artifact version."""

    def __init__(self, database: SqlDatabase) -> None:
        self._database = database
        # The current version is read very often, so its parsed data is cached by its text.
        self._last_parsed: dict[str, _ParsedData] = {}

    def add(
        self,
        stage: str,
        data: Mapping[str, Any],
        *,
        made_from: Mapping[str, int],
        origin: str,
        created_at: datetime,
        parts_made_from: PartSources = NO_PARTS,
    ) -> ArtifactVersion:
        with self._database.transaction():
            rows = self._database.rows(
                f"INSERT INTO artifact_versions ({_COLUMNS}) "
                "SELECT :stage, coalesce(max(version), 0) + 1, :data, :made_from, :origin, "
                ":created_at, (SELECT version FROM current_artifacts WHERE stage = :stage) "
                f"FROM artifact_versions WHERE stage = :stage RETURNING {_COLUMNS}",
                {
                    "stage": stage,
                    "data": to_text(dict(data)),
                    "made_from": _join_sources(made_from, parts_made_from),
                    "origin": origin,
                    "created_at": created_at.isoformat(),
                },
            )
            version = self._version(rows[0])
            self.make_current(stage, version.version)
        return version

    def transaction(self) -> AbstractContextManager[None]:
        return self._database.transaction()

    def current(self, stage: str) -> ArtifactVersion | None:
        rows = self._database.rows(
            f"SELECT {_COLUMNS} FROM artifact_versions "
            "JOIN current_artifacts USING (stage, version) WHERE stage = ?",
            (stage,),
        )
        return self._version(rows[0]) if rows else None

    def versions(self, stage: str) -> Sequence[ArtifactVersion]:
        rows = self._database.rows(
            f"SELECT {_COLUMNS} FROM artifact_versions WHERE stage = ? ORDER BY version", (stage,)
        )
        return [self._version(row) for row in rows]

    def find(self, stage: str, version: int) -> ArtifactVersion | None:
        rows = self._database.rows(
            f"SELECT {_COLUMNS} FROM artifact_versions WHERE stage = ? AND version = ?",
            (stage, version),
        )
        return self._version(rows[0]) if rows else None

    def list_steps(self, stage: str, *, since: datetime) -> Sequence[VersionStep]:
        rows = self._database.execute(
            "SELECT version, origin, replaces FROM artifact_versions "
            "WHERE stage = ? AND created_at >= ? ORDER BY version",
            (stage, since.astimezone(UTC).isoformat()),
        )
        return [
            VersionStep(version=version, origin=origin, replaces=replaces)
            for version, origin, replaces in rows
        ]

    def make_current(self, stage: str, version: int | None) -> None:
        if version is None:
            self._database.execute("DELETE FROM current_artifacts WHERE stage = ?", (stage,))
            return
        rows = self._database.execute(
            "INSERT INTO current_artifacts (stage, version) "
            "SELECT stage, version FROM artifact_versions WHERE stage = ? AND version = ? "
            "ON CONFLICT (stage) DO UPDATE SET version = excluded.version RETURNING version",
            (stage, version),
        )
        if not rows:
            raise UsageError(f"{stage!r} has no version {version}. Choose one of `versions`.")

    def stages(self) -> Sequence[str]:
        rows = self._database.execute(
            "SELECT stage FROM current_artifacts JOIN artifact_versions USING (stage, version) "
            "ORDER BY artifact_versions.rowid"
        )
        return [stage for (stage,) in rows]

    def note_made_from(
        self,
        version: ArtifactVersion,
        made_from: Mapping[str, int],
        parts_made_from: PartSources = NO_PARTS,
    ) -> None:
        self._database.execute(
            "UPDATE artifact_versions SET made_from = ? WHERE stage = ? AND version = ?",
            (_join_sources(made_from, parts_made_from), version.stage, version.version),
        )

    def file_digests(self, stage: str) -> frozenset[str]:
        rows = self._database.execute(
            "SELECT digests FROM artifact_files WHERE stage = ?", (stage,)
        )
        with suppress(*UNREADABLE):  # A file without a known digest is read and compared.
            return frozenset(from_text(rows[0][0])["digests"])
        return frozenset()

    def note_file_digests(self, stage: str, digests: Collection[str]) -> None:
        self._database.insert(
            "artifact_files",
            {"stage": stage, "digests": to_text({"digests": sorted(digests)})},
            conflict="ON CONFLICT (stage) DO UPDATE SET digests = excluded.digests",
        )

    def _version(self, row: Mapping[str, Any]) -> ArtifactVersion:
        stage, text = row["stage"], row["data"]
        with detect_damage("artifact_versions", row["version"], stage):
            last = self._last_parsed.get(stage)
            if last is None or last.text != text:
                last = self._last_parsed[stage] = _ParsedData(text, dict(from_text(text)))
            made_from = dict(from_text(row["made_from"]))
            parts = made_from.pop(_PARTS, {})
            return ArtifactVersion(
                **{
                    **row,
                    "data": last.data,
                    "made_from": made_from,
                    "parts_made_from": parts,
                    "created_at": datetime.fromisoformat(row["created_at"]),
                }
            )


def _join_sources(made_from: Mapping[str, int], parts: PartSources) -> str:
    known = {name: dict(each) for name, each in parts.items()}
    return to_text({**made_from, **({_PARTS: known} if known else {})})


@frozen
class _ParsedData:
    text: str
    data: Mapping[str, Any]
