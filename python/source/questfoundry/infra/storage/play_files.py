"""Read and write kept plays, each a YAML file in the folder ``plays``."""

from collections.abc import Mapping

from pydantic import ValidationError

from questfoundry.app.playing.kept_play import KeptPlay, require_play_name
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.files import ProjectFiles, decode_text
from questfoundry.domain.text.validation import describe_first
from questfoundry.infra.storage.yaml_artifact_files import render
from questfoundry.infra.storage.yaml_reading import parse

FOLDER = "plays"
_SUFFIX = ".yaml"
_ADVICE = "Correct the file, or move it away."
_MAX_BYTES = 4_000_000


def read_plays(files: ProjectFiles) -> Mapping[str, KeptPlay]:
    """Return the kept plays by name; raise ``InputError`` for a file that is not a kept play."""
    names = [each for each in files.names(FOLDER) if each.endswith(_SUFFIX)]
    return {
        each.removeprefix(f"{FOLDER}/").removesuffix(_SUFFIX): parse_play(
            decode_text(files.place(each), files.read(each, max_bytes=_MAX_BYTES) or b""),
            files.place(each),
        )
        for each in names
    }


def parse_play(text: str, name: str) -> KeptPlay:
    """Return the play in the file ``name``: a kept play, or a game that the HTML page saved."""
    data = parse(text, name, _ADVICE).data
    if "ifid" in data:
        data = {"choices": data.get("choices")}
    try:
        return KeptPlay.model_validate(data)
    except ValidationError as problem:
        raise InputError(
            f"{name!r} is not a kept play: {describe_first(problem)} {_ADVICE}"
        ) from None


def write_play(files: ProjectFiles, name: str, play: KeptPlay) -> str:
    """Write ``play`` in place of an earlier one, and return the place of the file."""
    require_play_name(name)
    file = f"{FOLDER}/{name}{_SUFFIX}"
    files.replace(file, render(play.model_dump(mode="json", exclude_defaults=True), [], file))
    return files.place(file)
