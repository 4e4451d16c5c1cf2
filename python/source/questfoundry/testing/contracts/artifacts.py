"""Test what every repository of artifact versions and every store of artifact files must do."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from attrs import evolve

from questfoundry.domain.artifacts.version import ArtifactVersion, VersionStep
from questfoundry.domain.errors import UsageError
from questfoundry.domain.protocols.artifacts import ArtifactFiles, ArtifactRepository
from questfoundry.testing.contracts import HOSTILE_TEXTS, run_at_once

_DREAM: dict[str, Any] = {
    "type": "dream",
    "version": 1,
    "themes": ["memory", "tide"],
    "creative_vision": "A city below.\n\nA light above.\n",
    "content_notes": "",
}


class ArtifactFilesContract:
    """The tests for adapters that store artifacts in files.

    A subclass adds a fixture ``files``, an adapter that has stored no file yet.
    """

    def test_what_is_written_is_read(self, files: ArtifactFiles) -> None:
        """Reading a stage's file returns exactly the data that were written."""
        path = files.write("dream", _DREAM)

        assert path.replace("\\", "/").endswith("artifacts/dream.yaml")
        assert files.read("dream") == _DREAM

    def test_a_stage_without_a_file_reads_as_none(self, files: ArtifactFiles) -> None:
        """Reading a stage without a file returns ``None`` and is no error."""
        files.write("dream", _DREAM)

        assert files.read("seed") is None
        assert files.place_of("seed", ["tone"]) is None

    def test_writing_again_replaces_what_was_written(self, files: ArtifactFiles) -> None:
        """Writing replaces the whole file, so no key of the older data remains."""
        files.write("dream", _DREAM)

        files.write("dream", {"themes": ["salt"]})

        assert files.read("dream") == {"themes": ["salt"]}

    def test_says_compares_the_data_of_a_file(self, files: ArtifactFiles) -> None:
        """The method ``says`` returns whether a stage's file contains the given data."""
        files.write("dream", _DREAM)

        assert files.says("dream", _DREAM)
        assert not files.says("dream", {**_DREAM, "themes": ["salt"]})
        assert not files.says("dream", None)
        assert files.says("seed", None)
        assert not files.says("seed", _DREAM)

    def test_a_removed_file_is_gone(self, files: ArtifactFiles) -> None:
        """A removed file reads as ``None``; removing a missing file is no error."""
        files.write("dream", _DREAM)

        files.remove("dream")
        files.remove("dream")

        assert files.read("dream") is None


_NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


