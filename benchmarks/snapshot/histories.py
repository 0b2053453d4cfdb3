"""The answers to `.history` cases: log and blame from git, and from a ledger of the changes."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile

import yaml

from benchmarks.snapshot.answers import CORPUS, attempt, texts
from tracer import engine
from tracer.history.blame import blame_history
from tracer.history.elements.log import log_history
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.events import Contributor, Event, Target
from tracer.model.workspace import Workspace
from tracer.queries.blame import blame

REPLAYED = 6  # cases whose versions are written anew as calls of an agent


def of_history(case):
    """(question, answer) on the logs and blames that a case asks for, of the last commit."""
    with (
        tempfile.TemporaryDirectory() as root,
        open(os.path.join(CORPUS, case, "expected.yaml"), encoding="utf-8") as file,
    ):
        asked = yaml.safe_load(file)
        versions = _committed(os.path.realpath(root), case)
        workspace = Workspace(os.path.realpath(root))
        for entry in asked.get("logs", ()):
            answer = attempt(_log, workspace, versions, entry)
            yield f"log {entry['of']}", answer
        for path in sorted(texts(case, str(len(versions)))):
            yield f"blame {path}", attempt(_blame, workspace, versions, path)


def of_replay(case):
    """(question, answer) on the blames of the same versions, each written by an agent's call."""
    with tempfile.TemporaryDirectory() as root:
        workspace = Workspace(os.path.realpath(root))
        _git(workspace.root, "init", "-q")
        os.makedirs(workspace.sidecar)
        number, before = 1, {}
        while after := texts(case, str(number)):
            changed = {p: t for p, t in after.items() if before.get(p) != t}
            changed |= dict.fromkeys(before.keys() - after.keys())
            _call(workspace, number, changed)
            number, before = number + 1, after
        for path in sorted(before):
            yield f"replay {path}", attempt(_recorded, workspace, path)


def _committed(root, case):
    """Each version's number by the id of the commit it became."""
    _git(root, "init", "-q")
    versions = {}
    while tree := texts(case, str(len(versions) + 1)):
        for entry in os.listdir(root):
            if entry != ".git":
                path = os.path.join(root, entry)
                shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
        for path, text in tree.items():
            _write(root, path, text)
        number = len(versions) + 1
        _git(root, "add", "-A", clock=number)
        _git(root, "commit", "-q", "--allow-empty", "-m", f"version {number}", clock=number)
        versions[_git(root, "rev-parse", "HEAD")] = number
    return versions


def _git(root, *arguments, clock=0):
    date = f"{1_700_000_000 + 60 * clock} +0200"
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    env |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    for who in ("AUTHOR", "COMMITTER"):
        env |= {f"GIT_{who}_NAME": "Ada", f"GIT_{who}_EMAIL": "ada@example.org"}
        env[f"GIT_{who}_DATE"] = date
    command = ["git", "-c", "init.defaultBranch=main", *arguments]
    done = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _write(root, path, text):
    full = os.path.join(root, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    with open(full, "wb") as file:
        file.write(text)


def _log(workspace, versions, entry):
    path, _, spec = entry["of"].partition(" ")
    document = log_history(workspace, path, spec, "HEAD", all_kinds=entry.get("all", False))
    told = []
    for change in document["changes"]:
        place = [(change[side] or {}).get("start_line") for side in ("before", "after")]
        number = versions[change["revision"]]
        told.append([number, change["kinds"], change["verdict"], place])
    return {"log": [document["element"]["kind"], document["element"]["name"], told]}


def _blame(workspace, versions, path):
    answer = blame_history(workspace, path, "HEAD")
    runs = [
        (run.start_line, run.end_line, _credit(versions, run.credit)) for run in answer.state.runs
    ]
    mixed = [
        (line.line, [_credit(versions, credit) for _, credit in line.parts])
        for line in answer.state.mixed
    ]
    changed = [(n, versions[touch.id], touch.rule) for n, touch in sorted(answer.changed.items())]
    return {"blame": [runs, mixed], "changed": changed}


def _credit(versions, credit):
    return [versions[credit.origin.id], versions[credit.last.id], credit.last.rule]


def _call(workspace, number, changed):
    event = Event(
        phase=Phase.PRE,
        kind=ActionKind.FILE_EDIT,
        agent="acme",
        session_id="s1",
        cwd=workspace.root,
        turn_id=str(number),
        call_id=f"c{number}",
        contributor=Contributor(EntityType.AI, f"acme-{number}"),
        targets=tuple(Target(p, "delete" if t is None else "edit") for p, t in changed.items()),
    )
    engine.before_call(workspace, event)
    for path, text in changed.items():
        if text is None:
            os.unlink(os.path.join(workspace.root, path))
        else:
            _write(workspace.root, path, text)
    engine.after_call(workspace, event._replace(phase=Phase.POST), intent_id="INT-001")


def _recorded(workspace, path):
    rows = blame(workspace, path).document["lines"]
    told = []
    for row in rows:
        touches = [row.get(key) or {} for key in ("origin", "changed", "last")]
        writers = [(t.get("contributor") or {}).get("model_identifier") for t in touches]
        told.append([row["method"], *writers, touches[2].get("rule")])
    return {"blame": told}
