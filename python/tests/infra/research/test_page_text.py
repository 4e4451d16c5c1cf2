"""The readable text of an HTML page."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from questfoundry.infra.research.page_text import page_text

PAGE = """<!doctype html><html><head><title>Drowned
 cities &amp; bells</title><style>p { color: red }</style></head>
<body><nav><a href=/>Home</a></nav><h1>Dunwich</h1>
<p>The sea took   the <b>churches</b>
one by one.</p><script>alert("no")</script><ul><li>St Peter<li>St John</ul>
<p>Bells &#8212; they say.<aside>Buy now<form>x</aside>after</p>
<footer>Imprint</footer></body></html>"""


def test_a_page_is_read_as_a_person_would() -> None:
    """RES-5.1."""
    page = page_text(PAGE)

    assert page.title == "Drowned cities & bells"
    assert page.text.splitlines() == [
        "Dunwich",
        "The sea took the churches one by one.",
        "St Peter",
        "St John",
        "Bells — they say.after",
    ]


@given(st.text(alphabet="<>/!-&;ab pscript\"'= ", max_size=80))
def test_no_text_breaks_the_reader(html: str) -> None:
    """RES-5.2."""
    page = page_text(html)

    assert page.text == page.text.strip()
