"""The gate for a branch: what is accounted for passes, everything else is named."""

from __future__ import annotations

import json
import os

import jsonschema
import pytest

from tracer import engine
from tracer.agents.render import refusal_json
from tracer.cli.render_check import sarif
from tracer.exchange.claims import claim
from tracer.model.enums import ActionKind, Phase
from tracer.model.errors import InputError, VcsError
from tracer.model.events import Event
from tracer.policy.gates import control_violation
from tracer.queries.check import RULES, check

APP = "def load(path):\n    return open(path).read()\n"
INTENTS = """\
version: 1
active_intents:
  - {id: INT-001, name: Load, status: IN_PROGRESS, owned_scope: [app.py, lib.py]}
  - {id: INT-002, name: Tidy, status: IN_PROGRESS, owned_scope: ["*.py"], allowed_mutation: AST_REFACTOR}
"""  # noqa: E501


@pytest.fixture
def branch(traced):
    """A repository with one commit on main, and a branch begun there."""
    with open(traced.workspace.intents, "w", encoding="utf-8") as file:
        file.write(INTENTS)
    traced.repo.write(".orchestration/.gitignore", "/.index/\n")
    traced.repo.commit(app__py=APP)
    traced.repo.git("checkout", "-q", "-b", "topic")
    return traced


def findings(traced, **options) -> list[tuple]:
    document = check(traced.workspace, "main", **options)
    assert document["ok"] == (not document["findings"])
    return [(f["rule"], f["path"], f["start_line"], f["end_line"]) for f in document["findings"]]


def test_accounted_for(branch) -> None:
    """An agent's lines under an intent in its scope pass, and so does an empty branch."""
    assert check(branch.workspace, "main")["commits"] == 0
    branch.agent("INT-001", app__py=APP + "\n\ndef save(path):\n    return path\n")
    branch.repo.commit()
    document = check(branch.workspace, "main")
    assert (document["ok"], document["commits"], document["lines"]) == (True, 1, 2)


def test_g3_what_connects_an_agent_needs_no_intent(branch) -> None:
    """`tracer init` and people write it; what an agent did to it is a finding of its own."""
    guarded = {"governs": lambda path: path.startswith((".orchestration/", ".claude/"))}
    branch.repo.write(".claude/settings.json", "{}\n")
    branch.repo.commit()
    assert findings(branch, **guarded) == []
    assert findings(branch) == [("no-intent", ".claude/settings.json", 1, 1)]
    refusal = refusal_json(control_violation(".mcp.json", None, ".mcp.json"))
    event = Event(Phase.POST, ActionKind.SHELL, "acme", "s1", branch.workspace.root)
    engine.note(branch.workspace, event, "refusal", refusal=refusal, enforced=True)
    assert findings(branch, **guarded) == [], "refused is not done"
    engine.note(branch.workspace, event, "refusal", refusal=refusal, enforced=False)
    assert findings(branch, **guarded) == [("protected", ".mcp.json", 1, 1)]


def test_each_rule(branch) -> None:
    """No intent, unknown intent, out of scope: each named with its lines."""
    branch.agent("INT-001", web__py="x = 1\ny = 2\n")
    branch.agent("INT-404", app__py=APP + "\nz = 3\n")
    branch.agent(None, lib__py="a = 1\n")
    branch.repo.commit()
    assert findings(branch) == [
        ("unknown-intent", "app.py", 4, 4),
        ("no-intent", "lib.py", 1, 1),
        ("out-of-scope", "web.py", 1, 2),
    ]


def test_people(branch) -> None:
    """A person's commit needs an intent in a trailer, unless only agents are asked for one."""
    branch.repo.commit("Add", app__py=APP + "\nz = 3\n")
    assert findings(branch) == [("no-intent", "app.py", 4, 4)]
    assert findings(branch, only_ai=True) == []
    branch.repo.git("commit", "-q", "--amend", "-m", "Add\n\nIntent: INT-001")
    assert findings(branch) == []


