"""Scopes read like a .gitignore, exactly as pathspec does, but without importing it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec
from pathspec._backends.simple.gitignore import SimpleGiBackend

from tracer.intents import Intent, Status, in_scope
from tracer.intents.scope import _rules, owns
from tracer.model.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from tracer.model.workspace import Workspace

NAMES = st.sampled_from(["a", "b", "src", "a.py", "b.md", "[x]", "A", " a", "#a", "ä"])
GLOB_PARTS = st.one_of(
    NAMES, st.sampled_from(["*", "**", "?", "*.py", "[ab]", "[!a]", "[^b]*", r"\*", "a*", ""])
)


@st.composite
def globs(draw: st.DrawFn) -> str:
    """A pattern as people write them, and some nobody should."""
    parts = draw(st.lists(GLOB_PARTS, min_size=1, max_size=4))
    pattern = "/".join(parts)
    return draw(st.sampled_from(["", "!", "/", "!/"])) + pattern + draw(st.sampled_from(["", "/"]))


@settings(max_examples=600, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    patterns=st.lists(globs(), max_size=4),
    paths=st.lists(st.lists(NAMES, min_size=1, max_size=4).map("/".join), min_size=1, max_size=5),
)
def test_agrees_with_pathspec(patterns: list[str], paths: list[str]) -> None:
    """The same lists and paths give the same answers, twice: translated, and from the cache.

    Held against pathspec's forward order. Its default order, last glob first, stops too early:
    for `!b`, `a` it leaves out `a/b`, though git and its own forward order do not.
    """
    try:
        spec = SimpleGiBackend(list(GitIgnoreSpec.from_lines(patterns).patterns), no_reverse=True)
    except ValueError:
        with pytest.raises(InputError):
            owns(tuple(patterns), paths[0])
        return
    for _ in range(2):
        for path in paths:
            assert owns(tuple(patterns), path) == bool(spec.match_file(path)[0])
        _rules.cache_clear()


@pytest.mark.parametrize(
    ("scope", "path", "expected"),
    [
        ([], "a.py", False),
        (["src/**"], "src/a.py", True),
        (["src/**"], "src", False),
        (["src/**"], "lib/src/a.py", False),
        (["src/"], "lib/src/a.py", True),
        (["*.py"], "deep/down/a.py", True),
        (["/a.py"], "deep/a.py", False),
        (["src/**", "!src/old/**"], "src/old/a.py", False),
        (["src/**", "!src/old/**", "src/old/keep.py"], "src/old/keep.py", True),
        (["**"], "anything/at/all", True),
        (["# comment", ""], "a.py", False),
        (["Src/**"], "src/a.py", False),
        (["!b", "a"], "a/b", True),
        (["src/", "!src/old/a.py"], "src/old/a.py", False),
    ],
)
def test_scope(scope: list[str], path: str, expected: bool) -> None:
    """The last glob that matches decides; an empty scope owns nothing; case counts."""
    assert in_scope(Intent("X", "x", Status.PENDING, tuple(scope)), path) is expected


@pytest.mark.parametrize(
    ("scope", "path", "expected"),
    [
        (["src/**"], "src", True),
        (["src/**"], ".", False),
        (["**"], ".", True),
        (["src/*.py"], "src", False),
        (["src/sub/"], "src/sub", True),
        (["src/**", "!src/sub/**"], "src/sub", False),
    ],
)
def test_scope_of_what_lies_in_a_directory(scope: list[str], path: str, expected: bool) -> None:
    """A directory is in scope when any file in it would be."""
    intent = Intent("X", "x", Status.PENDING, tuple(scope))
    assert in_scope(intent, path, directory=True) is expected


def test_a_bad_glob_is_named() -> None:
    """The error says which glob cannot be read."""
    with pytest.raises(InputError, match="'!'"):
        owns(("src/**", "!"), "a")


def test_a_warm_cache_needs_no_pathspec(workspace: Workspace) -> None:
    """A second process evaluates the same scope without importing pathspec."""
    code = (
        "import sys; from tracer.intents.scope import owns;"
        "print(owns(('src/**', '!src/w/**'), 'src/a.py'), 'pathspec' in sys.modules)"
    )
    run = [sys.executable, "-c", code]
    first = subprocess.run(run, capture_output=True, text=True, check=True, cwd=workspace.root)
    second = subprocess.run(run, capture_output=True, text=True, check=True, cwd=workspace.root)
    assert first.stdout.split() == ["True", "True"]
    assert second.stdout.split() == ["True", "False"]


@pytest.mark.parametrize("content", [b"", b"{", b"[[true]]", b'[[true, "("]]', b"3"])
def test_a_damaged_cache_entry_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    """A cache is a convenience: damage costs time only."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    _rules.cache_clear()
    assert owns(("damaged/**",), "damaged/a")
    (entry,) = (tmp_path / "tracer").iterdir()
    entry.write_bytes(content)
    _rules.cache_clear()
    assert owns(("damaged/**",), "damaged/a")
    assert entry.read_bytes() != content


def test_an_unwritable_cache_costs_only_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no cache can be kept, the answer is the same."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", os.fspath(tmp_path / "file"))
    _rules.cache_clear()
    assert owns(("nowhere/**",), "nowhere/a")
