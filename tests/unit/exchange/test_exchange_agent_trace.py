"""Agent Trace out and in: valid by its specification, and nothing lost on the way back."""

from __future__ import annotations

import json
import os
import re
import shutil
import uuid

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracer.exchange.agent_trace import VERSION, read_agent_trace, to_agent_trace
from tracer.exchange.documents import documents
from tracer.exchange.exporter import export_agent_trace
from tracer.exchange.foreign import loaded_schema
from tracer.exchange.importer import import_file
from tracer.ledger import content_hash, read
from tracer.model.errors import InputError
from tracer.model.workspace import Workspace

APP = """\
def load(path):
    with open(path) as handle:
        return handle.read()


def keys(items):
    return sorted(item.key for item in items)
"""
MINIMAL = {
    "version": "0.1.0",
    "id": "550e8400-e29b-41d4-a716-446655440000",
    "timestamp": "2026-01-25T10:00:00Z",
    "files": [
        {
            "path": "app.py",
            "conversations": [
                {"contributor": {"type": "ai"}, "ranges": [{"start_line": 1, "end_line": 3}]}
            ],
        }
    ],
}


def specification() -> dict:
    """The specification's rules as JSON Schema with the formats it names, for `jsonschema`."""
    contributor = {
        "type": "object",
        "required": ["type"],
        "properties": {
            "type": {"enum": ["human", "ai", "mixed", "unknown"]},
            "model_id": {"type": "string", "maxLength": 250},
        },
    }
    uri = {"type": "string", "format": "uri"}
    line = {"type": "integer", "minimum": 1}
    ranges = {
        "type": "object",
        "required": ["start_line", "end_line"],
        "properties": {
            "start_line": line,
            "end_line": line,
            "content_hash": {"type": "string"},
            "contributor": contributor,
        },
    }
    related = {
        "type": "object",
        "required": ["type", "url"],
        "properties": {"type": {"type": "string"}, "url": uri},
    }
    conversation = {
        "type": "object",
        "required": ["ranges"],
        "properties": {
            "url": uri,
            "contributor": contributor,
            "ranges": {"type": "array", "items": ranges},
            "related": {"type": "array", "items": related},
        },
    }
    file = {
        "type": "object",
        "required": ["path", "conversations"],
        "properties": {
            "path": {"type": "string"},
            "conversations": {"type": "array", "items": conversation},
        },
    }
    vcs = {
        "type": "object",
        "required": ["type", "revision"],
        "properties": {
            "type": {"enum": ["git", "jj", "hg", "svn"]},
            "revision": {"type": "string"},
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": ["version", "id", "timestamp", "files"],
        "properties": {
            "version": {"type": "string", "pattern": r"^[0-9]+\.[0-9]+\.[0-9]+$"},
            "id": {"type": "string", "format": "uuid"},
            "timestamp": {"type": "string", "format": "date-time"},
            "vcs": vcs,
            "tool": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "version": {"type": "string"}},
            },
            "files": {"type": "array", "items": file},
            "metadata": {"type": "object"},
        },
    }


VALIDATOR = jsonschema.Draft202012Validator(
    specification(), format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
)


def exported(traced) -> list[dict]:
    found = list(export_agent_trace(traced.workspace))
    check = loaded_schema("agent-trace-0.1")
    for document in found:
        VALIDATOR.validate(document)
        assert check(document) is None
    return found


def jsonl(found: list[dict]) -> bytes:
    return b"".join(json.dumps(item).encode() + b"\n" for item in found)


def elsewhere(traced, tmp_path):
    """A clone of the repository that has no ledger."""
    copy = str(tmp_path / "copy")
    shutil.copytree(traced.repo.root, copy, ignore=shutil.ignore_patterns(".orchestration"))
    other = object.__new__(type(traced.repo))
    other.root, other.clock = copy, traced.repo.clock
    return type(traced)(other)


