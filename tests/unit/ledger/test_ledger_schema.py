"""The validator compiled from the shipped schema, against `jsonschema` itself."""

from __future__ import annotations

import copy
import json
import os
import random

import jsonschema
import pytest

from tracer import native
from tracer.ledger import compiled, schema
from tracer.ledger.schema import compile_schema, fault_of, load_schema

SEALED = {
    "chain": "sha256",
    "stream": "abc",
    "prev_record_hash": None,
    "record_hash": "sha256:" + "a" * 64,
    "set_aside": "sha256:" + "b" * 64,
}
HASH = "sha256:" + "0" * 64
CREDIT = {
    "origin": "f" * 40,
    "origin_kind": "commit",
    "origin_path": "b.py",
    "origin_line": 3,
    "last": "x",
    "last_kind": "unknown",
    "last_rule": "move",
    "method": "inferred",
}


def head(event):
    return {
        "schema": "tracer.record/1",
        "id": "01900000-0000-7000-8000-000000000001",
        "timestamp": "2026-03-01T12:00:00.000000Z",
        "event": event,
        "integrity": SEALED,
    }


FULL = {
    **head("mutation"),
    "intent_id": "INT-001",
    "mutation_class": "AST_REFACTOR",
    "declared_class": None,
    "survivors": [{"path": "src/a.py", "element": "Cache.load"}],
    "vcs": {"revision_id": "a" * 40, "branch": None},
    "tool": {"name": "n", "call_id": "c", "session_id": "s", "turn_id": None, "tool": "Edit"},
    "contributor": {"entity_type": "HUMAN", "model_identifier": None, "name": "Ada"},
    "files": [
        {
            "relative_path": "src/a.py",
            "before_path": "src/b.py",
            "before": None,
            "after": HASH,
            "mutation_class": "AST_REFACTOR",
            "ast_fingerprint": {
                "parser": "tree-sitter",
                "language": "python",
                "format": 1,
                "summary_hash": "x",
            },
            "changes": [
                {
                    "rule": "move",
                    "verdict": "AST_REFACTOR",
                    "evidence": "e",
                    "before": None,
                    "after": {"path": "a", "start_line": 1, "end_line": 2, "name": None},
                }
            ],
            "conversations": [
                {
                    "url": None,
                    "contributor": {"entity_type": "AI", "model_identifier": "m"},
                    "ranges": [
                        {
                            "start_line": 1,
                            "end_line": 2,
                            "content_hash": HASH,
                            **{
                                key: CREDIT[key]
                                for key in CREDIT
                                if key not in {"origin", "origin_kind"}
                            },
                        }
                    ],
                    "related": [{"type": "intent", "value": "INT-001"}],
                }
            ],
            "credits": [{key: CREDIT[key] for key in CREDIT if key != "origin_line"}],
            "carried": [
                {"start_line": 3, "end_line": 4, "content_hash": HASH, **CREDIT},
                {"start_line": 6, "end_line": 7, "content_hash": HASH, "credit": 0},
            ],
            "mixed": [{"line": 5, "parts": [{"leaves": 2, **CREDIT}, [1, 0], [2, 0, 9]]}],
        }
    ],
}
OTHERS = [
    {**head("reconcile"), "mutation_class": "INTENT_EVOLUTION", "files": []},
    {**head("intent_select"), "intent_id": "INT-001"},
    {
        **head("intent_lifecycle"),
        "intent_id": "INT-001",
        "lifecycle": {"action": "complete", "before": "IN_PROGRESS", "after": "COMPLETED"},
    },
    {
        **head("refusal"),
        "refusal": {
            "error_code": "SCOPE_VIOLATION",
            "message": "m",
            "recoverable": True,
            "required_action": "r",
            "intent_id": None,
            "path": "p",
        },
    },
    {
        **head("approval"),
        "approval": {
            "request": "A-1",
            "kind": "command",
            "answer": "approved",
            "by": "ann",
            "subject_hash": HASH,
            "why": "`rm` deletes directories",
            "note": None,
        },
    },
    {**head("quality"), "steps": [{"name": "ruff", "status": "failed"}]},
    {**head("note"), "text": "t"},
    {**head("something_later"), "anything": {"goes": [1.5]}},
]
WRONG = [
    None,
    True,
    False,
    0,
    1,
    -1,
    1.0,
    1.5,
    2**60,
    "",
    "x",
    "AST_REFACTOR",
    "sha256:",
    HASH,
    [],
    [1],
    {},
    {"a": 1},
    "/etc/passwd",
    "../a",
    "a/../b",
    "a/..",
    "..a",
    "tracer.record/1.7",
    "mutation",
    "refusal",
    "2026-13-01T12:00:00.000000Z",
    "é",
]


