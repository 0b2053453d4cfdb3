"""Undoing one record: exactly, wherever the code went, and never at the cost of later work."""

from __future__ import annotations

import os

import pytest

from tracer.ledger import Index, verify
from tracer.model.errors import InputError
from tracer.rollback.revert import preview, revert

SHOP = '''\
"""Prices."""

RATE = 19


def net(price):
    """Price without tax."""
    return price / (1 + RATE / 100)


def gross(price):
    """Price with tax."""
    return price * (1 + RATE / 100)


def label(price):
    text = f"{price:.2f}"
    return text
'''


def undo(traced, record) -> dict:
    done = revert(traced.workspace, record["id"])
    assert done["conflicts"] == [], done
    assert done["applied"]
    return done


def text(traced, path: str) -> str:
    with open(os.path.join(traced.workspace.root, path), encoding="utf-8", newline="") as file:
        return file.read()


def conflicts(traced, record) -> list[dict]:
    seen = preview(traced.workspace, record["id"])
    done = revert(traced.workspace, record["id"])
    assert not done["applied"]
    assert done["conflicts"] == seen["conflicts"] != []
    return done["conflicts"]


@pytest.mark.parametrize(
    "change",
    [
        lambda s: s.replace("price / (1", "price // (1"),
        lambda s: s.replace("RATE = 19\n", "RATE = 19\nLOW = 7\n"),
        lambda s: s[: s.index("def gross")] + s[s.index("def label") :],
        lambda s: s.replace('    """Price with tax."""\n', ""),
        lambda s: s + "\n\ndef more():\n    return 1\n",
        lambda s: s.rstrip("\n"),
        lambda s: s[:0],
        lambda s: s.replace("\n", "\r\n"),
        lambda s: s.replace("\n\n\n", "\n\n"),
        lambda s: s.replace("price", "amount"),
        lambda s: s.replace("    text", "    if price:\n        text").replace("return", "yield"),
    ],
)  # fmt: skip
def test_last_change(traced, change) -> None:
    """With nothing later, the undo gives back the bytes from before, and every line its origin."""
    traced.agent("INT-001", shop__py=SHOP)
    wanted = traced.lines("shop.py")
    (record,) = traced.agent("INT-002", shop__py=change(SHOP))
    seen = preview(traced.workspace, record["id"])
    assert [file["action"] for file in seen["files"]] == ["edit"]
    assert text(traced, "shop.py") == change(SHOP)
    done = undo(traced, record)
    assert text(traced, "shop.py") == SHOP
    assert [line[1:] for line in traced.lines("shop.py")] == [line[1:] for line in wanted]
    with Index.open(traced.workspace) as index:
        written = index.record(done["revert"])
    assert written["reverts"] == record["id"]
    assert written["contributor"]["entity_type"] == "HUMAN"
    assert verify(traced.workspace).to_json()["ok"]


def test_files_made_and_deleted(traced) -> None:
    """Files of the record go and come back; the code in them has its origin again."""
    traced.agent("INT-001", shop__py=SHOP, old__py="x = 1\n")
    wanted = traced.lines("old.py")
    (record,) = traced.agent(
        "INT-002", shop__py=SHOP + "\nY = 1\n", old__py=None, new__py="z = 3\n"
    )
    seen = preview(traced.workspace, record["id"])
    assert {f["path"]: f["action"] for f in seen["files"]} == {
        "shop.py": "edit",
        "old.py": "create",
        "new.py": "delete",
    }
    undo(traced, record)
    assert text(traced, "shop.py") == SHOP
    assert text(traced, "old.py") == "x = 1\n"
    assert not os.path.exists(os.path.join(traced.workspace.root, "new.py"))
    assert [line[1:] for line in traced.lines("old.py")] == [line[1:] for line in wanted]


