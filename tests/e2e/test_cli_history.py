"""The commands on a repository nobody has set anything up in."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import time
from typing import TYPE_CHECKING

import contract
import pytest

if TYPE_CHECKING:
    from project import Project

FIRST = '''\
"""Prices."""


def total(items):
    """Sum of all prices."""
    result = 0
    for item in items:
        result += item.price
    return result
'''
MOVED = '"""Prices."""\n\nfrom shop.sums import total\n\n\nCURRENCY = "EUR"\n'
SUMS = '"""Sums."""\n\n\n' + FIRST.partition("\n\n\n")[2]
SECOND = SUMS.replace("result = 0", "result = 100")


@pytest.fixture
def history(project: Project) -> Project:
    """A function introduced, moved to another file, and changed: one commit each."""
    project.first = project.commit({"shop/prices.py": FIRST}, "Add prices")
    project.moved = project.commit({"shop/prices.py": MOVED, "shop/sums.py": SUMS}, "Move sums")
    project.changed = project.commit(
        {"shop/sums.py": SECOND}, "Start at a hundred\n\nIntent: INT-007"
    )
    return project


def test_blame_sees_through_the_move(history: Project) -> None:
    """Lines that only moved belong to the commit that wrote them; the changed one does not."""
    document = contract.check(history.report("blame", "shop/sums.py"), contract.BLAME)
    origins = {row["line"]: row["origin"]["id"] for row in document["lines"]}
    assert document["revision"] is None
    assert origins[4] == history.first
    assert origins[7] == history.first
    assert origins[6] in (history.changed, history.first)
    row = document["lines"][3]
    assert (row["method"], row["origin"]["path"], row["origin"]["line"]) == (
        "inferred",
        "shop/prices.py",
        4,
    )
    changed = document["lines"][5]
    shares = {share["id"] for share in changed["shares"]}
    assert history.changed in shares


def test_blame_of_a_revision(history: Project) -> None:
    """`--rev` answers for the file as it was."""
    document = contract.check(
        history.report("blame", "shop/prices.py", "--rev", "HEAD~2"), contract.BLAME
    )
    assert document["revision"] == history.first
    assert {row["origin"]["id"] for row in document["lines"]} == {history.first}
    assert len(document["lines"]) == FIRST.count("\n")


def test_blame_of_a_function(history: Project) -> None:
    """`-L :NAME` limits the answer to the definition's lines; two ranges add up."""
    document = history.report("blame", "shop/sums.py", "-L", ":total")
    assert [row["line"] for row in document["lines"]] == [4, 5, 6, 7, 8, 9]
    document = history.report("blame", "shop/sums.py", "-L", "1,1", "-L", "4,+2")
    assert [row["line"] for row in document["lines"]] == [1, 4, 5]


def test_porcelain_can_be_read_by_an_editor(history: Project) -> None:
    """Every line of the file follows its header, and every header names an existing commit."""
    output = history.tracer("blame", "--line-porcelain", "shop/sums.py")
    texts = [line[1:] for line in output.splitlines() if line.startswith("\t")]
    assert texts == SECOND.splitlines()
    heads = re.findall(r"^([0-9a-f]{40}) (\d+) (\d+)", output, re.MULTILINE)
    assert [int(final) for _, _, final in heads] == list(range(1, len(texts) + 1))
    known = set(history.git("rev-list", "HEAD").split())
    assert {sha for sha, _, _ in heads} <= known
    assert "author Pat Person" in output
    assert "author-mail <pat@example.org>" in output


def test_log_tells_the_life_of_a_function(history: Project) -> None:
    """Newest first: the change, the move, the introduction."""
    document = contract.check(history.report("log", "-L", ":total:shop/sums.py"), contract.LOG)
    assert document["element"]["kind"] == "function"
    changes = document["changes"]
    assert [change["revision"] for change in changes] == [
        history.changed,
        history.moved,
        history.first,
    ]
    assert changes[0]["kinds"] == ["body"]
    assert "moved" in changes[1]["kinds"]
    assert changes[1]["before"]["path"] == "shop/prices.py"
    assert changes[2]["kinds"] == ["introduced"]
    assert changes[2]["before"] is None


