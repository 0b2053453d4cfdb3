"""git-ai's notes: read as its standard says, attributed where the code is now."""

from __future__ import annotations

import json

import pytest

from tracer.exchange.git_ai import NOTES, read_note
from tracer.exchange.importer import import_notes
from tracer.ledger import read
from tracer.model.errors import InputError
from tracer.queries.blame_by_intent import blame_by_intent

SHOP = """\
RATE = 19


def net(price):
    return price / (1 + RATE / 100)


def gross(price):
    return price * (1 + RATE / 100)
"""
SESSION = {"agent_id": {"tool": "cursor", "id": "conv-1", "model": "sonnet-5"}, "human_author": "x"}
PROMPT = SESSION | {
    "agent_id": {"tool": "claude", "id": "conv-2", "model": "opus-4"},
    "total_additions": 2,
    "total_deletions": 0,
    "accepted_lines": 2,
    "overriden_lines": 0,
}
METADATA = {
    "schema_version": "authorship/3.0.0",
    "git_ai_version": "1.4.5",
    "base_commit_sha": "0" * 40,
    "prompts": {"abcd1234abcd1234": PROMPT},
    "humans": {"h_31dce776f88375": {"author": "Dev Eloper <dev@example.org>"}},
    "sessions": {"s_c9883b05a2487d": SESSION},
}
ALL_KINDS = {
    "shop.py": {
        "s_c9883b05a2487d::t_9f8e7d6c5b4a32": "4-5",
        "abcd1234abcd1234": "8,9",
        "h_31dce776f88375": "1",
    }
}


def note_text(files, metadata=METADATA) -> str:
    lines = []
    for path, entries in files.items():
        lines.append(f'"{path}"' if " " in path else path)
        lines += [f"  {key} {spans}" for key, spans in entries.items()]
    return "\n".join([*lines, "---", json.dumps(metadata, indent=2)])


def add_note(repo, commit: str, text: str) -> None:
    repo.git("notes", f"--ref={NOTES}", "add", "-f", "-F", "-", commit, stdin=text)


def test_every_kind_of_key(traced) -> None:
    """Sessions, people and prompts are told apart; lines without a key stay the commit's."""
    commit = traced.repo.commit(shop__py=SHOP)
    add_note(traced.repo, commit, note_text(ALL_KINDS))
    done = import_notes(traced.workspace)
    assert (done["records"], done["imported"], done["lines"]) == (1, 1, 5)
    assert not done["not_found"]
    lines = traced.lines("shop.py")
    assert lines[0] == ("imported", "Dev Eloper", None)
    assert lines[3] == lines[4] == ("imported", "sonnet-5", None)
    assert lines[7] == lines[8] == ("imported", "opus-4", None)
    assert lines[1][:2] == ("inferred", "Ada")


def test_people_keep_their_address_to_themselves(traced) -> None:
    """No e-mail address of a note gets into the ledger."""
    commit = traced.repo.commit(shop__py=SHOP)
    add_note(traced.repo, commit, note_text(ALL_KINDS))
    import_notes(traced.workspace)
    with open(traced.workspace.ledger, encoding="utf-8") as file:
        assert "example.org" not in file.read()


def test_imported_code_keeps_its_author_when_it_moves(traced) -> None:
    """A later commit that renames, moves and reindents does not take the lines."""
    commit = traced.repo.commit(shop__py=SHOP)
    add_note(traced.repo, commit, note_text(ALL_KINDS))
    import_notes(traced.workspace)
    head, _, body = SHOP.partition("\n\n\ndef gross(price):\n")
    tax = f"class Tax:\n    @staticmethod\n    def gross(price):\n    {body}"
    traced.repo.commit(shop__py=f"{head}\n", tax__py=tax)
    assert [line[:2] for line in traced.lines("tax.py")[2:]] == [("imported", "opus-4")] * 2
    assert [line[:2] for line in traced.lines("shop.py")[3:]] == [("imported", "sonnet-5")] * 2


def test_twice_is_once(traced) -> None:
    """A second import adds nothing; a new note adds only what is new."""
    first = traced.repo.commit(shop__py=SHOP)
    add_note(traced.repo, first, note_text(ALL_KINDS))
    import_notes(traced.workspace)
    again = import_notes(traced.workspace)
    assert (again["imported"], again["lines"], again["already"]) == (0, 0, 5)
    second = traced.repo.commit(shop__py=SHOP + "\nLOW = 7\n")
    add_note(traced.repo, second, note_text({"shop.py": {"abcd1234abcd1234": "11"}}))
    assert import_notes(traced.workspace)["imported"] == 1
    assert traced.lines("shop.py")[10] == ("imported", "opus-4", None)


def test_observed_is_never_overridden(traced) -> None:
    """What a hook saw stays what the hook saw, whatever a note says."""
    traced.agent(shop__py=SHOP)
    commit = traced.repo.commit()
    add_note(traced.repo, commit, note_text(ALL_KINDS))
    import_notes(traced.workspace)
    assert {line[:2] for line in traced.lines("shop.py")} == {("observed", "acme-1")}


