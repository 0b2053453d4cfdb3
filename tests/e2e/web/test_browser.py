"""G5: every view in a real browser: by mouse, by keyboard, without scripts, in light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from browser import violations
from playwright.sync_api import expect

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Story
    from playwright.sync_api import Browser

FIRST = {
    "overview": "Whose intent the code serves",
    "time": "Changes over time",
    "intents": "Intents",
    "files": "Files",
    "changes": "Changes",
    "decisions": "Decisions and the ledger",
    "records": "Records",
}
DEEP = ("intent/INT-001", "file/billing/tax.py", "file/billing/tax.py/L15", "origins")


@pytest.fixture(scope="module")
def out(story: Story) -> Path:
    return story.page("--life", ":vat:billing/tax.py")


def shown(page: Any) -> list[str]:
    """The headings of the views that can be seen."""
    heads = page.locator(".view > h1")
    return [heads.nth(i).inner_text() for i in range(heads.count()) if heads.nth(i).is_visible()]


def shows(page: Any, *heads: str) -> bool:
    """Whether these views can be seen, and no others, as soon as the page has followed its address.

    A browser tells of the new address after the click has returned.
    """
    for _ in range(100):
        if shown(page) == list(heads):
            return True
        page.wait_for_timeout(50)
    return False


def opened(browser: Browser, out: Path, **options: Any) -> tuple[Any, list[str]]:
    """A page with the report, and what it asked for or complained of."""
    page = browser.new_context(viewport={"width": 1280, "height": 900}, **options).new_page()
    heard: list[str] = []
    page.on("request", lambda request: heard.append(request.url))
    page.on("pageerror", lambda error: heard.append(f"error: {error}"))
    page.on("console", lambda message: heard.append(f"console: {message.text}"))
    page.goto(out.as_uri())
    return page, heard


def test_the_file_asks_nothing_of_anybody(browser: Browser, out: Path) -> None:
    """The browser's own log has one request, the file, and no complaint."""
    page, heard = opened(browser, out)
    for kind in FIRST:
        page.locator(f"nav a[href='#{kind}']").click()
    assert heard == [out.as_uri()]


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_every_view_by_mouse(browser: Browser, out: Path, scripts: bool) -> None:
    """G5: Each link of the navigation shows its view and no other, with and without JavaScript."""
    page, _ = opened(browser, out, java_script_enabled=scripts)
    assert shows(page, FIRST["overview"])
    for kind, head in FIRST.items():
        page.locator(f"nav a[href='#{kind}']").click()
        assert shows(page, head)


def test_every_view_by_keyboard(browser: Browser, out: Path) -> None:
    """Tab reaches each link; `g` and a letter go there at once; `/` goes to the filter."""
    page, _ = opened(browser, out)
    for kind, head in FIRST.items():
        page.keyboard.press("g")
        page.keyboard.press(kind[0])
        assert shows(page, head), kind
    page.keyboard.press("/")
    page.wait_for_function("document.activeElement.type === 'search'")
    page.goto(out.as_uri())
    seen = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.getAttribute('href')"))
    assert {f"#{kind}" for kind in FIRST} <= seen


@pytest.mark.parametrize("address", DEEP)
def test_deep_links(browser: Browser, out: Path, address: str) -> None:
    """An address opens its view; the same address after the page was made again."""
    page, _ = opened(browser, out)
    key = address.split("/L", maxsplit=1)[0].split("/", 1)[-1].lower()
    page.goto(f"{out.as_uri()}#{address}")
    for _ in range(100):
        heads = shown(page)
        if len(heads) == 1 and (key in heads[0].lower() or heads == ["Origins of lines"]):
            return
        page.wait_for_timeout(50)
    raise AssertionError(heads)


