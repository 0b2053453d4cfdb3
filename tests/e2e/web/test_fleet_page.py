"""G5: the page of a warehouse in a real browser: every view, narrow and dark, offline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from browser import violations

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Story
    from playwright.sync_api import Browser

VIEWS = ("overview", "time", "repositories", "intents", "contributors", "clones",
         "repository/team/shop", "intent/INT-001")  # fmt: skip


@pytest.fixture(scope="module")
def out(story: Story) -> Path:
    listed, warehouse = story.home / "repos.yaml", story.home / "company"
    listed.write_text(f"- path: {story.root}\n  name: team/shop\n")
    story.tracer("fleet", "sync", str(listed), "--to", str(warehouse))
    out = story.home / "fleet.html"
    told = story.run("tracer", "page", "--from", str(warehouse), "--out", str(out))
    assert told.returncode == 0, told.stderr
    return out


def test_every_view_at_small_width(browser: Browser, out: Path) -> None:
    """WCAG 2.2 AA, no sideways scrolling, links and keys that lead there, nothing asked for."""
    page: Any = browser.new_context(
        viewport={"width": 360, "height": 900}, color_scheme="dark"
    ).new_page()
    heard: list[str] = []
    page.on("request", lambda request: heard.append(request.url))
    page.on("console", lambda message: heard.append(message.text))
    page.goto(out.as_uri())
    wrong = {}
    for view in VIEWS:
        page.goto("about:blank")
        page.goto(f"{out.as_uri()}#{view}")
        wide = page.evaluate("document.documentElement.scrollWidth")
        found = violations(page)
        if found or wide > 360:
            wrong[view] = (wide, found)
    assert wrong == {}
    assert [url for url in heard if not url.startswith((out.as_uri(), "about:"))] == []
    page.keyboard.press("g")
    page.keyboard.press("r")
    page.locator("#repositories a", has_text="team/shop").click()
    page.wait_for_function("location.hash === '#repository/team/shop'")
    assert page.locator("h1:visible").inner_text() == "team/shop"


def test_other_options_and_no_warehouse(story: Story) -> None:
    """Each is one line, and says what to do."""
    for words, code, wanted in (
        (("--from", "nowhere", "--out", "a.html"), 3, "no warehouse"),
        (("--from", "nowhere", "--out", "a.html", "--rev", "HEAD"), 2, "do not narrow"),
    ):
        told = story.run("tracer", "page", *words)
        assert told.returncode == code, told.stderr
        assert wanted in told.stderr.decode()
        assert told.stderr.count(b"\n") <= 2
