"""What a shell line does, by the real shell grammar; what is not known counts as writing."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracer.policy import plan
from tracer.policy import shell as shell_module
from tracer.policy.tables import tables
from tracer.policy.words import _ansi

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

SAFE = [
    "ls -la src",
    "/bin/ls",
    "git status --short && git diff HEAD~1 | head -50",
    "git -C src log --oneline -5",
    "git --no-pager show HEAD:a.py",
    "git branch -a",
    "git stash list",
    "git config --get user.name",
    'cat a.py | grep -n "def " | sort | uniq -c',
    "sed -n '1,20p' a.py",
    "sed 's/a/b/g' a.py",
    "sed -n -e '/x/p' a.py",
    "awk '{print $1}' a.txt",
    "find . -name '*.py'",
    "find . -name '*.py' -exec grep -l foo {} +",
    "find . -type f | xargs grep -n foo",
    "find . -print0 | xargs -0 -n1 wc -l",
    "echo hi > /dev/null 2>&1",
    "grep -r foo . 2>/dev/null || true",
    "diff <(ls a) <(ls b)",
    'for f in *.py; do wc -l "$f"; done',
    'while read -r line; do echo "$line"; done < a.txt',
    "if [ -f a ]; then cat a; elif [[ -d b ]]; then ls b; fi",
    "case $x in a) echo 1;; *) echo 2;; esac",
    "cd src && ls",
    "(cd src; pwd)",
    "x=1; echo $x",
    "LANG=C sort a.txt",
    "timeout 5 cat a",
    "time ls",
    "env",
    "command -v python",
    "bash -c 'ls | wc -l'",
    "python3 --version",
    "npm ls --depth 0",
    "rg foo | head -3",
    "jq .name package.json",
    "test -f a && echo yes",
    "cat <<'EOF'\nrm -rf /\nEOF",
    "cat <<< hello",
    "printf '%s\\n' a b",
    "ls # rm -rf /",
    "echo 'rm -rf /; > x'",
    "tracer blame src/a.py",
    "tracer intent list --json",
    "python -m tracer verify",
    "! grep -q foo a",
    "echo $((1 + 2)) ${HOME} ${x:-y}",
]  # fmt: skip


@pytest.mark.parametrize("line", SAFE)
def test_reading_is_safe(workspace: Workspace, line: str) -> None:
    """Commands known to only read, however they are put together."""
    Path(workspace.root, "src").mkdir()
    found = plan(line, workspace.root)
    assert found.is_safe, found
    assert found.targets == ()
    assert found.is_complete


UNSAFE = [
    "make",
    "pytest -q",
    "npm run build",
    "python3 -c 'print(1)'",
    "./ls",
    "src/../ls",
    "$CMD x",
    "`cat cmd`",
    "l* x",
    "git stash",
    "git checkout main",
    "git -c core.pager=x log",
    "git -c alias.log=x log",
    "git log --output=x",
    "git branch new",
    "git config user.name x",
    "git grep -O foo",
    "sort -o x a",
    "sort --outp=x a",
    "sort -ro x a",
    "find . -delete",
    "find . -fprint x",
    "find . -exec rm {} +",
    "find . -exec sh -c 'rm $0' {} \\;",
    "find . -exec grep foo",
    "find . $ARGS",
    "find . | xargs rm",
    "ls | xargs -I{} sh -c {}",
    "ls | xargs -I% sh -c %",
    "ls | xargs -I % sh -c 'rm %'",
    "xargs -a files rm",
    "sed -n 's/a/b/w x' a",
    "sed '1e rm x' a",
    "sed -n -e p -e 'w x' a",
    "sed -f script a",
    "sed p a -i",
    "awk '{print > \"x\"}' a",
    "awk 'BEGIN{system(\"rm x\")}'",
    "awk '{print | \"sh\"}' a",
    "awk -f prog a",
    "rg --pre ./x foo",
    "fd -x rm",
    "date -s 2020-01-01",
    "uniq a b",
    "tree -o x",
    "echo $(rm x)",
    'echo "$(rm x)"',
    "echo `rm x`",
    "echo ${x:-$(rm x)}",
    "cat <<EOF\n$(rm x)\nEOF",
    "cat <<EOF | sh\nrm x\nEOF",
    'cat <<< "$(rm x)"',
    "diff <(rm x) b",
    "ls > >(tee x)",
    "for f in $(rm x); do ls; done",
    '[ -n "$(rm x)" ]',
    "[[ $(rm x) ]]",
    "echo $((a[$(rm x)]))",
    "x=$(rm x)",
    "export X=$(rm x)",
    "if rm x; then ls; fi",
    "ls && rm x",
    "ls || rm x",
    "ls; rm x",
    "ls & rm x",
    "ls | rm x",
    "ls\nrm x",
    "! rm x",
    "(rm x)",
    "{ rm x; }",
    "f() { rm x; }; f",
    "ls() { rm x; }; ls",
    "alias ls=rm; ls x",
    "PATH=. ls",
    "LD_PRELOAD=./x ls",
    "GIT_EXTERNAL_DIFF=./x git diff",
    "export PATH=.",
    "PATH=.; ls",
    "for PATH in .; do ls; done",
    "echo ${PATH:=.}; ls",
    "read PATH < a; ls",
    "hash -p ./x ls; ls",
    "enable -f ./x ls",
    "trap 'rm x' EXIT",
    "source a.sh",
    ". a.sh",
    "exec rm x",
    "eval 'rm x'",
    'eval "$X"',
    "sh -c 'rm x'",
    'bash -c "$X"',
    "bash script.sh",
    "bash -c 'bash -c \"rm x\"'",
    "sudo ls",
    "env FOO=1 ls",
    "env -S 'rm x'",
    "env -S'rm x'",
    "env rm x",
    "timeout 5 rm x",
    "nohup rm x",
    "time rm x",
    "command rm x",
    "nice -n 5 rm x",
    "coproc rm x",
    "test -v 'a[$(rm x)]'",
    "printf -v 'a[$(rm x)]' y",
    "read 'a[$(rm x)]' < f",
    "ls 'unterminated",
    "ls $(",
    "if ls",
    "ls > x",
    "ls >> x",
    "ls &> x",
    "ls >| x",
    "ls 2> x",
    "> x",
    "ls > $X",
    "tee x < a",
    "history -w x",
    "jobs -x rm x",
    "let 'a[$(rm x)]'",
    "tracer intent add X",
    "tracer $SUB",
    "tracer intent complete X",
    "/somewhere/tracer blame x",
    "less -o x a",
    "file -C -m x",
    "bat --pager 'rm x' a",
]  # fmt: skip


@pytest.mark.parametrize("line", UNSAFE)
def test_everything_else_counts_as_writing(workspace: Workspace, line: str) -> None:
    """Writers, unknown commands, what is known only at run time, and what does not parse."""
    assert not plan(line, workspace.root).is_safe


@pytest.mark.parametrize("line", [line for line in SAFE if "tracer" not in line])
def test_safe_lines_really_write_nothing(workspace: Workspace, line: str) -> None:
    """Run by bash, a safe line leaves the directory as it was."""
    root = Path(workspace.root)
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    (root / "src").mkdir()
    for name in ("a", "b", "a.py", "a.txt"):
        (root / name).write_text("def foo(): x\n")
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    subprocess.run(
        ["bash", "-c", line],
        cwd=root,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=20,
        check=False,
    )
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("line", "targets", "is_complete"),
    [
        ("sed -i 's/a/b/' src/a.py src/b.py", "edit src/a.py|edit src/b.py", True),
        ("sed -i.bak -e s/a/b/ src/a.py", "edit src/a.py", True),
        ("sed -i '' s/a/b/ src/a.py", "edit src/a.py", True),
        ("perl -pi -e s/a/b/ src/a.py", "edit src/a.py", True),
        ("cd src && sed -i s/a/b/ a.py", "edit src/a.py", True),
        ("(cd src && touch x) && touch y", "create src/x|create y", True),
        ("cd nowhere; rm a.py", "", False),
        ('cd "$X"; rm a.py', "", False),
        ('cd "$X"; rm /abs/a.py', "delete /abs/a.py", True),
        ("if true; then cd src; fi; touch x", "", False),
        ("cd src || cd lib; touch x", "", False),
        ("cat > new.py <<'EOF'\nrm x\nEOF", "edit new.py", True),
        ("echo a >> notes.md; echo b &> log", "edit notes.md|edit log", True),
        ("cat <<EOF | tee out.txt > /dev/null\nx\nEOF", "edit out.txt", True),
        ("rm -rf -- src/a.py -odd", "delete src/a.py|delete -odd", True),
        ("rm src/*.py", "delete src/a.py|delete src/b.py", True),
        ("rm none*.py", "delete none*.py", True),
        ("rm $X src/a.py", "delete src/a.py", False),
        ("touch 'a b' \"c d\" e\\ f", "create a b|create c d|create e f", True),
        ("touch g'h'\"i\"", "create ghi", True),
        ("mkdir -p {x,y}/z", "create x/z|create y/z", True),
        ("touch a{b", "create a{b", True),
        ("touch ~/x", "create ~/x", True),
        ('touch "$HOME/x" "$PWD/y"', "create ~/x|create y", True),
        ("touch '~/x'", "create ./~/x", True),
        ("mv src/a.py lib.py", "move src/a.py > lib.py", True),
        ("mv src/a.py src/b.py lib/", "move src/a.py > lib/a.py|move src/b.py > lib/b.py", True),
        ("mv src/a.py lib", "move src/a.py > lib/a.py", True),
        ("mv -t lib src/a.py", "move src/a.py > lib/a.py", True),
        ("git mv src/a.py src/c.py", "move src/a.py > src/c.py", True),
        ("git -C src mv a.py c.py", "move src/a.py > src/c.py", True),
        ("git rm src/a.py", "delete src/a.py", True),
        ("git checkout HEAD -- src/a.py", "edit src/a.py", True),
        ("git checkout main", "", False),
        ("git restore src/a.py", "edit src/a.py", True),
        ("git commit -m x", "", True),
        ("cp src/a.py src/b.py lib", "create lib/a.py|create lib/b.py", True),
        ("cp a $X", "", False),
        ("tee a b", "edit a|edit b", True),
        ("dd if=a of=b", "edit b", True),
        ("curl -o out.bin https://example.org", "edit out.bin", True),
        ("sort -o sorted.txt a", "edit sorted.txt", True),
        ("chmod +x run.sh", "edit run.sh", True),
        ("truncate -s 0 log", "edit log", True),
        ("sudo rm src/a.py", "delete src/a.py", True),
        ("bash -c 'rm src/a.py'", "delete src/a.py", True),
        ("sh -c 'cd src && rm a.py' && touch b", "delete src/a.py|create b", True),
        ("find . -name x -exec rm {} \\;", "", False),
        ("find . | xargs rm -f keep.py", "delete keep.py", False),
        ('for f in *.py; do rm "$f"; done', "", False),
        ("black src/a.py", "edit src/a.py", True),
        ("prettier --write src/a.ts", "edit src/a.ts", True),
        ("prettier src/a.ts", "", False),
        ("make > log", "edit log", False),
    ],
)  # fmt: skip
def test_targets(workspace: Workspace, line: str, targets: str, is_complete: bool) -> None:
    """The files a line is known to write, and whether there can be others."""
    root = Path(workspace.root)
    for name in ("src", "lib"):
        (root / name).mkdir()
    for name in ("src/a.py", "src/b.py"):
        (root / name).write_text("")
    found = plan(line, workspace.root)
    prefix = f"{workspace.root}/"
    home = os.path.expanduser("~")

    def shown(path: str) -> str:
        short = path.removeprefix(prefix)
        if short.startswith("~"):
            short = f"./{short}"
        return short.replace(f"{home}/", "~/")

    texts = [
        f"{t.op} {shown(t.path)}" + (f" > {shown(t.move_to)}" if t.move_to else "")
        for t in found.targets
    ]
    assert not found.is_safe
    assert sorted(texts) == sorted(targets.split("|")) if targets else texts == []
    assert found.is_complete is is_complete


@pytest.mark.parametrize(
    ("line", "intent"),
    [
        ("tracer intent select INT-001", "INT-001"),
        ("tracer intent select INT-001 --json", "INT-001"),
        ("tracer -C . intent select --json INT-001", "INT-001"),
        ("cd src && tracer intent select INT-001 && ls", "INT-001"),
        ("python3 -m tracer intent select INT-001", "INT-001"),
        ("uv run tracer intent select INT-001", "INT-001"),
        ("tracer intent select A; tracer intent select B", "B"),
        ("echo tracer intent select INT-001", None),
        ("tracer intent show INT-001", None),
        ('tracer intent select "$X"', None),
        ("./tracer intent select INT-001 && false", "INT-001"),
    ],
)
def test_a_handshake_by_command_is_seen(
    workspace: Workspace, line: str, intent: str | None
) -> None:
    """`tracer intent select ID` checks the intent out for the session that runs it."""
    assert plan(line, workspace.root).selects == intent


@given(
    st.lists(
        st.sampled_from(
            [
                "ls",
                "rm",
                "git",
                "log",
                "-C",
                "src",
                "a.py",
                "sed",
                "-i",
                "s/a/b/",
                "cd",
                "x=1",
                "if",
                "time",
                "tracer",
                "intent",
                "select",
                "INT-001",
                "--output=x",
                "export",
                "env",
            ]
        ),
        min_size=1,
        max_size=5,
    ).map(" ".join)
)
def test_the_short_way_agrees_with_the_parser(line: str) -> None:
    """Plain words need no parser: splitting at blanks says the same."""
    quick = plan(line, "/nowhere")
    words = shell_module.plain_words
    shell_module.plain_words = lambda _line: None
    try:
        parsed = plan(line, "/nowhere")
    finally:
        shell_module.plain_words = words
    assert quick._replace(unknown=()) == parsed._replace(unknown=())


@given(st.text(alphabet="ab $(){}[]<>|&;`'\"\\\n*~#=!-", max_size=40))
def test_no_text_makes_the_reader_fail(line: str) -> None:
    """Broken, half-quoted, absurd: there is always a plan."""
    plan(line, "/nowhere")


def test_a_huge_line_is_not_looked_into() -> None:
    """A line of a megabyte counts as writing, at once."""
    assert not plan("echo 'x'; " * 100_000, "/nowhere").is_safe


def test_deep_nesting_ends() -> None:
    """Shells inside shells are followed to a limit, then counted as writing."""
    line = "ls 'x'"
    for _ in range(12):
        line = f"eval {line!r}" if '"' not in line else f"eval '{line}'"
    plan(line, "/nowhere")


def test_every_pattern_of_the_tables_compiles() -> None:
    """Patterns are compiled when they are needed; a bad one must be found before."""
    known = tables()
    patterns = []
    for forms in (known._inert,):
        patterns += [pattern for several in forms.values() for pattern in several]
    for rule in known.writes.values():
        patterns += [rule.get("when", ""), *rule.get("first_in", ())]
    for rule in known.wrappers.values():
        patterns.append(rule.get("flags", ""))
    assert len(patterns) > 20
    for pattern in patterns:
        re.compile(pattern)


@pytest.mark.parametrize(
    "line",
    [
        "x='a[$(rm f)]'; echo $((x))", "x='a[$(rm f)]'; [[ $x -eq 0 ]]", "[[ -v 'a[$(rm f)]' ]]",
        "declare 'a[$(rm f)]=1'", "unset 'a[$(rm f)]'", "x='$(rm f)'; echo \"${x@P}\"",
        "x=$(cat f); echo $((x + 1))", "read x < f; (( x > 1 ))", "x=$(cat f); [[ $x -gt 1 ]]",
        "x=$(cat f); echo ${a[x]}",
    ],
)  # fmt: skip
def test_text_the_shell_evaluates_later_is_no_read(line: str) -> None:
    """Subscripts and prompts run what they substitute, also when a variable brings it."""
    assert not plan(line, "/").is_safe


@pytest.mark.parametrize(
    "line",
    [
        "n=0; for f in *.py; do n=$((n + 1)); done; echo $n", "echo $((1 + 2))", "[[ $x == 'a$(b)' ]] || :",
        "for ((i = 0; i < 3; i++)); do echo $i; done", "x=abc; echo ${x%c}", '[ "$(wc -l < f)" -gt 3 ]',
        "grep 'a$(b)' f",
    ],
)  # fmt: skip
def test_plain_arithmetic_and_quoted_text_are_reads(line: str) -> None:
    """Where no value can be code."""
    assert plan(line, "/").is_safe


@pytest.mark.parametrize(
    "line",
    [
        "pytest -k curl", "npm test -- ssh", "pip install http", "python x.py --name 'git push'", "poetry add sudo",
        "git config user.name Ada", "git fetch origin main", "docker compose up host", "cargo test push",
        "exec make", "setsid make", "flock src/lock make", "bash -euo pipefail -c 'make'", "uv run pytest -q",
    ],
)  # fmt: skip
def test_a_dangerous_word_is_no_danger(line: str) -> None:
    """Names of commands are also names of tests, packages and services."""
    assert plan(line, "/").command_class == "mutating"


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"\x72m", "rm"),
        (r"\162\155", "rm"),
        (r"\u0072m", "rm"),
        (r"a\'b", "a'b"),
        (r"\q", None),
        ("\\", None),
    ],
)
def test_ansi_strings(raw: str, text: str | None) -> None:
    """`$'...'` is read as bash reads it; an escape it does not know makes the word unknown."""
    assert _ansi(raw) == text
