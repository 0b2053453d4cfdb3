"""The CLIs as data: package, how it is configured and started, and its words for the same calls."""

# ruff: noqa: E501 - frames are read by line

from __future__ import annotations

import json
from collections.abc import Callable  # noqa: TC003 - in the fields of a NamedTuple
from pathlib import Path  # noqa: TC003 - as said
from typing import Any, NamedTuple

from client_wires import Call, Completions, Gemini, Responses


class Client(NamedTuple):
    """One CLI. `program` is a glob below the installation; `prepare` writes its configuration."""

    agent: str
    package: str
    program: str
    wire: Any
    arguments: tuple[str, ...]
    environment: dict[str, str]
    prepare: Callable[[Path, Path], None]
    write: Callable[[str, str], Call]
    edit: Callable[[str, str, str], Call]
    shell: Callable[[str], Call]
    select: Callable[[str], Call]
    scripts: bool = False  # npm has to run the package's install script
    node: bool = False  # the program is a script for node
    refusal_ends_the_run: bool = False
    offers_by_search: bool = False  # no request lists the tools of MCP servers

    def await_servers(self) -> Call:
        """A step that lasts until the client's MCP servers are up: some go on before."""
        if self.offers_by_search:
            return self.shell("sleep 4")
        return self.shell("sleep 0.4")._replace(until="select_active_intent")


def _nothing(_root: Path, _home: Path) -> None:
    """The environment says it all."""


def _codex(root: Path, home: Path) -> None:
    place = home / ".codex"
    place.mkdir(parents=True, exist_ok=True)
    (place / "config.toml").write_text(
        'model = "gpt-5.5"\nmodel_provider = "stub"\napproval_policy = "never"\n'
        'sandbox_mode = "danger-full-access"\nweb_search = "disabled"\n'
        "check_for_update_on_startup = false\n[analytics]\nenabled = false\n"
        f'[features]\nplugins = false\n[projects."{root}"]\ntrust_level = "trusted"\n'
    )


def _patch(*lines: str) -> str:
    return "\n".join(["*** Begin Patch", *lines, "*** End Patch"])


_STUB = (
    (
        'model_providers.stub={{name="stub",base_url="http://127.0.0.1:{port}/v1",'
        'wire_api="responses",env_key="STUB_KEY",request_max_retries=0,stream_max_retries=0}}'
    )
    .replace("{{", "{")
    .replace("}}", "}")
)

CODEX = Client(
    agent="codex",
    package="@openai/codex@0.169.0",
    program="node_modules/@openai/codex-*/vendor/*/bin/codex",
    wire=Responses,
    arguments=(
        "exec", "--json", "-C", "{root}", "-c", _STUB, "--dangerously-bypass-hook-trust", "go",
    ),
    environment={"CODEX_HOME": "{home}/.codex", "STUB_KEY": "dummy"},
    prepare=_codex,
    write=lambda path, text: Call(
        "apply_patch", _patch(f"*** Add File: {path}", *(f"+{line}" for line in text.splitlines()))
    ),
    edit=lambda path, before, after: Call(
        "apply_patch", _patch(f"*** Update File: {path}", "@@", f"-{before}", f"+{after}")
    ),
    shell=lambda command: Call("exec_command", {"cmd": command}),
    select=lambda intent: Call("select_active_intent", {"intent_id": intent}, "mcp__tracer"),
    offers_by_search=True,
)  # fmt: skip


def _gemini(root: Path, home: Path) -> None:  # noqa: ARG001
    place = home / ".gemini"
    place.mkdir(parents=True, exist_ok=True)
    settings = {
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "privacy": {"usageStatisticsEnabled": False},
    }
    (place / "settings.json").write_text(json.dumps(settings))


GEMINI = Client(
    agent="gemini-cli",
    package="@google/gemini-cli@0.61.0",
    program="node_modules/@google/gemini-cli/bundle/gemini.js",
    wire=Gemini,
    arguments=("-p", "please edit", "--approval-mode", "yolo", "-m", "gemini-2.5-pro"),
    environment={
        "GEMINI_API_KEY": "dummy", "GEMINI_CLI_TRUST_WORKSPACE": "true",
        "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:{port}",
    },
    prepare=_gemini,
    write=lambda path, text: Call("write_file", {"file_path": path, "content": text}),
    edit=lambda path, before, after: Call(
        "replace",
        {"file_path": path, "instruction": "i", "old_string": before, "new_string": after},
    ),
    shell=lambda command: Call("run_shell_command", {"command": command, "description": "d"}),
    select=lambda intent: Call("mcp_tracer_select_active_intent", {"intent_id": intent}),
    node=True,
)  # fmt: skip

