"""A hook that answers before its record is made loses none, whoever is killed, and whenever."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest
from agent_session import repository

from tracer.agents import late, tool_calls, watchdog
from tracer.agents.run import run
from tracer.engine import pipeline
from tracer.model import waits

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.model.workspace import Workspace

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="hooks work in a child process")

BEFORE, AFTER = "def price(a):\n    return a + 1\n", "def price(a):\n    return a + 2\n"
FILE = "src/price.py"
FORK = getattr(os, "fork", None)
CHILDREN: list[int] = []  # of edits that have their answer
ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{40}\b")


def place(tmp_path: Path, settings: str = "answers: early\n") -> Workspace:
    """A repository whose team has early answers, or what `settings` says."""
    workspace = repository(tmp_path / "repo", {FILE: BEFORE})
    os.makedirs(workspace.sidecar)
    Path(workspace.config).write_text(f"mode: observe\n{settings}")
    Path(workspace.intents).write_text("active_intents: []\n")
    return workspace


def payload(workspace: Workspace, name: str, call: str = "c1", text: str = AFTER) -> bytes:
    """An event of Claude Code around a write of the file."""
    where = os.path.join(workspace.root, FILE)
    event: dict[str, Any] = {
        "hook_event_name": name, "session_id": "s", "cwd": workspace.root, "tool_name": "Write",
        "tool_use_id": call, "tool_input": {"file_path": where, "content": text},
    }  # fmt: skip
    if name == "PostToolUse":
        event["tool_response"] = {"success": True}
    return json.dumps(event).encode()


def forked() -> int:
    """A fork whose child is remembered: other children of this process are not waited for."""
    child = FORK()
    if child:
        CHILDREN.append(child)
    return child


def edit(workspace: Workspace, call: str = "c1", text: str = AFTER) -> bytes:
    """What the agent hears after it has written `text`."""
    assert run("claude-code", payload(workspace, "PreToolUse", call, text)).exit_code == 0
    (Path(workspace.root) / FILE).write_text(text)
    with mock.patch.object(os, "fork", forked):
        answer = watchdog.watched("claude-code", payload(workspace, "PostToolUse", call, text))
    assert (answer.exit_code, answer.stderr) == (0, b"")
    return answer.stdout


def records(workspace: Workspace) -> list[dict[str, Any]]:
    """The mutations in the ledger."""
    try:
        lines = Path(workspace.ledger).read_text().splitlines()
    except FileNotFoundError:
        return []
    return [one for one in map(json.loads, lines) if one["event"] in ("mutation", "reconcile")]


def told(record: dict[str, Any]) -> dict[str, Any]:
    """A record without what is made anew each time."""
    made = ("id", "timestamp", "integrity", "vcs")
    text = json.dumps({key: value for key, value in record.items() if key not in made})
    return json.loads(ID.sub("ID", text))


def stopped(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, *, after: bool) -> None:
    """Whoever calls a function is killed, before it or after it."""
    real: Callable[..., Any] = getattr(module, name)

    def killing(*arguments: Any, **options: Any) -> Any:
        if after:
            real(*arguments, **options)
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(module, name, killing)


def await_end(workspace: Workspace) -> None:
    """Wait until the process that records has let go."""
    while CHILDREN:
        with suppress(ChildProcessError):  # who was waited for already
            os.waitpid(CHILDREN.pop(), 0)
    assert len(waits.left(workspace)) <= 1


def test_same_record_as_one_that_was_waited_for(tmp_path: Path) -> None:
    """The record says what it says where the agent waits, and the answer is the same."""
    first, second = place(tmp_path / "a"), place(tmp_path / "b", "")
    answers = [edit(first), edit(second)]
    late.complete(first)
    assert not waits.left(first)
    assert answers[0] == answers[1]
    texts = [json.dumps([told(one) for one in records(each)]) for each in (first, second)]
    assert texts[0] == texts[1]
    assert len(records(first)) == 1


@pytest.mark.parametrize(
    ("module", "name", "after"),
    [
        (late, "_finish", False),  # right after the answer
        (late, "_record", False),  # taken up
        (pipeline, "match", False),  # the pre-hook's memory is taken
        (pipeline, "append", False),
        (pipeline, "append", True),  # the record stands in the ledger
        (pipeline, "remember", True),
        (tool_calls, "_remember_outcome", True),
        (late, "_record", True),  # only the entry is left
    ],
)
def test_killed_after_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, *, after: bool
) -> None:
    """The next to ask makes the one record there is to be, of what stood in the file then."""
    whole, workspace = place(tmp_path / "a", ""), place(tmp_path / "b")
    edit(whole)
    with monkeypatch.context() as patched:
        stopped(patched, module, name, after=after)
        edit(workspace)
        await_end(workspace)
    assert len(waits.left(workspace)) == 1
    (Path(workspace.root) / FILE).write_text("somebody = 1\n")
    late.complete(workspace)
    assert not waits.left(workspace)
    assert [told(one) for one in records(workspace)] == [told(one) for one in records(whole)]


def test_next_hook_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pre-hook begins when all earlier calls are recorded, in their order."""
    workspace = place(tmp_path)
    real = late._record

    def slow(*arguments: Any) -> None:
        time.sleep(0.2)
        real(*arguments)

    monkeypatch.setattr(late, "_record", slow)
    for number in range(3):
        edit(workspace, f"c{number}", f"def price(a):\n    return a + {number + 2}\n")
        if number:
            assert len(records(workspace)) >= number  # by the pre-hook of this call
    assert waits.left(workspace)
    run("claude-code", payload(workspace, "PreToolUse", "c9"))
    assert [one["tool"]["call_id"] for one in records(workspace)] == ["c0", "c1", "c2"]


