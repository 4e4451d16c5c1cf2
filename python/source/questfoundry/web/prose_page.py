"""Parts of pages that show prose: the pictures of the project, and the preview of typed text."""

from urllib.parse import quote

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from questfoundry.domain.errors import InputError
from questfoundry.domain.story.asset import AssetProblem
from questfoundry.domain.story.prose import join_edited_prose, paragraphs_of
from questfoundry.domain.story.prose_markup import ASSETS, is_asset_name, parse_media
from questfoundry.web.edit_page import write_prose
from questfoundry.web.forms import plain_name
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import ActionResult, PageRequest, action, get_views, render
from questfoundry.web.server import PICTURES


@action("/assets/{name:path}", method="GET", sync=False)
def send_asset(request: PageRequest) -> ActionResult:
    """Send a picture or sound of the folder ``assets``; its content decides its media type."""
    name = request.name
    asset = request.views.project.container.assets().read(name) if is_asset_name(name) else None
    if asset is None or isinstance(asset, AssetProblem):
        return HTMLResponse("There is no picture or sound of this name.", status_code=404)
    return Response(asset.content, media_type=asset.media_type)


@action("/passage/{slug}/preview", sync=False)
def show_preview(request: PageRequest) -> ActionResult:
    """Show the typed text, which need not be saved, as a reader sees it."""
    story, prose = request.views.story(), join_edited_prose(request.form.pairs("flag", "part"))
    paragraphs = paragraphs_of(prose, story.flags_by_name)
    return HTMLResponse(render("preview.html", story=story, paragraphs=paragraphs))


async def _add_picture(http: Request) -> Response:
    """Store a picture in the folder ``assets``, and show it at the end of a passage."""
    try:
        async with http.form(max_files=1, max_fields=10) as form:
            file, views = form.get("file"), get_views(http)
            if not isinstance(file, UploadFile) or not file.filename:
                raise InputError("No file was chosen. Choose a picture.")
            slug, alt, width = (str(form.get(each, "")) for each in ("passage", "alt", "width"))
            name, content = plain_name(file.filename).replace(" ", "-"), await file.read()
            mark = f"![{_clean(alt)}]({ASSETS}/{name}){f'{{width={width}%}}' if width else ''}"
            await views.do(lambda: _store_picture(views, slug, name, content, mark))
    except HTTPException as problem:
        raise InputError("The picture could not be read. Choose one file.") from problem
    address = f"/passage/{slug}/edit?added={quote(name)}#picture"
    return RedirectResponse(address, status_code=303)


add_picture = Route(PICTURES, _add_picture, methods=["POST"])


def _clean(alt: str) -> str:
    text = " ".join(alt.replace("[", "(").replace("]", ")").split())
    if not text:
        raise InputError("Say in words what the picture shows, for readers who do not see it.")
    return text


def _store_picture(views: ProjectViews, slug: str, name: str, content: bytes, mark: str) -> None:
    files, path = views.project.container.settings().files, f"{ASSETS}/{name}"
    passage, known = views.passage(slug).id, views.project.container.assets().read(name)
    if path in files.names(ASSETS) and getattr(known, "content", None) != content:
        raise InputError(f"There is a file {path!r} already. Rename your picture.")
    if parse_media(mark) is None:
        raise InputError("Name the file with letters, digits and - and enter a width of 1 to 100.")
    files.replace(path, content)
    asset = views.project.container.assets().read(name)
    if isinstance(asset, AssetProblem):
        files.remove(path)
        raise InputError(f"{asset.problem} {asset.fix}")
    prose = views.story().prose.get(passage, "")
    write_prose(views, passage, f"{prose}\n\n{mark}".strip())
