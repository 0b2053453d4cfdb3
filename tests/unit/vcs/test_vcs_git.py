"""The wrapper around the git executable."""

from __future__ import annotations

import os

import pytest

from tracer.model.errors import VcsError
from tracer.vcs import Git, PathChange, blob_at

NAME = "dir with space/ünïcode\ttab.py"


def test_blob_at(repo):
    """A blob is read at any revision; missing files and revisions are None."""
    first = repo.commit(a__py="a\n")
    repo.commit(a__py="b\n")
    assert blob_at(repo.root, "HEAD", "a.py") == b"b\n"
    assert blob_at(repo.root, first, "a.py") == b"a\n"
    assert blob_at(repo.root, "HEAD", "gone.py") is None
    assert blob_at(repo.root, "nowhere", "a.py") is None
    with Git(repo.root) as git:
        assert git.blob_at("HEAD", "") is None  # a tree is not a blob


def test_blob_at_without_git(tmp_path):
    """Outside a repository there is no blob, and no error."""
    assert blob_at(str(tmp_path), "HEAD", "a.py") is None


@pytest.mark.parametrize("name", [NAME, "new\nline.py", "star*[x].py", "-dash.py"])
def test_awkward_names(repo, name):
    """Paths come and go literally, whatever they hold."""
    repo.write(name, "one\n")
    repo.write("star_x.py", "other\n")
    sha = repo.commit()
    with Git(repo.root) as git:
        assert git.blob_at("HEAD", name) == b"one\n"
        assert name in [entry.path for entry in git.tree("HEAD")]
        assert name in git.files()
        assert [row[0] for row in git.path_graph("HEAD", name)] == [sha]
        repo.write(name, "two\n")
        assert [change.after_path for change in git.status()] == [name]


def test_root_below_the_top(repo):
    """A workspace in a directory of the repository speaks in its own paths."""
    repo.write("top.py", "top\n")
    repo.write("pkg/a.py", "a\n")
    first = repo.commit()
    repo.write("top.py", "TOP\n")
    repo.write("pkg/a.py", "A\n")
    second = repo.commit()
    repo.write("pkg/new.py", "new\n")
    repo.write("outside.py", "x\n")
    with Git(os.path.join(repo.root, "pkg")) as git:
        assert git.prefix == "pkg/"
        assert git.blob_at("HEAD", "a.py") == b"A\n"
        assert [entry.path for entry in git.tree("HEAD")] == ["a.py"]
        assert [change.after_path for change in git.changes(first, second)] == ["a.py"]
        assert [change.after_path for change in git.status()] == ["new.py"]
        assert git.files() == ["a.py", "new.py"]
        assert [row[0] for row in git.path_graph("HEAD", "a.py")] == [second, first]


def test_changes(repo):
    """Added, deleted, modified and renamed files, with their blob ids."""
    body = "".join(f"line {number}\n" for number in range(20))
    first = repo.commit(a__py=body, b__py="b\n", c__py="c\n")
    repo.git("mv", "a.py", "moved.py")
    repo.git("rm", "-q", "b.py")
    repo.write("moved.py", body + "more\n")
    second = repo.commit(c__py="C\n", d__py="d\n")
    with Git(repo.root) as git:
        found = {change.status: change for change in git.changes(first, second)}
        assert {letter: (c.before_path, c.after_path) for letter, c in found.items()} == {
            "R": ("a.py", "moved.py"),
            "D": ("b.py", None),
            "M": ("c.py", "c.py"),
            "A": (None, "d.py"),
        }
        assert git.objects.blob(found["R"].before_id) == body.encode()
        assert found["A"].before_id is None
        assert found["D"].after_id is None
        assert 50 < found["R"].similarity < 100
        root = git.changes(None, first)
        assert [(c.status, c.after_path) for c in root] == [
            ("A", "a.py"),
            ("A", "b.py"),
            ("A", "c.py"),
        ]


def test_changed_in(repo):
    """Many commits are asked of one process; renames are a deletion and an addition."""
    first = repo.commit(a__py="a\n", b__py="b\n")
    repo.git("mv", "a.py", "moved.py")
    second = repo.commit()
    third = repo.commit("nothing")
    with Git(repo.root) as git:
        for _ in range(3):
            found = [(c.status, c.before_path, c.after_path) for c in git.changed_in(second, first)]
            assert found == [("D", "a.py", None), ("A", None, "moved.py")]
            assert git.changed_in(third, second) == ()
            assert [c.after_path for c in git.changed_in(first, None)] == ["a.py", "b.py"]


