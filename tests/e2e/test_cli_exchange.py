"""`tracer export` and `tracer import` through the installed command."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from typing import TYPE_CHECKING

import contract
from test_cli_ledger import SOURCE, Agent

if TYPE_CHECKING:
    from pathlib import Path

    from project import Project


def traced(project: Project) -> Agent:
    """A workspace in which an agent wrote one file for INT-001, committed since."""
    project.tracer("init")
    project.tracer("intent", "add", "INT-001", "--name", "Prices", "--scope", "shop/**")
    agent = Agent(project)
    agent.select("INT-001")
    agent.write({"shop/prices.py": SOURCE})
    project.git("add", "-A")
    project.git("commit", "-qm", "Prices")
    return agent


def test_export_travels_to_a_clone(project: Project, tmp_path: Path) -> None:
    """A clone that never had the ledger knows after an import who wrote what, and for what."""
    traced(project)
    lines = project.tracer("export").splitlines()
    assert [json.loads(line)["version"] for line in lines] == ["0.1.0"]
    target = tmp_path / "trace.jsonl"
    project.tracer("export", "--output", str(target))
    assert target.read_text().splitlines() == lines

    copy = tmp_path / "copy"
    project.git("clone", "-q", str(project.root), str(copy))
    project.git("rm", "-rq", "--cached", ".orchestration", cwd=copy)
    for file in sorted((copy / ".orchestration").rglob("*"), reverse=True):
        file.unlink() if file.is_file() else file.rmdir()
    project.tracer("init", cwd=copy)
    done = project.report("import", str(target), cwd=copy)
    assert (done["imported"], done["lines"], done["not_found"]) == (1, 11, [])
    document = project.report("blame", "shop/prices.py", cwd=copy)
    contract.check(document, contract.BLAME)
    assert {(r["method"], r["origin"]["intent_id"]) for r in document["lines"]} == {
        ("imported", "INT-001")
    }
    assert project.report("import", str(target), cwd=copy)["imported"] == 0
    assert project.report("verify", cwd=copy)["ok"]
    assert "imported" in project.tracer("blame", "shop/prices.py", "--line-porcelain", cwd=copy)


def test_tables(project: Project, tmp_path: Path) -> None:
    """CSV on stdout, Parquet in a file; Parquet on stdout is a usage error."""
    traced(project)
    (row,) = csv.DictReader(io.StringIO(project.tracer("export", "--format", "csv")))
    assert (row["path"], row["lines"], row["intent_id"]) == ("shop/prices.py", "11", "INT-001")
    target = tmp_path / "ranges.parquet"
    project.tracer("export", "--format", "parquet", "--output", str(target))
    assert target.read_bytes().startswith(b"PAR1")
    done = project.run("tracer", "export", "--format", "parquet")
    assert (done.returncode, done.stderr.decode().count("\n")) == (2, 1)


def test_git_ai_notes(project: Project) -> None:
    """Without a file, git-ai's notes are read from git."""
    commit = project.commit({"a.py": "x = 1\ny = 2\n"}, "Two lines")
    project.tracer("init")
    done = project.run("tracer", "import")
    assert done.returncode == 3
    assert b"git fetch origin refs/notes/ai:refs/notes/ai" in done.stderr
    metadata = {
        "schema_version": "authorship/3.0.0",
        "base_commit_sha": commit,
        "prompts": {},
        "sessions": {"s_1": {"agent_id": {"tool": "cursor", "id": "c", "model": "m-1"}}},
    }
    note = f"a.py\n  s_1::t_1 2\n---\n{json.dumps(metadata)}"
    project.git("notes", "--ref=refs/notes/ai", "add", "-m", note, commit)
    assert "1 imported with 1 lines" in project.tracer("import")
    rows = project.report("blame", "a.py")["lines"]
    assert [row["method"] for row in rows] == ["inferred", "imported"]
    assert rows[1]["origin"]["contributor"]["model_identifier"] == "m-1"


def test_malformed_and_broken(project: Project) -> None:
    """Malformed input exits 3, a broken chain 4, each with one line that names the line."""
    project.tracer("init")
    project.write("in.jsonl", '{"version": "0.1.0"}\n')
    done = project.run("tracer", "import", "in.jsonl", "--format", "agent-trace")
    assert done.returncode == 3
    assert done.stderr.decode().startswith("tracer: in.jsonl: id: is missing")
    record = {"id": "1", "timestamp": "2026-01-01T00:00:00Z", "files": []}
    digest = hashlib.sha256(b"x").hexdigest()
    links = [None, f"sha256:{'0' * 64}"]
    lines = [
        record | {"integrity": {"prev_record_hash": link, "record_hash": f"sha256:{digest}"}}
        for link in links
    ]
    project.write("in.jsonl", "\n".join(map(json.dumps, lines)))
    done = project.run("tracer", "import", "in.jsonl", "--format", "intent-hooks")
    assert done.returncode == 4
    assert "in.jsonl: line 2: the record does not follow" in done.stderr.decode()
    done = project.run("tracer", "import", "nowhere.jsonl")
    assert (done.returncode, done.stderr.decode().count("\n")) == (3, 1)
