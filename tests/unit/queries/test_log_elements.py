"""Identity of elements through history: each case is a way real histories went wrong."""

from __future__ import annotations

import os

import pytest

from tracer.model.errors import InputError
from tracer.model.workspace import Workspace
from tracer.queries.history_log import log_history


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


def test_extracted_overload_is_introduced(repo):
    """What keeps its parameters is itself, even when its body went to a new overload."""
    first = repo.commit(A__java=java(LOAD))
    body = LOAD.replace("(String path)", "(String path, int flags)", 1)
    delegating = "    String load(String path) {\n        return load(path, 0);\n    }\n"
    second = repo.commit(A__java=java(delegating, body))
    assert story(log(repo, ":load@4")) == [(second, ["body"]), (first, ["introduced"])]
    assert story(log(repo, ":load@8")) == [(second, ["introduced", "extracted"])]


def test_comment_inside_is_told_and_the_one_above_is_not(repo):
    """Doc comments above a definition are told only with everything; plain ones are an edit."""
    first = repo.commit(A__java=java(LOAD))
    inside = LOAD.replace("        reader.close", "        // done\n        reader.close")
    second = repo.commit(A__java=java(inside))
    third = repo.commit(A__java=java("    /** Loads it. */\n" + inside))
    assert story(log(repo, ":load")) == [(second, ["documentation"]), (first, ["introduced"])]
    assert story(log(repo, ":load", all_kinds=True))[0] == (third, ["documentation"])
    fourth = repo.commit(
        A__java=java("    /** Loads it. */\n    // too long\n    // by far\n" + inside)
    )
    fifth = repo.commit(A__java=java("    /** Loads it. */\n    // long\n    // by far\n" + inside))
    assert story(log(repo, ":load"))[:2] == [
        (fifth, ["documentation"]),
        (fourth, ["documentation"]),
    ]


def test_parentheses_are_an_edit_where_no_formatter_takes_them(repo):
    """In Java nobody's formatter drops parentheses; in Python black does."""
    java_text = "    boolean f(int a) {\n        return (a > 1);\n    }\n"
    python = "def f(a):\n    return (a > 1)\n"
    repo.commit(A__java=java(java_text), a__py=python)
    second = repo.commit(
        A__java=java(java_text.replace("(a > 1)", "a > 1")),
        a__py=python.replace("(a > 1)", "a > 1"),
    )
    document = log(repo, ":f")
    assert story(document)[0] == (second, ["body"])
    assert document["changes"][0]["verdict"] == "AST_REFACTOR"
    assert len(log(repo, ":f", path="a.py")["changes"]) == 1


def test_package_and_class_names_move_members(repo):
    """A renamed package or class moves what is in it, though not a line of that changed."""
    first = repo.commit(A__java=java(LOAD))
    second = repo.commit(A__java=java(LOAD, package="p.q"))
    third = repo.commit(A__java=java(LOAD, package="p.q", head="class B"))
    assert story(log(repo, ":load")) == [
        (third, ["moved"]),
        (second, ["moved"]),
        (first, ["introduced"]),
    ]


def test_class_is_its_declaration(repo):
    """Members are no changes of their class; its modifiers, name and kind are."""
    first = repo.commit(A__java=java(LOAD))
    repo.commit(A__java=java(LOAD.replace("strip", "trim")))
    third = repo.commit(A__java=java(LOAD.replace("strip", "trim"), head="public class A"))
    fourth = repo.commit(A__java=java("    String load(String path);\n", head="public interface A"))
    assert story(log(repo, ":A")) == [
        (fourth, ["type"]),
        (third, ["modifiers"]),
        (first, ["introduced"]),
    ]


def test_field_renamed_with_another_type_is_known_by_its_uses(repo):
    """Neither name nor type is left, but every use is the same place."""
    members = (
        "    private final Cache cache;\n",
        "    void f(String key) {\n        cache.put(key, now());\n        cache.flush();\n    }\n",
    )
    first = repo.commit(A__java=java(*members))
    renamed = [m.replace("Cache cache", "Store store").replace("cache.", "store.") for m in members]
    second = repo.commit(A__java=java(*renamed))
    assert story(log(repo, ":A.store")) == [(second, ["rename", "type"]), (first, ["introduced"])]