def test_from_an_intent_to_its_line_to_its_record(browser: Browser, out: Path) -> None:
    """Overview → intent → line → record, by clicking; the pointer on a gutter tells it there."""
    page, _ = opened(browser, out)
    page.locator("#overview table a[href='#intent/INT-001']").first.click()
    row = page.get_by_role("row", name="billing/tax.py").filter(has_text="14-17")
    row.get_by_role("link", name="14-17").click()
    assert shows(page, "billing/tax.py")
    target = page.locator("tr.chosen")
    assert "def vat" in target.inner_text()
    target.locator("a").first.hover()
    assert "INT-001" in page.locator(".card").inner_text()
    target.locator("a").first.click()
    assert shows(page, "Records")
    assert "INT-001" in page.locator("tr.chosen").inner_text()


def test_proved_changes_fold_away(browser: Browser, out: Path) -> None:
    """The switch hides what is proved, without JavaScript as well."""
    for scripts in (True, False):
        page, _ = opened(browser, out, java_script_enabled=scripts)
        page.locator("nav a[href='#changes']").click()
        page.locator("#changes tbody a").first.click()
        before = page.locator("tbody.proved:visible, li.proved:visible").count()
        page.locator(".hide-proved:visible").check()
        assert before > 0
        assert page.locator("tbody.proved:visible, li.proved:visible").count() == 0
        assert page.locator("tbody.open:visible").count() > 0


def test_the_brush_narrows_the_days(browser: Browser, out: Path) -> None:
    """Dates that hold no day leave no row and say so."""
    page, _ = opened(browser, out)
    page.locator("nav a[href='#time']").click()
    assert shows(page, FIRST["time"])
    assert page.locator("tr[data-day]:visible").count() == 1
    page.locator("[data-brush=from]").evaluate(
        "(e) => { e.value = '2999-01-01'; e.dispatchEvent(new Event('change')) }"
    )
    assert page.locator("tr[data-day]:visible").count() == 0
    assert page.locator("[data-brush=told]").inner_text().startswith("0 changes")
    assert page.locator("[data-series='0'] b").first.inner_text().startswith("0 of ")
    page.locator("[data-brush=all]").click()
    assert page.locator("tr[data-day]:visible").count() == 1


def test_the_filter_and_sorting(browser: Browser, out: Path) -> None:
    page, _ = opened(browser, out)
    page.locator("nav a[href='#files']").click()
    assert shows(page, FIRST["files"])
    rows = page.locator("#files tbody tr:visible")
    count = rows.count()
    page.locator("#files input[type=search]").fill("tax")
    expect(rows).to_have_count(1)
    assert count > 1
    page.locator("#files input[type=search]").fill("")
    page.locator("#files th button", has_text="Lines").click()
    told = [int(text) for text in page.locator("#files tbody td:nth-child(2)").all_inner_texts()]
    assert told == sorted(told)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_core_finds_nothing(browser: Browser, out: Path, story: Story, scheme: str) -> None:
    """G5: WCAG 2.2 AA, every view."""
    page, _ = opened(browser, out, color_scheme=scheme)
    head = story.git("rev-parse", "HEAD").strip()
    parent = story.git("rev-parse", "HEAD^").strip()
    deep = (*DEEP, f"change/{parent}..{head}", "life/:vat:billing/tax.py")
    wrong = {}
    for address in (*FIRST, *deep):
        page.goto("about:blank")
        page.goto(f"{out.as_uri()}#{address}")
        found = violations(page)
        if found:
            wrong[address] = found
    assert wrong == {}


@pytest.mark.parametrize("width", [360, 1280, 3840])
def test_no_width_scrolls_sideways(browser: Browser, out: Path, width: int) -> None:
    """From a phone to a wall: only tables scroll sideways, never the page."""
    page, _ = opened(browser, out)
    page.set_viewport_size({"width": width, "height": 900})
    for address in (*FIRST, *DEEP):
        page.goto(f"{out.as_uri()}#{address}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_print_shows_the_view_without_the_navigation(browser: Browser, out: Path) -> None:
    page, _ = opened(browser, out)
    page.goto(f"{out.as_uri()}#file/billing/tax.py")
    page.emulate_media(media="print")
    assert shows(page, "billing/tax.py")
    assert not page.locator("nav").is_visible()
