"""Ledgers of simple intent hooks: chains verified, lines found by their text alone."""

from __future__ import annotations

import hashlib
import json
import uuid

import pytest

from tracer.exchange.importer import import_file
from tracer.exchange.intent_hooks import verify_chain
from tracer.model.errors import InputError, LedgerError

APP = """\
def load(path):
    with open(path) as handle:
        return handle.read()


def keys(items):
    return sorted(item.key for item in items)
"""
KEYS = APP.partition("\n\n\n")[2]


def sha(text: str) -> str:
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def hook_record(
    path: str, text: str, revision: str, *, related=(), lines: int | None = None
) -> dict:
    """A record as such a hook makes it: lines of the text it was given, from line 1."""
    count = len(text.split("\n")) if lines is None else lines
    return {
        "id": str(uuid.uuid4()),
        "timestamp": "2026-02-21T01:16:26.698Z",
        "vcs": {"revision_id": revision},
        "files": [
            {
                "relative_path": path,
                "conversations": [
                    {
                        "url": "019c7dc0-d237-728f-9f18-d58cad20f29e",
                        "contributor": {"entity_type": "AI", "model_identifier": "mini-5"},
                        "ranges": [{"start_line": 1, "end_line": count, "content_hash": sha(text)}],
                        "related": [{"type": "specification", "value": "INT-003"}, *related],
                    }
                ],
            }
        ],
    }


def chained(records: list[dict], key: str = "prev_record_hash") -> list[dict]:
    """The records with the chain those hooks write: compact JSON, keys in writing order."""
    before = None
    found = []
    for record in records:
        payload = record | {key: before}
        digest = sha(json.dumps(payload, ensure_ascii=False, separators=(",", ":")))
        integrity = {"chain": "sha256", "prev_record_hash": before, "record_hash": digest}
        found.append(record | {"integrity": integrity})
        before = digest
    return found


def lines_of(records: list[dict]) -> bytes:
    return b"".join(json.dumps(r, ensure_ascii=False).encode() + b"\n" for r in records)


def test_lines_are_found_by_their_text(traced) -> None:
    """The hook numbered the text it wrote from line 1; its lines stand further down."""
    base = traced.repo.commit(app__py="X = 1\n")
    traced.repo.commit(app__py="X = 1\n\n\n" + APP)
    kind = {"type": "mutation_class", "value": "INTENT_EVOLUTION"}
    ledger = chained([hook_record("app.py", KEYS.strip(), base, related=[kind])])
    done = import_file(traced.workspace, "agent_trace.jsonl", lines_of(ledger))
    assert (done["imported"], done["lines"], done["not_found"]) == (1, 2, [])
    lines = traced.lines("app.py")
    assert lines[8:] == [("imported", "mini-5", "INT-003")] * 2
    assert {line[0] for line in lines[:6]} == {"inferred"}


def test_older_lines_are_not_taken(traced) -> None:
    """A hook that claims the whole file gets what came after the commit it started from."""
    base = traced.repo.commit(app__py=APP)
    text = APP + "\n\ndef late():\n    return 1\n"
    traced.repo.commit(app__py=text)
    ledger = chained([hook_record("app.py", text, base)])
    done = import_file(traced.workspace, "agent_trace.jsonl", lines_of(ledger))
    assert done["older"] > 0
    lines = traced.lines("app.py")
    assert {line[0] for line in lines[:3]} == {"inferred"}
    assert lines[-1] == lines[-2] == ("imported", "mini-5", "INT-003")


def test_observed_lines_stay_observed(traced) -> None:
    """What tracer's own hook saw is not put down to another ledger."""
    base = traced.repo.commit(readme__md="x\n")
    traced.agent(app__py=APP)
    ledger = chained([hook_record("app.py", APP, base)])
    done = import_file(traced.workspace, "agent_trace.jsonl", lines_of(ledger))
    assert (done["imported"], done["observed"]) == (0, 7)
    assert {line[0] for line in traced.lines("app.py")} == {"observed"}


