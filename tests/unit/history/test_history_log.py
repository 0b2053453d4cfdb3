"""The life of an element by git history alone."""

from __future__ import annotations

import os

import pytest

from tracer.history.elements.log import log_history
from tracer.model.errors import InputError
from tracer.model.workspace import Workspace

F = '''\
def load(path, mode):
    """Read it."""
    with open(path, mode) as file:
        return file.read()
'''
G = """\
def keys(items):
    seen = set()
    for item in items:
        seen.add(item.key)
    return sorted(seen)
"""


def log(repo, path, spec, rev="HEAD", **more):
    return log_history(Workspace(os.path.realpath(repo.root)), path, spec, rev, **more)


def story(document):
    """(commit, kinds) of the changes, newest first."""
    return [(change["revision"], change["kinds"]) for change in document["changes"]]


def test_life_of_a_function(repo):
    """Each commit that changed the function is there, with what it changed; no other is."""
    first = repo.commit("introduce\n\nIntent: INT-1", a__py=G + "\n\n" + F)
    second = repo.commit(a__py=G + "\n\n" + F.replace("path, mode)", "path, mode, encoding)"))
    third = repo.commit(
        a__py=G.replace("set()", "dict()")
        + "\n\n"
        + F.replace("path, mode)", "path, mode, encoding)")
    )
    text = F.replace("path, mode)", "path, mode, encoding)").replace("return file", "yield file")
    fourth = repo.commit(a__py=G + "\n\n" + text)
    document = log(repo, "a.py", ":load")
    assert story(document) == [
        (fourth, ["body"]),
        (second, ["parameters", "body"]),
        (first, ["introduced"]),
    ]
    assert third not in [revision for revision, _ in story(document)]
    assert document["element"] == {
        "path": "a.py", "name": "load", "kind": "function", "start_line": 8, "end_line": 11,
    }  # fmt: skip
    newest, _, oldest = document["changes"]
    assert newest["parent"] == third
    assert newest["before"] == {"path": "a.py", "start_line": 8, "end_line": 11, "name": "load"}
    assert oldest["before"] is None
    assert oldest["intent_id"] == "INT-1"
    assert oldest["contributor"]["name"] == "Ada"


def test_rename_and_move_of_a_function(repo):
    """A new name, a new file, and a renamed file are told apart."""
    first = repo.commit(a__py=G + "\n\n" + F, b__py="X = 1\n")
    second = repo.commit(a__py=G.replace("def keys", "def sorted_keys") + "\n\n" + F)
    moved = G.replace("def keys", "def sorted_keys")
    third = repo.commit(a__py=F, b__py="X = 1\n\n\n" + moved)
    repo.git("mv", "b.py", "c.py")
    fourth = repo.commit("rename")
    document = log(repo, "c.py", ":sorted_keys")
    assert story(document) == [
        (fourth, ["file_moved"]),
        (third, ["moved"]),
        (second, ["rename"]),
        (first, ["introduced"]),
    ]
    before = [change["before"] and (change["before"]["path"], change["before"]["name"])
              for change in document["changes"]]  # fmt: skip
    assert before == [("b.py", "sorted_keys"), ("a.py", "sorted_keys"), ("a.py", "keys"), None]


def test_documentation_and_decorators(repo):
    """A docstring is documentation, a decorator an annotation."""
    first = repo.commit(a__py=F)
    second = repo.commit(a__py=F.replace("Read it", "Read the file"))
    third = repo.commit(a__py="@cache\n" + F.replace("Read it", "Read the file"))
    assert story(log(repo, "a.py", ":load")) == [
        (third, ["annotations"]),
        (second, ["documentation"]),
        (first, ["introduced"]),
    ]


def test_formatting_is_left_out(repo):
    """A commit that only changed layout is told only when all is asked for."""
    first = repo.commit(a__py=G)
    second = repo.commit(a__py=G.replace("def keys(items):", "def keys(\n    items\n):"))
    assert story(log(repo, "a.py", ":keys")) == [(first, ["introduced"])]
    assert story(log(repo, "a.py", ":keys", all_kinds=True)) == [
        (second, ["formatting"]),
        (first, ["introduced"]),
    ]


def test_life_of_a_block(repo):
    """A loop is followed by its lines; its head is an expression, its inside a body."""
    first = repo.commit(a__py=G)
    second = repo.commit(a__py=G.replace("in items:", "in reversed(items):"))
    text = G.replace("in items:", "in reversed(items):").replace("item.key", "item.name")
    third = repo.commit(a__py="import os\n\n\n" + text)
    document = log(repo, "a.py", "6,7")
    assert document["element"]["kind"] == "block"
    assert story(document) == [
        (third, ["body"]),
        (second, ["expression"]),
        (first, ["introduced"]),
    ]


def test_life_of_lines(repo):
    """Lines that are no element are followed as git follows them."""
    first = repo.commit(a__py=G)
    second = repo.commit(a__py="import os\n" + G.replace("set()", "dict()"))
    document = log(repo, "a.py", "3,4")
    assert document["element"]["kind"] == "range"
    assert story(document) == [(second, ["body"]), (first, ["introduced"])]
    assert document["changes"][0]["before"]["start_line"] == 2


