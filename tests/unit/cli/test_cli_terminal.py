"""What a person meets at a terminal: a pager as git's, colours as they want them, nothing cut."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from typing import TYPE_CHECKING

import click
import pytest

from tracer.cli.app import COMMANDS, PAGED, allowing_pager, tracer

if TYPE_CHECKING:
    from pathlib import Path

TRACER = [sys.executable, "-c", "from tracer.cli.entry import main; main()"]
NAME = "calculate_the_total_of_all_invoices_that_are_overdue_in_this_quarter_and_the_next_one"
TEXT = f"def {NAME}(invoices):\n    return sum(invoices)\n"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository with a long line in a file that is edited."""
    root = tmp_path / "repo"
    root.mkdir()
    (root / "a.py").write_text(TEXT)
    git = ["git", "-C", str(root), "-c", "user.name=山田太郎", "-c", "user.email=y@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "Begin"]):
        subprocess.run([*git, *words], check=True)
    (root / "a.py").write_text(TEXT.replace("sum(invoices)", "sum(one.net for one in invoices)"))
    return root


def environment(root: Path, **more: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return kept | {"TERM": "xterm", "XDG_CACHE_HOME": str(root.parent / "cache")} | more


def at_a_terminal(root: Path, *words: str, columns: int = 80, **more: str) -> tuple[int, str]:
    """(exit code, everything a terminal of that width got) of a command."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    process = subprocess.Popen(
        [*TRACER, *words],
        cwd=root, stdin=theirs, stdout=theirs, stderr=theirs, env=environment(root, **more),
        start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    parts = []
    while select.select([ours], [], [], 60)[0]:
        try:
            part = os.read(ours, 1 << 16)
        except OSError:  # nobody has the terminal open any more
            break
        if not part:
            break
        parts.append(part)
    os.close(ours)
    return process.wait(60), b"".join(parts).decode().replace("\r\n", "\n")


def piped(root: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*TRACER, *words],
        cwd=root, env=environment(root, **more), capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("variable", ["TRACER_PAGER", "GIT_PAGER", "PAGER"])
def test_a_pager_reads_what_a_terminal_would_get(repo: Path, variable: str) -> None:
    """The person's pager, with git's settings for less, and its colours; no pager for a pipe."""
    more = {variable: "sed 's/^/paged: /'; echo LESS=$LESS"}
    code, text = at_a_terminal(repo, "blame", "a.py", **more)
    assert code == 0
    assert text.count("paged: ") >= 2
    assert "LESS=FRX" in text
    assert "\x1b[" in text
    assert "paged" not in piped(repo, "blame", "a.py", **more).stdout


@pytest.mark.parametrize(
    "words",
    [["--no-pager", "diff"], ["diff", "--no-pager"], ["intent", "list"], ["doctor", "--json"]],
)
def test_no_pager(repo: Path, words: list[str]) -> None:
    """`--no-pager` before or behind the command; what is short or no answer has none anyway."""
    _, text = at_a_terminal(repo, *words, PAGER="sed 's/^/paged: /'")
    assert "paged: " not in text
    assert text.strip()


@pytest.mark.parametrize("pager", ["cat", "", "no-such-pager-anywhere"])
def test_pagers_that_are_none(repo: Path, pager: str) -> None:
    """`cat`, nothing, or what is not installed: straight to the terminal."""
    code, text = at_a_terminal(repo, "diff", PAGER=pager)
    assert (code, "sum(one.net" in text.replace("\n", "")) == (0, True)


def test_a_person_who_has_read_enough(repo: Path) -> None:
    """Leaving the pager early is no error, and says nothing."""
    (repo / "long.py").write_text("".join(f"x{i} = {i}\n" for i in range(20_000)))
    code, text = at_a_terminal(repo, "blame", "long.py", PAGER="head -1 && true")
    assert code == 0
    assert text.count("\n") <= 2
    assert "Broken" not in text
    assert "tracer:" not in text


def test_a_reader_of_a_pipe_who_goes_away(repo: Path) -> None:
    """141 as a shell shows it for git, and nothing on stderr."""
    (repo / "long.py").write_text("".join(f"x{i} = {i}\n" for i in range(20_000)))
    process = subprocess.Popen(
        [*TRACER, "blame", "long.py"],
        cwd=repo, env=environment(repo), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    with process.stderr as stderr:
        assert stderr.read() == b""
    assert process.wait(60) == 141


def test_messages_come_after_the_pager(repo: Path) -> None:
    """A note on stderr does not write into the screen that the pager has."""
    (repo / "a.py").write_text(TEXT + "\n\n" + TEXT)
    pager = "cat; sleep 0.2; echo END-OF-PAGER"
    _, text = at_a_terminal(repo, "log", "-L", f":{NAME}:a.py", PAGER=pager)
    assert text.index("END-OF-PAGER") < text.index("tracer: note: ")


@pytest.mark.parametrize(
    ("more", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({"CLICOLOR": "0"}, False)],
)
def test_colours_at_a_terminal(repo: Path, more: dict[str, str], coloured: bool) -> None:
    """Only the terminal's own palette, so that light and dark ones both work."""
    _, text = at_a_terminal(repo, "--no-pager", "diff", **more)
    assert ("\x1b[" in text) is coloured
    assert "\x1b[38;" not in text
    assert "\x1b[48;" not in text


@pytest.mark.parametrize(
    ("more", "coloured"),
    [({}, False), ({"CLICOLOR_FORCE": "1"}, True), ({"CLICOLOR_FORCE": "0"}, False),
     ({"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, False)],
)  # fmt: skip
def test_colours_in_a_pipe(repo: Path, more: dict[str, str], coloured: bool) -> None:
    """Where they are forced, and NO_COLOR has the last word."""
    assert ("\x1b[" in piped(repo, "diff", **more).stdout) is coloured


@pytest.mark.parametrize("words", [["diff"], ["blame", "a.py"], ["diff", "--stat"], ["log"]])
def test_a_pipe_gets_whole_lines(repo: Path, words: list[str]) -> None:
    """No ellipsis, and code on one line however long it is."""
    out = piped(repo, *words).stdout
    assert "…" not in out
    if words[0] in ("blame", "diff") and len(words) != 2:
        assert "sum(one.net for one in invoices)" in out
    if words[0] == "blame":
        assert f"def {NAME}(invoices):" in out


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_a_terminal_gets_all_of_a_diff(repo: Path, columns: int) -> None:
    """Lines go on below in their column; no line is wider than the terminal."""
    _, text = at_a_terminal(repo, "--no-pager", "diff", columns=columns, NO_COLOR="1")
    lines = text.splitlines()
    assert "…" not in text
    assert [line for line in lines if len(line) > columns and " " in line.strip()[:60]] == []
    added = "".join(line[7:] for line in lines if line.startswith(("+ ", "  ")))
    assert "sum(one.netforoneininvoices)" in "".join(added.split())


@pytest.mark.parametrize("words", [["--help"], *([name, "--help"] for name in COMMANDS)])
def test_help_is_whole_sentences(words: list[str]) -> None:
    """At 80 columns nothing is cut, and every command of a group says all it does."""
    context = click.Context(tracer, info_name="tracer", terminal_width=80)
    command: click.Command = tracer
    for word in words[:-1]:
        assert isinstance(command, click.Group)
        found = command.get_command(context, word)
        assert found is not None
        command = found
    context = click.Context(command, info_name=words[0], terminal_width=80)
    text = command.get_help(context)
    assert max(map(len, text.splitlines())) <= 80
    if isinstance(command, click.Group):
        joined = " ".join(text.split())
        for name in command.list_commands(context):
            member = command.get_command(context, name)
            assert member is not None
            assert member.help is not None
            assert " ".join(member.help.split("\n\n")[0].split()) in joined


def test_no_pager_is_an_option_only_where_one_would_be() -> None:
    """Behind `--`, and of commands without a pager, the word is an ordinary one."""
    assert set(COMMANDS) >= PAGED
    assert allowing_pager(["diff", "--no-pager", "--", "--no-pager"]) == [
        "diff",
        "--",
        "--no-pager",
    ]
    words = ["intent", "add", "INT-1", "--name", "--no-pager"]
    assert allowing_pager(words) == words