def test_ambiguous_text_is_not_guessed(traced) -> None:
    """Text that stands twice belongs to nobody in particular."""
    base = traced.repo.commit(app__py="X = 1\n")
    traced.repo.commit(app__py="X = 1\nlog()\nY = 2\nlog()\n")
    ledger = chained([hook_record("app.py", "log()", base)])
    done = import_file(traced.workspace, "agent_trace.jsonl", lines_of(ledger))
    assert (done["imported"], len(done["not_found"])) == (0, 1)


def test_twice_is_once(traced) -> None:
    """Importing the same ledger again adds nothing."""
    base = traced.repo.commit(app__py="X = 1\n")
    traced.repo.commit(app__py="X = 1\n" + APP)
    ledger = lines_of(chained([hook_record("app.py", APP, base)]))
    assert import_file(traced.workspace, "a.jsonl", ledger)["imported"] == 1
    assert import_file(traced.workspace, "a.jsonl", ledger)["imported"] == 0


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_line_ends(traced, ends: str) -> None:
    """A hash over LF text fits a file with CR LF, and the other way round."""
    base = traced.repo.commit(app__py="X = 1\n")
    traced.repo.commit(app__py=("X = 1\n" + APP).replace("\n", ends))
    ledger = chained([hook_record("app.py", KEYS, base, lines=2)])
    assert import_file(traced.workspace, "a.jsonl", lines_of(ledger))["lines"] == 2


def test_chain_states() -> None:
    """Verified with the known form, linked with an unknown one, none without."""
    records = [hook_record("ä.py", f"x = {n} € \u2028\x01\n", "a" * 40) for n in range(3)]
    named = [(f"line {n}", record) for n, record in enumerate(chained(records), 1)]
    assert verify_chain(named) == "verified"
    other = [(f"line {n}", record) for n, record in enumerate(chained(records, "before"), 1)]
    assert verify_chain(other) == "linked"
    assert verify_chain([("line 1", records[0])]) is None
    assert verify_chain([]) is None


def _edited(records: list[dict]) -> None:
    records[1]["files"][0]["relative_path"] = "b.py"


def _deleted(records: list[dict]) -> None:
    del records[1]


def _swapped(records: list[dict]) -> None:
    records[1], records[2] = records[2], records[1]


def _doubled(records: list[dict]) -> None:
    records.insert(1, records[0])


def _unsigned(records: list[dict]) -> None:
    del records[2]["integrity"]


@pytest.mark.parametrize(
    ("damage", "line"), [(_edited, 2), (_deleted, 2), (_swapped, 2), (_doubled, 2), (_unsigned, 3)]
)
def test_broken_chain(traced, damage, line: int) -> None:
    """The first bad line is named and nothing is imported, unless asked not to look."""
    base = traced.repo.commit(app__py="X = 1\n")
    traced.repo.commit(app__py="X = 1\n" + APP)
    records = chained([hook_record("app.py", APP, base) for _ in range(4)])
    damage(records)
    with pytest.raises(LedgerError, match=f"agent_trace.jsonl: line {line}: the record"):
        import_file(traced.workspace, "agent_trace.jsonl", lines_of(records))
    done = import_file(traced.workspace, "agent_trace.jsonl", lines_of(records), verify=False)
    assert done["imported"] > 0


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("timestamp", "soon", "timestamp: "),
        ("timestamp", "2026-99-99T00:00:00Z", "is no moment in time"),
        ("files", 3, "files: 3 is not of type array"),
        ("integrity", {"prev_record_hash": None}, "integrity.record_hash: is missing"),
        ("vcs", {"revision_id": 7}, "vcs.revision_id: 7"),
    ],
)
def test_malformed_lines(traced, field: str, value, said: str) -> None:
    """One error that names line and field."""
    good = hook_record("app.py", APP, "a" * 40)
    with pytest.raises(InputError) as caught:
        import_file(traced.workspace, "a.jsonl", lines_of([good, good | {field: value}]))
    assert str(caught.value).startswith("a.jsonl: line 2: ")
    assert said in str(caught.value)
