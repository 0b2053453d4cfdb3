"""G5: pages of a warehouse show what `tracer fleet` answers, in each of their three shells."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from tables import Tables

from tracer.fleet.questions import blame_by_intent, clones, report
from tracer.web.addresses import OneFile
from tracer.web.fleet_documents import FleetDocuments
from tracer.web.fleet_views import FleetViews
from tracer.web.served import FleetPages
from tracer.web.site import write_directory, write_file

if TYPE_CHECKING:
    from pathlib import Path

Rows = dict[str, list[list[str]]]


@pytest.fixture
def shop(fleet) -> Any:
    """The fleet, taken in; `two` has a problem since."""
    fleet.sync(history=True)
    root = fleet.repos["two"].workspace.root
    os.rename(root, root + ".away")
    fleet.sync(history=True)
    return fleet


def tables_of(html: str) -> Rows:
    read = Tables()
    read.feed(html)
    return read.rows


def numbers(row: list[str], places: range) -> list[int]:
    return [int(row[place].replace(",", "")) for place in places]


def test_one_file(shop, tmp_path: Path) -> None:
    """Every repository, intent and contributor has the numbers of the report; the same twice."""
    storage = shop.storage()
    out = tmp_path / "fleet.html"
    write_file(lambda at: FleetViews(FleetDocuments(storage), at), str(out))
    html = out.read_text("utf-8")
    write_file(lambda at: FleetViews(FleetDocuments(storage), at), str(out))
    assert out.read_text("utf-8") == html
    rows, told = tables_of(html), report(storage)

    shown = {row[0]: [int(row[1]), *numbers(row, range(3, 7))] for row in rows["repositories"][1:]}
    names = ("lines_now", "changes", "evolutions", "refactorings", "refusals")
    assert shown == {
        one["repository"]: [one[name] for name in names] for one in told["by_repository"]
    }
    assert [row[0] for row in rows["repositories"] if row[-1] == "has a problem"] == ["two"]
    shown = {row[0].split()[-1]: numbers(row, range(3, 9)) for row in rows["intents"][1:]}
    assert shown == {
        one["id"]: [one["lines_now"], one["repositories"], *(one[name] for name in names[1:])]
        for one in told["by_intent"]
        if one["id"]
    }
    assert (
        sum(numbers(row, range(1, 2))[0] for row in rows["contributors"][1:])
        == (told["total"]["lines_now"])
    )
    changes = sum(int(row[1]) for row in rows["time"] if row[0][:2] == "20")
    assert changes == told["total"]["changes"] > 0

    code = blame_by_intent(storage, "INT-001")
    files = [row for row in rows["intent/INT-001"] if len(row) == 3 and row[2].isdigit()]
    assert sum(int(row[2]) for row in files) == code["lines"]
    assert {row[0] for row in files} == {"one", "two", "three"}
    assert clones(storage)["clones"] == []
    assert "stands in several repositories" in html


def test_a_directory_and_its_links(shop, tmp_path: Path) -> None:
    """Every link leads to a file of the directory."""
    storage = shop.storage()
    out = tmp_path / "pages"
    count = write_directory(lambda at: FleetViews(FleetDocuments(storage), at), str(out))
    pages = {path.relative_to(out).as_posix(): path for path in out.rglob("*.html")}
    assert len(pages) == count == 6 + 3 + 2
    for name, path in pages.items():
        read = Tables()
        read.feed(path.read_text("utf-8"))
        for link in read.links:
            if not link.startswith("#"):
                target = os.path.normpath(os.path.join(os.path.dirname(name), link.split("#")[0]))
                assert target in pages, (name, link)


def test_served_and_synced(shop) -> None:
    """A page shows what the last sync took in; who has no token, or asks for more, gets nothing."""
    pages = FleetPages(shop.storage(), token="secret", port=80)
    client = TestClient(pages.app, base_url="http://localhost:80", follow_redirects=True)
    client.headers["host"] = "localhost:80"
    assert client.get("/").status_code == 401
    assert "3 repositories" in client.get("/?token=secret").text
    before = tables_of(client.get("/repository/three").text)
    shop.repos["three"].repo.commit("More\n\nIntent: INT-001", a__py="x = 1\ny = 2\n")
    shop.sync(history=True)
    after = tables_of(client.get("/repository/three").text)
    assert before != after
    for gone in ("/repository/none", "/approvals", "/files", "/intents/more"):
        assert client.get(gone).status_code == 404


def test_names_are_shown_and_do_nothing(shop) -> None:
    """Names out of repositories are escaped wherever they stand."""
    site = FleetDocuments(shop.storage())
    evil = "<script>alert(1)</script>\u202e"
    site.manifests = {evil: dict(site.manifests["one"], repository=evil)}
    site.shares = [row | {"repository": evil, "who": evil} for row in site.shares]
    for row in site.report["by_repository"]:
        row["repository"] = evil
    for row in site.report["by_intent"]:
        row["name"] = evil
    views = FleetViews(site, OneFile())
    for name in views.names():
        html = str(views.of(*name).html)
        assert "<script" not in html
        assert "\u202e" not in html
