"""Blame from git history alone, on small histories whose truth is known by construction."""

from __future__ import annotations

import os

import pytest

from tracer.history.blame import blame_history, origin_facts
from tracer.model.enums import Method, SourceKind
from tracer.model.errors import InputError, VcsError
from tracer.model.workspace import Workspace
from tracer.vcs import Git

LOAD = '''\
def load(path):
    """Read it."""
    with open(path) as file:
        return file.read()
'''
KEYS = """\
def keys(items):
    seen = set()
    for item in items:
        seen.add(item.key)
    return sorted(seen)
"""
SUM = """\
def total(items):
    result = 0
    for item in items:
        result += item.price * item.amount
    return result
"""


def blame(repo, path, rev="HEAD", **more):
    return blame_history(Workspace(os.path.realpath(repo.root)), path, rev, **more)


def origins(answer):
    """Line → set of (commit, path, line) of its leaves."""
    found = {}
    for run in answer.state.runs:
        for line in range(run.start_line, run.end_line + 1):
            source = run.credit.origin
            found[line] = {(source.id, source.path, run.credit.line + line - run.start_line)}
    for mixed in answer.state.mixed:
        found[mixed.line] = {
            (credit.origin.id, credit.origin.path, credit.line) for _, credit in mixed.parts
        }
    return found


def ids(answer):
    """Commits of the lines in order; a mixed line has a set of several."""
    return [{entry[0] for entry in found} for _, found in sorted(origins(answer).items())]


def test_lines_belong_to_the_commits_that_wrote_them(repo):
    """Each function is its commit's, wherever later insertions pushed it."""
    first = repo.commit(a__py=LOAD)
    second = repo.commit(a__py=KEYS + "\n\n" + LOAD)
    answer = blame(repo, "a.py")
    # Blank lines go with the code below them.
    assert ids(answer) == [{second}] * 5 + [{first}] * 6
    assert origins(answer)[8] == {(first, "a.py", 1)}
    assert origins(answer)[11] == {(first, "a.py", 4)}
    assert {credit.method for credit in (run.credit for run in answer.state.runs)} == {
        Method.INFERRED
    }
    assert answer.revision == second
    assert set(answer.commits) == {first, second}


def test_an_edit_takes_only_its_leaves(repo):
    """A line of which one token changed belongs to both commits."""
    first = repo.commit(a__py=KEYS)
    second = repo.commit(a__py=KEYS.replace("sorted(seen)", "sorted(seen, reverse=True)"))
    answer = blame(repo, "a.py")
    assert ids(answer) == [{first}] * 4 + [{first, second}]


def test_move_within_a_file(repo):
    """A function that trades places keeps its origin, and says so."""
    first = repo.commit(a__py=LOAD + "\n\n" + KEYS + "\n\n" + SUM)
    second = repo.commit(a__py=SUM + "\n\n" + LOAD + "\n\n" + KEYS)
    answer = blame(repo, "a.py")
    assert set().union(*ids(answer)) == {first}
    assert origins(answer)[1] == {(first, "a.py", 14)}
    assert any(run.credit.last.id == second for run in answer.state.runs)


def test_move_to_another_file(repo):
    """A function cut from one file and pasted into a new one is still its author's."""
    first = repo.commit(a__py=LOAD + "\n\n" + KEYS, b__py=SUM)
    second = repo.commit(a__py=LOAD, b__py=SUM + "\n\n" + KEYS)
    answer = blame(repo, "b.py")
    assert origins(answer)[8] == {(first, "a.py", 7)}
    assert set().union(*ids(answer)) == {first}
    third = repo.commit(a__py="", c__py="import os\n\n\n" + LOAD)
    answer = blame(repo, "c.py")
    assert ids(answer)[0] == {third}
    assert origins(answer)[4] == {(first, "a.py", 1)}
    assert second != third


def test_renamed_file(repo):
    """History goes on under the former name, also through an edit in the same commit."""
    first = repo.commit(a__py=LOAD + "\n\n" + KEYS)
    repo.git("mv", "a.py", "pkg.py")
    second = repo.commit(pkg__py=LOAD + "\n\n" + KEYS + "\n\n" + SUM)
    answer = blame(repo, "pkg.py")
    assert origins(answer)[1] == {(first, "a.py", 1)}
    assert ids(answer)[-1] == {second}