def test_later_edits_elsewhere_stay(traced) -> None:
    """What was written after the record, in other places, is untouched and keeps its author."""
    traced.agent("INT-001", shop__py=SHOP)
    changed = SHOP.replace("price / (1", "price // (1")
    (record,) = traced.agent("INT-002", shop__py=changed)
    later = "import decimal\n\n" + changed.replace("{price:.2f}", "{price:.3f}") + "\n\nEND = 1\n"
    traced.agent("INT-003", shop__py=later)
    undo(traced, record)
    assert text(traced, "shop.py") == later.replace("price // (1", "price / (1")
    assert traced.lines("shop.py")[0][2] == "INT-003"
    assert traced.lines("shop.py")[9][2] == "INT-001"


def test_moved_renamed_and_indented(traced) -> None:
    """The change is found in another file, under another name, deeper inside."""
    traced.agent("INT-001", shop__py=SHOP)
    changed = SHOP.replace("    return price * (1 + RATE / 100)", "    return price * 1.19")
    (record,) = traced.agent("INT-002", shop__py=changed)
    head, _, rest = changed.partition("def gross")
    body = rest.partition("\n\n\ndef label")[0]
    tail = "def label" + changed.partition("def label")[2]
    tax = f"class Tax:\n    def with_tax{body}\n".replace("\n    ", "\n        ").replace(
        "\n        def", "\n    def"
    )
    traced.agent("INT-003", shop__py=head + tail, tax__py=tax)
    undo(traced, record)
    assert text(traced, "shop.py") == head + tail
    assert text(traced, "tax.py") == tax.replace("price * 1.19", "price * (1 + RATE / 100)")
    assert traced.lines("tax.py")[3][2] == "INT-001"


def test_names_of_now(traced) -> None:
    """Old lines come back with the names that were given since."""
    traced.agent("INT-001", shop__py=SHOP)
    changed = SHOP.replace(
        '    text = f"{price:.2f}"\n    return text', '    text = "?"\n    return text'
    )
    (record,) = traced.agent("INT-002", shop__py=changed)
    renamed = changed.replace("    text", "    shown").replace("return text", "return shown")
    traced.agent("INT-003", shop__py=renamed)
    undo(traced, record)
    assert text(traced, "shop.py") == renamed.replace('"?"', 'f"{price:.2f}"')


def test_reformatted_since(traced) -> None:
    """A formatter may have wrapped the lines: their code is replaced as a whole."""
    traced.agent("INT-001", a__py="def f(a, b):\n    return a\n")
    (record,) = traced.agent("INT-002", a__py="def f(a, b):\n    return call(a, b)\n")
    traced.agent("INT-003", a__py="def f(a, b):\n    return call(\n        a,\n        b\n    )\n")
    undo(traced, record)
    assert text(traced, "a.py") == "def f(a, b):\n    return a\n"


def test_changed_since(traced) -> None:
    """Lines that were edited again are a conflict, named with file, lines and record."""
    traced.agent("INT-001", shop__py=SHOP)
    (record,) = traced.agent("INT-002", shop__py=SHOP.replace("19", "20"))
    (later,) = traced.agent("INT-003", shop__py=SHOP.replace("19", "21"))
    (found,) = conflicts(traced, record)
    assert (found["path"], found["start_line"], found["by"]) == ("shop.py", 3, later["id"])
    assert text(traced, "shop.py") == SHOP.replace("19", "21")


def test_grown_since(traced) -> None:
    """A function that got more code later does not go away under it."""
    traced.agent("INT-001", shop__py=SHOP)
    more = SHOP + "\n\ndef more(price):\n    return price\n"
    (record,) = traced.agent("INT-002", shop__py=more)
    (later,) = traced.agent(
        "INT-003", shop__py=more.replace("    return price\n", "    price += 1\n    return price\n")
    )
    (found,) = conflicts(traced, record)
    assert found["by"] == later["id"]
    assert found["start_line"] == 22