def test_another_field_in_the_same_place_is_new(repo):
    """A declaration of the same shape is not the same field when no use says so."""
    first = "    private final List<Message> messages = new Messages();\n"
    second = "    private final List<Check> checks = new ArrayList();\n"
    use = "    void f() {\n        {};\n    }\n"
    repo.commit(A__java=java(first, use.replace("{};", "messages.clear();")))
    made = repo.commit(A__java=java(second, use.replace("{};", "run(checks, 3);")))
    assert story(log(repo, ":A.checks")) == [(made, ["introduced"])]


VARIABLE = """\
    int sum(List<Item> items) {
        int total = 0;
        for (Item item : items) {
            total += item.price();
        }
        return total;
    }
"""


def test_variables_and_parameters(repo):
    """Each is named inside its function, and told by its declaration, not its uses or value."""
    first = repo.commit(A__java=java(VARIABLE))
    second = repo.commit(A__java=java(VARIABLE.replace("total = 0", "total = start()")))
    text = VARIABLE.replace("total = 0", "total = start()").replace("Item item", "final Item item")
    third = repo.commit(A__java=java(text))
    fourth = repo.commit(A__java=java(text.replace("total", "result").replace("int r", "long r")))
    assert story(log(repo, ":sum.item")) == [(third, ["modifiers"]), (first, ["introduced"])]
    assert story(log(repo, ":A.sum.items")) == [(first, ["introduced"])]
    document = log(repo, "5,5")
    assert (document["element"]["kind"], document["element"]["name"]) == (
        "variable",
        "A.sum.result",
    )
    assert story(document) == [(fourth, ["rename", "type"]), (first, ["introduced"])]
    assert (second, ["expression"]) in story(log(repo, ":result", all_kinds=True))


def test_variable_of_an_extracted_method_is_introduced_with_it(repo):
    """The function decides, though the variable's own line is untouched."""
    repo.commit(A__java=java(VARIABLE))
    overload = VARIABLE.replace("sum(List<Item> items)", "sum(List<Item> items, int most)")
    delegating = "    int sum(List<Item> items) {\n        return sum(items, 9);\n    }\n"
    second = repo.commit(A__java=java(delegating, overload))
    assert story(log(repo, ":total")) == [(second, ["introduced"])]


def test_loop_of_another_kind_is_the_same_loop(repo):
    """`for` that became `for each` keeps its history; so does a `catch` alone."""
    text = (
        "    void run(List<Job> jobs) {\n"
        "        for (int i = 0; i < jobs.size(); i++) {\n"
        "            prepare(jobs);\n            execute(limit, timeout);\n            report();\n"
        "        }\n"
        "        try {\n            close();\n        } catch (IOException e) {\n"
        "            log(e);\n        }\n    }\n"
    )
    first = repo.commit(A__java=java(text))
    changed = text.replace("int i = 0; i < jobs.size(); i++", "Job job : jobs")
    second = repo.commit(A__java=java(changed.replace("log(e)", "warn(e)")))
    assert story(log(repo, "5,9")) == [(second, ["expression"]), (first, ["introduced"])]
    assert story(log(repo, "12,14")) == [(second, ["body"]), (first, ["introduced"])]


def test_block_of_an_inlined_function_is_followed(repo):
    """Its function is gone, so it came from there."""
    block = "        if (ready) {\n            start(engine, throttle, gear);\n        }\n"
    first = repo.commit(
        A__java=java(
            "    void go() {\n        check();\n        begin();\n        finish(report);\n    }\n",
            f"    void begin() {{\n{block}    }}\n",
        )
    )
    repo.commit(
        A__java=java(
            f"    void go() {{\n        check();\n{block}        finish(report);\n    }}\n"
        )
    )
    assert story(log(repo, "6,8")) == [(first, ["introduced"])]