def test_a_copy_in_a_file_that_was_renamed(repo):
    """The renamed file has lost nothing to itself: the copy is whose it was made by."""
    first = repo.commit(a__py=LOAD + "\n\n" + KEYS + "\n\n" + SUM)
    repo.git("mv", "a.py", "pkg.py")
    copied = KEYS.replace("def keys", "def labels")
    text = LOAD + "\n\n" + copied + "\n\n" + KEYS + "\n\n" + SUM
    second = repo.commit(pkg__py=text)
    rows = ids(blame(repo, "pkg.py"))
    place = len(LOAD.splitlines())
    assert rows[:place] == [{first}] * place
    assert rows[place + 2 : place + 7] == [{second}] * 5
    assert rows[place + 9 :] == [{first}] * len(rows[place + 9 :])


def test_deleted_and_restored(repo):
    """A file that comes back has the origin it had."""
    first = repo.commit(a__py=LOAD)
    repo.git("rm", "-q", "a.py")
    repo.commit("remove")
    repo.commit(b__py=SUM)
    back = repo.commit("restore", a__py=LOAD + "\n\nLIMIT = 1\n")
    answer = blame(repo, "a.py")
    assert ids(answer) == [{first}] * 4 + [{back}] * 3


def test_merge_of_both_sides(repo):
    """After a merge each side's lines are that side's, none the merge's."""
    repo.commit(a__py=LOAD + "\n\n" + KEYS)
    repo.git("checkout", "-q", "-b", "side")
    side = repo.commit(a__py=LOAD.replace("it", "the side") + "\n\n" + KEYS)
    repo.git("checkout", "-q", "main")
    main = repo.commit(a__py=LOAD + "\n\n" + KEYS.replace("seen.add", "seen.remove"))
    repo.clock += 60
    repo.git("merge", "-q", "-m", "merge", "side")
    merge = repo.git("rev-parse", "HEAD")
    found = set().union(*ids(blame(repo, "a.py")))
    assert side in found
    assert main in found
    assert merge not in found


def test_code_moved_by_a_merge(repo):
    """A merge that carries one parent's code into a file only the other has keeps its origin."""
    repo.commit(a__py=LOAD)
    repo.git("checkout", "-q", "-b", "side")
    side = repo.commit(a__py=LOAD + "\n\n" + KEYS)
    repo.git("checkout", "-q", "main")
    repo.git("rm", "-q", "a.py")
    repo.commit(b__py=LOAD + "\n\n" + SUM)
    repo.clock += 60
    repo.git("merge", "-q", "-s", "ours", "--no-commit", "side")
    merge = repo.commit("merge", b__py=LOAD + "\n\n" + SUM + "\n\n" + KEYS)
    answer = blame(repo, "b.py")
    assert ids(answer)[-1] == {side}
    assert merge not in set().union(*ids(answer))


def test_merge_of_a_rename_and_an_edit(repo):
    """One side renames a file, the other edits it: each line is whose it was on its side."""
    text = 'func fail(key string) (string, error) {\n\treturn "", errors.New("none: " + key)\n}\n'
    first = repo.commit(a__go=text)
    repo.git("checkout", "-q", "-b", "side")
    side = repo.commit(a__go=text.replace('none: " + key', 'none: [" + key + "]"'))
    repo.git("checkout", "-q", "main")
    repo.git("mv", "a.go", "b.go")
    main = repo.commit(b__go=text + "\nfunc more() int {\n\treturn 1\n}\n")
    repo.clock += 60
    repo.git("merge", "-q", "-m", "merge", "side")
    answer = blame(repo, "b.go")
    assert set().union(*ids(answer)) == {first, side, main}
    assert ids(answer)[1] == {first, side}
    assert {credit.last.id for _, credit in answer.state.mixed[0].parts} == {first, side}


def test_text_without_a_grammar(repo):
    """Unknown text is followed by lines, also when it moves."""
    first = repo.commit(notes="alpha one two\nbeta three four\ngamma five six\n")
    second = repo.commit(notes="zero\nalpha one two\nbeta 3 four\ngamma five six\n")
    answer = blame(repo, "notes")
    assert ids(answer) == [{second}, {first}, {second}, {first}]


def test_working_tree(repo):
    """Lines that are not committed are nobody's yet; the others are their commit's."""
    first = repo.commit(a__py=LOAD)
    repo.write("a.py", LOAD + "\n\n" + KEYS)
    answer = blame(repo, "a.py", None)
    assert answer.revision is None
    assert ids(answer) == [{first}] * 4 + [{""}] * 7
    run = answer.state.runs[-1].credit
    assert (run.origin.kind, run.method) == (SourceKind.UNKNOWN, Method.UNKNOWN)


