"""What log says besides the changes of an element: notes, limits, verdicts and errors.

What it tells of changes: `tests/corpus/*.history`.
"""

from __future__ import annotations

import os

import pytest

from tracer.history.elements.log import log_history
from tracer.model.errors import InputError
from tracer.model.workspace import Workspace
from tracer.queries.diff import diff


def log(repo, spec, path="A.java", rev="HEAD", **more):
    return log_history(Workspace(os.path.realpath(repo.root)), path, spec, rev, **more)


def story(document):
    """(commit, kinds) of the changes, newest first."""
    return [(change["revision"], change["kinds"]) for change in document["changes"]]


def java(*members: str, head: str = "class A", package: str = "p") -> str:
    return f"package {package};\n\n{head} {{\n" + "\n".join(members) + "\n}\n"


LOAD = """\
    String load(String path) {
        Reader reader = open(path);
        String text = reader.readAll();
        reader.close();
        return text.strip();
    }
"""


def test_name_with_several_definitions(repo):
    """The one with a body is meant; a note names the others, and a line picks one."""
    stub = "@overload\ndef f(a: int) -> int: ...\n\n\n"
    made = repo.commit(
        a__py="from typing import overload\n\n\n" + stub + "def f(a):\n    return a\n"
    )
    document = log(repo, ":f@8", path="a.py")
    assert document["element"]["start_line"] == 8
    assert document["notes"] == []
    assert story(document) == [(made, ["introduced"])]
    with pytest.raises(InputError, match="line 2"):
        log(repo, ":f@2", path="a.py")
    repo.commit(b__java=java("    abstract int f(int a);\n", "    int f(long a) {\n    }\n"))
    document = log(repo, ":f", path="b.java")
    assert document["element"]["start_line"] == 6
    assert document["notes"] == ["f is also defined on line 4: :f@LINE means that one"]


def test_limit(repo):
    """`limit` ends after so many changes."""
    repo.commit(A__java=java(LOAD))
    second = repo.commit(A__java=java(LOAD.replace("strip", "trim")))
    assert story(log(repo, ":load", limit=1)) == [(second, ["body"])]


def test_shallow_clone_tells_no_introduction(repo, tmp_path):
    """Where history ends for this clone, that is said instead of inventing an origin."""
    repo.commit(A__java=java(LOAD))
    second = repo.commit(A__java=java(LOAD.replace("strip", "trim")))
    third = repo.commit(A__java=java(LOAD.replace("strip", "chomp")))
    clone = tmp_path / "clone"
    repo.git("clone", "-q", "--depth", "2", f"file://{repo.root}", str(clone))
    document = log_history(Workspace(os.path.realpath(clone)), "A.java", ":load", "HEAD")
    assert story(document) == [(third, ["body"])]
    assert document["notes"] == [f"this clone knows nothing older than {second[:12]}"]


def test_nothing_is_called_a_refactoring_without_a_proof(repo):
    """A docstring is read at run time, and a file has importers; spacing is proven harmless."""
    text = 'def f(a):\n    """Do it."""\n    x = a\n    return x\n'
    repo.commit(a__py=text, user__py="from a import f\n\nf(1)\n")
    text = text.replace("Do it", "Do that")
    repo.commit(a__py=text)
    repo.git("mv", "a.py", "b.py")
    repo.commit("move")
    document = log(repo, ":f", path="b.py", all_kinds=True)
    assert [(c["kinds"], c["verdict"]) for c in document["changes"]] == [
        (["file_moved"], "INTENT_EVOLUTION"),
        (["documentation"], "INTENT_EVOLUTION"),
        (["introduced"], "INTENT_EVOLUTION"),
    ]
    assert log(repo, ":f", path="b.py", rev=None, all_kinds=True)["changes"] == document["changes"]
    repo.commit(b__py=text.replace("x = a", "x  =  a"))
    newest = log(repo, ":f", path="b.py", all_kinds=True)["changes"][0]
    assert (newest["kinds"], newest["verdict"]) == (["formatting"], "AST_REFACTOR")


