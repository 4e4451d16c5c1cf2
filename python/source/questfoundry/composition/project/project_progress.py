"""Read the progress of a project from its files, without opening the project."""

import re
from typing import Self

from attrs import frozen

from questfoundry.domain.errors import QuestFoundryError
from questfoundry.domain.protocols.files import ProjectFiles
from questfoundry.infra.storage.yaml_artifact_files import MOST_BYTES, artifact_name

_WOVEN = re.compile(rb"^ *(?:- +)?id: *[\"']?(passage::[\w:-]+)", re.MULTILINE)
_WRITTEN = re.compile(rb"^ +[\"']?(passage::[\w:-]+)[\"']?:[ \r]*$", re.MULTILINE)
"""A list has up to 500 projects, so the files are searched and not parsed."""


@frozen(kw_only=True)
class ProjectProgress:
    """The progress of a project.

    ``settled`` lists the stages that have an artifact; ``shipped`` says whether exports exist.
    ``written``: how many of the ``passages`` have a text; both are 0 before FILL.
    """

    settled: tuple[str, ...] = ()
    shipped: bool = False
    written: int = 0
    passages: int = 0

    @classmethod
    def read(cls, files: ProjectFiles) -> Self:
        """Return the progress that the project's ``files`` show."""
        from questfoundry.composition.registries.stages import list_artifact_stages

        names = {*files.names("artifacts")}
        woven = _find_ids(files, "grow", _WOVEN)
        written = _find_ids(files, "fill", _WRITTEN)
        return cls(
            settled=tuple(
                each.name for each in list_artifact_stages() if artifact_name(each.name) in names
            ),
            shipped="exports/manifest.json" in {*files.names("exports")},
            written=len(woven & written),
            passages=len(woven) if artifact_name("fill") in names else 0,
        )


def _find_ids(files: ProjectFiles, stage: str, pattern: re.Pattern[bytes]) -> set[bytes]:
    try:
        content = files.read(artifact_name(stage), max_bytes=MOST_BYTES) or b""
    except (QuestFoundryError, OSError):
        return set()
    return set(pattern.findall(content))
