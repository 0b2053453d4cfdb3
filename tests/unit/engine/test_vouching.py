"""Records that another program put into the ledger: found, and honest ones never reported."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tracer.agents import git_setup
from tracer.agents.setup import init
from tracer.engine import approvers, sealing, sharing
from tracer.engine.vouching import vouching
from tracer.intents.approvals import Answer, Request
from tracer.ledger import append, new_id, read, timestamp, verify
from tracer.ledger.archive import archive
from tracer.ledger.canonical import seal
from tracer.ledger.signing import Signers
from tracer.model.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="no ssh-keygen")

PERSON = {"entity_type": "HUMAN", "name": "Ada"}


@pytest.fixture(params=["file", "ref"])
def workspace(request, repo) -> Workspace:
    """A repository whose ledger git tracks, or has in a ref, with signers and three records."""
    repo.git("config", "user.name", "Ada")
    repo.git("config", "user.email", "ada@example.org")
    repo.commit("begin", README="shop")
    made = Workspace(os.path.realpath(repo.root))
    init(made)
    git_setup.connect(made, storage=request.param)
    for number in range(3):
        append(made, note(str(number)))
    return made


@pytest.fixture
def key(tmp_path: Path, workspace: Workspace) -> str:
    """A key of Ada's that may sign seals and approvals."""
    return signer(tmp_path, workspace, "ada")


def signer(place: Path, workspace: Workspace, name: str) -> str:
    path = str(place / name)
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
    with open(f"{path}.pub", encoding="utf-8") as file:
        public = file.read()
    with open(os.path.join(workspace.sidecar, "allowed_signers"), "a", encoding="utf-8") as file:
        file.write(f"{name}@example.org {public}")
    return path


def note(text: str = "hello", **more: Any) -> dict[str, Any]:
    return {"id": new_id(), "event": "note", "text": text, **more}


def reported(workspace: Workspace) -> list[tuple[int, str]]:
    """(line, what is said) of every problem, as `tracer verify` asks without options."""
    allowed = sealing.allowed_signers(workspace)
    assert allowed is not None
    vouches = vouching(workspace)
    assert vouches is not None
    found = verify(
        workspace,
        checkpoints=sealing.checkpoints_in_git(workspace),
        signed_by=Signers(allowed).reason_against,
        vouches=vouches,
    )
    assert {each.problem for each in found.problems} <= {"unsigned"}
    return [(each.line, each.detail) for each in found.problems]


def forge(workspace: Workspace, record: dict[str, Any], *, stream: str | None = None) -> None:
    """Append a record with a right hash behind the last one, as any program can."""
    last = [each for _, each in read(workspace) if isinstance(each, dict)][-1]["integrity"]
    ours = {"schema": "tracer.record/1", "timestamp": timestamp(), **record}
    integrity = {
        "chain": "sha256",
        "stream": stream or last["stream"],
        "prev_record_hash": None if stream else last["record_hash"],
    }
    line, _ = seal(ours, integrity)
    with open(workspace.ledger, "ab") as file:
        file.write(line + b"\n")


@pytest.mark.parametrize("stream", [None, "0123456789abcdef"])
def test_a_forged_record_is_found(workspace: Workspace, key: str, stream: str | None) -> None:
    """At the end of this clone's stream or in one of its own; as a person's it is called one."""
    assert key
    count = len(list(read(workspace)))
    forge(workspace, note("mine", contributor=PERSON), stream=stream)
    assert verify(workspace).ok, "the chain cannot tell"
    ((line, said),) = reported(workspace)
    assert line == count + 1
    assert "of a person was put there by another program" in said
    forge(workspace, note("more"))
    append(workspace, note("an honest one"))
    assert [line for line, _ in reported(workspace)] == [count + 1, count + 2]


def test_a_seal_takes_responsibility(workspace: Workspace, key: str) -> None:
    """What a person looked at and signed is not reported any more; what comes later is."""
    forge(workspace, note())
    assert len(reported(workspace)) == 1
    sealing.seal(workspace, key)
    assert reported(workspace) == []
    forge(workspace, note())
    assert len(reported(workspace)) == 1


def test_what_the_ref_of_this_clone_gives_back_is_not_new(workspace: Workspace, key: str) -> None:
    """Taking the ledger through git does not make a forged record genuine."""
    assert key
    forge(workspace, note())
    sharing.exchange_with_refs(workspace)
    sharing.exchange_with_refs(workspace)
    assert len(reported(workspace)) == 1


def archived(workspace: Workspace) -> None:
    archive(workspace, 1)