def test_moves_are_proved_among_all_files_of_their_commit(repo):
    """`log` says of a move over several files what `diff` says: who else looks for it is known."""
    shared = "from decimal import Decimal\n\n\ndef rounded(amount):\n    return Decimal(amount)\n"
    moved = "\n\ndef mean(prices):\n    return rounded(sum(prices) / len(prices))\n"
    user = "from prices import mean, rounded\n\n\ndef told(p):\n    return mean(p), rounded(p[0])\n"
    repo.commit(prices__py=shared + moved, user__py=user, other__py="import json\n")
    apart = user.replace(" mean, rounded", " rounded\nfrom means import mean")
    means = "from prices import rounded\n" + moved
    change = {"prices__py": shared, "user__py": apart, "means__py": means}
    repo.commit(**change)
    newest = log(repo, ":mean", path="means.py")["changes"][0]
    assert (newest["kinds"], newest["verdict"]) == (["moved"], "AST_REFACTOR")
    workspace = Workspace(os.path.realpath(repo.root))
    assert diff(["HEAD~1", "HEAD"], lambda: workspace).document["verdict"] == "AST_REFACTOR"
    repo.git("reset", "-q", "--hard", "HEAD~1")
    repo.commit(other__py="import json\n\nfrom prices import mean\n\nmean([1])\n")
    repo.commit(**change)
    newest = log(repo, ":mean", path="means.py")["changes"][0]
    assert (newest["kinds"], newest["verdict"]) == (["moved"], "INTENT_EVOLUTION")
    assert diff(["HEAD~1", "HEAD"], lambda: workspace).document["verdict"] == "INTENT_EVOLUTION"


TYPES = """impl Types {
    /// Whether a path is selected.
    pub fn matched<P: AsRef<Path>>(&self, path: P, is_dir: bool) -> Match {
        if self.negated.is_none() && self.selected.is_none() {
            return Match::None;
        }
        if is_dir {
            return Match::None;
        }
        let path = path.as_ref();
        if self.selected.is_match(path) {
            Match::Whitelist(&self.pattern)
        } else {
            Match::None
        }
    }
}
"""
DIRECTORY = """impl Ignore {
    /// Looks at what the directory lists.
    pub fn matched<P: AsRef<Path>>(&self, path: P, is_dir: bool) -> Match {
        let mut path = path.as_ref();
        let mut listed = Match::None;
        if self.types.is_none() && self.hidden.is_none() {
            return Match::None;
        }
        if is_dir || self.hidden.is_match(path) {
            return Match::Ignore(path);
        }
        listed
    }
}
"""


def test_a_function_with_an_heir_elsewhere_is_not_another(repo):
    """Files are rewritten at once: a function that lives on under its name is no other one."""
    repo.commit(types__rs=TYPES + "\n\nfn other() {}\n", main__rs="fn main() {}\n")
    repo.git("rm", "-q", "types.rs")
    grown = "".join(f"fn more{n}(a: u32) -> u32 {{\n    a + {n}\n}}\n\n" for n in range(20))
    made = repo.commit(kinds__rs=grown + TYPES, dir__rs=DIRECTORY)
    assert story(log(repo, ":Ignore.matched", path="dir.rs")) == [(made, ["introduced"])]
    moved = log(repo, ":Types.matched", path="kinds.rs")["changes"]
    assert [change["kinds"] for change in moved] == [["moved"], ["introduced"]]


def test_name_taken_over_by_another_variable(repo):
    """Who is used in its place is it, and not the one that has its name now."""
    text = (
        "    void serve(Request input) {\n        Wrapped request = new Wrapped(input, size());\n"
        "        handle(request);\n        report(request);\n    }\n"
    )
    first = repo.commit(A__java=java(text))
    text = text.replace("request", "wrapped").replace("input", "request")
    second = repo.commit(A__java=java(text))
    assert story(log(repo, ":wrapped")) == [(second, ["rename"]), (first, ["introduced"])]
    assert story(log(repo, ":serve.request")) == [(second, ["rename"]), (first, ["introduced"])]


def test_variables_of_branches_that_became_one(repo):
    """Declared once for all branches, it continues the first."""
    branches = (
        "    void run() {\n        if (ready()) {\n            Task task = new Task(first);\n"
        "            task.start();\n        } else {\n            Task task = new Task(second);\n"
        "            task.stop();\n        }\n    }\n"
    )
    first = repo.commit(A__java=java(branches))
    hoisted = branches.replace("Task task = new", "task = new")
    hoisted = hoisted.replace("        if (", "        Task task = null;\n        if (", 1)
    repo.commit(A__java=java(hoisted))
    assert story(log(repo, ":run.task")) == [(first, ["introduced"])]
