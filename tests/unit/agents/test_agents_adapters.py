"""Every payload there is of every agent, as an event; every decision in every agent's words (G1).

Files named `captured-*` are what real clients sent; the others follow documentation. After a
change of a description: UPDATE_EVENTS=1 python -m pytest tests/unit/agents/test_agents_adapters.py,
and read the difference of `payloads/expected.json`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tracer.agents.install import install, is_installed, uninstall
from tracer.agents.normalise import normalise
from tracer.agents.payload import decode, decoded
from tracer.agents.render import render
from tracer.agents.spec import agent_names, load_spec
from tracer.model.enums import Phase
from tracer.model.events import Decision, Refusal

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

HERE = Path(__file__).parent / "payloads"
EXPECTED = HERE / "expected.json"
AGENT_OF = {
    "amp": "amp", "claude-code": "claude-code", "cline": "cline", "codex": "codex",
    "copilot": "copilot", "cursor": "cursor", "droid": "droid", "gemini": "gemini-cli",
    "kiro": "kiro", "opencode": "opencode", "vscode": "copilot", "windsurf": "windsurf",
}  # fmt: skip
REFUSAL = Refusal("SCOPE_VIOLATION", "Scope Violation: no.", "Request it", intent_id="INT-001")
TELLS_JSON = ("claude-code", "codex", "cursor", "gemini-cli", "copilot", "droid", "cline")


def samples() -> list[tuple[str, str, str]]:
    """(label, agent, payload) of every sample."""
    found = []
    for file in sorted(HERE.glob("*.json*")):
        stem = file.stem.removeprefix("captured-")
        agent = next((a for name, a in AGENT_OF.items() if stem.startswith(name)), None)
        if agent is None or file == EXPECTED:
            continue
        text = file.read_text("utf-8")
        parts = text.splitlines() if file.suffix == ".jsonl" else [text]
        found += [(f"{file.stem}:{n}", agent, part) for n, part in enumerate(parts, 1)]
    return [item for item in found if not item[0].startswith("captured-opencode")]


def told(agent: str, payload: str) -> dict[str, Any] | None:
    """What the adapter reads in a payload, as JSON; what is empty is left out."""
    spec = load_spec(agent)
    reading = normalise(spec, decoded(spec, decode(payload.encode())))
    if reading is None:
        return None
    event = reading.event
    targets = [
        {k: v for k, v in target._asdict().items() if v} | {"edits": len(target.edits)}
        for target in event.targets
    ]
    fields = {
        "event": reading.name, "phase": event.phase.value, "kind": event.kind.value,
        "session": event.session_id, "turn": event.turn_id, "call": event.call_id,
        "tool": event.tool, "model": event.model, "command": event.command,
        "intent": event.intent_id, "error": event.error, "targets": targets,
        "cwd": event.cwd if event.cwd != os.getcwd() else None,
    }  # fmt: skip
    return {key: value for key, value in fields.items() if value}


@pytest.mark.parametrize(("label", "agent", "payload"), samples())
def test_payloads(label: str, agent: str, payload: str) -> None:
    """Each payload gives exactly this event, or none that means anything here."""
    if os.environ.get("UPDATE_EVENTS"):
        known = json.loads(EXPECTED.read_text("utf-8")) if EXPECTED.exists() else {}
        known[label] = told(agent, payload)
        EXPECTED.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", "utf-8")
    assert told(agent, payload) == json.loads(EXPECTED.read_text("utf-8"))[label]


@pytest.mark.parametrize(("label", "agent", "payload"), samples()[::5])
def test_encodings(label: str, agent: str, payload: str) -> None:
    """A byte order mark, two of them, UTF-16: PowerShell and editors send them."""
    spec = load_spec(agent)
    plain = normalise(spec, decoded(spec, decode(payload.encode())))
    for raw in (
        b"\xef\xbb\xbf" + payload.encode(),
        b"\xef\xbb\xbf\xef\xbb\xbf" + payload.encode(),
        payload.encode("utf-16"),
        payload.encode("utf-16-be"),
    ):
        assert normalise(spec, decoded(spec, decode(raw))) == plain, label


def connected() -> list[str]:
    return [name for name in agent_names() if load_spec(name).get("install")]


def events_of(spec: dict[str, Any], phase: str) -> list[str]:
    return [name for name, entry in spec["events"].items() if entry["phase"] == phase]


@pytest.mark.parametrize("agent", connected())
def test_a_refusal_reaches_the_agent_and_silence_is_no_allowance(agent: str) -> None:
    """`deny` carries the refusal; `ask` is never weaker; no opinion never says `allow` (D5, G1)."""
    spec = load_spec(agent)
    for name in events_of(spec, "pre"):
        deny = render(spec, Phase.PRE, name, Decision("deny", REFUSAL))
        said = (deny.stdout + deny.stderr).decode()
        assert "SCOPE_VIOLATION" in said
        assert deny.exit_code in (0, 2)
        if deny.exit_code:
            assert deny.stderr
            assert agent in ("windsurf", "kiro")
        elif agent in TELLS_JSON:
            assert isinstance(json.loads(deny.stdout), dict)
        ask = render(spec, Phase.PRE, name, Decision("ask", REFUSAL))
        assert "SCOPE_VIOLATION" in (ask.stdout + ask.stderr).decode()
    for phase in Phase:
        for name in events_of(spec, phase.value):
            neutral = render(spec, phase, name, Decision("none"))
            assert b"allow" not in neutral.stdout
            assert neutral.exit_code == 0
            observed = render(spec, phase, name, Decision("none", REFUSAL))
            assert observed == neutral, "observe refuses nothing"


@pytest.mark.parametrize("agent", ["codex", "gemini-cli", "windsurf", "kiro", "droid", "cline"])
def test_agents_without_a_prompt_are_told_no(agent: str) -> None:
    """An `ask` that an agent cannot answer would let the call run, or hang: it is a refusal."""
    spec = load_spec(agent)
    name = events_of(spec, "pre")[0]
    ask = render(spec, Phase.PRE, name, Decision("ask", REFUSAL))
    assert ask == render(spec, Phase.PRE, name, Decision("deny", REFUSAL))


OURS = {
    ".json": "{\n    // no\n}".replace("// no", '"mine": {"keep": [1, 2]}') + "\n",
    ".toml": 'model = "x"\n\n[features]\na = true\n',
    ".md": "# Ours\n\nRead this.\n",
}


@pytest.mark.parametrize("agent", connected())
@pytest.mark.parametrize("existing", [False, True])
def test_what_init_puts_in_uninit_takes_out(
    workspace: Workspace, agent: str, *, existing: bool
) -> None:
    """G1: Byte for byte, twice in a row, with and without files that were there."""
    root = Path(workspace.root)
    before: dict[str, bytes] = {}
    for entry in load_spec(agent)["install"]:
        suffix = Path(entry["file"]).suffix
        if existing and suffix in OURS and "text" not in entry and "copy" not in entry:
            path = root / entry["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(OURS[suffix])
            before[entry["file"]] = path.read_bytes()
    directories = {str(path) for path in root.rglob("*") if ".orchestration" not in str(path)}
    for _ in range(2):
        assert not is_installed(workspace, agent)
        install(workspace, agent, command="tracer")
        install(workspace, agent, command="tracer")
        assert is_installed(workspace, agent)
        for entry in load_spec(agent)["install"]:
            path = root / entry["file"]
            text = path.read_text("utf-8")
            assert "tracer" in text
            assert "{tracer" not in text
            assert "{program" not in text
            if path.suffix == ".json":
                json.loads(text)
            if entry["file"] in before and path.suffix != ".json":
                assert text.startswith(OURS[path.suffix])
        uninstall(workspace, agent)
        for name, content in before.items():
            assert (root / name).read_bytes() == content
        after = {str(path) for path in root.rglob("*") if ".orchestration" not in str(path)}
        assert after == directories


def test_a_file_changed_since_keeps_the_change(workspace: Workspace) -> None:
    """Only the section and our hooks go; what a person wrote meanwhile stays."""
    root = Path(workspace.root)
    (root / "AGENTS.md").write_text("# Ours\n")
    install(workspace, "windsurf")
    instructions = root / "AGENTS.md"
    instructions.write_text(instructions.read_text() + "\nMore.\n")
    hooks = root / ".windsurf" / "hooks.json"
    document = json.loads(hooks.read_text())
    document["hooks"]["pre_write_code"].append({"command": "mine"})
    hooks.write_text(json.dumps(document))
    uninstall(workspace, "windsurf")
    assert instructions.read_text() == "# Ours\n\nMore.\n"
    assert json.loads(hooks.read_text()) == {"hooks": {"pre_write_code": [{"command": "mine"}]}}


def test_each_agent_protects_what_it_reads() -> None:
    """No agent may write the files `init` writes, neither its own nor another's (D7)."""
    protected = [path for name in agent_names() for path in load_spec(name).get("protects", ())]
    for name in connected():
        for entry in load_spec(name)["install"]:
            if entry.get("protocol"):
                continue  # an instruction file is the team's
            assert any(
                entry["file"] == path or (path.endswith("/") and entry["file"].startswith(path))
                for path in protected
            ), (name, entry["file"])