def test_export_is_valid_and_names_the_commit(traced) -> None:
    """`vcs.revision` is the commit that first holds the text; before that it is left out."""
    traced.agent(app__py=APP)
    (pending,) = exported(traced)
    assert "vcs" not in pending
    commit = traced.repo.commit()
    traced.repo.commit(app__py=APP + "\nX = 1\n")
    (document,) = exported(traced)
    assert document["version"] == VERSION
    assert document["vcs"] == {"type": "git", "revision": commit}
    (file,) = document["files"]
    (conversation,) = file["conversations"]
    assert conversation["contributor"] == {"type": "ai", "model_id": "acme-1"}
    assert conversation["related"] == [{"type": "intent", "url": "urn:tracer:intent:INT-001"}]
    (span,) = conversation["ranges"]
    assert (span["start_line"], span["end_line"]) == (1, 7)
    assert span["content_hash"] == content_hash(APP.encode())


def test_nothing_of_the_source_leaves(traced) -> None:
    """An export holds no line of code."""
    traced.agent(app__py=APP)
    text = json.dumps(exported(traced))
    assert "handle" not in text
    assert "sorted" not in text


def test_there_and_back(traced, tmp_path) -> None:
    """A clone without the ledger learns from an export who wrote which lines, and why."""
    traced.repo.commit(app__py="VERSION = 1\n\n\n" + APP)
    changed = APP.replace("with open(path) as handle:", 'with open(path, "rb") as stream:')
    traced.agent(app__py="VERSION = 1\n\n\n" + changed.replace("items", "things") + "\nX = 1\n")
    traced.agent("INT-002", web__ts="export const rate = 19;\n")
    traced.repo.commit()
    other = elsewhere(traced, tmp_path)
    done = import_file(other.workspace, "trace.jsonl", jsonl(exported(traced)))
    assert done["imported"] == 2
    wanted = [line[1:] for line in traced.lines("app.py")]
    assert len(set(wanted)) == 2
    assert [line[1:] for line in other.lines("app.py")] == wanted
    assert other.lines("web.ts") == [("imported", "acme-1", "INT-002")]
    again = import_file(other.workspace, "trace.jsonl", jsonl(exported(traced)))
    assert again["imported"] == 0


def test_salted_hashes(traced, tmp_path) -> None:
    """A salted workspace lets no plain hash out; a clone with its salt finds the lines."""
    salt = os.path.join(traced.workspace.sidecar, "salt")
    with open(salt, "wb") as file:
        file.write(b"secret of the team\n")
    traced.repo.commit(app__py=APP)
    traced.agent(app__py=APP.replace("path", "place").replace("key for", "key * 2 for"))
    traced.repo.commit()
    found = exported(traced)
    hashes = [
        span["content_hash"]
        for document in found
        for file in document["files"]
        for conversation in file["conversations"]
        for span in conversation["ranges"]
    ]
    assert hashes
    assert all(value.startswith("hmac-sha256:") for value in hashes)
    other = elsewhere(traced, tmp_path)
    found = [{key: value for key, value in item.items() if key != "vcs"} for item in found]
    assert import_file(other.workspace, "t.jsonl", jsonl(found))["imported"] == 0
    shutil.copy(salt, other.workspace.sidecar)
    assert import_file(other.workspace, "t.jsonl", jsonl(found))["imported"] == 1


def test_own_records_are_not_imported(traced) -> None:
    """Importing one's own export changes nothing."""
    traced.agent(app__py=APP)
    traced.repo.commit()
    done = import_file(traced.workspace, "trace.jsonl", jsonl(exported(traced)))
    assert (done["imported"], done["lines"]) == (0, 0)


def test_lines_without_a_hash_need_trust(traced) -> None:
    """Numbers alone are taken only when somebody says so, and then at the commit named."""
    commit = traced.repo.commit(app__py=APP)
    document = MINIMAL | {"vcs": {"type": "git", "revision": commit}}
    done = import_file(traced.workspace, "t.json", json.dumps(document).encode())
    assert (done["imported"], len(done["not_found"])) == (0, 1)
    done = import_file(traced.workspace, "t.json", json.dumps(document).encode(), trusts_lines=True)
    assert done["imported"] == 1
    assert [line[0] for line in traced.lines("app.py")][:4] == ["imported"] * 3 + ["inferred"]


def test_hash_finds_what_moved(traced) -> None:
    """A record of a text that was committed elsewhere in the file counts where the text is."""
    traced.repo.commit(app__py="X = 1\n")
    traced.repo.commit(app__py="X = 1\n\n\n" + APP)
    document = json.loads(json.dumps(MINIMAL))
    span = document["files"][0]["conversations"][0]["ranges"][0]
    span["content_hash"] = content_hash(b"\n".join(APP.encode().split(b"\n")[:3]))
    done = import_file(traced.workspace, "t.json", json.dumps(document).encode())
    assert done["lines"] == 3
    assert [n for n, line in enumerate(traced.lines("app.py"), 1) if line[0] == "imported"] == [
        4,
        5,
        6,
    ]


