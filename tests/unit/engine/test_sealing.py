"""Seals: signed checkpoints in the ledger and in git, and what they catch."""

from __future__ import annotations

import json
import os
import shutil
import subprocess

import pytest

from tracer.agents import git_setup
from tracer.agents.setup import init
from tracer.engine import sealing, sharing
from tracer.ledger import Index, append, new_id, read, verify
from tracer.ledger.archive import archive
from tracer.ledger.signing import Signers, public_key, sign
from tracer.model.errors import InputError
from tracer.model.workspace import Workspace

pytestmark = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="no ssh-keygen")


def note(text="hello"):
    return {"id": new_id(), "event": "note", "text": text}


class Keys:
    """Throw-away SSH keys, and the files that say whose they are."""

    def __init__(self, directory):
        self.directory = directory
        directory.mkdir()
        self.signers = str(directory / "allowed_signers")
        self.revoked = str(directory / "revoked")

    def make(self, person, kind="ed25519", options=""):
        path = str(self.directory / person)
        subprocess.run(
            ["ssh-keygen", "-q", "-t", kind, "-N", "", "-C", person, "-f", path], check=True
        )
        with open(f"{path}.pub", encoding="utf-8") as file:
            public = file.read()
        with open(self.signers, "a", encoding="utf-8") as file:
            file.write(f"{person}@example.org {options} {public}")
        return path

    def revoke(self, person):
        shutil.copy(self.directory / f"{person}.pub", self.revoked)


@pytest.fixture
def keys(tmp_path):
    return Keys(tmp_path / "keys")


@pytest.fixture
def workspace(repo):
    """A repository with a first commit and a sidecar, in which git uses no key of its own."""
    repo.git("config", "user.name", "Ada")
    repo.commit("begin", README="shop")
    made = Workspace(os.path.realpath(repo.root))
    init(made)
    git_setup.connect(made, storage="file")
    return made


def check(workspace, keys, *, revoked=None):
    """(line, kind) of every problem when signatures are required, and who signed."""
    signers = Signers(keys.signers, revoked)
    found = verify(
        workspace,
        checkpoints=sealing.checkpoints_in_git(workspace),
        signed_by=signers.reason_against,
    )
    return [(each.line, each.problem) for each in found.problems], signers.found


def lines_of(workspace):
    with open(workspace.ledger, "rb") as file:
        return file.read().split(b"\n")[:-1]


def write_lines(workspace, lines):
    with open(workspace.ledger, "wb") as file:
        file.write(b"".join(line + b"\n" for line in lines))