def test_merge_is_told_where_it_changed_its_first_parent(repo):
    """Both sides' changes are there once; the merge is compared with its first parent."""
    first = repo.commit(a__py=G)
    repo.git("checkout", "-q", "-b", "side")
    side = repo.commit(a__py=G.replace("seen = set()", "seen = dict()"))
    repo.git("checkout", "-q", "main")
    main = repo.commit(a__py=G.replace("return sorted(seen)", "return list(seen)"))
    repo.clock += 60
    repo.git("merge", "-q", "-m", "merge", "side")
    merge = repo.git("rev-parse", "HEAD").strip()
    document = log(repo, "a.py", ":keys")
    assert story(document) == [
        (merge, ["body"]),
        (main, ["body"]),
        (side, ["body"]),
        (first, ["introduced"]),
    ]
    assert [change["merge"] for change in document["changes"]] == [True, False, False, False]


def test_working_tree(repo):
    """What is not committed yet is a change without a revision."""
    first = repo.commit(a__py=G)
    repo.write("a.py", G.replace("set()", "dict()"))
    document = log(repo, "a.py", ":keys", None)
    assert story(document) == [(None, ["body"]), (first, ["introduced"])]
    assert document["changes"][0]["parent"] == first


def test_a_name_that_is_not_there(repo):
    """An unknown name is one clear error."""
    repo.commit(a__py=G)
    with pytest.raises(InputError, match="nothing_like_it"):
        log(repo, "a.py", ":nothing_like_it")


BODY = """\
    total = sum(item.price for item in items)
    rate = table.rate_of(country, default=STANDARD)
    shipping = freight.cost(total, country)
    return round(total * (1 + rate) + shipping, 2)
"""


def test_the_text_of_an_extracted_function(repo):
    """Item 10: it begins with its extraction, and log goes on where its text stood before."""
    text = "def bill(items, country):\n    check(items)\n" + BODY
    first = repo.commit(a__py="import freight\n\n\n" + text)
    second = repo.commit(a__py="import freight\n\n\n" + text.replace("STANDARD", "NORMAL"))
    caller = "def bill(items, country):\n    check(items)\n    return gross(items, country)\n"
    made = "def gross(items, country):\n" + BODY.replace("STANDARD", "NORMAL")
    third = repo.commit(a__py="import freight\n\n\n" + caller, b__py=made)
    document = log(repo, "b.py", ":gross")
    assert story(document) == [
        (third, ["introduced", "extracted"]),
        (second, ["body"]),
        (first, ["introduced"]),
    ]
    assert document["changes"][0]["before"]["path"] == "a.py"
    assert document["changes"][-1]["after"] == {
        "path": "a.py", "name": None, "start_line": 6, "end_line": 9,
    }  # fmt: skip


def test_a_copied_function_begins_with_the_copy(repo):
    """What still stands where it was copied from is another function."""
    repo.commit(a__py="def gross(items, country):\n" + BODY)
    copy = repo.commit(b__py="def net(items, country):\n" + BODY)
    assert story(log(repo, "b.py", ":net")) == [(copy, ["introduced"])]


KNOWN_TO_NO_GRAMMAR = """\
#ifdef OLD
increment(b) Bigint *b;
#else
increment(Bigint *b)
#endif
{
    unsigned long *x, *xe;
    x = b->x; xe = x + b->wds;
    do { if (*x < 0xffffffffL) { ++*x; return b; } *x++ = 0; } while (x < xe);
    return b;
}
"""


def test_a_function_that_no_grammar_understood_before(repo):
    """Its lines are followed where the version before has no definition of it."""
    first = repo.commit(a__c="int zero;\n\n" + KNOWN_TO_NO_GRAMMAR)
    now = KNOWN_TO_NO_GRAMMAR.partition("#endif\n")[2]
    second = repo.commit(a__c="int zero;\n\nBigint *increment(Bigint *b)\n" + now)
    assert [r for r, _ in story(log(repo, "a.c", ":increment"))] == [second, first]


def test_more_history_is_fetched(repo, tmp_path, monkeypatch):
    """Item 21: after `fetch --unshallow` log tells what a full clone's does, cache or not."""
    first = repo.commit(a__py=G)
    repo.commit(b__py="x = 1\n")  # the clone's history ends here, where the file is as it was
    third = repo.commit(a__py=G.replace("set()", "list()"))
    place = str(tmp_path / "clone")
    repo.git("clone", "-q", "--depth", "2", f"file://{repo.root}", place)
    clone = Workspace(os.path.realpath(place))
    monkeypatch.setenv("TRACER_CACHE", str(tmp_path / "cache"))
    shallow = log_history(clone, "a.py", ":keys", "HEAD")
    assert story(shallow) == [(third, ["body"])]
    assert len(shallow["notes"]) == 1
    repo.git("-C", place, "fetch", "-q", "--unshallow")
    assert story(log_history(clone, "a.py", ":keys", "HEAD")) == [
        (third, ["body"]),
        (first, ["introduced"]),
    ]
