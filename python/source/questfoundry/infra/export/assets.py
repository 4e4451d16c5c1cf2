"""Read and check the pictures, the sounds and the cover of a project."""

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO

from questfoundry.domain.errors import InputError, StoreError
from questfoundry.domain.protocols.exporter import AssetSource, ExportedFile
from questfoundry.domain.protocols.files import ProjectFiles
from questfoundry.domain.story.asset import MAX_PICTURE_BYTES, MAX_SOUND_BYTES, Asset, AssetProblem
from questfoundry.domain.story.prose_markup import ASSETS, SOUND_SUFFIXES
from questfoundry.domain.story.publication import Cover

_PICTURES = {"PNG": "image/png", "JPEG": "image/jpeg", "GIF": "image/gif", "WEBP": "image/webp"}
_COVERS = ("PNG", "JPEG")
_COVER_SIZES = {
    "cover-itch.png": (630, 500),
    "cover-steam-vertical.png": (748, 896),
    "cover-steam-header.png": (920, 430),
    "cover-kdp.jpg": (1600, 2560),
}
"""Width and height in pixels, as the stores state them: itch.io, two of Steam, and Amazon KDP."""
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
    try:
        return _PICTURES.get(_decode_picture(content, tuple(_PICTURES)) or "", "")
    except Exception:  # noqa: BLE001 Pillow's decoders raise any kind for damaged data
        return ""


def _decode_picture(content: bytes, formats: tuple[str, ...]) -> str | None:
    """Return the format of a picture, or ``None`` if it has more than 50 million pixels.

    The whole picture is decoded, because its first bytes do not show damage further on. Damaged
    data raise an exception of any kind.
    """
    from PIL import Image  # loaded with the first picture only

    with Image.open(BytesIO(content), formats=formats) as picture:
        if picture.width * picture.height > _MAX_PIXELS:
            return None
        picture.load()
        return picture.format


@lru_cache(maxsize=1)
def read_cover(content: bytes) -> Cover:
    """Return the picture ``content`` as a cover.

    Raise ``InputError`` unless ``content`` is a whole PNG or JPEG of at most 50 million pixels.
    """
    if not content:
        raise InputError("The cover is an empty file. Save the picture again.")
    cover = Cover(content)
    try:
        found = _decode_picture(content, _COVERS)
    except Exception as error:  # Pillow's decoders raise any kind for damaged data
        raise InputError(
            f"The cover is damaged or incomplete ({_reason(error)}). Save the picture again."
        ) from error
    if found is None:
        raise InputError(
            f"The cover has more than {_MAX_PIXELS:,} pixels. Save the picture at a smaller size."
        )
    return cover


def _reason(error: Exception) -> str:
    from PIL import UnidentifiedImageError

    return "no picture data" if isinstance(error, UnidentifiedImageError) else str(error)


def write_store_covers(cover: Cover) -> Iterator[ExportedFile]:
    """Yield the ``cover`` in each size of the stores, uncut.

    If the picture does not fill a size, a blurred copy of the picture is behind it.
    """
    from PIL import Image, ImageFilter, ImageOps  # loaded with the first cover only

    with Image.open(BytesIO(cover.content)) as picture:
        original = picture.convert("RGB")
    for name, size in _COVER_SIZES.items():
        sheet = ImageOps.fit(original, size).filter(ImageFilter.GaussianBlur(min(size) // 20))
        whole = ImageOps.contain(original, size)
        sheet.paste(whole, ((size[0] - whole.width) // 2, (size[1] - whole.height) // 2))
        content = BytesIO()
        sheet.save(content, "JPEG" if name.endswith("jpg") else "PNG", optimize=True)
        yield ExportedFile(name, content.getvalue())
