"""Parts of pages that show prose: the pictures of the project, and the preview of typed text."""

from starlette.responses import HTMLResponse, Response

from questfoundry.domain.story.asset import AssetProblem
from questfoundry.domain.story.prose import join_edited_prose, paragraphs_of
from questfoundry.domain.story.prose_markup import is_asset_name
from questfoundry.web.rendering import ActionResult, PageRequest, action, render


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