@pytest.mark.parametrize("kind", ["ed25519", "ecdsa", "rsa"])
def test_sealed_ledger_is_covered(workspace, keys, kind):
    """A seal covers all records before it, and itself; what comes later is unsigned."""
    key = keys.make("ada", kind)
    for number in range(3):
        append(workspace, note(str(number)))
    assert check(workspace, keys) == ([(1, "unsigned")], {})
    done = sealing.seal(workspace, key)
    assert done.record is not None
    assert check(workspace, keys) == ([], {"ada@example.org": 1})
    append(workspace, note("later"))
    append(workspace, note("later still"))
    assert check(workspace, keys)[0] == [(5, "unsigned")]
    sealing.seal(workspace, key)
    assert check(workspace, keys)[0] == []
    assert verify(workspace).ok


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl")
def test_key_in_pem(workspace, keys):
    """Keys in PEM form sign what ssh-keygen verifies; a damaged one is one clear error."""
    for person, kind in (("ann", "ed25519"), ("bob", "rsa")):
        key = str(keys.directory / f"{person}.pem")
        command = ["openssl", "genpkey", "-algorithm", kind, "-out", key]
        subprocess.run(command, check=True, capture_output=True)
        os.chmod(key, 0o600)
        with open(keys.signers, "a", encoding="utf-8") as file:
            file.write(f"{person}@example.org {public_key(key)}\n")
        with open(f"{key}.pub", "w", encoding="utf-8") as file:
            file.write(f"{public_key(key)}\n")  # ssh-keygen wants one beside PEM it reads itself
        append(workspace, note())
        sealing.seal(workspace, key)
        signers = Signers(keys.signers)
        assert verify(workspace, signed_by=signers.reason_against).ok
        assert signers.found == {f"{person}@example.org": 1}
    with open(key, "w", encoding="utf-8") as file:
        file.write("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
    append(workspace, note())
    with pytest.raises(InputError, match=r"bob\.pem"):
        sealing.seal(workspace, key)


def test_public_key_of_an_ssh_key(keys):
    """The line for `allowed_signers` is what ssh-keygen keeps beside the key."""
    path = keys.make("bob")
    with open(f"{path}.pub", encoding="utf-8") as file:
        assert file.read().startswith(public_key(path))


def test_sealing_twice_adds_nothing(workspace, keys):
    """Where nothing is new there is nothing to seal; a signature after a bare witness is new."""
    key = keys.make("ada")
    append(workspace, note())
    assert sealing.seal(workspace, None).record is not None
    assert sealing.seal(workspace, None).record is None
    assert check(workspace, keys)[0] == [(1, "unsigned")]
    assert sealing.seal(workspace, key).record is not None
    assert sealing.seal(workspace, key).record is None
    assert check(workspace, keys)[0] == []


def test_nothing_to_seal(workspace, keys):
    """An empty ledger is sealed by nothing, and lacks nothing."""
    assert sealing.seal(workspace, keys.make("ada"))[:2] == (None, ())
    assert check(workspace, keys) == ([], {})


def test_foreign_key(workspace, keys):
    """A signature by somebody who is not allowed is bad, and covers nothing."""
    key = keys.make("ada")
    append(workspace, note())
    sealing.seal(workspace, key)
    with open(keys.signers, "w", encoding="utf-8") as file:
        file.write("")
    keys.make("bob")
    assert check(workspace, keys)[0] == [(1, "unsigned"), (2, "bad_signature")]


def test_rotation(workspace, keys):
    """A key counts for the time it is valid: an old seal stays good when a new key takes over."""
    old = keys.make("ada", options='valid-before="20990101"')
    append(workspace, note())
    sealing.seal(workspace, old)
    new = keys.make("ada-2026", options='valid-after="20200101"')
    append(workspace, note())
    sealing.seal(workspace, new)
    assert check(workspace, keys) == ([], {"ada-2026@example.org": 1})
    with open(keys.signers, encoding="utf-8") as file:
        text = file.read().replace("20990101", "20200101")
    with open(keys.signers, "w", encoding="utf-8") as file:
        file.write(text)
    assert check(workspace, keys)[0] == []  # the newer seal covers what the expired key signed
    write_lines(workspace, lines_of(workspace)[:2])
    assert (2, "bad_signature") in check(workspace, keys)[0]


def test_revocation(workspace, keys):
    """A revoked key counts for no time at all."""
    key = keys.make("ada")
    append(workspace, note())
    sealing.seal(workspace, key)
    keys.revoke("ada")
    problems, who = check(workspace, keys, revoked=keys.revoked)
    assert problems == [(1, "unsigned"), (2, "bad_signature")]
    assert who == {}


def test_forged_checkpoint(workspace, keys):
    """A signature copied to a checkpoint of other heads does not fit."""
    key = keys.make("ada")
    append(workspace, note())
    sealing.seal(workspace, key)
    signed = json.loads(lines_of(workspace)[-1])
    append(workspace, note("forged"))
    with Index.open(workspace) as index:
        heads = [head._asdict() for head in index.heads()]
    checkpoint = {"streams": heads, "signature": signed["checkpoint"]["signature"]}
    append(workspace, {**note(), "event": "checkpoint", "checkpoint": checkpoint})
    assert check(workspace, keys)[0] == [(3, "unsigned"), (4, "bad_signature")]


def test_namespace_is_tracers_own(workspace, keys):
    """A signature made for something else, such as a git commit, does not count."""
    key = keys.make("ada")
    append(workspace, note())
    done = subprocess.run(
        ["ssh-keygen", "-Y", "sign", "-q", "-n", "git", "-f", key],
        input=b"x", capture_output=True, check=True,
    )  # fmt: skip
    with Index.open(workspace) as index:
        heads = [head._asdict() for head in index.heads()]
    checkpoint = {"streams": heads, "signature": done.stdout.decode()}
    append(workspace, {**note(), "event": "checkpoint", "checkpoint": checkpoint})
    assert (2, "bad_signature") in check(workspace, keys)[0]


def test_cut_ledger_is_seen_from_git(repo, workspace, keys):
    """A ledger cut and committed again is truncated, also in a clone that never saw the rest."""
    key = keys.make("ada")
    for number in range(4):
        append(workspace, note(str(number)))
    repo.commit("work")
    done = sealing.seal(workspace, key, committed=True)
    assert done.record is None
    assert done.ref is not None
    repo.commit("more", other="x")
    write_lines(workspace, lines_of(workspace)[:2])
    repo.commit("cut")
    clone = os.path.join(os.path.dirname(repo.root), "clone")
    repo.git("clone", "-q", repo.root, clone)
    other = Workspace(os.path.realpath(clone))
    assert verify(other).ok
    repo.git("fetch", "-q", "origin", "+refs/tracer/*:refs/tracer-remotes/origin/*", cwd=clone)
    found = verify(other, checkpoints=sealing.checkpoints_in_git(other))
    assert [(each.line, each.problem) for each in found.problems] == [(2, "truncated")]
    assert "refs/tracer-remotes/origin/checkpoints/" in found.problems[0].detail
    mended = sealing.mend(other)
    assert mended.restored == 2
    assert verify(other, checkpoints=sealing.checkpoints_in_git(other)).ok


def test_ref_says_only_what_is_committed(repo, workspace, keys):
    """Records not committed yet are in no ref; a clone at that commit lacks nothing."""
    key = keys.make("ada")
    append(workspace, note())
    repo.commit("work")
    append(workspace, note("not committed"))
    done = sealing.seal(workspace, key, committed=True)
    assert len(done.committed) == 1
    assert done.committed[0].id == json.loads(lines_of(workspace)[0])["id"]
    assert sealing.seal(workspace, key, committed=True).ref is None  # nothing new
    repo.git("checkout", "-q", "--", ".")
    clone = Workspace(workspace.root)
    known = sealing.checkpoints_in_git(clone)
    assert len(known) == 1
    shutil.rmtree(workspace.index)
    assert verify(workspace, checkpoints=known).ok


def test_checkpoint_of_another_branch_says_nothing(repo, workspace, keys):
    """Only checkpoints of commits that HEAD has count; after a rebase none may."""
    key = keys.make("ada")
    repo.git("checkout", "-q", "-b", "topic")
    append(workspace, note())
    repo.commit("topic work")
    sealing.seal(workspace, key, committed=True)
    repo.git("checkout", "-q", "main")
    assert sealing.checkpoints_in_git(workspace) == []
    assert verify(workspace, checkpoints=sealing.checkpoints_in_git(workspace)).ok


def test_cut_ledger_is_seen_from_the_ledger(new_ledgers, keys):
    """A checkpoint in the ledger names other streams' heads: their loss is truncation."""
    ours, theirs = new_ledgers
    append(ours, note())
    append(theirs, note())
    append(theirs, note())
    write_lines(ours, [*lines_of(ours), *lines_of(theirs)])
    done = sealing.seal(ours, keys.make("ada"), every=True)
    assert len(done.heads) == 2
    shutil.rmtree(ours.index)
    lines = lines_of(ours)
    write_lines(ours, [lines[0], lines[1], lines[3]])
    (problem,) = verify(ours).problems
    assert problem.problem == "truncated"
    assert "checkpoint" in problem.detail


@pytest.fixture
def new_ledgers(tmp_path):
    """Two workspaces outside git."""
    made = []
    for name in ("one", "two"):
        (tmp_path / name / ".orchestration").mkdir(parents=True)
        made.append(Workspace(str(tmp_path / name)))
    return made


def test_seal_of_both_streams_covers_both(new_ledgers, keys):
    """`--all` covers what others wrote; without it only this clone's streams."""
    ours, theirs = new_ledgers
    key = keys.make("ada")
    append(theirs, note())
    append(ours, note())
    write_lines(ours, [*lines_of(theirs), *lines_of(ours)])
    sealing.seal(ours, key)
    assert check(ours, keys)[0] == [(1, "unsigned")]
    sealing.seal(ours, key, every=True)
    assert check(ours, keys)[0] == []


def test_signing_errors_are_clear(tmp_path):
    """A key that is none, and a file of signers that is not there, are one line each."""
    rubbish = tmp_path / "rubbish"
    rubbish.write_text("no key")
    with pytest.raises(InputError, match="rubbish"):
        sign(b"x", str(rubbish))
    with pytest.raises(InputError, match="no such file"):
        Signers(str(tmp_path / "missing"))


def test_hook_seals_each_commit(repo, workspace, keys, monkeypatch):
    """`init --seal` adds to the post-commit hook, keeps what is there, and goes without a trace."""
    path = os.path.join(repo.root, ".git", "hooks", "post-commit")
    theirs = "#!/bin/bash\necho theirs > hook-ran\n"
    with open(path, "w", encoding="utf-8") as file:
        file.write(theirs)
    os.chmod(path, 0o755)
    repo.git("remote", "add", "origin", "https://example.org/x.git")
    git_setup.connect(workspace, seal=True)
    assert git_setup.connect(workspace, seal=True) == []
    repo.git("config", "gpg.format", "ssh")
    repo.git("config", "user.signingkey", keys.make("ada"))
    monkeypatch.setenv("PATH", f"{os.path.dirname(os.sys.executable)}:{os.environ['PATH']}")
    append(workspace, note())
    repo.commit("work")
    assert os.path.exists(os.path.join(repo.root, "hook-ran"))
    (checkpoint,) = sealing.checkpoints_in_git(workspace)
    assert checkpoint.revision == repo.git("rev-parse", "HEAD")
    assert Signers(keys.signers).reason_against(checkpoint) is None
    assert check(workspace, keys)[0] == []
    with open(os.path.join(repo.root, ".git", "hooks", "pre-push"), encoding="utf-8") as file:
        assert "tracer sync --pushing" in file.read()
    git_setup.disconnect(workspace)
    with open(path, encoding="utf-8") as file:
        assert file.read() == theirs
    assert "tracer" not in repo.git("config", "--list", "--local")


def test_hook_that_is_no_shell_script(repo, workspace):
    """Somebody's hook in another language is left alone, with the command to add."""
    path = os.path.join(repo.root, ".git", "hooks", "post-commit")
    with open(path, "w", encoding="utf-8") as file:
        file.write("#!/usr/bin/env python3\n")
    with pytest.raises(InputError, match="no shell script"):
        git_setup.connect(workspace, seal=True)
    with open(path, encoding="utf-8") as file:
        assert file.read() == "#!/usr/bin/env python3\n"


def test_configured_hooks_path(repo, workspace):
    """A repository that keeps its hooks elsewhere gets tracer's there."""
    repo.git("config", "core.hooksPath", ".husky")
    git_setup.connect(workspace, seal=True)
    assert os.path.exists(os.path.join(repo.root, ".husky", "post-commit"))
    git_setup.disconnect(workspace)
    assert not os.path.exists(os.path.join(repo.root, ".husky", "post-commit"))


def test_archives_travel_in_the_ref(repo, workspace):
    """In a git ref archived segments go along, and a clone that takes them in verifies."""
    git_setup.connect(workspace, storage="ref")
    for number in range(6):
        append(workspace, note(str(number)))
    archive(workspace, keep=2)
    sharing.exchange_with_refs(workspace)
    clone = os.path.join(os.path.dirname(repo.root), "clone")
    repo.git("clone", "-q", repo.root, clone)
    other = Workspace(os.path.realpath(clone))
    init(other)
    git_setup.connect(other, storage="ref")
    append(other, note("theirs"))
    repo.git("fetch", "-q", cwd=clone)
    assert sharing.exchange_with_refs(other) == 2
    assert sharing.exchange_with_refs(other) == 0
    assert verify(other)[:3] == (7, 2, ())
    repo.git("fetch", "-q", clone, "+refs/tracer/*:refs/tracer-remotes/clone/*")
    assert sharing.exchange_with_refs(workspace) == 1
    assert verify(workspace)[:3] == (7, 2, ())
    ignored = os.path.join(workspace.root, ".orchestration/agent_trace.jsonl")
    assert repo.git("check-ignore", ignored)
    git_setup.connect(workspace, storage="file")
    repo.git("add", ignored)
    assert repo.git("rev-parse", "refs/tracer/ledger")


def test_committed_ledger_moves_to_a_ref(repo, workspace):
    """A ledger that is tracked leaves git's index; its records stay, those of branches included."""
    append(workspace, note("on main"))
    repo.commit("work")
    repo.git("switch", "-qc", "side")
    append(workspace, note("on a side branch"))
    repo.commit("side")
    repo.git("switch", "-q", "-")
    git_setup.connect(workspace, storage="ref")
    repo.commit("moved over")
    assert "agent_trace.jsonl" not in repo.git("ls-files", ".orchestration/agent_trace.jsonl")
    texts = {record["text"] for _, record in read(workspace) if record["event"] == "note"}
    assert texts == {"on main", "on a side branch"}
    append(workspace, note("afterwards"))
    repo.git("merge", "-q", "--no-edit", "side")
    sharing.exchange_with_refs(workspace)
    assert not repo.git("status", "--porcelain")
    assert verify(workspace).ok
