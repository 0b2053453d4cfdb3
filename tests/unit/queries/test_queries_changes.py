"""Which files a named change consists of."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from tracer.history.changes import change_set_of_revisions
from tracer.model.errors import InputError, UsageError, VcsError
from tracer.model.workspace import Workspace
from tracer.queries.changes import change_set_of_paths
from tracer.queries.classify import Asked
from tracer.queries.diff import diff
from tracer.vcs.files import read_directory

if TYPE_CHECKING:
    from pathlib import Path


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


@pytest.fixture
def trees(tmp_path) -> Path:
    """Two directories that differ in one file of two, and some noise."""
    write(tmp_path / "a", {"same.py": "x = 1\n", "m.py": "y = 1\n", ".git/config": "[core]\n"})
    write(tmp_path / "b", {"same.py": "x = 1\n", "m.py": "y = 2\n", "new.py": "z = 1\n"})
    os.symlink("m.py", tmp_path / "b" / "link.py")
    return tmp_path


def test_directories_are_a_closed_world(trees: Path) -> None:
    """All files count, because an unchanged one may use a name that changed."""
    found = change_set_of_paths(str(trees / "a"), str(trees / "b"), closed_world=None)
    assert found.closed_world is True
    assert [change.after_path for change in found.files] == ["m.py", "new.py", "same.py"]


def test_an_open_world_needs_only_what_differs(trees: Path) -> None:
    """Uses elsewhere are possible anyway, so unchanged files prove nothing."""
    found = change_set_of_paths(str(trees / "a"), str(trees / "b"), closed_world=False)
    assert found.closed_world is False
    assert [change.after_path for change in found.files] == ["m.py", "new.py"]


def test_two_files_are_an_open_world(trees: Path) -> None:
    """Two files are compared under their own names; the same bytes are no change."""
    before, after = str(trees / "a/m.py"), str(trees / "b/m.py")
    found = change_set_of_paths(before, after, closed_world=None)
    assert found.closed_world is False
    assert [(c.before_path, c.after_path) for c in found.files] == [(before, after)]
    assert change_set_of_paths(before, before, closed_world=None).files == ()


def test_refactorings_are_named_where_they_are_asked_for(tmp_path) -> None:
    """With both places, under the paths that were given; else there is no key for them."""
    before, after = tmp_path / "old.py", tmp_path / "new.py"
    before.write_text("def vat(net):\n    return net * 0.19\n")
    after.write_text("def tax(net):\n    return net * 0.19\n")
    names = str(before), str(after)
    plain = diff(names, lambda: Workspace(str(tmp_path))).document
    assert "refactorings" not in plain
    document = diff(names, lambda: Workspace(str(tmp_path)), asked=Asked(names=True)).document
    assert document.pop("refactorings") == [
        {
            "type": "Rename Method",
            "detail": "vat -> tax",
            "before": {"path": names[0], "start_line": 1, "end_line": 2, "name": "vat"},
            "after": {"path": names[1], "start_line": 1, "end_line": 2, "name": "tax"},
        }
    ]
    assert document == plain


def test_file_against_directory_is_refused(trees: Path) -> None:
    """There is nothing to compare."""
    with pytest.raises(UsageError):
        change_set_of_paths(str(trees / "a"), str(trees / "b/m.py"), closed_world=None)
    with pytest.raises(InputError, match="nowhere"):
        change_set_of_paths(str(trees / "nowhere"), str(trees / "b"), closed_world=None)


def test_links_and_version_control_are_no_code(trees: Path) -> None:
    """A link is not read through, and `.git` is not a source directory."""
    assert sorted(read_directory(str(trees / "a"))) == ["m.py", "same.py"]
    assert "link.py" not in read_directory(str(trees / "b"))


@pytest.fixture
def repository(tmp_path) -> Path:
    """One commit, then an edit, a deletion, an untracked and an ignored file, and a sidecar."""

    def git(*arguments: str) -> None:
        name = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
        subprocess.run(["git", "-C", tmp_path, *name, *arguments], check=True)

    git("init", "-q")
    write(tmp_path, {"a.py": "x = 1\n", "gone.py": "y = 1\n", ".gitignore": "*.log\n"})
    git("add", ".")
    git("commit", "-qm", "One")
    write(tmp_path, {"a.py": "x = 2\n", "new.py": "z = 1\n", "noise.log": "1\n"})
    write(tmp_path, {".orchestration/config.yaml": "mode: observe\n"})
    (tmp_path / "gone.py").unlink()
    return tmp_path


def test_working_tree(repository: Path) -> None:
    """Edited, deleted and new files; neither ignored ones nor the sidecar."""
    found = change_set_of_revisions(Workspace(str(repository)), [])
    assert [(c.before_path, c.after_path) for c in found.files] == [
        ("a.py", "a.py"),
        ("gone.py", None),
        (None, "new.py"),
    ]
    assert found.files[0].before == b"x = 1\n"
    assert found.files[0].after == b"x = 2\n"


def test_working_tree_without_any_commit(tmp_path) -> None:
    """In a new repository everything is new."""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    write(tmp_path, {"a.py": "x = 1\n"})
    found = change_set_of_revisions(Workspace(str(tmp_path)), [])
    assert [(c.before_path, c.after_path) for c in found.files] == [(None, "a.py")]


def test_a_file_that_is_only_renamed_is_shown(repository: Path) -> None:
    """Its text is the same on both sides; its name is not."""
    git = ["git", "-C", str(repository), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-qm", "before"], check=True)
    (repository / "new.py").rename(repository / "n.py")
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-qm", "after"], check=True)
    workspace = Workspace(str(repository))
    found = diff(("HEAD~1..HEAD",), lambda: workspace).document
    (file,) = found["files"]
    assert (file["before"], file["after"]) == ("new.py", "n.py")
    assert [change["rule"] for change in file["changes"]] in (["move_file"], ["file moved"])


def test_unknown_revision_is_named(repository: Path) -> None:
    """Git's answer to a wrong name is passed on."""
    with pytest.raises(VcsError, match="nonsense"):
        change_set_of_revisions(Workspace(str(repository)), ["nonsense..HEAD"])
