"""init and uninit: what the person has stays, and comes back byte for byte."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tracer.agents.install import install, is_installed, uninstall
from tracer.agents.setup import init, uninit
from tracer.intents import Intent, Status, load
from tracer.intents.store import add
from tracer.ledger.settings import Storage
from tracer.model.errors import InputError, UsageError
from tracer.model.workspace import Workspace
from tracer.policy import Config, Mode, load_config

AGENT = "claude-code"
EVENTS = {
    "SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "Stop",
    "SubagentStop", "SessionEnd",
}  # fmt: skip
SETTINGS = [
    b"{}",
    b"",
    b'{"model":"x"}',
    b'{\n  "hooks": {}\n}\n',
    b'{\r\n\t"model": "x",\r\n\t"hooks": {"PreToolUse": [{"hooks": [{"command": "a"}]}]}\r\n}',
    b'\xef\xbb\xbf{ "permissions" : { "allow" : [ "Read" ] } }   \n\n',
]


@pytest.fixture
def fresh(tmp_path: Path) -> Workspace:
    """A workspace without anything of tracer's."""
    root = tmp_path / "fresh"
    root.mkdir()
    return Workspace(str(root))


def tree(workspace: Workspace) -> dict[str, bytes | None]:
    """Every file with its bytes, every directory with None."""
    root = Path(workspace.root)
    return {
        str(path.relative_to(root)): path.read_bytes() if path.is_file() else None
        for path in root.rglob("*")
    }


def settings(workspace: Workspace) -> Path:
    return Path(workspace.root, ".claude", "settings.json")


def hooks_of(workspace: Workspace) -> dict[str, list[dict[str, object]]]:
    return json.loads(settings(workspace).read_bytes().decode("utf-8-sig"))["hooks"]


def test_init_connects_and_uninit_leaves_no_trace(fresh: Workspace) -> None:
    """Hooks for every event, the MCP server, a sidecar; and all of it goes again."""
    before = tree(fresh)
    init(fresh, [AGENT], "enforce")
    hooks = hooks_of(fresh)
    assert set(hooks) == EVENTS
    for groups in hooks.values():
        ((hook,),) = [group["hooks"] for group in groups]
        assert hook["command"] == "tracer hook --agent claude-code"
    server = json.loads(Path(fresh.root, ".mcp.json").read_text())["mcpServers"]["tracer"]
    assert server == {"type": "stdio", "command": "tracer", "args": ["mcp"], "env": {}}
    assert load_config(fresh).mode is Mode.ENFORCE
    assert load(fresh).intents == ()
    assert (Path(fresh.sidecar) / ".gitignore").read_text().endswith("/.index/\n")
    attributes = (Path(fresh.sidecar) / ".gitattributes").read_text()
    assert "agent_trace.jsonl merge=union" in attributes
    assert fresh.root not in settings(fresh).read_text()  # teams commit this file
    uninit(fresh)
    assert tree(fresh) == before


@pytest.mark.parametrize("text", SETTINGS)
def test_settings_come_back_byte_for_byte(fresh: Workspace, text: bytes) -> None:
    """Whatever their layout; and every value of the person's stays in between."""
    path = settings(fresh)
    path.parent.mkdir()
    path.write_bytes(text)
    Path(fresh.root, ".mcp.json").write_bytes(b'{"mcpServers": {"other": {"command": "x"}}}')
    before = tree(fresh)
    init(fresh, [AGENT])
    assert set(hooks_of(fresh)) >= EVENTS
    theirs = json.loads(text.decode("utf-8-sig") or "{}")
    ours = json.loads(path.read_bytes().decode("utf-8-sig"))
    for key in theirs.keys() - {"hooks"}:
        assert ours[key] == theirs[key]
    for event, groups in theirs.get("hooks", {}).items():
        assert ours["hooks"][event][: len(groups)] == groups
    assert "other" in json.loads(Path(fresh.root, ".mcp.json").read_text())["mcpServers"]
    uninit(fresh)
    assert tree(fresh) == before