def test_moved_in_the_working_tree(repo):
    """Code moved to a new file, not committed yet, is still its author's."""
    first = repo.commit(a__py=LOAD + "\n\n" + KEYS)
    repo.write("a.py", LOAD)
    repo.write("new.py", KEYS)
    assert set().union(*ids(blame(repo, "new.py", None))) == {first}
    os.unlink(os.path.join(repo.root, "a.py"))
    repo.write("renamed.py", LOAD)
    assert set().union(*ids(blame(repo, "renamed.py", None))) == {first}


def test_repository_without_a_commit(repo):
    """Before the first commit everything is unknown, and that is no error."""
    repo.write("a.py", LOAD)
    assert set().union(*ids(blame(repo, "a.py", None))) == {""}


def test_shallow_clone(repo, tmp_path):
    """What stood there at the oldest commit of a shallow clone is unknown, not that commit's."""
    repo.commit(a__py=LOAD)
    second = repo.commit(a__py=LOAD + "\n\n" + KEYS)
    third = repo.commit(a__py=LOAD + "\n\n" + KEYS + "\n\n" + SUM)
    clone = str(tmp_path / "clone")
    repo.git("clone", "-q", "--depth", "2", "file://" + repo.root, clone)
    answer = blame_history(Workspace(os.path.realpath(clone)), "a.py", "HEAD")
    kinds = {}
    for run in answer.state.runs:
        kinds[run.credit.origin.id] = (run.credit.origin.kind, run.credit.method)
    assert kinds == {
        second: (SourceKind.UNKNOWN, Method.UNKNOWN),
        third: (SourceKind.COMMIT, Method.INFERRED),
    }


def test_missing_content(repo, tmp_path):
    """A version this clone lacks is stepped over with a note; what nothing proves is unknown."""
    repo.git("config", "uploadpack.allowFilter", "true")
    filler = "".join(f"value_{number} = {number}\n" for number in range(300))
    first = repo.commit(a__py=LOAD)
    repo.commit(a__py=LOAD + filler)
    third = repo.commit(a__py=LOAD + "\n\n" + KEYS)
    clone = str(tmp_path / "clone")
    options = ("--no-checkout", "--filter=blob:limit=2k")
    repo.git("clone", "-q", *options, "file://" + repo.root, clone)
    answer = blame_history(Workspace(os.path.realpath(clone)), "a.py", "HEAD")
    assert ids(answer)[:4] == [{first}] * 4
    last = answer.state.runs[-1].credit
    assert (last.origin.id, last.origin.kind) == (third, SourceKind.UNKNOWN)
    assert "a.py" in answer.notes[0]


def test_base_is_a_boundary(repo):
    """Code older than the base is credited to what stood there, as a baseline."""
    repo.commit(a__py=LOAD)
    base = repo.commit(b__py=SUM)
    last = repo.commit(a__py=LOAD + "\n\n" + KEYS)
    answer = blame(repo, "a.py", base=base)
    kinds = [run.credit.origin.kind for run in answer.state.runs]
    assert kinds == [SourceKind.BASELINE, SourceKind.COMMIT]
    assert ids(answer)[-1] == {last}


def test_only_some_lines(repo):
    """A question about some lines is answered for those, blank ones included."""
    first = repo.commit(a__py=LOAD + "\n\n" + KEYS)
    second = repo.commit(a__py=LOAD + "\n\n" + KEYS + "\n\n" + SUM)
    answer = blame(repo, "a.py", lines=[4, 5, 12])
    assert sorted(origins(answer)) == [4, 5, 12]
    assert ids(answer) == [{first}, {first}, {second}]
    whole = blame(repo, "a.py")
    assert {line: origins(whole)[line] for line in (4, 5, 12)} == origins(answer)


def test_workspace_below_the_top(repo):
    """A workspace in a directory of the repository is answered in its own paths."""
    repo.write("pkg/a.py", LOAD)
    first = repo.commit()
    answer = blame_history(Workspace(os.path.realpath(os.path.join(repo.root, "pkg"))), "a.py")
    assert set().union(*origins(answer).values()) == {(first, "a.py", n) for n in range(1, 5)}


def test_errors(repo, tmp_path):
    """A file, revision or repository that is not there is one clear error each."""
    repo.commit(a__py=LOAD)
    with pytest.raises(InputError, match=r"gone\.py: no such file"):
        blame(repo, "gone.py")
    with pytest.raises(InputError, match=r"gone\.py: no such file"):
        blame(repo, "gone.py", None)
    with pytest.raises(VcsError, match="nope: no such commit"):
        blame(repo, "a.py", "nope")
    (tmp_path / "bare").mkdir()
    with pytest.raises(VcsError, match="not in a git repository"):
        blame_history(Workspace(str(tmp_path / "bare")), "a.py", "HEAD")