def test_written_anew_elsewhere(traced) -> None:
    """A line like the record's, in a function that came before its own went, is not its."""
    keys, other = "def keys(a):\n{}    return a\n", "\n\ndef load_x(a):\n    log(a)\n    return a\n"
    traced.agent("INT-001", shop__py=keys.format(""))
    logged = keys.format("    log(a)\n")
    (record,) = traced.agent("INT-002", shop__py=logged)
    (later,) = traced.agent("INT-003", shop__py=logged + other)
    traced.agent("INT-004", shop__py=other.lstrip())
    assert {found["by"] for found in conflicts(traced, record)} == {later["id"]}
    assert text(traced, "shop.py") == other.lstrip()


def test_used_since(traced) -> None:
    """A definition that later code calls, in this file or another, does not go away."""
    traced.repo.commit(readme__md="x\n")
    traced.agent("INT-001", shop__py=SHOP)
    (record,) = traced.agent("INT-002", shop__py=SHOP + "\n\ndef more(price):\n    return price\n")
    (later,) = traced.agent("INT-003", web__py="from shop import more\n\nprint(more(1))\n")
    found = conflicts(traced, record)
    assert {(c["path"], c["start_line"], c["by"]) for c in found} == {
        ("web.py", 1, later["id"]),
        ("web.py", 3, later["id"]),
    }
    assert "uses more, which would go away" in found[0]["reason"]
    done = revert(traced.workspace, record["id"], keeps_uses=True)
    assert done["applied"]
    assert text(traced, "shop.py") == SHOP


def test_older_uses_do_not_count(traced) -> None:
    """A call that stood there before the record cannot depend on what the record added."""
    traced.repo.commit(readme__md="x\n")
    traced.agent("INT-001", shop__py=SHOP, web__py="import shop\n\nprint(shop.more(1))\n")
    (record,) = traced.agent("INT-002", shop__py=SHOP + "\n\ndef more(price):\n    return price\n")
    undo(traced, record)
    assert text(traced, "shop.py") == SHOP


def test_import_used_since(traced) -> None:
    """An import that later lines need stays."""
    traced.agent("INT-001", a__py="def f():\n    return 1\n")
    (record,) = traced.agent("INT-002", a__py="import os\n\n\ndef f():\n    return 1\n")
    (later,) = traced.agent("INT-003", a__py="import os\n\n\ndef f():\n    return os.sep\n")
    (found,) = conflicts(traced, record)
    assert (found["start_line"], found["by"]) == (5, later["id"])


def test_deleted_code_comes_back_where_it_belongs(traced) -> None:
    """A deleted function returns between its neighbours; a deleted line after the line above."""
    traced.agent("INT-001", shop__py=SHOP)
    head, _, rest = SHOP.partition("def gross")
    tail = "def label" + rest.partition("def label")[2]
    (record,) = traced.agent("INT-002", shop__py=head + tail)
    later = (
        (head + tail).replace("RATE = 19", "RATE = 19\nLOW = 7").replace("return text", "return 0")
    )
    traced.agent("INT-003", shop__py=later)
    undo(traced, record)
    wanted = SHOP.replace("RATE = 19", "RATE = 19\nLOW = 7").replace("return text", "return 0")
    assert text(traced, "shop.py") == wanted
    assert {line[2] for line in traced.lines("shop.py")[11:14]} == {"INT-001"}


def test_deleted_end_of_a_function_that_moved(traced) -> None:
    """A line deleted at the end of a function goes back to its end, in another file."""
    body = "def f(a):\n    log(a)\n    done(a)\n"
    traced.agent("INT-001", a__py=f"{body}\n\ndef g():\n    return 1\n")
    (record,) = traced.agent("INT-002", a__py="def f(a):\n    log(a)\n\n\ndef g():\n    return 1\n")
    traced.agent("INT-003", a__py="def g():\n    return 1\n", b__py="def f(a):\n    log(a)\n")
    undo(traced, record)
    assert text(traced, "b.py") == body
    assert text(traced, "a.py") == "def g():\n    return 1\n"


