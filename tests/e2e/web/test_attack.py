"""G5: hostile names are inert, odd repositories get a page, the server keeps its door."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from project import Project

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from conftest import Story
    from playwright.sync_api import Browser

SCRIPT = "</script><img src=x onerror=alert(1)>"
QUOTES = "\"'><svg onload=alert(2)>"
BIDI = "a\u202etxt.exe\u2066"
CONTROL = "bell\x07esc\x1b[31m"
LONG = "n" * 10_000


@pytest.fixture
def hostile(tmp_path: Path) -> Project:
    """A repository in which everything that can be named has a name that wants out."""
    base = tmp_path / "hostile"
    base.mkdir()
    made = Project(base)
    made.git("init", "-q", "-b", "main")
    made.write(f"{SCRIPT.replace('/', '|')}.py", f"x = 1  # {SCRIPT}\n")
    made.write(f"{QUOTES}.py", f"def f():\n    return '{BIDI}'\n")
    made.write(f"{BIDI}.txt", f"{CONTROL}\n{LONG}\n")
    made.write("{{ 7 * 7 }}{% raw %}.md", "{{ 7 * 7 }}\n")
    made.write("with space/ünïcode & more#1?.py", "y = 2\n")
    made.git("add", "-A")
    made.git("commit", "-qm", f"{SCRIPT} {QUOTES} {BIDI}\n\nIntent: {SCRIPT[:20]}")
    made.tracer("init")
    made.tracer(
        "intent", "add", "INT-1", "--name", f"{SCRIPT}{QUOTES}{BIDI}{LONG}", "--scope", "**"
    )
    return made


def test_hostile_names_are_inert(hostile: Project, browser: Browser) -> None:
    """G5: No dialog, no element of theirs, no request; what cannot be seen is shown as a sign."""
    out = hostile.home / "page.html"
    hostile.tracer("page", "--out", str(out))
    page = browser.new_page()
    heard: list[str] = []
    page.on("dialog", lambda dialog: heard.append(dialog.message))
    page.on("request", lambda request: heard.append(request.url))
    page.on("console", lambda message: heard.append(message.text))
    page.goto(out.as_uri())
    for link in page.locator("nav a").all():
        link.click()
    assert heard == [out.as_uri()]
    text = out.read_text("utf-8")
    assert page.locator("img, svg[onload], iframe, object").count() == 0
    assert "\u202e" not in text
    assert "\x1b" not in text
    assert "{{ 7 * 7 }}" in text
    handlers = "[...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames())"
    assert [name for name in page.evaluate(handlers) if name.startswith("on")] == []


def test_hostile_names_have_addresses(hostile: Project, browser: Browser) -> None:
    """Each file's view opens from the list, as one file and as a directory."""
    from playwright.sync_api import expect  # the browser may be missing

    out = hostile.home / "page.html"
    hostile.tracer("page", "--out", str(out))
    hostile.tracer("page", "--out", str(hostile.home / "pages"))
    page = browser.new_page()
    for start in (out, hostile.home / "pages" / "files.html"):
        page.goto(start.as_uri() + ("#files" if start == out else ""))
        links = page.locator("#files tbody tr td:first-child a")
        for number in range(links.count()):
            name = links.nth(number).inner_text()
            links.nth(number).click()
            expect(page.locator(".view:visible h1")).to_have_text(name, use_inner_text=True)
            page.go_back()
            expect(page.locator("#files")).to_be_visible()