def test_changed_in_without_the_trees(repo):
    """A commit this clone lacks is one clear error, and the next question is answered."""
    sha = repo.commit(a__py="a\n")
    with Git(repo.root) as git:
        git.changed_in(sha, None)
        git._differ._process.kill()
        git._differ._process.wait()
        with pytest.raises(VcsError, match="not in this clone"):
            git.changed_in(sha, None)
        assert len(git.changed_in(sha, None)) == 1


def test_links_and_submodules_are_not_text(repo):
    """Symlinks are told apart from files by their mode."""
    repo.write("a.py", "a\n")
    os.symlink("a.py", os.path.join(repo.root, "link.py"))
    sha = repo.commit()
    with Git(repo.root) as git:
        text = {change.after_path: change.is_text for change in git.changes(None, sha)}
    assert text == {"a.py": True, "link.py": False}


def test_status(repo):
    """Every way a file on disk can differ from HEAD, staged or not."""
    repo.commit(a__py="a\n", b__py="b\n", c__py="c\n", d__py="d\n")
    repo.write(".gitignore", "*.log\n")
    repo.write("a.py", "A\n")
    os.unlink(os.path.join(repo.root, "b.py"))
    repo.git("rm", "-q", "c.py")
    repo.write("new.py", "n\n")
    repo.write("staged.py", "s\n")
    repo.git("add", "staged.py")
    repo.write("noise.log", "x\n")
    with Git(repo.root) as git:
        found = {(c.status, c.before_path, c.after_path) for c in git.status()}
        assert found == {
            ("M", "a.py", "a.py"),
            ("D", "b.py", None),
            ("D", "c.py", None),
            ("?", None, "new.py"),
            ("A", None, "staged.py"),
            ("?", None, ".gitignore"),
        }
        assert "noise.log" not in git.files()
        assert "new.py" in git.files()


def test_status_of_a_conflict(repo):
    """An unmerged file is one that changed against HEAD."""
    repo.commit(a__py="a\n")
    repo.git("checkout", "-q", "-b", "side")
    repo.commit(a__py="side\n")
    repo.git("checkout", "-q", "main")
    repo.commit(a__py="main\n")
    with pytest.raises(AssertionError):
        repo.git("merge", "-q", "side")
    with Git(repo.root) as git:
        (change,) = git.status()
        assert change.after_path == "a.py"
        assert git.objects.blob(change.before_id) == b"main\n"


def test_path_graph_follows_the_side_that_matters(repo):
    """A merge that took a file from one side leads to that side only; others are listed."""
    base = repo.commit(a__py="a\n", b__py="b\n")
    repo.git("checkout", "-q", "-b", "side")
    side = repo.commit(a__py="a\nside\n")
    repo.git("checkout", "-q", "main")
    repo.commit(b__py="B\n")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "side")
    with Git(repo.root) as git:
        graph = git.path_graph("HEAD", "a.py")
        assert [(row.id, row.parents) for row in graph] == [(side, (base,)), (base, ())]
        assert graph[0].time == graph[1].time + 60
        assert [row.id for row in git.path_graph("HEAD", "a.py", exclude=base)] == [side]


def test_commit(repo):
    """Author, time with zone, parents, trailers."""
    first = repo.commit("first")
    second = repo.commit("Subject\n\nBody.\n\nIntent: INT-7\nCo-authored-by: Bo <bo@example.org>")
    with Git(repo.root) as git:
        commit = git.commit(second)
        assert commit.author == "Ada"
        assert commit.email == "ada@example.org"
        assert commit.timestamp == "2023-11-15T00:15:20+02:00"
        assert commit.time == repo.clock
        assert commit.subject == "Subject"
        assert commit.parents == (first,)
        assert commit.intent_id == "INT-7"
        assert git.commit("0" * 40) is None


def test_unknown_revision(repo):
    """An unknown revision is one clear error; an option is never taken for one."""
    repo.commit()
    with Git(repo.root) as git:
        with pytest.raises(VcsError, match="no-such-branch: no such commit"):
            git.resolve("no-such-branch")
        assert git.resolve_or_none("--all") is None