def test_blame_by_intent_reads_trailers(history: Project) -> None:
    """Code of a commit that cites an intent is code of that intent."""
    document = contract.check(
        history.report("blame-by-intent", "INT-007"), contract.BLAME_BY_INTENT
    )
    assert document["intent"] == {"id": "INT-007", "name": None, "status": None}
    assert all(entry["record"] == history.changed for entry in document["ranges"])


def test_diff_of_the_working_tree(history: Project) -> None:
    """Without arguments: the disk against HEAD, new files included."""
    assert history.report("diff")["verdict"] == "UNCHANGED"
    history.write("shop/sums.py", SECOND.replace("100", "200"))
    history.write("shop/fresh.py", "x = 1\n")
    document = contract.check(history.report("diff"), contract.CHANGES)
    assert document["verdict"] == "INTENT_EVOLUTION"
    assert {file["after"] for file in document["files"]} == {"shop/sums.py", "shop/fresh.py"}
    assert "shop/fresh.py (added)" in history.tracer("diff")


@pytest.mark.parametrize("arguments", [["HEAD~1..HEAD"], ["HEAD~1", "HEAD"], ["HEAD~1..."]])
def test_diff_of_revisions(history: Project, arguments: list[str]) -> None:
    """A range, two revisions and the merge base name the same change here."""
    document = contract.check(history.report("diff", *arguments), contract.CHANGES)
    assert [file["after"] for file in document["files"]] == ["shop/sums.py"]


def test_diff_against_an_older_revision(history: Project) -> None:
    """One revision is compared with the disk, committed and uncommitted changes together."""
    history.write("shop/fresh.py", "x = 1\n")
    document = history.report("diff", history.first)
    assert {file["after"] for file in document["files"]} == {
        "shop/prices.py",
        "shop/sums.py",
        "shop/fresh.py",
    }


def test_exit_code_of_diff(history: Project) -> None:
    """`--exit-code` turns a change into 1; without it a change is no failure."""
    assert history.run("tracer", "diff", "--exit-code").returncode == 0
    history.write("shop/sums.py", "x = 1\n")
    assert history.run("tracer", "diff", "--exit-code").returncode == 1
    assert history.run("tracer", "diff").returncode == 0


def test_classify_directories_and_files(history: Project) -> None:
    """Layout is a refactoring, another number is not; files and directories alike."""
    history.write("a/m.py", "def f(x):\n    return x + 1\n")
    history.write("b/m.py", "def f( x ):\n    return (x + 1)\n")
    history.write("c/m.py", "def f(x):\n    return x + 2\n")
    for before, after, verdict in (
        ("a", "b", "AST_REFACTOR"),
        ("a", "c", "INTENT_EVOLUTION"),
        ("a/m.py", "b/m.py", "AST_REFACTOR"),
        ("a/m.py", "c/m.py", "INTENT_EVOLUTION"),
        ("a", "a", "UNCHANGED"),
        ("a/m.py", "a/m.py", "UNCHANGED"),
    ):
        document = contract.check(history.report("classify", before, after), contract.CHANGES)
        assert document["verdict"] == verdict, (before, after)
    assert history.tracer("classify", "a", "c").splitlines()[0] == "INTENT_EVOLUTION"


def test_fingerprint_ignores_where_a_function_stands(history: Project) -> None:
    """The same function has the same hashes in another file and at another place."""
    history.write("a.py", "def f(x):\n    return x\n")
    history.write("b.py", "import os\n\n\nclass C:\n    def f( x ):\n        return x\n")
    document = history.report("fingerprint", "a.py", "b.py", "--rung", "tokens")
    first, second = document["files"]
    assert first["definitions"][0]["digests"] == second["definitions"][-1]["digests"]
    assert first["digests"] != second["digests"]
    assert set(first["digests"]) == {"TOKENS"}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["blame", "missing.py"], 3),
        (["blame", "../outside.py"], 3),
        (["blame", "shop"], 3),
        (["blame", "shop/sums.py", "--rev", "nonsense"], 3),
        (["blame", "shop/sums.py", "-L", "900,901"], 3),
        (["blame", "shop/sums.py", "-L", "a;b"], 2),
        (["blame", "shop/sums.py", "--json", "--porcelain"], 2),
        (["log", "-L", ":missing:shop/sums.py"], 3),
        (["log", "-L", "shop/sums.py"], 2),
        (["blame-by-intent", "INT-404"], 3),
        (["diff", "a..b"], 3),
        (["diff", "a", "b", "c"], 3),
        (["classify", "shop", "shop/sums.py"], 2),
        (["classify", "shop", "nowhere"], 3),
        (["fingerprint", "missing.py"], 3),
        (["fingerprint", "shop/sums.py", "--rung", "best"], 2),
        (["verify"], 3),
        (["uninit"], 3),
        (["-C", "nowhere", "diff"], 3),
        (["intent", "show", "INT-404"], 3),
    ],
)
def test_errors_name_problem_and_fix(history: Project, arguments: list[str], code: int) -> None:
    """One line on stderr, nothing on stdout, the documented code, never a traceback."""
    done = history.run("tracer", *arguments)
    message = done.stderr.decode()
    assert (done.returncode, done.stdout) == (code, b""), message
    assert message.startswith("tracer: ")
    assert message.count("\n") == 1
    assert "Traceback" not in message


