"""`python docs/pictures.py CLONE`: the pictures of the pages, of psf/requests at v2.32.3.

CLONE is a full-history clone of psf/requests with that tag checked out. The pictures are taken by
Debian's Chromium through Playwright, and stand in `docs/pictures`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
CHANGE = "145b5399486b56e00250204f033441f3fdf2f3c9..e18879932287c2bf4bcee4ddf6ccb8a69b6fc656"
VIEWS = {  # name: address, height
    "overview": ("overview", 560),
    "change": (f"change/{CHANGE}", 640),
    "file": ("file/src/requests/api.py", 560),
}
WIDTH = 1200


def main(clone: str) -> None:
    """Write the page, then a picture of each view."""
    tracer = [sys.executable, "-c", "from tracer.cli.entry import main; main()"]
    with tempfile.TemporaryDirectory() as root:
        out = Path(root, "report.html")
        subprocess.run(
            [*tracer, "page", "--out", str(out), "--path", "src/**", "--change", CHANGE],
            cwd=clone,
            check=True,
        )
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            for name, (address, height) in VIEWS.items():
                page = browser.new_page(viewport={"width": WIDTH, "height": height})
                page.goto(f"{out.as_uri()}#{address}")
                page.screenshot(path=HERE / "pictures" / f"{name}.png")
            browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