def test_unseen_edits(branch) -> None:
    """Lines that no hook saw are those of the author of the commit that has them."""
    branch.agent("INT-001", app__py=APP + "\nz = 3\n")
    branch.repo.write("app.py", APP + "\nz = 3\nw = 4\n")
    branch.agent("INT-001", app__py=APP + "\nz = 3\nw = 4\nv = 5\n")
    branch.repo.commit()
    assert findings(branch) == [("no-intent", "app.py", 5, 5)]
    assert findings(branch, only_ai=True) == []


def test_moved_lines_are_not_new(branch) -> None:
    """Code that only moved keeps its origin, which the base has already."""
    branch.agent("INT-002", app__py="", lib__py=APP)
    branch.repo.commit()
    assert [f for f in findings(branch) if f[0] != "class-mismatch"] == []


def test_class_mismatch(branch) -> None:
    """A refactoring intent under which behaviour changed."""
    branch.agent("INT-002", app__py=APP.replace("open(path)", "open(path, 'rb')"))
    branch.repo.commit()
    assert findings(branch) == [("class-mismatch", "app.py", 2, 2)]


@pytest.mark.parametrize("undo", ["checkout", "agent", "reset", "revert"])
def test_a_discarded_attempt_is_no_fault(branch, undo) -> None:
    """Item 7: What was thrown away fails nothing, and no finding names lines beyond the file."""
    branch.repo.write(".orchestration/.gitignore", "*\n")
    branch.repo.git("rm", "-q", "-r", "--cached", ".orchestration")
    branch.repo.commit("the ledger is not tracked")
    branch.repo.git("branch", "-f", "main")
    long = APP + "\n\ndef remove(path):\n    return path.unlink()\n"
    branch.agent("INT-002", app__py=long)
    if undo == "agent":
        branch.agent("INT-002", app__py=APP)
    elif undo == "checkout":
        branch.repo.git("checkout", "--", "app.py")
    else:
        branch.repo.commit("attempt")
        if undo == "reset":
            branch.repo.git("reset", "-q", "--hard", "HEAD~1")
        else:
            branch.repo.git("revert", "--no-edit", "HEAD")
    branch.agent("INT-001", lib__py="x = 1\n")
    branch.repo.commit("other")
    assert findings(branch) == []


def test_a_deletion_that_stands_or_not(branch) -> None:
    """A change that only took code away is seen where that is still gone."""
    with_call = APP.replace("    return", "    audit(path)\n    return")
    branch.repo.commit(app__py=with_call)
    branch.repo.git("branch", "-f", "main")
    branch.agent("INT-002", app__py=APP)
    branch.repo.commit("cut")
    assert findings(branch) == [("class-mismatch", "app.py", 1, 1)]
    branch.agent("INT-002", app__py=with_call)
    branch.repo.commit("back")
    assert findings(branch) == []


def test_only_what_agents_wrote(branch) -> None:
    """Item 7: `--only-ai` judges what agents are known to have written, and nothing else."""
    branch.agent("INT-404", app__py=APP + "\nz = 3\n")
    branch.repo.write("app.py", APP + "\nz = 3\n\nw = 4\n")
    branch.agent("INT-404", app__py=APP + "\nz = 3\n\nw = 4\nv = 5\n")
    branch.repo.commit()
    wanted = [("unknown-intent", "app.py", 4, 4), ("unknown-intent", "app.py", 7, 7)]
    assert findings(branch, only_ai=True) == wanted


def test_findings_are_compact(branch) -> None:
    """Blank lines do not split a finding, and what says the same is one group."""
    (record,) = branch.agent("INT-404", app__py=APP + "\nz = 3\n\nw = 4\n", b__py="v = 5\n")
    branch.repo.commit()
    wanted = [("unknown-intent", "app.py", 4, 6), ("unknown-intent", "b.py", 1, 1)]
    assert findings(branch) == wanted
    (group,) = check(branch.workspace, "main")["groups"]
    assert (group["rule"], group["id"], group["lines"]) == ("unknown-intent", record["id"], 4)
    assert [place["path"] for place in group["places"]] == ["app.py", "b.py"]