def test_outside_of_everything(tmp_path, project: Project) -> None:
    """Without repository and sidecar the person is told where to go."""
    done = project.run("tracer", "blame", "x.py", cwd=tmp_path)
    assert done.returncode == 3
    assert b"tracer init" in done.stderr


def test_every_command_takes_a_directory(history: Project, tmp_path) -> None:
    """`-C` before or after the command means the same, and paths are relative to it."""
    root = str(history.root)
    for arguments in (
        ["-C", root, "blame"],
        ["blame", "-C", root],
        ["-C", f"{root}/shop", "blame"],
    ):
        file = "sums.py" if arguments[1].endswith("shop") else "shop/sums.py"
        done = history.run("tracer", *arguments, file, "--json", cwd=tmp_path)
        assert json.loads(done.stdout)["path"] == "shop/sums.py", done.stderr


def test_a_pipe_gets_plain_text(history: Project) -> None:
    """No escape sequences where nobody looks at them."""
    assert "\x1b" not in history.tracer("blame", "shop/sums.py")


@pytest.mark.parametrize(("extra", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_a_terminal_gets_colour(history: Project, extra: dict[str, str], coloured: bool) -> None:
    """Colours on a terminal, unless the person says no; code stays whole, the legend fits."""
    main, side = pty.openpty()
    environment = history.environment() | {"TERM": "xterm-256color", "COLUMNS": "40"} | extra
    with subprocess.Popen(
        ["tracer", "--no-pager", "blame", "shop/sums.py"],
        cwd=history.root,
        env=environment,
        stdout=side,
    ) as process:
        os.close(side)
        printed = b""
        while True:
            try:
                chunk = os.read(main, 4096)
            except OSError:  # the terminal is gone when its last writer is
                break
            if not chunk:
                break
            printed += chunk
    os.close(main)
    assert process.returncode == 0
    assert (b"\x1b[" in printed) is coloured
    plain = re.sub(rb"\x1b\[[0-9;]*m", b"", printed).decode()
    for line in (history.root / "shop/sums.py").read_text().splitlines():
        assert line in plain
    legend = plain.replace("\r", "").split("\n\n")[-1].splitlines()
    assert all(len(line) <= 40 for line in legend)


def test_a_closed_pipe_is_no_error(history: Project) -> None:
    """`tracer ... | head` ends quietly."""
    history.write("big.py", "".join(f"x{i} = {i}\n" for i in range(20_000)))
    history.git("add", "-A")
    history.git("commit", "-qm", "Big")
    command = "tracer blame big.py | head -n 1; echo ${PIPESTATUS[0]}"
    done = history.run("bash", "-c", command)
    assert done.stderr == b""
    lines = done.stdout.decode().splitlines()
    assert lines[0].endswith("x0 = 0")
    assert lines[1] in ("141", "0")


def test_interrupt_is_quiet(history: Project) -> None:
    """Ctrl-C ends a waiting hook with 130 and no traceback."""
    with subprocess.Popen(
        ["tracer", "hook", "--agent", "generic"],
        cwd=history.root,
        env=history.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Where the tests run in the background, the shell has interrupts ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=10)
    assert (process.returncode, out, err) == (130, b"", b"")
