"""Read the pictures and sounds of a project, and check that they are what they seem to be."""

from io import BytesIO

from questfoundry.domain.errors import StoreError
from questfoundry.domain.protocols.exporter import AssetSource
from questfoundry.domain.protocols.files import ProjectFiles
from questfoundry.domain.story.asset import MAX_PICTURE_BYTES, MAX_SOUND_BYTES, Asset, AssetProblem
from questfoundry.domain.story.prose_markup import ASSETS, SOUND_SUFFIXES

_PICTURES = {"PNG": "image/png", "JPEG": "image/jpeg", "GIF": "image/gif", "WEBP": "image/webp"}
_MAX_PIXELS = 50_000_000
_MEASURED = 10
# The first bytes of sounds: an MP3 begins with a tag or a frame, and an M4A with the size of a box.
_SOUNDS = (
    (0, b"ID3", "audio/mpeg"),
    (0, b"\xff\xfb", "audio/mpeg"),
    (0, b"\xff\xf3", "audio/mpeg"),
    (0, b"\xff\xf2", "audio/mpeg"),
    (0, b"OggS", "audio/ogg"),
    (4, b"ftyp", "audio/mp4"),
)


class FolderAssets(AssetSource):
    """The pictures and sounds in the folder ``assets`` among the files of a project."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files

    def read(self, name: str) -> Asset | AssetProblem:
        """Return the whole file ``name``, whose kind is read from its content."""
        is_sound = name.lower().endswith(SOUND_SUFFIXES)
        limit = MAX_SOUND_BYTES if is_sound else MAX_PICTURE_BYTES
        path = f"{ASSETS}/{name}"
        size = f"{limit // 1_000_000} MB"
        try:
            # A file that is a little too large is measured, so that the author learns its size.
            content = self._files.read(path, max_bytes=_MEASURED * limit)
        except StoreError as error:
            return AssetProblem(str(error), f"Use a file of at most {size}.")
        if content is None:
            return AssetProblem(
                f"There is no file {path!r}.", "Put the file there, or correct its name."
            )
        if len(content) > limit:
            return AssetProblem(
                f"{path!r} has {len(content) / 1_000_000:.1f} MB; the limit is {size}.",
                "Save it at a smaller size.",
            )
        media_type = _find_sound(content) if is_sound else _find_picture(content)
        if not media_type:
            kinds = "MP3, M4A or Ogg sound" if is_sound else "PNG, JPEG, GIF or WebP picture"
            return AssetProblem(f"{path!r} is no whole {kinds}.", "Save the file again.")
        return Asset(content, media_type)


def _find_sound(content: bytes) -> str:
    found = (kind for at, first, kind in _SOUNDS if content[at:].startswith(first))
    return next(found, "")


def _find_picture(content: bytes) -> str:
    from PIL import Image  # loaded with the first picture only

    try:
        with Image.open(BytesIO(content), formats=tuple(_PICTURES)) as picture:
            if picture.width * picture.height > _MAX_PIXELS:
                return ""
            # The first bytes do not show damage further on.
            picture.load()
            return _PICTURES[picture.format or ""]
    except Exception:  # noqa: BLE001 Pillow's decoders raise any kind for damaged data
        return ""