def library():
    path = os.path.join(os.path.dirname(schema.__file__), "schema", "record-1.json")
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    jsonschema.Draft202012Validator.check_schema(document)
    return jsonschema.Draft202012Validator(document)


@pytest.mark.parametrize("record", [FULL, *OTHERS], ids=lambda record: record["event"])
def test_valid(record):
    """Every kind of event has a valid example, by both validators."""
    assert library().is_valid(record)
    assert fault_of(record) is None


def native_check():
    """Whether the core is sure that a record is valid; never, where there is none."""
    core = native.core()
    document = schema._document()
    program = compiled.program_of(document, document)
    return lambda record: core is not None and core.is_valid(program, record)


@pytest.mark.skipif(native.core() is None, reason="no native core")
@pytest.mark.parametrize("record", [FULL, *OTHERS], ids=lambda record: record["event"])
def test_the_core_is_sure_of_what_is_valid(record):
    """Else it would spare nothing; a number with a fraction it leaves to Python."""
    assert native_check()(record)
    assert not native_check()({**record, "proof": {"grade": "complete", "assumes": [1.0]}})
    assert not native_check()([record])


@pytest.mark.parametrize("many", [0, 100])
def test_faults_are_the_same_of_many_records(monkeypatch, many):
    """The core is asked after some records; what it is not sure of is worded as ever."""
    monkeypatch.setattr(schema, "CORE", compiled.Core())
    for _ in range(many):
        assert fault_of(FULL) is None
    assert schema.CORE._asked == min(many, 33)
    for record in [FULL, *OTHERS]:
        assert fault_of(record) is None
        assert str(fault_of({**record, "id": "x"})).startswith("id: ")
        assert str(fault_of({**record, "schema": "tracer.record/2"})).startswith("schema: written")


@pytest.mark.parametrize(
    ("pattern", "texts"),
    [
        ("^a(-b)?c{2}$", {"acc": True, "a-bcc": True, "ac": False, "a-bc": False, "accc": False}),
        ("^[a-c._-]+$", {"a.b-c_": True, "": False, "d": False}),
        ("^[a-z]+z$", {"az": True, "a": False}),
        ("^a", {"ab": True, "ba": False}),
    ],
)
def test_patterns_of_the_core(pattern, texts):
    """Classes where a text can be read from left to right without a choice, else a search."""
    core = native.core()
    if core is None:
        pytest.skip("no native core")
    program = compiled.program_of({"type": "string", "pattern": pattern}, {})
    assert {text: core.is_valid(program, text) for text in texts} == texts
    assert callable(program[1][1]) is (pattern in ("^[a-z]+z$", "^a"))