def test_a_policy_that_allows_nothing_else(story: Story) -> None:
    """The policy names the two parts by their digest, and no handler or style stands inline."""
    text = story.page().read_text("utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy is not None
    assert "default-src &#39;none&#39;" in policy.group(1)
    assert "unsafe" not in policy.group(1)
    assert re.findall(r"<[^>]+\sstyle=", text) == []
    assert re.findall(r"(?:src|href)=\"(?:https?:)?//", text) == []


def test_an_empty_repository(tmp_path: Path) -> None:
    base = tmp_path / "empty"
    base.mkdir()
    made = Project(base)
    made.git("init", "-q")
    made.tracer("page", "--out", "report.html")
    assert "There is nothing to show" in (made.root / "report.html").read_text("utf-8")


def test_a_bare_repository_gets_one_clear_error(tmp_path: Path) -> None:
    base = tmp_path / "bare"
    base.mkdir()
    made = Project(base)
    made.git("init", "-q", "--bare", ".")
    done = made.run("tracer", "page", "--out", "report.html")
    assert done.returncode == 3
    assert b"bare git repository" in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_large_binary_and_missing_files_say_so(tmp_path: Path) -> None:
    base = tmp_path / "odd"
    base.mkdir()
    made = Project(base)
    made.git("init", "-q")
    made.commit(
        {"big.txt": "line of text\n" * 420_000, "gone.py": "x = 1\n", "a.py": "y = 1\n"}, "Begin"
    )
    made.write("data.bin", b"\0\1\2")
    made.git("add", "-A")
    made.git("commit", "-qm", "Data")
    (made.root / "gone.py").unlink()
    made.tracer("page", "--out", "report.html")
    text = (made.root / "report.html").read_text("utf-8")
    assert "too large to show by lines" in text
    assert "A binary file of 3 bytes." in text
    assert "This file is not there" in text


def test_a_half_written_ledger(story: Story, tmp_path: Path) -> None:
    """The page says what verify found, and shows the rest."""
    copy = tmp_path / "copy"
    shutil.copytree(story.root, copy)
    with (copy / ".orchestration" / "agent_trace.jsonl").open("ab") as file:
        file.write(b'{"id": "half')
    out = tmp_path / "half.html"
    done = story.run("tracer", "page", "--out", str(out), cwd=copy)
    assert done.returncode == 0, done.stderr
    text = out.read_text("utf-8")
    assert "What verify found" in text
    assert "billing/tax.py" in text


def test_a_directory_of_somebody_else_is_left_alone(story: Story, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    done = story.run("tracer", "page", "--out", str(tmp_path))
    assert done.returncode == 3
    assert b"not tracer's" in done.stderr
    assert (tmp_path / "precious").read_text() == "mine"


class Served(NamedTuple):
    """A server that runs: where, and the token."""

    base: str
    token: str
    process: subprocess.Popen[str]


@contextmanager
def served(project: Project) -> Iterator[Served]:
    """`tracer page --serve`, ended by Ctrl-C."""
    tracer = os.path.join(os.path.dirname(sys.executable), "tracer")
    process = subprocess.Popen(
        [tracer, "page", "--serve"],
        cwd=project.root,
        env=project.environment() | {"PYTHONUNBUFFERED": "1"},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        told = re.search(r"(http://127\.0\.0\.1:\d+)/\?token=(\S+)", process.stderr.readline())
        assert told is not None
        yield Served(told.group(1), told.group(2), process)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        finally:
            process.kill()
            process.stderr.close()


def asked(
    where: Served, path: str, *, cookie: bool = True, data: bytes | None = None, **headers: str
) -> tuple[int, str]:
    """Status and text of an answer; redirects are not followed."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_: Any) -> None:
            return None

    given = {name.replace("_", "-"): value for name, value in headers.items()}
    if cookie:
        given["Cookie"] = f"tracer_page={where.token}"
    request = urllib.request.Request(where.base + path, data=data, headers=given)
    try:
        with urllib.request.build_opener(Stay).open(request, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.fixture(scope="module")
def server(story: Story) -> Iterator[Served]:
    with served(story) as running:
        yield running


@pytest.mark.parametrize(
    ("path", "cookie", "headers", "data", "status"),
    [
        ("/", True, {}, None, 200),
        ("/", False, {}, None, 401),
        ("/?token=wrong", False, {}, None, 401),
        ("/", True, {"Host": "evil.example"}, None, 403),
        ("/", True, {"Host": "127.0.0.1"}, None, 403),
        ("/files", True, {"Sec_Fetch_Site": "cross-site"}, None, 403),
        ("/approvals/A-1", True, {"Origin": "http://evil.example"}, b"answer=approved", 403),
        ("/approvals/A-1", True, {}, b"answer=approved", 403),
        ("/approvals/A-1", False, {}, b"answer=approved", 401),
        ("/file/../../../../etc/passwd", True, {}, None, 404),
        ("/file/..%2f..%2f..%2fetc%2fpasswd", True, {}, None, 404),
        ("/file//etc/passwd", True, {}, None, 404),
        ("/file/.git/config", True, {}, None, 404),
        ("/file/.orchestration/config.yaml", True, {}, None, 404),
        ("/nothing", True, {}, None, 404),
        ("/change/--output=x", True, {}, None, 404),
        ("/change/no-such-branch", True, {}, None, 404),
        ("/life/:nobody:billing/tax.py", True, {}, None, 404),
        ("/intent/INT-404", True, {}, None, 404),
    ],
)
def test_the_door(  # noqa: PLR0913, PLR0917 - one row of the table
    server: Served,
    path: str,
    cookie: bool,
    headers: dict[str, str],
    data: bytes | None,
    status: int,
) -> None:
    """G5: Who may ask, and for what."""
    assert asked(server, path, cookie=cookie, data=data, **headers)[0] == status


def test_every_link_leads_somewhere(server: Served) -> None:
    """G5: From the first page, all that links point at, and what these point at."""
    waiting, seen = ["/"], {"/"}
    while waiting:
        path = waiting.pop()
        status, text = asked(server, path, cookie=True)
        assert status == 200, path
        for link in re.findall(r"""href=["']?(/[^"' >#]*)""", text):
            if html.unescape(link) not in seen:
                seen.add(html.unescape(link))
                waiting.append(html.unescape(link))
    assert {path.split("/")[1] for path in seen} >= {"intent", "file", "change", "records"}


def test_it_listens_on_loopback_only(server: Served) -> None:
    port = int(server.base.rsplit(":", 1)[1])
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None)}
    for address in others - {"127.0.0.1", "127.0.1.1", "::1"}:
        assert not is_open(address, port)
    assert not is_open("::1", port)


def is_open(address: str, port: int) -> bool:
    try:
        socket.create_connection((address, port), timeout=1).close()
    except OSError:
        return False
    return True


def test_the_queue(story: Story, tmp_path: Path, browser: Browser) -> None:
    """G5: A request is approved by clicking; the record is the one `tracer approve` makes."""
    base = tmp_path / "queue"
    shutil.copytree(story.root, base / "repo")
    (base / "home").mkdir()
    project = Project(base, new=False)
    event = {
        "schema": "tracer.event/1", "phase": "pre", "kind": "shell", "agent": "acme",
        "session_id": "s9", "turn_id": "1", "call_id": "c1", "cwd": str(project.root),
        "intent_id": "INT-001", "command": "rm -rf billing",
        "contributor": {"entity_type": "AI", "model_identifier": "acme-1"},
    }  # fmt: skip
    select = {**event, "phase": "post", "kind": "mcp", "tool": "select_active_intent"}
    del select["command"]
    project.hook("generic", json.dumps(select).encode())
    done = project.hook("generic", json.dumps(event).encode())
    waiting = project.report("approve")["requests"]
    if not waiting:
        pytest.fail(f"the destructive command was not queued: {done.stdout.decode()}")
    with served(project) as running:
        page = browser.new_page()
        page.goto(f"{running.base}/?token={running.token}")
        assert "token" not in page.url
        page.locator("nav a[href='/approvals']").click()
        assert "rm -rf billing" in page.locator("main").inner_text()
        page.locator("button[value=approved]").click()
        assert "approved" in page.locator("[role=status]").inner_text()
        assert page.locator("pre.asked").count() == 0
    assert running.process.returncode in {0, 130}
    approvals = [one["approval"] for one in project.records() if one["event"] == "approval"]
    assert approvals[-1]["answer"] == "approved"


def test_ctrl_c_leaves_nothing(story: Story) -> None:
    """It ends by Ctrl-C, writes no file, and its port is free."""
    before = story.git("status", "--porcelain", "--ignored")
    with served(story) as running:
        assert asked(running, "/")[0] == 200
    assert running.process.returncode in {0, 130}
    assert story.git("status", "--porcelain", "--ignored") == before
    assert not is_open("127.0.0.1", int(running.base.rsplit(":", 1)[1]))