def put_back(workspace: Workspace) -> None:
    with open(workspace.ledger, "rb") as file:
        lines = file.read().splitlines(keepends=True)
    with open(workspace.ledger, "wb") as file:
        file.write(b"".join(lines[:-1]))
    assert sealing.mend(workspace).restored == 1


def without_memory(workspace: Workspace) -> None:
    os.unlink(os.path.join(workspace.index, "vouched"))
    append(workspace, note())


def with_another_key(workspace: Workspace) -> None:
    os.unlink(os.path.join(workspace.index, "key"))
    append(workspace, note())


def spooled(workspace: Workspace) -> None:
    os.rename(workspace.ledger, f"{workspace.ledger}.away")
    os.mkdir(workspace.ledger)
    with pytest.raises(Exception, match="cannot write"):
        append(workspace, note())
    os.rmdir(workspace.ledger)
    os.rename(f"{workspace.ledger}.away", workspace.ledger)
    append(workspace, note())


def moved_over(workspace: Workspace) -> None:
    subprocess.run(["git", "add", "-A"], cwd=workspace.root, check=True)
    subprocess.run(["git", "commit", "-qm", "all"], cwd=workspace.root, check=True)
    shutil.rmtree(workspace.index)
    append(workspace, note())
    git_setup.connect(workspace, storage="ref")
    append(workspace, note())


def cleaned(workspace: Workspace) -> None:
    sharing.exchange_with_refs(workspace)
    subprocess.run(["git", "add", "-A"], cwd=workspace.root, check=True)
    subprocess.run(["git", "commit", "-qm", "all"], cwd=workspace.root, check=True)
    subprocess.run(["git", "clean", "-qfdx"], cwd=workspace.root, check=True)
    sharing.catch_up(workspace)
    append(workspace, note())


@pytest.mark.parametrize(
    "story", [archived, put_back, without_memory, with_another_key, spooled, moved_over, cleaned]
)
def test_honest_history_is_not_reported(
    workspace: Workspace, key: str, story: Callable[[Workspace], None]
) -> None:
    """Archives, repairs, a new memory or key, the spool, the ref, `git clean`: all are tracer's."""
    assert key
    story(workspace)
    assert reported(workspace) == []
    forge(workspace, note())
    assert len(reported(workspace)) == 1


def approval(key: str, **changes: Any) -> dict[str, Any]:
    """A record of Ada's approval by her key, with other fields where asked for."""
    request = Request("A-1", "command", "codex", "s1", "INT-1", "git push", "", "why", 1.0, 2.0)
    made = approvers.signed(request, Answer.APPROVED, key)
    record = {
        "request": "A-1", "kind": "command", "answer": "approved", "by": "ada@example.org",
        "subject_hash": request.digest, "proof": "key", "signed": made, **changes,
    }  # fmt: skip
    return {"id": new_id(), "event": "approval", "approval": record}


def test_an_approval_by_a_key_is_judged(workspace: Workspace, key: str) -> None:
    """Right: silence. Without a signature, for another command or person, or revoked: reported."""
    append(workspace, approval(key))
    assert reported(workspace) == []
    wrong = ({"signed": None}, {"subject_hash": "sha256:" + "1" * 64}, {"by": "bob@example.org"})
    for changes in wrong:
        changed = approval(key, **changes)
        changed["approval"] = {k: v for k, v in changed["approval"].items() if v is not None}
        append(workspace, changed)
    said = " ".join(detail for _, detail in reported(workspace))
    for part in ("there is no signature", "signed is something else", "ada@example.org signed it"):
        assert part in said
    shutil.copy(f"{key}.pub", os.path.join(workspace.sidecar, "revoked_signers"))
    assert len(reported(workspace)) == 4


def test_a_key_that_nobody_here_knows_is_counted(workspace: Workspace, key: str, tmp_path) -> None:
    """A teammate's, who is in no file of this clone's: told, and no damage."""
    append(workspace, approval(key))
    with open(os.path.join(workspace.sidecar, "allowed_signers"), "w", encoding="utf-8"):
        pass
    signer(tmp_path, workspace, "bob")
    vouches = vouching(workspace)
    assert vouches is not None
    records = [record for _, record in read(workspace) if isinstance(record, dict)]
    assert [why for record in records if (why := vouches(record))] == []
    assert vouches.unjudged == 1


def test_a_copied_signature_speaks_for_nothing(workspace: Workspace, key: str) -> None:
    """A forged record with the signature of a genuine one is as forged as without."""
    genuine = approval(key)
    append(workspace, genuine)
    forge(workspace, {**genuine, "id": new_id(), "contributor": PERSON})
    assert len(reported(workspace)) == 1
