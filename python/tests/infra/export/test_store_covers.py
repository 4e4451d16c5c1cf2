"""The cover of a publication in the sizes that stores ask for."""

from io import BytesIO

from PIL import Image

from questfoundry.domain.story.publication import Cover
from questfoundry.infra.export.assets import write_store_covers


def test_the_whole_cover_is_in_every_size() -> None:
    """A store refuses another size, and a cut title cannot be read."""
    content = BytesIO()
    picture = Image.new("RGB", (300, 100), "white")
    picture.paste("red", (0, 0, 10, 100))
    picture.paste("blue", (290, 0, 300, 100))
    picture.save(content, "PNG")
    sizes = {}
    for file in write_store_covers(Cover(content.getvalue())):
        with Image.open(BytesIO(file.content)) as made:
            sizes[file.name] = made.size
            row = made.height // 2
            left, right = (made.convert("RGB").getpixel((at, row)) for at in (2, made.width - 3))
            assert left[0] > 200 > 100 > left[2]
            assert right[2] > 200 > 100 > right[0]
    assert sizes == {
        "cover-itch.png": (630, 500),
        "cover-steam-vertical.png": (748, 896),
        "cover-steam-header.png": (920, 430),
        "cover-kdp.jpg": (1600, 2560),
    }