class ArtifactRepositoryContract:
    """The tests for repositories of artifact versions.

    A subclass adds a fixture ``artifacts``, an empty repository.
    """

    def test_all_versions_are_kept_and_the_newest_is_current(
        self, artifacts: ArtifactRepository
    ) -> None:
        """Adding a version keeps all earlier ones, and makes the new version current (STO-1.1)."""
        first = _add(artifacts, "seed", {"tone": "wry"}, made_from={"dream": 2})
        second = _add(artifacts, "seed", {"tone": "bleak"}, made_from={"dream": 3})

        assert (first.version, second.version) == (1, 2)
        assert second == ArtifactVersion(
            stage="seed",
            version=2,
            data={"tone": "bleak"},
            made_from={"dream": 3},
            origin="seed-1",
            created_at=_NOON,
            replaces=1,
        )
        assert first.replaces is None
        assert artifacts.current("seed") == second
        assert list(artifacts.versions("seed")) == [first, second]

    def test_a_stage_without_versions_has_none(self, artifacts: ArtifactRepository) -> None:
        """Reading a stage without versions gives ``None`` or empty lists, no error (STO-1.1)."""
        assert artifacts.current("dream") is None
        assert list(artifacts.versions("dream")) == []
        assert list(artifacts.stages()) == []

    def test_a_version_and_the_steps_of_a_day_are_found(
        self, artifacts: ArtifactRepository
    ) -> None:
        """Versions are found by number, and those since a time without their data (STO-1.1)."""
        first = _add(artifacts, "seed", {"a": 1})
        second = artifacts.add(
            "seed", {"a": 2}, made_from={}, origin="edit", created_at=_NOON + timedelta(hours=2)
        )

        assert [artifacts.find("seed", number) for number in (1, 2, 3)] == [first, second, None]
        east = timezone(timedelta(hours=5))
        since = (_NOON + timedelta(hours=1)).astimezone(east)
        assert list(artifacts.list_steps("seed", since=since)) == [
            VersionStep(version=2, origin="edit", replaces=1)
        ]
        assert [each.version for each in artifacts.list_steps("seed", since=_NOON)] == [1, 2]
        assert list(artifacts.list_steps("dream", since=_NOON)) == []

    def test_a_version_names_the_version_before(self, artifacts: ArtifactRepository) -> None:
        """A new version names the version that was current before, for undo (STO-1.1)."""
        _add(artifacts, "dream", {"tone": "wry"})
        _add(artifacts, "dream", {"tone": "bleak"})
        artifacts.make_current("dream", 1)

        assert _add(artifacts, "dream", {"tone": "grim"}).replaces == 1

    def test_an_earlier_version_or_none_can_become_current(
        self, artifacts: ArtifactRepository
    ) -> None:
        """A stage can return to an earlier version, or have no current version."""
        first = _add(artifacts, "dream", {"tone": "wry"})
        _add(artifacts, "dream", {"tone": "bleak"})

        artifacts.make_current("dream", 1)
        assert artifacts.current("dream") == first

        artifacts.make_current("dream", None)
        assert artifacts.current("dream") is None
        assert len(artifacts.versions("dream")) == 2

    def test_version_numbers_are_not_reused_after_an_undo(
        self, artifacts: ArtifactRepository
    ) -> None:
        """A version that is added after an undo gets a number that was never used."""
        for _ in range(2):
            _add(artifacts, "dream", {})
        artifacts.make_current("dream", 1)

        assert _add(artifacts, "dream", {}).version == 3

    def test_a_missing_version_cannot_become_current(self, artifacts: ArtifactRepository) -> None:
        """Making a missing version the current one is an error and changes nothing."""
        first = _add(artifacts, "dream", {})

        for stage, version in (("dream", 2), ("seed", 1), ("dream", 0)):
            with pytest.raises(UsageError, match=stage):
                artifacts.make_current(stage, version)

        assert artifacts.current("dream") == first

    def test_stages_are_sorted_by_the_age_of_their_current_versions(
        self, artifacts: ArtifactRepository
    ) -> None:
        """Stages are listed in the order in which their current versions were added."""
        for stage in ("seed", "dream", "grow", "seed", "fill"):
            _add(artifacts, stage, {})
        artifacts.make_current("grow", None)
        assert list(artifacts.stages()) == ["dream", "seed", "fill"]

        artifacts.make_current("seed", 1)
        assert list(artifacts.stages()) == ["seed", "dream", "fill"]

    def test_file_digests_are_kept_until_they_are_replaced(
        self, artifacts: ArtifactRepository
    ) -> None:
        """The stored hashes of a stage's file are kept until new hashes replace them."""
        assert artifacts.file_digests("dream") == frozenset()
        artifacts.note_file_digests("dream", {"one", "two"})
        artifacts.note_file_digests("seed", ())
        assert artifacts.file_digests("dream") == {"one", "two"}
        artifacts.note_file_digests("dream", {""})
        assert artifacts.file_digests("dream") == {""}

    def test_a_transaction_is_atomic(self, artifacts: ArtifactRepository) -> None:
        """An error inside a transaction undoes all changes of the transaction."""
        first = _add(artifacts, "dream", {"tone": "wry"})
        for fails in (True, False):
            try:
                with artifacts.transaction():
                    _add(artifacts, "dream", {"tone": "grim"})
                    _add(artifacts, "seed", {})
                    if fails:
                        raise KeyError
            except KeyError:
                assert artifacts.current("dream") == first
                assert list(artifacts.stages()) == ["dream"]
        assert list(artifacts.stages()) == ["dream", "seed"]
        assert len(artifacts.versions("dream")) == 2

    def test_the_inputs_of_a_version_can_be_changed(self, artifacts: ArtifactRepository) -> None:
        """The recorded inputs of a version can be changed without adding a new version."""
        made = _add(artifacts, "seed", {"tone": "wry"}, made_from={"dream": 1})
        artifacts.note_made_from(made, {"dream": 2})
        assert artifacts.current("seed") == evolve(made, made_from={"dream": 2})
        assert list(artifacts.versions("seed")) == [artifacts.current("seed")]

    def test_a_passage_can_have_inputs_of_its_own(self, artifacts: ArtifactRepository) -> None:
        """A version records which passages were written from other versions than the rest."""
        parts = {"passage::the-well": {"grow": 1}}
        made = artifacts.add(
            "fill",
            {},
            made_from={"grow": 2},
            origin="fill-2",
            created_at=_NOON,
            parts_made_from=parts,
        )
        assert artifacts.current("fill") == made
        assert (made.made_from, made.parts_made_from) == ({"grow": 2}, parts)
        assert made.sources_of("passage::the-well") == {"grow": 1}
        assert made.sources_of("passage::the-gate") == {"grow": 2}
        artifacts.note_made_from(made, {"grow": 3})
        assert artifacts.current("fill") == evolve(made, made_from={"grow": 3}, parts_made_from={})

    @pytest.mark.parametrize("text", HOSTILE_TEXTS.values(), ids=HOSTILE_TEXTS)
    def test_texts_of_others_are_kept_in_an_artifact(
        self, artifacts: ArtifactRepository, text: str
    ) -> None:
        """The data of an artifact may contain any text and number."""
        data = {"text": text, "more": {text: [10**30, 0.1, None, True]}}
        made = _add(artifacts, "dream", data)

        assert artifacts.current("dream") == made
        assert made.data == data

    def test_two_threads_number_versions_without_gaps(self, artifacts: ArtifactRepository) -> None:
        """Each version gets a number of its own and names the version before."""
        made = run_at_once(lambda number: _add(artifacts, "dream", {"number": number}))

        assert sorted(each.version for each in made) == [*range(1, 41)]
        assert [each.replaces for each in artifacts.versions("dream")] == [None, *range(1, 40)]
        current = artifacts.current("dream")
        assert current is not None
        assert current.version == 40

    def test_data_that_is_not_json_makes_no_version(self, artifacts: ArtifactRepository) -> None:
        with pytest.raises(UsageError, match="JSON"):
            _add(artifacts, "dream", {"when": _NOON})

        assert artifacts.current("dream") is None
        assert list(artifacts.versions("dream")) == []


def _add(
    artifacts: ArtifactRepository,
    stage: str,
    data: Mapping[str, Any],
    *,
    made_from: Mapping[str, int] | None = None,
) -> ArtifactVersion:
    return artifacts.add(
        stage, data, made_from=made_from or {}, origin=f"{stage}-1", created_at=_NOON
    )
