"""The first page of the web interface, and the results of the checks."""

from pathlib import Path

from attrs import evolve
from lxml import html

from questfoundry.domain.checks.foreign import DoubtedFinding
from questfoundry.domain.checks.law import Law
from questfoundry.domain.fault import Fault, FaultKind
from questfoundry.domain.story.foreign.story import UnmodelledCode
from questfoundry.domain.story.source_text import FilePlace, Located
from tests.support.desk import at_desk, texts
from tests.support.woven_project import edit


async def test_it_says_where_the_story_stands(project) -> None:
    """The author sees finished stages, costs and problems in the browser. (DSK-2.1)"""
    async with at_desk(project) as desk:
        answer = await desk.get("/")
        assert texts(answer, "//h1") == ["The Drowned Ledger"]
        stages = texts(answer, "//ol[@class='stages']//h3")
        assert stages[0] == "DREAM finished"
        assert stages[-1] == "SHIP not started"
        assert "Usage so far" in texts(answer, "//h2")

        assert "sound" in (await desk.get("/findings/summary")).text
        findings = await desk.get("/findings")
        assert texts(findings, "//h1") == ["Findings"]
        assert "What choices change" in findings.text


async def test_an_empty_project_is_shown_too(tmp_path):
    """A new project has no artifacts yet, so the page must work without them. (DSK-2.1)"""
    async with at_desk(tmp_path) as desk:
        assert texts(await desk.get("/"), "//h1") == [tmp_path.name]
        assert (await desk.get("/findings")).is_success
        assert "no structure" in (await desk.get("/findings/summary")).text


async def test_what_is_shipped_can_be_kept(project):
    """An exported story contains scripts, so the browser must download it."""
    async with at_desk(project) as desk:
        assert (await desk.post("/ship")).status_code == 303
        page = html.fromstring((await desk.get("/")).text)
        [address] = [each for each in page.xpath("//a/@href") if each.endswith("ledger.html")]
        file = await desk.get(address)
        assert file.headers["content-disposition"].startswith("attachment")
        assert file.headers["content-type"] == "application/octet-stream"
        assert b"The Drowned Ledger" in file.content


async def test_findings_can_be_played_and_faults_are_listed(project, monkeypatch) -> None:
    """Playing to a problem explains it best; faults need lines of their own."""
    async with at_desk(project) as desk:
        checked = await desk.views.do(desk.views.check)
        first = checked.structure.passages[0]
        counterexample = (checked.structure.outgoing_choices(first.id)[1].id,)
        finding = Law.STRETCHES.build_finding(
            place=first.id,
            problem=f"'{first.id}' drags, and 'passage::gone'.",
            fix="Cut it.",
            counterexample=counterexample,
        )
        of_others = evolve(finding, counterexample=("choice::not-open",))
        found = tuple(Located(each, None) for each in (finding, of_others))
        monkeypatch.setattr(desk.views, "check", lambda: evolve(checked, findings=found))
        answer = await desk.get("/findings")
        assert texts(answer, "//a[contains(@href, '/play?')]") == ["Play an example"]
        assert "/play?route=1" in answer.text
        assert f"“{first.title}” drags, and 'passage::gone'." in texts(answer, "//li/p")

    fault = Fault(
        rule="schema.any", kind=FaultKind.INVALID, field="title", problem="The title is empty."
    )
    code = UnmodelledCode(passage="Hall", place=FilePlace("cellar.twee", 3), what="<<wander>>")
    async with at_desk(project) as desk:
        checked = await desk.views.do(desk.views.check)
        finding = Law.STRETCHES.build_finding(place="Hall", problem="It drags.", fix="Cut it.")
        doubted = Located(DoubtedFinding(finding=finding, cause=code), None)
        result = evolve(checked, faults=(Located(fault, None),), doubted=(doubted,))
        monkeypatch.setattr(desk.views, "check", lambda: result)
        shown = texts(await desk.get("/findings"), "//li/p")
        assert {"The title is empty.", "title", "It drags."} <= {*shown}
        assert "cellar.twee" in shown[-1]


async def test_an_edit_that_is_not_valid_is_told_and_can_be_taken_back(project):
    """A typing error in a file must not lock the author out of the web interface."""
    async with at_desk(project) as desk:
        before = texts(await desk.get("/"), "//h1")
        edit(project, "    to: passage::", "    to: passage::no-")
        answer = await desk.get("/")
        assert answer.status_code == 400
        assert "artifacts/grow.yaml" in answer.text
        assert (await desk.post("/restore")).status_code == 303
        assert texts(await desk.get("/"), "//h1") == before


async def test_a_goal_is_set_and_measured(project: Path) -> None:
    """Authors write for a number of words a day, without another program. (DSK-2.1)"""
    settings = project / "project.yaml"
    before = settings.read_text("utf-8") if settings.exists() else ""
    async with at_desk(project) as desk:
        assert "Set the goal" in (await desk.get("/")).text
        assert (await desk.post("/goal", {"daily": "500", "words": ""})).status_code == 303
        assert "goal:\n  daily: 500\n" in settings.read_text("utf-8")
        page = await desk.get("/")
        assert "0 of 500 words today" in texts(page, "//p[@role='status']")
        edit = "/passage/setup-1/edit"
        [known] = html.fromstring((await desk.get(edit)).text).xpath("//input[@id='known']/@value")
        prose = (await desk.views.do(desk.views.story)).prose["passage::setup-1"]
        fields = {"known": known, "form": "one", "flag": "", "part": f"{prose} Three more words."}
        assert (await desk.post(edit, fields)).status_code == 303
        await desk.post("/goal", {"daily": "500", "words": "9000"})
        [said] = texts(await desk.get("/"), "//p[@role='status']")
        assert said.startswith("3 of 500 words today, ")
        assert said.endswith(" of 9,000 words in all")
        refused = await desk.post("/goal", {"daily": "many", "words": ""})
        assert "is not a number of words" in refused.text
        await desk.post("/goal", {"daily": "", "words": ""})
        assert "\ngoal:" not in settings.read_text("utf-8")
        assert settings.read_text("utf-8").strip() == before.strip()