def test_nested_conditions_that_became_one_are_the_inner_one(repo):
    """The condition that held the very statements is it, not the one around it; and back."""
    inside = "store(key, value);\n                count += 1;\n"
    nested = (
        "    void put(Key key, Value value) {\n        if (key != null) {\n"
        f"            if (!known(key)) {{\n                {inside}            }}\n        }}\n"
        "    }\n"
    )
    merged = (
        "    void put(Key key, Value value) {\n        if (key != null && !known(key)) {\n"
        f"                {inside}        }}\n    }}\n"
    )
    first = repo.commit(A__java=java(nested))
    second = repo.commit(A__java=java(merged))
    third = repo.commit(A__java=java(nested))
    joined = log(repo, "5,8", rev=second)
    assert story(joined) == [(second, ["expression"]), (first, ["introduced"])]
    assert joined["changes"][0]["before"]["start_line"] == 6
    split = log(repo, "6,9")
    assert story(split)[0] == (third, ["expression"])
    assert split["changes"][0]["before"]["start_line"] == 5


def test_condition_keeps_its_history_without_its_else(repo):
    """Whether an `else` follows is no part of what a condition asks."""
    text = (
        "    int find() {\n        if (cached != null) {\n            return cached.size();\n"
        "        } else if (stored != null) {\n            return stored.length(limit);\n"
        "        }\n        return 0;\n    }\n"
    )
    short = (
        "    int find() {\n        synchronized (lock) {\n"
        "            if (cached != null) return report();\n"
        "            if (failed) {\n                throw failure(reason, code);\n            }\n"
        "        }\n        return 0;\n    }\n"
    )
    first = repo.commit(A__java=java(text))
    second = repo.commit(A__java=java(short))
    assert story(log(repo, ":A")) == [(first, ["introduced"])]
    document = log(repo, "6,6")
    assert [revision for revision, _ in story(document)] == [second, first]
    assert document["changes"][0]["before"]["start_line"] == 5


def test_variable_of_an_inlined_function_is_followed(repo):
    """Its function is gone; the declaration stands in the one that called it."""
    inner = "        Engine engine = find(limit);\n        engine.start(throttle, gear);\n"
    call = "    void go() {\n        check();\n        begin();\n    }\n"
    first = repo.commit(A__java=java(call, f"    void begin() {{\n{inner}    }}\n"))
    repo.commit(A__java=java(call.replace("        begin();\n", inner)))
    assert story(log(repo, ":go.engine")) == [(first, ["introduced"])]


def test_variable_of_a_renamed_type_is_found_where_it_stands(repo):
    """A type renamed far above says nothing of a local, whose name must not go stale by it."""
    between = "    int unused() {\n        return 0;\n    }\n"
    first = repo.commit(A__java=java(between, VARIABLE))
    renamed = repo.commit(A__java=java(between, VARIABLE.replace("total", "all"), head="class A"))
    repo.commit(A__java=java(between, VARIABLE.replace("total", "all"), head="class B"))
    assert story(log(repo, ":sum.all")) == [(renamed, ["rename"]), (first, ["introduced"])]


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


def test_line_ends_are_seen_through(repo):
    """A commit that only changed line ends is no change, and formatting when all is asked for."""
    first = repo.commit(A__java=java(LOAD))
    second = repo.commit(A__java=java(LOAD).replace("\n", "\r\n"))
    assert story(log(repo, ":load")) == [(first, ["introduced"])]
    assert story(log(repo, ":load", all_kinds=True))[0] == (second, ["formatting"])


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
    repo.commit(a__py=text)
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


def test_parameter_with_another_name_and_type_is_known_by_its_place(repo):
    """All that is left of it is where it stands among the others."""
    text = "    void bind(Query q, Mappings mappings) {\n        mappings.add(q.name());\n    }\n"
    first = repo.commit(A__java=java(text))
    text = text.replace("Mappings mappings", "Context context")
    second = repo.commit(A__java=java(text.replace("mappings.add", "context.collector().put")))
    assert story(log(repo, ":context")) == [(second, ["rename", "type"]), (first, ["introduced"])]


def test_inlined_function_is_told(repo):
    """The caller's body changed because what it called now stands in it."""
    inner = "        Engine engine = find(limit);\n        engine.start(throttle, gear);\n"
    call = "    void go() {\n        check();\n        begin();\n    }\n"
    first = repo.commit(A__java=java(call, f"    void begin() {{\n{inner}    }}\n"))
    second = repo.commit(A__java=java(call.replace("        begin();\n", inner)))
    assert story(log(repo, ":go")) == [(second, ["body", "inlined"]), (first, ["introduced"])]