def test_init_again_changes_nothing(fresh: Workspace) -> None:
    """No entry twice, no file touched."""
    init(fresh, [AGENT])
    before = tree(fresh)
    actions = init(fresh, [AGENT])
    assert {action.what for action in actions} == {"kept"}
    assert tree(fresh) == before
    assert is_installed(fresh, AGENT)


@pytest.mark.parametrize("keep_index", [True, False])
def test_an_edited_file_loses_only_our_entries(fresh: Workspace, keep_index: bool) -> None:
    """Also on another machine, where the backup never was."""
    path = settings(fresh)
    path.parent.mkdir()
    path.write_text(
        '{\n  "hooks": {\n    "Stop": [\n      {"hooks": [{"command": "mine"}]}\n    ]\n  }\n}\n'
    )
    original = path.read_text()
    init(fresh, [AGENT])
    edited = path.read_text().replace("{", '{\n  "model": "x",', 1)
    path.write_text(edited)
    if not keep_index:
        shutil.rmtree(fresh.index)
    uninit(fresh)
    assert path.read_text() == original.replace("{", '{\n  "model": "x",', 1)
    assert not Path(fresh.root, ".mcp.json").exists() or not keep_index


def test_our_hook_among_theirs_in_one_group(fresh: Workspace) -> None:
    """A person moved our command beside their own: theirs stays."""
    path = settings(fresh)
    path.parent.mkdir()
    group = {"hooks": [{"command": "mine"}, {"command": "tracer hook --agent claude-code"}]}
    path.write_text(json.dumps({"hooks": {"Stop": [group]}}))
    init(fresh, [AGENT])
    assert hooks_of(fresh)["Stop"] == [group]  # it is there already
    path.write_text(path.read_text() + "\n")
    uninit(fresh)
    assert json.loads(path.read_text()) == {"hooks": {"Stop": [{"hooks": [{"command": "mine"}]}]}}


def test_a_missing_entry_is_added_again(fresh: Workspace) -> None:
    """And uninit still restores what was there before the first init."""
    path = settings(fresh)
    path.parent.mkdir()
    path.write_text('{"model": "x"}')
    init(fresh, [AGENT])
    document = json.loads(path.read_text())
    del document["hooks"]["PreToolUse"]
    path.write_text(json.dumps(document))
    assert not is_installed(fresh, AGENT)
    init(fresh, [AGENT])
    assert set(hooks_of(fresh)) == EVENTS
    uninit(fresh)
    assert json.loads(path.read_text()) == {"model": "x"}


def test_an_mcp_entry_of_their_own_is_kept(fresh: Workspace) -> None:
    """A server called tracer with other settings is the person's."""
    path = Path(fresh.root, ".mcp.json")
    path.write_text('{"mcpServers": {"tracer": {"command": "/opt/tracer", "args": ["mcp"]}}}')
    before = path.read_bytes()
    init(fresh, [AGENT])
    assert path.read_bytes() == before
    uninit(fresh)
    assert path.read_bytes() == before


def test_another_command(fresh: Workspace) -> None:
    """A path with blanks works in the hook's shell form and in the server's exec form."""
    init(fresh, [AGENT], command="'/opt/my tools/tracer' -X")
    hook = hooks_of(fresh)["PreToolUse"][0]["hooks"]
    assert isinstance(hook, list)
    assert hook[0]["command"] == "'/opt/my tools/tracer' -X hook --agent claude-code"
    server = json.loads(Path(fresh.root, ".mcp.json").read_text())["mcpServers"]["tracer"]
    assert (server["command"], server["args"]) == ("/opt/my tools/tracer", ["-X", "mcp"])
    assert is_installed(fresh, AGENT)


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        (".claude/settings.json", b"{\n // comment\n}", "settings.json:2: not JSON"),
        (".claude/settings.json", b"[]", "must be an object"),
        (".claude/settings.json", b'{"hooks": []}', "hooks must be an object"),
        (".claude/settings.json", b'{"hooks": {"Stop": {}}}', "hooks.Stop must be an array"),
        (".claude/settings.json", b"\xff", "not UTF-8"),
        (".mcp.json", b"{", ".mcp.json:1: not JSON"),
        (".mcp.json", b'{"mcpServers": []}', "mcpServers must be an object"),
        (".claude", b"a file", "Not a directory"),
        (".orchestration/config.yaml", b"mode: fast", "mode cannot be 'fast'"),
    ],
)
def test_files_in_the_way(fresh: Workspace, name: str, text: bytes, problem: str) -> None:
    """One clear error, and nothing at all is written."""
    path = Path(fresh.root, name)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text)
    before = tree(fresh)
    with pytest.raises(InputError, match=problem) as caught:
        init(fresh, [AGENT])
    assert "\n" not in str(caught.value)
    assert tree(fresh) == before