def test_place_is_taken(traced) -> None:
    """A statement does not come back where something else stands now."""
    traced.agent("INT-001", a__py="def f(a):\n    one(a)\n    two(a)\n    three(a)\n")
    (record,) = traced.agent("INT-002", a__py="def f(a):\n    one(a)\n    three(a)\n")
    (later,) = traced.agent("INT-003", a__py="def f(a):\n    one(a)\n    other(a)\n    three(a)\n")
    (found,) = conflicts(traced, record)
    assert (found["start_line"], found["end_line"], found["by"]) == (2, 4, later["id"])


def test_recreated_file(traced) -> None:
    """A file deleted by the record does not overwrite one made since."""
    traced.agent("INT-001", a__py="x = 1\n", b__py="y = 1\n")
    (record,) = traced.agent("INT-002", a__py=None)
    traced.agent("INT-003", a__py="z = 1\n")
    (found,) = conflicts(traced, record)
    assert found["path"] == "a.py"
    assert text(traced, "a.py") == "z = 1\n"


def test_renamed_file(traced) -> None:
    """A rename is undone, with what the record changed in the file."""
    traced.agent("INT-001", shop__py=SHOP)
    (record,) = traced.agent("INT-002", shop__py=None, store__py=SHOP.replace("19", "20"))
    undo(traced, record)
    assert text(traced, "shop.py") == SHOP
    assert not os.path.exists(os.path.join(traced.workspace.root, "store.py"))
    assert {line[2] for line in traced.lines("shop.py")} == {"INT-001"}


def test_file_renamed_since(traced) -> None:
    """The change is undone in the file's new place."""
    traced.agent("INT-001", shop__py=SHOP)
    changed = SHOP.replace("19", "20")
    (record,) = traced.agent("INT-002", shop__py=changed)
    traced.agent("INT-003", shop__py=None, store__py=changed)
    undo(traced, record)
    assert text(traced, "store.py") == SHOP
    assert not os.path.exists(os.path.join(traced.workspace.root, "shop.py"))


def test_moved_by_commits_of_people(traced) -> None:
    """No record tells that people moved the code and renamed its file: their commits do."""
    traced.agent("INT-001", shop__py=SHOP, lib__py="A = 1\n")
    traced.repo.commit()
    added = "\n\ndef fees(price):\n    charge = price * 0.05\n    return charge + 2\n"
    (record,) = traced.agent("INT-002", shop__py=SHOP + added)
    traced.repo.commit()
    traced.repo.write("shop.py", SHOP)
    traced.repo.write("lib.py", "A = 1\n" + added)
    traced.repo.commit()
    traced.repo.git("mv", "lib.py", "library.py")
    traced.repo.commit()
    undo(traced, record)
    assert text(traced, "library.py") == "A = 1\n"
    assert text(traced, "shop.py") == SHOP


def test_a_persons_edit_is_not_lost(traced) -> None:
    """An edit on disk that nobody recorded is kept, and recorded as nobody's."""
    traced.agent("INT-001", shop__py=SHOP)
    changed = SHOP.replace("19", "20")
    (record,) = traced.agent("INT-002", shop__py=changed)
    traced.repo.write("shop.py", changed + "\nPERSON = 1\n")
    undo(traced, record)
    assert text(traced, "shop.py") == SHOP + "\nPERSON = 1\n"
    assert traced.lines("shop.py")[-1][0] == "reconciled"


def test_undone_by_hand(traced) -> None:
    """Where somebody has put the old text back already, there is nothing to do and no conflict."""
    traced.agent("INT-001", shop__py=SHOP)
    head, _, rest = SHOP.partition("def gross")
    without = head + "def label" + rest.partition("def label")[2]
    changed = without.replace("19", "20")
    (record,) = traced.agent("INT-002", shop__py=changed)
    traced.agent("INT-003", shop__py=changed.replace("20", "19"))
    done = undo(traced, record)
    assert [file["path"] for file in done["files"]] == ["shop.py"]
    assert text(traced, "shop.py") == SHOP
    (record,) = traced.agent("INT-002", shop__py=changed)
    traced.agent("INT-003", shop__py=SHOP)
    assert preview(traced.workspace, record["id"])["files"] == []
    assert preview(traced.workspace, record["id"])["conflicts"] == []