def test_a_person_and_an_agent_in_one_file(branch) -> None:
    """Item 7: What a person wrote beside an agent has a contributor, by a claim at the latest."""
    branch.agent("INT-001", app__py=APP + "\nz = 3\n")
    branch.repo.write("app.py", APP + "\nz = 3\nw = 4\n")
    claim(branch.workspace, [os.path.join(branch.workspace.root, "app.py:5")], "Ada")
    branch.repo.commit()
    assert findings(branch) == [("no-intent", "app.py", 5, 5)]
    assert findings(branch, only_ai=True) == []


def test_records_of_the_base_are_settled(branch) -> None:
    """What the base's ledger holds is not judged again."""
    branch.agent("INT-404", app__py=APP + "\nz = 3\n")
    branch.repo.commit()
    branch.repo.git("branch", "-f", "main")
    branch.agent("INT-001", app__py=APP + "\nz = 3\ny = 2\n")
    branch.repo.commit()
    assert findings(branch) == []


def test_broken_ledger(branch) -> None:
    """Damage of the ledger is a finding of its own, with the line."""
    branch.agent("INT-001", app__py=APP + "\nz = 3\n")
    branch.repo.commit()
    with open(branch.workspace.ledger, encoding="utf-8") as file:
        text = file.read()
    with open(branch.workspace.ledger, "w", encoding="utf-8") as file:
        file.write(text.replace("acme-1", "other-1"))
    document = check(branch.workspace, "main")
    assert not document["ledger_ok"]
    assert ("ledger", ".orchestration/agent_trace.jsonl", 1) in [
        (f["rule"], f["path"], f["start_line"]) for f in document["findings"]
    ]


def test_unusable(branch, tmp_path) -> None:
    """Outside git, and for revisions that are not there, one clear error."""
    with pytest.raises(VcsError, match="nowhere"):
        check(branch.workspace, "nowhere")
    branch.repo.git("checkout", "-q", "--orphan", "alone")
    branch.repo.commit()
    with pytest.raises(VcsError, match="fetch-depth"):
        check(branch.workspace, "main")
    outside = type(branch.workspace)(os.path.realpath(tmp_path))
    with pytest.raises(InputError, match="no git repository"):
        check(outside, "main")


# What SARIF 2.1.0 demands of the properties that are written.
_TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
_SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["tool"],
                "properties": {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name"],
                                "properties": {
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": {
                                            "type": "object",
                                            "required": ["id"],
                                            "properties": {"shortDescription": _TEXT},
                                        },
                                    }
                                },
                            }
                        },
                    },
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["message"],
                            "properties": {
                                "message": _TEXT,
                                "level": {"enum": ["none", "note", "warning", "error"]},
                                "ruleIndex": {"type": "integer", "minimum": -1},
                            },
                        },
                    },
                },
            },
        },
    },
}


def test_sarif(branch) -> None:
    """The log is valid, names rules by index, and its fingerprints survive a moved line."""
    branch.agent("INT-001", **{"my web__py": "x = 1\n"})
    branch.repo.commit()
    first = sarif(check(branch.workspace, "main"), RULES)
    jsonschema.validate(json.loads(json.dumps(first)), _SARIF)
    (run,) = first["runs"]
    (result,) = run["results"]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "my%20web.py"
    assert place["region"] == {"startLine": 1, "endLine": 1}
    branch.repo.commit("Shift\n\nIntent: INT-002", **{"my web__py": "# one\nx = 1\n"})
    moved = sarif(check(branch.workspace, "main"), RULES)["runs"][0]["results"]
    assert result["partialFingerprints"] in [other["partialFingerprints"] for other in moved]
