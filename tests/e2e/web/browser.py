"""A real Chromium, driven through Playwright, and axe-core."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome")
_INSTALL_S = 600


def chromium() -> str:
    """The system's Chromium; in CI it is installed first where it is missing.

    Skips the calling test where there is none and none can be had.
    """
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None and os.environ.get("CI") and os.geteuid() == 0 and shutil.which("apt-get"):
        for command in (
            ["update", "-qq"],
            ["install", "-yqq", "--no-install-recommends", "chromium"],
        ):
            subprocess.run(
                ["apt-get", *command], check=False, capture_output=True, timeout=_INSTALL_S
            )
        found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("no Chromium is installed (Debian: apt install chromium): pages are not driven")
    return found


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium without a window, closed at the end."""
    from playwright.sync_api import sync_playwright

    executable = chromium()
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        try:
            yield opened
        finally:
            opened.close()


def axe() -> str:
    """axe-core's script, from the package that ships it."""
    import axe_playwright_python

    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")


def violations(page: Any) -> list[str]:
    """What axe-core finds against WCAG 2.2 A and AA on what is shown."""
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
    page.evaluate(f"() => {{ {axe()} }}")
    found = page.evaluate(
        "(tags) => axe.run(document, {runOnly: {type: 'tag', values: tags}})", tags
    )
    return [
        f"{one['id']}: {node['html'][:120]}: {node['failureSummary'][:200]}"
        for one in found["violations"]
        for node in one["nodes"][:3]
    ]