def test_a_note_cannot_take_older_lines(traced) -> None:
    """A note on a commit that only touched one line does not get the lines of earlier ones."""
    traced.repo.commit(shop__py=SHOP)
    commit = traced.repo.commit(shop__py=SHOP.replace("RATE = 19", "LIMIT: float = 2"))
    add_note(traced.repo, commit, note_text({"shop.py": {"abcd1234abcd1234": "1-9"}}))
    import_notes(traced.workspace)
    lines = traced.lines("shop.py")
    assert lines[0][0] == "imported"
    assert {line[0] for line in lines[3:]} == {"inferred"}


def test_the_commits_intent_stays(traced) -> None:
    """git-ai knows no intents: the trailer of the commit still says why."""
    commit = traced.repo.commit("Sell\n\nIntent: INT-009", shop__py=SHOP)
    add_note(traced.repo, commit, note_text(ALL_KINDS))
    import_notes(traced.workspace)
    assert traced.lines("shop.py")[3] == ("imported", "sonnet-5", "INT-009")
    found = blame_by_intent(traced.workspace, "INT-009")["ranges"]
    assert {(r["path"], r["method"]) for r in found} == {("shop.py", "imported")}


def test_names_with_blanks_and_other_versions(traced) -> None:
    """Quoted paths are read; notes of another major version are counted and left alone."""
    traced.repo.write("my shop.py", SHOP)
    first = traced.repo.commit()
    second = traced.repo.commit(other__py="x = 1\n")
    add_note(traced.repo, first, note_text({"my shop.py": {"abcd1234abcd1234": "1-9"}}))
    other = METADATA | {"schema_version": "authority/9"}
    add_note(traced.repo, second, note_text({"other.py": {"abcd1234abcd1234": "1"}}, other))
    done = import_notes(traced.workspace)
    assert (done["imported"], done["other_versions"]) == (1, 1)
    assert traced.lines("my shop.py")[0][0] == "imported"


def test_what_is_not_here_is_said(traced) -> None:
    """A file or lines the commit does not have are reported, not guessed."""
    commit = traced.repo.commit(shop__py=SHOP)
    claims = {"gone.py": {"abcd1234abcd1234": "1"}, "shop.py": {"abcd1234abcd1234": "90-99"}}
    add_note(traced.repo, commit, note_text(claims))
    done = import_notes(traced.workspace)
    assert done["imported"] == 0
    assert [item["path"] for item in done["not_found"]] == ["gone.py", "shop.py"]


def test_unknown_session_is_nobody(traced) -> None:
    """A key that the note does not explain is of unknown contributor, not of a wrong one."""
    commit = traced.repo.commit(shop__py=SHOP)
    add_note(traced.repo, commit, note_text({"shop.py": {"s_00000000000000::t_1": "1-9"}}))
    import_notes(traced.workspace)
    (record,) = [record for _, record in read(traced.workspace)]
    assert record["contributor"] == {"entity_type": "UNKNOWN"}


def test_without_notes(traced) -> None:
    """One clear error says how to get them."""
    traced.repo.commit(shop__py=SHOP)
    with pytest.raises(InputError, match="git fetch origin refs/notes/ai"):
        import_notes(traced.workspace)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("shop.py\n  abc 1", "the line `---` is missing"),
        ("shop.py\n  abc 1\n---\n{", "metadata: not JSON"),
        ("---\n[]", "metadata: not a JSON object"),
        ('---\n{"prompts": {}}', "schema_version: is missing"),
        ("  abc 1\n---\n" + json.dumps(METADATA), "line 1: neither a file nor a key"),
        ("shop.py\n   abc 1\n---\n" + json.dumps(METADATA), "line 2: neither"),
        ("shop.py\n  abc 0-3\n---\n" + json.dumps(METADATA), "line 2: '0-3' is no line"),
        ("shop.py\n  abc 9-3\n---\n" + json.dumps(METADATA), "line 2: '9-3' is no line"),
        ("shop.py\n  abc 1,,2\n---\n" + json.dumps(METADATA), "line 2: '' is no line"),
        ("../shop.py\n  abc 1\n---\n" + json.dumps(METADATA), "line 1: '../shop.py' is no path"),
        ("---\n" + json.dumps(METADATA | {"sessions": {"s_1": {}}}), "sessions.s_1.agent_id"),
        ("---\n" + json.dumps(METADATA | {"humans": {"h_1": {}}}), "humans.h_1.author"),
        ("---\n" + json.dumps(METADATA | {"prompts": []}) , None),
        ("---\n" + json.dumps(METADATA | {"prompts": [1]}), "prompts: not a JSON object"),
    ],
)  # fmt: skip
def test_malformed_notes(text: str, said: str | None) -> None:
    """Each names the commit and the line or field."""
    if said is None:
        assert read_note(text, "c" * 40, None) is not None
        return
    with pytest.raises(InputError) as caught:
        read_note(text, "c" * 40, None)
    assert "note of cccccccccccc" in str(caught.value)
    assert said in str(caught.value)
