"""What real shells make of lines that are judged `safe`: nothing changes, and only readers run.

Lines are put together at random from parts that hide options, commands and files. A line that is
called safe is run by bash and dash in a directory of its own, where every program is a stub that
notes how it was called. Then no file may have changed, and each call, with the words the shell
really passed, has to be one that only reads.
"""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import random
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tracer.policy import plan
from tracer.policy.reading import Around, reading
from tracer.policy.words import Word

if TYPE_CHECKING:
    from pathlib import Path

SHELLS = [name for name in ("bash", "dash", "zsh") if shutil.which(name)]
PROGRAMS = [
    "cat", "ls", "grep", "sort", "sed", "awk", "git", "find", "uniq", "wc", "date", "tee", "xargs",
    "rm", "touch", "cp", "sh", "env", "rg", "diff3", "tree", "watch", "timeout", "f", "head",
]  # fmt: skip
STARTS = [
    "git log", "git status", "git diff", "git branch", "git reflog", "sort", "sed -n", "sed", "awk",
    "find .", "uniq", "cat", "ls", "wc -l", "date", "tee", "grep -n", "rg", "env", "timeout 5 sort",
    "xargs", "diff3", "tree", "head -n 3", "command git log", "echo", "printf '%s'", "xargs git log",
]  # fmt: skip
PARTS = [
    "a", "src/b", "'a b'", '"a"', "$x", '"$x"', '"src/$x"', "$(cat a)", '"$(cat a)"', "`cat a`", "*", "*.txt",
    "src/*", "{a,src/b}", "--{out,o}=z", "--output=z", "--out'put'=z", '"--output=z"', "$'--output=z'", "-oz",
    "-o", "z", "--", "-n", "-i", "p", "'s/a/b/'", "'s/a/b/w z'", "'{print}'", "'{print > \"z\"}'", "-exec",
    "touch", "z", "\\;", "{}", "-delete", "-name", "'*.t'", "${x:-a}", "${x:---output=z}", "${y:=--output=z}",
    "$((1 + 2))", "~", "-c", "-D", "\\\n-a", "\\ #", "# c", "+%s", "-u", "-r", "2>&1", ">/dev/null", "> z",
    "< a", "2>/dev/null", "<<< a", "-- *", "-10", "--oneline", "--stat", "HEAD", "-I{}", "-e p", "\"a'b\"",
    "a\\;b", "'a;touch z'", '"a;touch z"', "a#b", "$'a\\'b'", "$'a\\tb'", "?", "[ab]", "-s", "${#x}", "${x%b}",
]  # fmt: skip
JOINTS = [" | ", " && ", " || ", "; ", "\n", " |& ", " & "]
FRAMES = [
    "{}", "{}", "{}", "( {} )", "{{ {}; }}", "for x in a -oz; do {}; done", "for x in a src/b; do {}; done",
    "if {}; then ls; fi", "x=-oz; {}", "x=a; {}", "x=--output=z; {}", "while read -r x; do {}; done < a", "! {}",
    "case a in a) {};; esac", "f() {{ {}; }}; f", "cat <<E\n$({})\nE", "cat <<'E'\n{}\nE", 'echo "$({})"',
    "[[ -n a ]] && {}", "[[ -n a && {} ]]", "[[ a > {} ]]", "(( {} ))", "LC_ALL=C {}", "PATH=src {}", "GIT_PAGER=touch {}", "eval '{}'", "bash -c '{}'", "{} <<E\na\nE",
]  # fmt: skip


def line_of(chance: random.Random) -> str:
    """A line nobody would write by hand."""
    commands = []
    for _ in range(chance.choice((1, 1, 1, 2))):
        words = [chance.choice(STARTS), *chance.choices(PARTS, k=chance.randrange(4))]
        commands.append(" ".join(words))
    return chance.choice(FRAMES).format(chance.choice(JOINTS).join(commands))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A directory with files, and stubs that note how they are called."""
    stubs = tmp_path / "stubs"
    stubs.mkdir()
    for name in PROGRAMS:
        stub = stubs / name
        stub.write_text(
            f"#!{shutil.which('bash')}\n"
            f"printf '%s\\0' {name} \"$@\" $'\\x01' >> '{tmp_path}/calls'\necho a\n"
        )
        stub.chmod(0o755)
    root = tmp_path / "work"
    (root / "src").mkdir(parents=True)
    (root / ".git").mkdir()
    for name in ("a", "b", "c.txt", "src/b", "src/c"):
        (root / name).write_text("a\nb\n")
    return tmp_path


class Really(Around):
    """What is passed is known, so nothing is left to guess."""

    is_strict = True

    def __init__(self, cwd: str) -> None:
        self.cwd = cwd

    def command(self, words: list[Word]) -> bool:  # type: ignore[override]
        """A command inside another."""
        name = words[0].text or ""
        known = [word._replace(is_operand=True, is_many=False) for word in words[1:]]
        return name == "echo" or reading().only_reads(name, known, self)

    def variable(self, name: str, value: str | None) -> bool:
        """Set by `env`."""
        return name.startswith("LC_") and value is not None


def test_lines_called_safe_change_nothing_in_real_shells(place: Path) -> None:
    """D5: Some hundred safe ones of several thousand lines, in bash, dash and zsh where it is there."""
    if "bash" not in SHELLS:
        pytest.skip("bash is not installed")
    chance = random.Random(19)
    root = place / "work"
    lines = dict.fromkeys(line_of(chance) for _ in range(3000))
    safe = [line for line in lines if plan(line, str(root)).is_safe]
    assert 150 < len(safe) < len(lines) // 2
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    for line in safe[:220]:
        for shell in SHELLS:
            (place / "calls").write_bytes(b"")
            subprocess.run(
                [shell if shell == "bash" else shutil.which(shell) or shell, "-c", line],
                cwd=root,
                env={"PATH": str(place / "stubs"), "HOME": str(place), "x": "--output=z"},
                executable=shutil.which(shell),
                capture_output=True,
                stdin=subprocess.DEVNULL,
                timeout=20,
                check=False,
            )
            after = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
            assert after == before, (shell, line)
            calls = (place / "calls").read_bytes().decode().split("\0\x01\0")
            for call in filter(None, calls):
                name, *words = call.split("\0")
                if name in ("bash", "sh"):
                    continue
                around = Really(str(root))
                given = [Word(word) for word in words]
                assert reading().only_reads(name, given, around), (shell, line, name, words)
