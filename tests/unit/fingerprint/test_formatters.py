"""What formatters do to a file is gone at NORMAL (and above), at the file's root.

Inputs: the standard library of the running interpreter for Python, and for every language a
sample written to be formatted (`fixtures/formatting`). Nothing here is excused: every file of
the lists below agrees. What is known to disagree, and why, is in grammars/README.md.
"""

from __future__ import annotations

import glob
import os
import shutil
import subprocess

import pytest
from formatters import CLANG_STYLE, find, fixture, gofmt, prettier, run, rustfmt
from rungs import digests

from tracer.fingerprint import fingerprint
from tracer.model.enums import Rung
from tracer.syntax import BROKEN, parse

_FILES = 64
_LARGEST = 25_000  # bytes: black needs half a second for more


def standard_library() -> list[str]:
    """Files of the running interpreter's own library, spread over the alphabet."""
    files = sorted(glob.glob(os.path.join(os.path.dirname(os.__file__), "*.py")))
    small = [path for path in files if os.path.getsize(path) < _LARGEST]
    return small[:: max(1, len(small) // _FILES)][:_FILES]


def assert_same(language: str, before: bytes, after: bytes, name: str = "") -> None:
    """Equal from NORMAL on, and really formatted."""
    assert before != after
    assert not parse(before, language).flags[0] & BROKEN, name
    b, a = digests(language, before), digests(language, after)
    assert b[Rung.TOKENS] != a[Rung.TOKENS] or language in ("go", "c", "cpp")
    for rung in (Rung.NORMAL, Rung.ALPHA, Rung.SHAPE):
        assert b[rung] == a[rung], f"{name} differs at {rung.name}"


@pytest.mark.parametrize("tool", ["black", "ruff"])
def test_python_library(tool, tmp_path):
    """black and ruff format leave 60 files of the standard library equal at NORMAL."""
    command = {
        "black": [find("black"), "-q", "--fast"],
        "ruff": [find("ruff"), "format", "-q", "--isolated"],
    }[tool]
    files = standard_library()
    assert len(files) >= 60
    for path in files:
        shutil.copy(path, tmp_path / os.path.basename(path))
    subprocess.run([*command, str(tmp_path)], check=True, cwd=tmp_path)
    different = []
    for path in files:
        with open(path, "rb") as file:
            before = file.read()
        after = (tmp_path / os.path.basename(path)).read_bytes()
        prints = [fingerprint(parse(text, "python")) for text in (before, after)]
        different += [
            (os.path.basename(path), rung.name)
            for rung in (Rung.NORMAL, Rung.ALPHA, Rung.SHAPE)
            if prints[0].digest(rung, 0) != prints[1].digest(rung, 0)
        ]
    assert different == []


@pytest.mark.parametrize("tool", ["black", "ruff"])
def test_python_sample(tool):
    """Constructs that the library uses too rarely."""
    name, before = fixture("python")
    arguments = {"black": ["-q", "-"], "ruff": ["format", "-q", "--isolated", "-"]}[tool]
    assert_same("python", before, run([find(tool), *arguments], before), name)


@pytest.mark.parametrize("language", ["javascript", "typescript", "tsx"])
@pytest.mark.parametrize(
    "style",
    [
        [],
        ["--single-quote", "--no-semi", "--trailing-comma=none", "--arrow-parens=avoid"],
        [
            "--quote-props=consistent",
            "--no-bracket-spacing",
            "--print-width=40",
            "--jsx-single-quote",
        ],
    ],
    ids=["default", "terse", "narrow"],
)
def test_prettier(language, style):
    """Prettier, in its own style and in the ones other teams choose."""
    name, before = fixture(language)
    after = run([*prettier(), *style, "--stdin-filepath", name], before)
    assert_same(language, before, after, name)


def test_prettier_java():
    """The Java plugin of prettier."""
    name, before = fixture("java")
    after = run([*prettier("prettier-plugin-java"), "--stdin-filepath", name], before)
    assert_same("java", before, after, name)


def test_gofmt():
    """Gofmt."""
    name, before = fixture("go")
    assert_same("go", before, run([gofmt()], before), name)


def test_rustfmt():
    """Rustfmt, where a tool chain is installed."""
    name, before = fixture("rust")
    after = run([rustfmt(), "--edition", "2021", "-q"], before)
    assert_same("rust", before, after, name)


@pytest.mark.parametrize("style", ["LLVM", "Google", "Mozilla", "WebKit", "Microsoft", "GNU"])
@pytest.mark.parametrize("language", ["c", "cpp"])
def test_clang_format(language, style):
    """clang-format in all its styles, which also breaks long string literals."""
    name, before = fixture(language)
    command = [find("clang-format"), f"--style={CLANG_STYLE % style}", f"--assume-filename={name}"]
    assert_same(language, before, run(command, before), name)


def test_clang_format_java():
    """clang-format on Java; it would also break literals with `+`, which NORMAL does not join."""
    name, before = fixture("java")
    style = "{BasedOnStyle: Google, BreakStringLiterals: false}"
    command = [find("clang-format"), f"--style={style}", f"--assume-filename={name}"]
    assert_same("java", before, run(command, before), name)


def test_include_order():
    """clang-format sorts includes; a header may change what the next means: NORMAL differs."""
    before = b'#include "b.h"\n#include "a.h"\nint x;\n'
    after = run([find("clang-format"), "--style=LLVM", "--assume-filename=x.c"], before)
    assert after.startswith(b'#include "a.h"')
    b, a = digests("c", before), digests("c", after)
    assert b[Rung.NORMAL] != a[Rung.NORMAL]
    assert b[Rung.SHAPE] == a[Rung.SHAPE]