def test_same_answer_twice(repo):
    """The same question has the same answer, byte for byte."""
    repo.commit(a__py=LOAD + "\n\n" + KEYS)
    repo.commit(a__py=KEYS + "\n\n" + LOAD + "\n\n" + SUM)
    assert blame(repo, "a.py").state == blame(repo, "a.py").state


def test_origin_facts(repo):
    """Intent and contributor come from trailers, the time is the author's."""
    sha = repo.commit(
        "Add\n\nIntent: INT-3\nCo-Authored-By: Claude Opus 4.5 <noreply@anthropic.com>",
        a__py=LOAD,
    )
    with Git(repo.root) as git:
        facts = origin_facts(git.commit(sha))
    assert facts == {
        "intent_id": "INT-3",
        "contributor": {
            "entity_type": "AI",
            "model_identifier": "Claude Opus 4.5",
            "name": "Claude Opus 4.5",
        },
        "timestamp": "2023-11-15T00:14:20+02:00",
    }
    assert origin_facts(None)["contributor"]["entity_type"] == "UNKNOWN"


def test_merges_can_own_what_they_brought(repo):
    """A merge of two changed versions, compared with its first parent only when asked."""
    base = repo.commit(a__py=LOAD + "\n\n" + SUM)
    repo.git("checkout", "-q", "-b", "side")
    side = repo.commit(a__py=LOAD + "\n\n" + SUM + "\n\n" + KEYS)
    repo.git("checkout", "-q", "main")
    main = repo.commit(a__py='"""Prices."""\n\n\n' + LOAD + "\n\n" + SUM)
    repo.git("merge", "-q", "--no-edit", "side")
    merge = repo.git("rev-parse", "HEAD").strip()
    assert {base, side, main} == set().union(*ids(blame(repo, "a.py")))
    assert {base, merge, main} == set().union(*ids(blame(repo, "a.py", merges=True)))


def test_the_same_answer_from_a_cache(repo, tmp_path, monkeypatch):
    """A second run asks the cache, parses nothing, and says the same; damage is made good."""
    for number in range(6):
        repo.commit(a__py=LOAD + "\n\n" + SUM.replace("result", f"result_{number}") + "\n\n" + KEYS)
        repo.commit(a__py=KEYS + "\n\n" + LOAD + "\n\n" + SUM.replace("+=", f"+= {number} +"))
    plain = blame(repo, "a.py")
    monkeypatch.setenv("TRACER_CACHE", str(tmp_path / "cache"))
    assert blame(repo, "a.py") == plain
    (path,) = (tmp_path / "cache").glob("*/history.sqlite3")
    with monkeypatch.context() as patch:
        patch.setattr("tracer.history.step_cache.CarryStep", None)
        assert blame(repo, "a.py") == plain
    path.write_bytes(b"no database" * 1000)
    assert blame(repo, "a.py") == plain
    assert blame(repo, "a.py") == plain
    assert path.read_bytes().startswith(b"SQLite format 3")
    path.unlink()
    path.mkdir()
    assert blame(repo, "a.py") == plain


STATUS = '''\
class Response:
    def __nonzero__(self):
        """True when it went well."""
        try:
            self.check()
        except HTTPError:
            return False
        finally:
            return True

    def read(self, decode=False):
        if self.consumed:
            raise RuntimeError("The content was already consumed")
        return self.raw.read(decode)

    def close(self):
        try:
            self.raw.close()
        except HTTPError:
            return False
        return True
'''


def test_an_answer_does_not_depend_on_what_else_is_asked(repo):
    """Line by line, and in any order, the same as at once: one commit, edits in three places."""
    repo.commit(a__py=STATUS)
    doc = '        """True when it went well."""\n'
    told = '"The content was already consumed"'
    after = (
        STATUS.replace(doc, f"{doc}        return self.ok\n\n    @property\n    def ok(self):\n")
        .replace("        finally:\n            return True\n", "        return True\n\n")
        .replace(f"Error({told})", f"Error(\n                {told}\n            )")
    )
    start = after.index("        try:\n            self.raw.close()")
    repo.commit(a__py=after[:start] + "        self.raw.close()\n        self.raw = None\n")
    whole = origins(blame(repo, "a.py", shares=False))
    for line, found in whole.items():
        assert origins(blame(repo, "a.py", shares=False, lines=[line]))[line] == found