def test_no_repository(tmp_path):
    """Outside git the error says what to do."""
    with Git(str(tmp_path)) as git:
        with pytest.raises(VcsError) as raised:
            git.files()
        assert "git init" in raised.value.fix
        with pytest.raises(VcsError, match="not in a git repository"):
            git.resolve("HEAD")


def test_git_is_missing(repo, monkeypatch):
    """Without a git executable there is one clear error."""
    monkeypatch.setenv("PATH", "/nonexistent")
    with Git(repo.root) as git, pytest.raises(VcsError, match="could not be started"):
        git.files()
    with Git(repo.root) as git, pytest.raises(VcsError, match="could not be started"):
        git.resolve("HEAD")


def test_environment_of_a_hook(repo, tmp_path, monkeypatch):
    """Variables git sets for its hooks do not redirect our git."""
    repo.commit(a__py="a\n")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    with Git(repo.root) as git:
        assert git.files() == ["a.py"]
        assert git.blob_at("HEAD", "a.py") == b"a\n"


def test_hostile_configuration(repo, tmp_path):
    """Commands a repository's configuration names are never run."""
    mark = tmp_path / "ran"
    repo.commit(a__py="a\n")
    for name in ("core.fsmonitor", "diff.external", "core.pager"):
        repo.git("config", name, f"touch {mark}; false")
    repo.commit(a__py="b\n")
    mark.unlink(missing_ok=True)
    with Git(repo.root) as git:
        git.status()
        git.changes("HEAD~1", "HEAD")
        git.path_graph("HEAD", "a.py")
    assert not mark.exists()


def test_partial_clone_never_downloads(repo, tmp_path):
    """A blob that was left out of a partial clone is None, and the next one still answers."""
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git("config", "uploadpack.allowAnySHA1InWant", "true")
    big = "".join(f"value_{number} = {number}\n" for number in range(2000))
    first = repo.commit(big__py=big, small__py="s\n")
    repo.git("mv", "big.py", "moved.py")
    repo.write("moved.py", big + "tail = 1\n")
    second = repo.commit()
    clone = str(tmp_path / "partial")
    repo.git("clone", "-q", "--no-checkout", "--filter=blob:limit=1k", "file://" + repo.root, clone)
    with Git(clone) as git:
        assert git.blob_at(first, "big.py") is None
        assert git.blob_at(first, "small.py") == b"s\n"
        ids = git.blob_ids([(first, "small.py"), (first, "big.py"), (second, "moved.py")])
        assert ids[0] is not None
        found = {(c.status, c.before_path, c.after_path) for c in git.changes(first, second)}
        assert found == {("D", "big.py", None), ("A", None, "moved.py")}


def test_infos_of_many_names(repo):
    """More requests than fit a pipe are answered in order."""
    sha = repo.commit(a__py="a\n")
    names = [sha if number % 3 else f"missing-{number}" for number in range(2000)]
    with Git(repo.root) as git:
        infos = git.objects.infos(names)
    assert [info is not None for info in infos] == [bool(number % 3) for number in range(2000)]


def test_a_process_that_died_is_replaced(repo):
    """When git ends in the middle, the next request starts it again."""
    repo.commit(a__py="a\n")
    with Git(repo.root) as git:
        assert git.blob_at("HEAD", "a.py") == b"a\n"
        git.objects._processes["--batch"].kill()
        git.objects._processes["--batch"].wait()
        assert git.blob_at("HEAD", "a.py") is None
        assert git.blob_at("HEAD", "a.py") == b"a\n"


def test_path_change_defaults():
    """A change without modes is text."""
    assert PathChange("M", "a", "a", None, None).is_text


def test_a_link_in_a_files_place_is_the_files_end() -> None:
    """A file that a link replaces is gone, and begins where it replaces one; links stay links."""
    file, link, run = "100644", "120000", "100755"
    gone = PathChange("T", "a", "a", "1", "2", file, link).of_text
    assert (gone.status, gone.before_path, gone.after_path, gone.is_text) == ("D", "a", None, True)
    new = PathChange("T", "a", "a", "1", "2", link, file).of_text
    assert (new.status, new.before_path, new.after_path, new.is_text) == ("A", None, "a", True)
    for kept in (
        PathChange("M", "a", "a", "1", "2", link, link),
        PathChange("M", "a", "a", "1", "2", file, run),
        PathChange("D", "a", None, "1", None, link, None),
    ):
        assert kept.of_text is kept