def test_uncommitted_text(traced) -> None:
    """Lines only on disk get their author too, and keep him through later edits."""
    traced.repo.commit(readme__md="x\n")
    traced.repo.write("app.py", APP)
    document = json.loads(json.dumps(MINIMAL))
    span = document["files"][0]["conversations"][0]["ranges"][0]
    span |= {"end_line": 7, "content_hash": content_hash(APP.encode())}
    import_file(traced.workspace, "t.json", json.dumps(document).encode())
    assert {line[0] for line in traced.lines("app.py")} == {"imported"}
    traced.agent(app__py=APP.replace("item.key", "item.name"))
    assert [line[0] for line in traced.lines("app.py")] == ["imported"] * 6 + ["observed"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": "1"}, 'version: "1" does not match'),
        ({"id": "x"}, 'id: "x" does not match'),
        ({"timestamp": "yesterday"}, "timestamp: "),
        ({"files": {}}, "files: {} is not of type array"),
        ({"files": [{"path": "a"}]}, "files[0].conversations: is missing"),
        (
            {"files": [{"path": "/etc/passwd", "conversations": [{"ranges": []}]}]},
            "'/etc/passwd' is no path inside the repository",
        ),
        ({"vcs": {"type": "cvs", "revision": "1"}}, "vcs.type: "),
    ],
)
def test_malformed_documents(traced, change, said) -> None:
    """The line and the field are named, and nothing is imported, not even the good lines."""
    data = jsonl([MINIMAL, MINIMAL | change])
    with pytest.raises(InputError) as caught:
        import_file(traced.workspace, "t.jsonl", data)
    assert str(caught.value).startswith("t.jsonl: line 2: ")
    assert said in str(caught.value)
    assert not os.path.exists(traced.workspace.ledger)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "holds no record"),
        (b"{", "line 1: not JSON"),
        (b'{"version": "0.1.0", "files": []}\n{"id": NaN}\n', "line 2: not JSON: NaN"),
        (b"\xff\xfe", "line 1: not UTF-8"),
        (b"[1]", "not a JSON object"),
        (b"[" * 5000, "nested too deeply"),
        (b'{"some": "json"}', "neither Agent Trace nor"),
    ],
)
def test_no_records(traced, data: bytes, said: str) -> None:
    """Whatever is in the file, the answer is one clear error."""
    with pytest.raises(InputError) as caught:
        import_file(traced.workspace, "t.jsonl", data)
    assert said in str(caught.value)


def test_the_specifications_own_example() -> None:
    """A record with every field the specification shows is read."""
    text = {
        **MINIMAL,
        "vcs": {"type": "jj", "revision": "kkmpptxz"},
        "tool": {"name": "cursor", "version": "2.4.0"},
        "metadata": {"confidence": 0.95, "dev.cursor": {"workspace_id": "ws-abc123"}},
    }
    text["files"][0]["conversations"][0] |= {
        "url": "https://api.example.com/v1/conversations/12345",
        "related": [{"type": "session", "url": "https://api.example.com/v1/sessions/67890"}],
    }
    (record,) = read_agent_trace([("x", text)])
    assert record.revision is None  # a change id of jj is no commit of git
    assert record.tool == "cursor"
    assert record.files[0].related == (("session", "https://api.example.com/v1/sessions/67890"),)


# Properties

_words = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=20)
_hashes = st.integers(0, 9).map(lambda n: "sha256:" + str(n) * 64)


