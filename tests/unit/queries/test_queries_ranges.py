"""Git's `-L` notation, compared with git itself where git has the same form."""

from __future__ import annotations

import subprocess

import pytest

from tracer.history.elements.line_ranges import element_named, lines_meant
from tracer.model.errors import InputError, UsageError
from tracer.syntax import parse

SOURCE = b'''"""Doc."""

class Cache:
    def load(self):
        return 1

    def dump(self):
        return 2


@wraps
def load():
    return 3
'''


@pytest.fixture(scope="module")
def tree():
    return parse(SOURCE, path="a.py")


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (":Cache", (3, 8)),
        (":Cache.dump", (7, 8)),
        (":dump", (7, 8)),
        (":load", (11, 13)),
        (":Cache.load", (4, 5)),
        (":Cache::load", (4, 5)),
        (":du.p", (7, 8)),
    ],
)
def test_names(tree, spec: str, expected: tuple[int, int]) -> None:
    """A name is the qualified one first, then its tail, then a pattern; wrappers belong to it."""
    assert lines_meant(tree, "a.py", spec) == expected


NUMERIC = [
    "1,3", "3,1", "4,+2", "5,-2", "9", "9,", ",4", "/def dump/,+2", "/class/,/return/",
    "/load/,/dump/", "2,99", "13,13",
]  # fmt: skip


@pytest.mark.parametrize("spec", NUMERIC)
def test_numbers_and_expressions_as_git_reads_them(tree, tmp_path, spec: str) -> None:
    """The lines are those `git blame -L` prints."""
    (tmp_path / "a.py").write_bytes(SOURCE)
    git = ["git", "-C", str(tmp_path), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "one"], check=True)
    done = subprocess.run(
        [*git, "blame", "--porcelain", "-L", spec, "a.py"], capture_output=True, check=False
    )
    lines = lines_meant(tree, "a.py", spec)
    if done.returncode:
        assert spec == "2,99"  # newer versions of git clip, older ones refuse
        assert lines == (2, 13)
        return
    numbers = [
        int(line.split()[2])
        for line in done.stdout.decode().splitlines()
        if len(line.split(" ")[0]) == 40 and not line.startswith("\t")
    ]
    assert (lines.start_line, lines.end_line) == (numbers[0], numbers[-1])


@pytest.mark.parametrize("spec", ["", "a,b", "1;2", "1,2,3", "/[/,3"])
def test_nonsense_is_a_usage_error(tree, spec: str) -> None:
    """What is no notation of git's is refused with the notation."""
    with pytest.raises(UsageError):
        lines_meant(tree, "a.py", spec)


@pytest.mark.parametrize("spec", ["99,100", "0,0", ":missing", "/nowhere/,+1"])
def test_lines_the_file_lacks_are_an_input_error(tree, spec: str) -> None:
    """A range outside the file names the file."""
    with pytest.raises(InputError, match=r"a\.py"):
        lines_meant(tree, "a.py", spec)


def test_unknown_name_says_which_are_known(tree) -> None:
    """The error helps: it lists what the file defines."""
    with pytest.raises(InputError, match=r"Cache\.dump"):
        element_named(tree, "a.py", "missing")