@pytest.mark.parametrize(
    "settings",
    ["", "answers: early\nquality: [{name: t, command: 'true'}]\n", "answers: recorded\n"],
)
def test_waits_where_the_answer_may_say_more(tmp_path: Path, settings: str) -> None:
    """Without the setting, and where checks run after a change, the record comes first."""
    workspace = place(tmp_path, settings)
    edit(workspace)
    assert not os.path.exists(waits.directory(workspace))
    assert len(records(workspace)) == 1


def test_refactoring_only_waits(tmp_path: Path) -> None:
    """An agent that may only refactor hears of the class of its change."""
    workspace = place(tmp_path)
    Path(workspace.intents).write_text(
        "active_intents:\n- {id: INT-001, name: A, status: IN_PROGRESS, owned_scope: ['**'],"
        " allowed_mutation: AST_REFACTOR}\n"
    )
    from tracer.intents import select

    select(workspace, "claude-code", "s", "INT-001")
    edit(workspace)
    assert not os.path.exists(waits.directory(workspace))


def test_gives_up_on_what_kills_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After three processes an entry is set aside, and the change is found as nobody's."""
    workspace = place(tmp_path)
    with monkeypatch.context() as patched:
        stopped(patched, late, "_record", after=False)
        edit(workspace)
        await_end(workspace)
        for _ in range(2):
            child = os.fork()
            if child == 0:
                late.complete(workspace)
                os._exit(0)
            assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    late.complete(workspace)
    assert not waits.left(workspace)
    assert [name for name in os.listdir(waits.directory(workspace)) if name.endswith(".failed")]
    assert not records(workspace)


@pytest.mark.skipif(sys.platform == "win32", reason="as above")
def test_unwritable_index_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing can be written down the agent waits for the record."""
    workspace = place(tmp_path)

    def full(*_: Any) -> bool:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(late, "_write", full)
    run("claude-code", payload(workspace, "PreToolUse"))
    (Path(workspace.root) / FILE).write_text(AFTER)
    answer = watchdog.watched("claude-code", payload(workspace, "PostToolUse"))
    assert b"No space left" in answer.stderr
    assert len(records(workspace)) == 1