@st.composite
def ledger_records(draw) -> dict:
    """Mutations as the ledger holds them, with whatever names people may choose."""
    contributor = {"entity_type": draw(st.sampled_from(["AI", "HUMAN", "MIXED", "UNKNOWN"]))}
    if draw(st.booleans()):
        contributor["model_identifier"] = draw(_words.filter(bool))
    files = []
    for number in range(draw(st.integers(1, 3))):
        ranges = []
        line = 1
        for _ in range(draw(st.integers(0, 4))):
            line += draw(st.integers(0, 5))
            end = line + draw(st.integers(0, 9))
            ranges.append({"start_line": line, "end_line": end, "content_hash": draw(_hashes)})
            line = end + 1
        conversation = {"contributor": contributor, "ranges": ranges}
        intent = draw(st.none() | _words.filter(bool))
        if intent:
            conversation["related"] = [{"type": "intent", "value": intent}]
        if draw(st.booleans()):
            conversation["url"] = draw(_words.filter(bool))
        path = f"src/{number}.py"
        files.append(
            {"relative_path": path, "after": draw(_hashes), "conversations": [conversation]}
        )
    return {
        "id": str(uuid.UUID(int=draw(st.integers(0, 2**128 - 1)))),
        "timestamp": "2026-03-01T12:00:00.000000Z",
        "event": "mutation",
        "intent_id": draw(st.none() | _words.filter(bool)),
        "mutation_class": draw(st.sampled_from(["AST_REFACTOR", "INTENT_EVOLUTION"])),
        "files": files,
        "integrity": {"record_hash": "sha256:" + "0" * 64},
    }


@given(ledger_records(), st.none() | st.just("a" * 40))
def test_round_trip(record: dict, revision: str | None) -> None:
    """Who, which lines, which hash, why and of which class survive the way out and in."""
    document = to_agent_trace(record, revision)
    wrote = [f for f in record["files"] if f["conversations"][0]["ranges"]]
    if not wrote:
        assert document is None
        return
    VALIDATOR.validate(document)
    assert loaded_schema("agent-trace-0.1")(document) is None
    data = json.dumps(document).encode()
    (read_back,) = read_agent_trace(documents(data, "x"))
    assert read_back.id == record["id"]
    assert read_back.timestamp == record["timestamp"]
    assert read_back.revision == revision
    assert read_back.mutation_class == record["mutation_class"]
    if record["intent_id"]:
        assert read_back.intent_id == record["intent_id"]
    for file, claim in zip(wrote, read_back.files, strict=True):
        (conversation,) = file["conversations"]
        assert claim.path == file["relative_path"]
        assert [(s.start_line, s.end_line, s.content_hash) for s in claim.spans] == [
            (s["start_line"], s["end_line"], s["content_hash"]) for s in conversation["ranges"]
        ]
        told = conversation["contributor"]
        for span in claim.spans:
            assert span.contributor.entity_type == told["entity_type"]
            assert span.contributor.model_identifier == told.get("model_identifier")
        related = [(item["type"], item["value"]) for item in conversation.get("related", ())]
        assert list(claim.related) == related


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.data())
def test_damaged_documents_are_refused_with_a_name(data) -> None:
    """Any field of a good record replaced by anything: read, or one error naming the record."""
    document = json.loads(json.dumps(MINIMAL))
    document["vcs"] = {"type": "git", "revision": "a" * 40}
    places: list[tuple] = []

    def walk(value, path) -> None:
        places.append(path)
        items = (
            value.items()
            if isinstance(value, dict)
            else enumerate(value)
            if isinstance(value, list)
            else ()
        )
        for key, inner in items:
            walk(inner, (*path, key))

    walk(document, ())
    path = data.draw(st.sampled_from(places[1:]))
    target = document
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = data.draw(_json)
    said = None
    try:
        read_agent_trace([("x.jsonl: line 1", document)])
    except InputError as error:
        said = str(error)
    wanted = r"x\.jsonl: line 1: ([^:]+: |.+ is no path inside the repository)"
    assert said is None or re.match(wanted, said, re.DOTALL)


def test_imported_records_are_valid(traced) -> None:
    """What an import appends is a record like any other, and its lines verify."""
    commit = traced.repo.commit(app__py=APP)
    document = json.loads(json.dumps(MINIMAL)) | {"vcs": {"type": "git", "revision": commit}}
    span = document["files"][0]["conversations"][0]["ranges"][0]
    span["content_hash"] = content_hash(b"\n".join(APP.encode().split(b"\n")[:3]))
    import_file(traced.workspace, "t.json", json.dumps(document).encode())
    (record,) = [record for _, record in read(Workspace(traced.workspace.root))]
    assert record["event"] == "import"
    assert record["imported"][0]["revision_id"] == commit
    (found,) = record["imported"][0]["conversations"][0]["ranges"]
    assert found["content_hash"] == span["content_hash"]