def test_what_init_does_not_offer(fresh: Workspace) -> None:
    """Unknown agents and modes, and an agent that has nothing to install."""
    for agents, mode, problem in (
        (["nobody"], None, "nobody"),
        (["generic"], None, "nothing to install"),
        ([AGENT], "strict", "unknown mode"),
    ):
        with pytest.raises(UsageError, match=problem):
            init(fresh, agents, mode)
    assert tree(fresh) == {}


def test_the_mode_can_be_changed_later(fresh: Workspace) -> None:
    """Only that line of the configuration changes; without a mode none does."""
    init(fresh)
    assert load_config(fresh) == Config(ledger=Storage.REF)
    path = Path(fresh.config)
    text = path.read_text().replace("checkout: task", "checkout: session  # ours")
    path.write_text(text)
    init(fresh, mode="enforce")
    assert path.read_text() == text.replace("mode: observe", "mode: enforce")
    init(fresh)
    assert load_config(fresh).mode is Mode.ENFORCE


def test_a_mode_is_added_where_none_is(fresh: Workspace) -> None:
    """A configuration without a mode gets one."""
    Path(fresh.sidecar).mkdir()
    Path(fresh.config).write_text("# only a comment\n")
    init(fresh, mode="enforce")
    assert load_config(fresh).mode is Mode.ENFORCE
    assert "# only a comment" in Path(fresh.config).read_text()


@pytest.mark.parametrize("what", ["intent", "ledger", "file"])
def test_a_sidecar_with_something_in_it_stays(fresh: Workspace, what: str) -> None:
    """uninit disconnects agents; it never deletes a ledger, an intent or a file of a person."""
    init(fresh, [AGENT])
    if what == "intent":
        add(fresh, Intent("INT-001", "x", Status.PENDING))
    elif what == "ledger":
        Path(fresh.ledger).write_text("{}\n")
    else:
        Path(fresh.sidecar, "notes.md").write_text("")
    before = tree(fresh)
    actions = uninit(fresh)
    assert (actions[-1].path, actions[-1].what) == (".orchestration/", "kept")
    kept = {name for name in before if name.startswith(".orchestration") and ".index" not in name}
    assert kept <= tree(fresh).keys()
    assert not settings(fresh).exists()


def test_uninit_where_nothing_is(fresh: Workspace) -> None:
    """A workspace that never had tracer is left as it is."""
    uninit(fresh)
    assert tree(fresh) == {}


def test_directories_with_other_files_stay(fresh: Workspace) -> None:
    """A directory made for our file goes only when it is empty."""
    install(fresh, AGENT)
    (settings(fresh).parent / "theirs.md").write_text("")
    uninstall(fresh, AGENT)
    assert not settings(fresh).exists()
    assert (settings(fresh).parent / "theirs.md").exists()


def test_the_template_s_example_is_a_valid_registry(fresh: Workspace) -> None:
    """What the comment in the new registry shows can be used as it stands."""
    init(fresh)
    path = Path(fresh.intents)
    lines = [line.removeprefix("# ").removeprefix("#") for line in path.read_text().splitlines()]
    start = lines.index("active_intents:")
    end = lines.index("active_intents: []")
    path.write_text("\n".join(lines[start:end]) + "\n")
    (intent,) = load(fresh).intents
    assert (intent.id, intent.owned_scope) == (
        "INT-001",
        ("src/prices/**", "!src/prices/legacy/**"),
    )