def test_defined_again(traced) -> None:
    """A function that was written anew since does not come back beside it."""
    traced.agent("INT-001", shop__py=SHOP)
    head, _, rest = SHOP.partition("def gross")
    without = head + "def label" + rest.partition("def label")[2]
    (record,) = traced.agent("INT-002", shop__py=without)
    (later,) = traced.agent("INT-003", shop__py=without + "\n\ndef gross(x):\n    return 1\n")
    (found,) = conflicts(traced, record)
    assert (found["start_line"], found["by"]) == (16, later["id"])


def test_undo_of_an_undo(traced) -> None:
    """An undo can be undone; a record undone already says so."""
    traced.agent("INT-001", shop__py=SHOP)
    changed = SHOP.replace("19", "20")
    (record,) = traced.agent("INT-002", shop__py=changed)
    done = undo(traced, record)
    with pytest.raises(InputError, match=f"undone already by {done['revert']}"):
        preview(traced.workspace, record["id"])
    undo(traced, {"id": done["revert"]})
    assert text(traced, "shop.py") == changed
    undo(traced, record)
    assert text(traced, "shop.py") == SHOP


def test_short_ids(traced) -> None:
    """The eight characters that blame shows are enough; none and too few are errors."""
    (record,) = traced.agent("INT-001", shop__py=SHOP)
    assert preview(traced.workspace, record["id"][-8:])["record"] == record["id"]
    with pytest.raises(InputError, match="no record is called so"):
        preview(traced.workspace, "ffffffff")
    with pytest.raises(InputError, match="no record is called so"):
        preview(traced.workspace, record["id"][-3:])


def test_text_not_here(traced) -> None:
    """Without the texts of the time, and without a commit that holds them, it says so."""
    traced.agent("INT-001", shop__py=SHOP)
    (record,) = traced.agent("INT-002", shop__py=SHOP.replace("19", "20"))
    for name in os.listdir(traced.workspace.index):
        if name.startswith("index"):
            os.unlink(os.path.join(traced.workspace.index, name))
    with pytest.raises(
        InputError, match=r"shop\.py: its text before record .* is not in this clone"
    ):
        preview(traced.workspace, record["id"])


def test_text_from_git(traced) -> None:
    """Where the cache is lost, the commits have the texts."""
    traced.agent("INT-001", shop__py=SHOP)
    traced.repo.commit()
    (record,) = traced.agent("INT-002", shop__py=SHOP.replace("19", "20"))
    traced.repo.commit()
    for name in os.listdir(traced.workspace.index):
        if name.startswith("index"):
            os.unlink(os.path.join(traced.workspace.index, name))
    undo(traced, record)
    assert text(traced, "shop.py") == SHOP


def test_binary_and_unknown_text(traced) -> None:
    """Files without a grammar are undone by lines."""
    traced.agent("INT-001", notes__txt="one\ntwo\nthree\n")
    (record,) = traced.agent("INT-002", notes__txt="one\n2\nthree\n")
    traced.agent("INT-003", notes__txt="zero\none\n2\nthree\nfour\n")
    undo(traced, record)
    assert text(traced, "notes.txt") == "zero\none\ntwo\nthree\nfour\n"


def test_write_fails(traced, monkeypatch) -> None:
    """When one file cannot be written, all are as before and nothing is recorded."""
    from tracer.rollback import revert as module

    traced.agent("INT-001", a__py="x = 1\n", b__py="y = 1\n")
    (record,) = traced.agent("INT-002", a__py="x = 2\n", b__py="y = 2\n")
    real = module.write_atomically

    def fail(path: str, content: bytes) -> None:
        if path.endswith("b.py") and content == b"y = 1\n":
            raise OSError(28, "No space left on device")
        real(path, content)

    monkeypatch.setattr(module, "write_atomically", fail)
    with pytest.raises(InputError, match=r"b\.py: No space left"):
        revert(traced.workspace, record["id"])
    assert (text(traced, "a.py"), text(traced, "b.py")) == ("x = 2\n", "y = 2\n")
