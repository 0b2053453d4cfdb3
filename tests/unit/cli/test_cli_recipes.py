"""The definitions for GitHub and pre-commit call commands that exist, with options they have."""

from __future__ import annotations

import re
from pathlib import Path

import click
import yaml

from tracer.cli.app import COMMANDS, tracer
from tracer.queries.check import RULES

ROOT = Path(__file__).resolve().parents[3]


def options_of(name: str) -> set[str]:
    command = tracer.get_command(click.Context(tracer), name)
    assert command is not None
    context = click.Context(command)
    return {option for parameter in command.get_params(context) for option in parameter.opts}


def test_action() -> None:
    """Every `tracer` call of the composite action is right."""
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert action["runs"]["using"] == "composite"
    scripts = "\n".join(step.get("run", "") for step in action["runs"]["steps"])
    calls = re.findall(r"^\s*tracer (\S+) (.*)$", scripts, re.MULTILINE)
    assert len(calls) == 2
    for name, rest in calls:
        assert name in COMMANDS
        assert set(re.findall(r"--[a-z-]+", rest)) <= options_of(name)
    assert "--only-ai" in options_of("check")


def test_pre_commit() -> None:
    """Every hook's entry is a command with those options."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    for hook in hooks:
        program, name = hook["entry"].split()
        assert program == "tracer"
        assert {word for word in hook.get("args", ()) if word.startswith("--")} <= options_of(name)


def test_page_names_every_rule() -> None:
    """docs/ci.md explains each rule once."""
    text = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE)) == sorted(RULES)
