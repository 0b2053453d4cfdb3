"""Seals, archives and repair, all through the installed command, with its exit codes."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from project import Project

pytestmark = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="no ssh-keygen")

KINDS = {"edited", "deleted", "inserted", "reordered", "truncated", "replayed", "duplicate",
         "unsigned", "bad_signature", "malformed"}  # fmt: skip


@pytest.fixture
def sealed(project: Project) -> Project:
    """A repository with two intents in its ledger, sealed by a key that may sign."""
    project.tracer("init", "--ledger", "file")
    project.tracer("intent", "add", "INT-001", "--name", "Prices", "--scope", "**")
    for number in range(3):
        event = {
            "schema": "tracer.event/1",
            "phase": "post",
            "kind": "mcp",
            "tool": "select_active_intent",
            "agent": "acme",
            "session_id": f"s{number}",
            "call_id": f"c{number}",
            "cwd": str(project.root),
            "intent_id": "INT-001",
        }
        assert project.hook("generic", json.dumps(event).encode()).returncode == 0
    ssh = project.home / ".ssh"
    ssh.mkdir(mode=0o700)
    project.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(ssh / "id_ed25519"))
    public = (ssh / "id_ed25519.pub").read_text()
    project.write(".orchestration/allowed_signers", f"pat@example.org {public}")
    project.git("add", "-A")
    project.git("commit", "-qm", "Prices")
    return project


def verify(project: Project, *options: str) -> tuple[int, dict]:
    done = project.run("tracer", "verify", "--json", *options)
    document = json.loads(done.stdout)
    assert {each["problem"] for each in document["problems"]} <= KINDS
    return done.returncode, document


def test_seal_and_require_signatures(sealed: Project) -> None:
    """Unsigned before, signed after, named by who did it; the text says it too."""
    code, document = verify(sealed, "--require-signatures")
    assert code == 4
    assert [each["problem"] for each in document["problems"]] == ["unsigned"]
    done = sealed.report("seal")
    assert done["record"]
    assert done["ref"].startswith("refs/tracer/checkpoints/")
    code, document = verify(sealed, "--require-signatures")
    assert (code, document["signers"]) == (0, {"pat@example.org": 1})
    told = sealed.tracer("verify", "--require-signatures")
    assert "pat@example.org: 1 checkpoint" in told
    assert "seals deleted with what they cover cannot be seen" in told
    assert "nothing new to seal" in sealed.tracer("seal")
    assert sealed.tracer("seal", "--quiet") == ""


def test_revoked_key(sealed: Project) -> None:
    """A key in .orchestration/revoked_signers signs nothing any more."""
    sealed.tracer("seal")
    public = (sealed.home / ".ssh/id_ed25519.pub").read_text()
    sealed.write(".orchestration/revoked_signers", public)
    code, document = verify(sealed, "--require-signatures")
    assert code == 4
    assert {each["problem"] for each in document["problems"]} == {"unsigned", "bad_signature"}


def test_cut_in_a_clone_that_never_saw_the_rest(sealed: Project) -> None:
    """The checkpoint that git keeps shows a ledger that was cut and committed again."""
    sealed.tracer("seal", "--committed")
    lines = sealed.ledger_path.read_bytes().splitlines(keepends=True)
    sealed.ledger_path.write_bytes(b"".join(lines[:-1]))
    shutil.rmtree(sealed.root / ".orchestration/.index")
    sealed.git("commit", "-qam", "Cut")
    code, document = verify(sealed)
    assert code == 4
    assert [each["problem"] for each in document["problems"]] == ["truncated"]
    assert sealed.report("index", "--repair")["repair"]["restored"] == 1
    assert sealed.ledger_path.read_bytes() == b"".join(lines)
    assert verify(sealed)[0] == 0


def test_archive(sealed: Project) -> None:
    """Archived lines are read, verified, and reported with their file's name when damaged."""
    records = sealed.report("verify")["records"]
    (segment,) = sealed.report("archive", "--keep", "1")["segments"]
    assert segment["lines"] == records - 1
    assert sealed.report("verify")["records"] == records
    assert sealed.report("index", "--rebuild")["intents"] == ["INT-001"]
    assert "nothing to archive" in sealed.tracer("archive", "--keep", "1")
    path = sealed.root / ".orchestration" / segment["path"]
    raw = bytearray(path.read_bytes())
    raw[-20] ^= 1
    path.write_bytes(raw)
    code, document = verify(sealed)
    assert code == 4
    assert {each.get("file") for each in document["problems"]} >= {segment["path"]}
    assert segment["path"] in sealed.run("tracer", "verify").stdout.decode()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["seal", "--key", "missing"], 3, "no such key"),
        (["seal", "--unsigned", "--key", "x"], 2, "takes no --key"),
        (["verify", "--allowed-signers", "x"], 2, "Add --require-signatures"),
        (["verify", "--require-signatures", "--allowed-signers", "missing"], 3, "no such file"),
        (["verify", "--require-signatures", "--revoked", "missing"], 3, "no such file"),
        (["archive", "--keep", "-1"], 2, "--keep"),
    ],
)
def test_wrong_use(sealed: Project, arguments: list[str], code: int, message: str) -> None:
    """Each mistake is one line with what to do."""
    done = sealed.run("tracer", *arguments)
    assert done.returncode == code
    assert message in done.stderr.decode()
    assert done.stderr.decode().count("\n") == 1


def test_no_key(sealed: Project) -> None:
    """Without any key the command says how to get one, or to do without."""
    shutil.rmtree(sealed.home / ".ssh")
    done = sealed.run("tracer", "seal")
    assert done.returncode == 2
    assert "ssh-keygen -t ed25519" in done.stderr.decode()
    assert sealed.report("seal", "--unsigned")["record"]


def test_git_that_refuses(sealed: Project) -> None:
    """Where git cannot be asked the chain is still checked, and the person is told."""
    (sealed.root / ".git" / "config").write_text("[core\n")
    done = sealed.run("tracer", "verify", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["ok"]
    assert "checkpoints in git are not looked at" in done.stderr.decode()