COPILOT = Client(
    agent="copilot",
    package="@github/copilot@1.0.102",
    program="node_modules/@github/copilot-*/copilot",
    wire=Completions,
    arguments=("-p", "please edit", "--allow-all-tools", "--trust-folder", "--no-color"),
    environment={
        "COPILOT_OFFLINE": "true", "COPILOT_AUTO_UPDATE": "false", "COPILOT_MODEL": "scripted",
        "COPILOT_PROVIDER_BASE_URL": "http://127.0.0.1:{port}/v1", "COPILOT_PROVIDER_API_KEY": "dummy",
    },
    prepare=_nothing,
    write=lambda path, text: Call("create", {"path": path, "file_text": text}),
    edit=lambda path, before, after: Call("edit", {"path": path, "old_str": before, "new_str": after}),
    shell=lambda command: Call("bash", {"command": command, "description": "d"}),
    select=lambda intent: Call("tracer-select_active_intent", {"intent_id": intent}),
)  # fmt: skip


def _opencode(root: Path, home: Path) -> None:  # noqa: ARG001
    place = home / ".config" / "opencode"
    place.mkdir(parents=True, exist_ok=True)
    model = {"name": "stub-1", "tool_call": True, "limit": {"context": 100000, "output": 4096}}
    options = {"baseURL": "{env:STUB_URL}", "apiKey": "dummy"}
    provider = {"npm": "@ai-sdk/openai-compatible", "options": options, "models": {"stub-1": model}}
    settings = {
        "model": "stub/stub-1", "small_model": "stub/stub-1", "autoupdate": False,
        "share": "disabled", "enabled_providers": ["stub"], "provider": {"stub": provider},
    }  # fmt: skip
    (place / "opencode.json").write_text(json.dumps(settings))


OPENCODE = Client(
    agent="opencode",
    package="opencode-ai@1.18.33",
    program="node_modules/opencode-linux-*/bin/opencode",
    wire=Completions,
    arguments=("run", "please edit", "-m", "stub/stub-1", "--title", "t", "--auto"),
    environment={
        "STUB_URL": "http://127.0.0.1:{port}/v1", "npm_config_offline": "true",
        "OPENCODE_DISABLE_MODELS_FETCH": "1",
    },
    prepare=_opencode,
    write=lambda path, text: Call("write", {"filePath": path, "content": text}),
    edit=lambda path, before, after: Call(
        "edit", {"filePath": path, "oldString": before, "newString": after}
    ),
    shell=lambda command: Call("bash", {"command": command, "description": "d"}),
    select=lambda intent: Call("tracer_select_active_intent", {"intent_id": intent}),
    scripts=True,
)  # fmt: skip


def _cline(root: Path, home: Path) -> None:  # noqa: ARG001
    place = home / "cline" / "settings"
    place.mkdir(parents=True, exist_ok=True)
    server = {"command": "tracer", "args": ["mcp"], "disabled": False, "timeout": 60}
    (place / "cline_mcp_settings.json").write_text(json.dumps({"mcpServers": {"tracer": server}}))


_CLINE_SETTINGS = {
    "provider": "openai-compatible", "apiKey": "dummy", "model": "scripted",
    "baseUrl": "http://127.0.0.1:{port}/v1",
}  # fmt: skip
_CLINE_PROVIDERS = {
    "version": 1,
    "lastUsedProvider": "openai-compatible",
    "modes": {},
    "providers": {
        "openai-compatible": {
            "settings": _CLINE_SETTINGS,
            "updatedAt": "2026-01-01T00:00:00.000Z",
            "tokenSource": "manual",
        }
    },
}

CLINE = Client(
    agent="cline",
    package="cline@3.0.65",
    program="node_modules/@cline/cli-linux-*/bin/cline",
    wire=Completions,
    # Its provider's file is written where the port is known; `auth`, which writes the same, would
    # be another start of the program.
    arguments=(
        "-c",
        (
            f"printf %s '{json.dumps(_CLINE_PROVIDERS)}' > \"$HOME/cline/settings/providers.json\""
            ' && exec "$0" --json --data-dir "$HOME/cline" "please edit" </dev/null'
        ),
    ),
    environment={"CLINE_MCP_SETTINGS_PATH": "{home}/cline/settings/cline_mcp_settings.json"},
    prepare=_cline,
    write=lambda path, text: Call("editor", {"path": "{root}/" + path, "new_text": text}),
    edit=lambda path, before, after: Call(
        "editor", {"path": "{root}/" + path, "old_text": before, "new_text": after}
    ),
    shell=lambda command: Call("run_commands", {"commands": [command]}),
    select=lambda intent: Call("tracer__select_active_intent", {"intent_id": intent}),
    refusal_ends_the_run=True,
)  # fmt: skip

CLIENTS = {client.agent: client for client in (CODEX, GEMINI, COPILOT, OPENCODE, CLINE)}
