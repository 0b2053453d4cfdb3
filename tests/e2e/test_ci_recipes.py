"""G3: the steps of the GitHub Action and the pre-commit hooks, really run on a scratch clone.

GitHub is not asked: the `run` steps of action.yml are run by bash as its runner does (`-eo
pipefail`), with the expressions in their `env` filled in. A step that `uses` another action is
left out. Both install tracer from this checkout into an environment of their own.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from project import Project
from test_cli_ledger import SOURCE, Agent

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 600
# What pip prints when it cannot talk to its registry; any other failure is ours to mend.
_OUT_OF_REACH = (
    "NewConnectionError",
    "Temporary failure in name resolution",
    "No matching distrib",
)


@pytest.fixture
def clone(tmp_path: Path) -> Project:
    """A clone with a branch on which an agent worked under an intent."""
    origin = Project(tmp_path / "origin", new=False)
    origin.root.mkdir(parents=True)
    origin.home.mkdir()
    origin.git("init", "-q", "-b", "main")
    origin.tracer("init", "--ledger", "file")  # the hook tracer-verify is for a tracked one
    origin.tracer("intent", "add", "INT-001", "--name", "Prices", "--scope", "shop/**")
    origin.commit({"shop/prices.py": SOURCE}, "Prices")
    project = Project(tmp_path, new=False)
    project.home.mkdir()
    project.git("clone", "-q", str(origin.root), str(project.root), cwd=tmp_path)
    project.git("checkout", "-qb", "topic")
    agent = Agent(project)
    agent.select("INT-001")
    agent.write({"shop/prices.py": SOURCE + "\n\nLOW = 7\n"})
    project.git("add", "-A")
    project.git("commit", "-qm", "Low rate")
    return project


def stray(project: Project) -> None:
    """A commit with an agent's lines outside of the intent's scope."""
    Agent(project).write({"web/page.py": "x = 1\n"})
    project.git("add", "-A")
    project.git("commit", "-qm", "Page")


def source(tmp_path: Path) -> Path:
    """This checkout's files as git would have them, so that an installation writes nothing here."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True,
    ).stdout.decode()  # fmt: skip
    copy = tmp_path / "source"
    for name in filter(None, listed.split("\0")):
        if not (ROOT / name).is_file() or name.startswith(("tests/", "benchmarks/")):
            continue
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, copy / name)
    return copy


def environment_for(project: Project, tmp_path: Path) -> dict[str, str]:
    """A Python of its own, which borrows the dependencies that are here."""
    place = tmp_path / "python"
    # pip is borrowed as well: to unpack another takes four seconds.
    venv.create(place, with_pip=find_spec("pip") is None, symlinks=True)
    site = next(place.glob("lib/python*/site-packages"))
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    path = f"{place / 'bin'}:/usr/local/bin:/usr/bin:/bin"
    return project.environment() | of_pip() | {"PATH": path}


def of_pip() -> dict[str, str]:
    """How pip reaches its index here, and the downloads it has already."""
    kept = {name: os.environ[name] for name in os.environ if name.startswith(("PIP_", "SSL_"))}
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser(), "pip")
    return {"PIP_CACHE_DIR": str(cache), **kept}


def steps() -> list[dict[str, Any]]:
    document = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    assert document["runs"]["using"] == "composite"
    return [step for step in document["runs"]["steps"] if "run" in step]


def filled(text: str, inputs: dict[str, str], action: Path) -> str:
    """An expression of the runner's, `${{ inputs.base }}` or `${{ github.action_path }}`."""
    known = {f"inputs.{name}": value for name, value in inputs.items()}
    known["github.action_path"] = str(action)
    return re.sub(r"\$\{\{ *(\S+) *\}\}", lambda match: known[match.group(1)], text)


def run_action(
    project: Project, environment: dict[str, str], action: Path, inputs: dict[str, str]
) -> int:
    """The exit code of the action: that of its first failing step."""
    for step in steps():
        assert step["shell"] == "bash"
        assert "${{" not in step["run"], "an expression in a script could run what it holds"
        more = {key: filled(value, inputs, action) for key, value in step.get("env", {}).items()}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=project.root, env=environment | more, capture_output=True, text=True,
            timeout=TIMEOUT_S, check=False,
        )  # fmt: skip
        if any(words in done.stderr for words in _OUT_OF_REACH):
            pytest.skip("the package index is out of reach, and the build needs it")
        if done.returncode:
            print(done.stdout, done.stderr)
            return done.returncode
    return 0


def test_g3_the_action(clone: Project, tmp_path: Path) -> None:
    """Green for a branch that is accounted for; red, with a SARIF log, for one that is not."""
    environment = environment_for(clone, tmp_path)
    report = tmp_path / "tracer.sarif"
    inputs = {"base": "origin/main", "only-ai": "false", "sarif": str(report)}
    action = source(tmp_path)
    assert run_action(clone, environment, action, inputs) == 0
    installed = subprocess.run(
        ["python", "-c", "import tracer; print(tracer.__file__)"],
        cwd=clone.root, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert installed.stdout.startswith(str(tmp_path)), "the action installed it"
    log = json.loads(report.read_text())
    assert (log["version"], log["runs"][0]["results"]) == ("2.1.0", [])
    stray(clone)
    assert run_action(clone, environment, action, inputs) == 1
    log = json.loads(report.read_text())
    (result,) = log["runs"][0]["results"]
    assert result["ruleId"] == "out-of-scope"


def test_g3_the_pre_commit_hooks(clone: Project, tmp_path: Path) -> None:
    """`pre-commit` itself installs and runs both hooks from a local clone of this project."""
    program = Path(sys.executable).with_name("pre-commit")
    if not program.exists():
        pytest.skip("pre-commit is not installed: it comes with the dev extra")
    here = source(tmp_path)
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "As it is"]):
        subprocess.run(["git", *command], cwd=here, env=clone.environment(), check=True)
    revision = clone.git("rev-parse", "HEAD", cwd=here).strip()
    hooks = [{"id": "tracer-check"}, {"id": "tracer-verify"}]
    config = {"repos": [{"repo": str(here), "rev": revision, "hooks": hooks}]}
    file = tmp_path / "pre-commit.yaml"
    file.write_text(yaml.safe_dump(config))
    environment = clone.environment() | of_pip() | {"PRE_COMMIT_HOME": str(tmp_path / "cache")}
    command = [program, "run", "--config", file, "--all-files", "--verbose", "--hook-stage"]

    def run(hook: str, stage: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [*command, stage, hook],
            cwd=clone.root, env=environment, capture_output=True, text=True,
            timeout=TIMEOUT_S, check=False,
        )  # fmt: skip
        if any(words in done.stdout + done.stderr for words in _OUT_OF_REACH):
            pytest.skip("the package index is out of reach, and pre-commit installs from it")
        return done

    checked = run("tracer-check", "pre-push")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "1 line of 1 commit is accounted for" in checked.stdout
    assert run("tracer-verify", "pre-commit").returncode == 0
    stray(clone)
    checked = run("tracer-check", "pre-push")
    assert checked.returncode == 1
    assert "out-of-scope" in checked.stdout
    text = clone.ledger_path.read_text()
    clone.ledger_path.write_text(text.replace("acme-1", "other-1"))
    assert run("tracer-verify", "pre-commit").returncode == 1