def places(value, path=()):
    """Every (path) at which something stands in a JSON value."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from places(item, (*path, number))


def changed(record, path, value, *, remove):
    record = copy.deepcopy(record)
    parent = record
    for step in path[:-1]:
        parent = parent[step]
    if remove:
        del parent[path[-1]]
    else:
        parent[path[-1]] = copy.deepcopy(value)
    return record


def test_same_verdict_as_jsonschema():
    """On every field removed, and replaced by each of many values, both validators agree."""
    ours, theirs, core = load_schema().check, library(), native_check()
    valid = invalid = 0
    for record in [FULL, *OTHERS]:
        for path in places(record):
            if not path:
                continue
            mutants = [changed(record, path, None, remove=True)]
            mutants += [changed(record, path, value, remove=False) for value in WRONG]
            for mutant in mutants:
                expected = theirs.is_valid(mutant)
                assert (ours(mutant) is None) == expected, (path, mutant)
                assert core(mutant) <= expected, (path, mutant)
                valid, invalid = valid + expected, invalid + (not expected)
    assert valid > 100
    assert invalid > 1000


def test_same_verdict_after_many_mutations():
    """They also agree when several fields are wrong at once."""
    rng = random.Random(7)
    ours, theirs, core = load_schema().check, library(), native_check()
    for _ in range(300):
        mutant = copy.deepcopy(rng.choice([FULL, *OTHERS]))
        for _ in range(rng.randrange(1, 4)):
            spots = [path for path in places(mutant) if path]
            mutant = changed(
                mutant, rng.choice(spots), rng.choice(WRONG), remove=rng.random() < 0.3
            )
        assert (ours(mutant) is None) == theirs.is_valid(mutant), mutant
        assert core(mutant) <= theirs.is_valid(mutant), mutant


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("id",), "x", "id"),
        (
            ("files", 0, "conversations", 0, "ranges", 0, "start_line"),
            0,
            "files[0].conversations[0].ranges[0].start_line",
        ),
        (("files", 0, "relative_path"), "/abs", "files[0].relative_path"),
        (("mutation_class",), None, "mutation_class"),
        (("contributor", "entity_type"), "ai", "contributor.entity_type"),
    ],
)
def test_fault_names_the_field(path, value, field):
    """A fault says which field is wrong, with its position in lists."""
    fault = fault_of(changed(FULL, path, value, remove=False))
    assert fault is not None
    assert fault.field == field
    assert str(fault).startswith(f"{field}: ")


def test_missing_field_is_named():
    """A missing field is named by its own path."""
    fault = fault_of(changed(FULL, ("files", 0, "after"), None, remove=True))
    assert fault == ("files[0].after", "is missing")


def test_line_end_after_a_hash():
    """A pattern's end is the end of the text (ECMA-262), not before a last line feed."""
    assert fault_of(changed(FULL, ("files", 0, "after"), HASH + "\n", remove=False)) is not None


def test_newer_major_is_refused_by_name():
    """A record of a later major format says so, whatever else is in it."""
    fault = fault_of({"schema": "tracer.record/2", "new": 1})
    assert fault is not None
    assert "written by a newer tracer" in fault.message
    assert "upgrade" in fault.message


def test_newer_minor_and_unknown_fields_are_fine():
    """A later minor format with fields and events we do not know is read."""
    record = {**FULL, "schema": "tracer.record/1.4", "later": {"x": 1}, "event": "sealing"}
    assert fault_of(record) is None


@pytest.mark.parametrize("value", [None, 1, "x", []])
def test_not_an_object(value):
    """Something that is no object is a fault of the whole record."""
    fault = fault_of(value)
    assert fault is not None
    assert fault.field == ""


def test_unsupported_keyword_is_a_bug():
    """A keyword the compiler does not know cannot slip into the schema unseen."""
    with pytest.raises(ValueError, match="maxLength"):
        compile_schema({"maxLength": 1}, {})


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("files", 0, "carried", 1, "credit"), 1, "files[0].carried[1].credit"),
        (("files", 0, "mixed", 0, "parts", 1), [1, 7], "files[0].mixed[0].parts[1][1]"),
        (("files", 0, "credits"), [], "files[0].carried[1].credit"),
    ],
)
def test_credit_that_is_not_there(path, value, field):
    """A place beyond the end of `credits` is a fault of the field that names it."""
    fault = fault_of(changed(FULL, path, value, remove=False))
    assert fault is not None
    assert fault.field == field
    assert "is not in credits" in fault.message
