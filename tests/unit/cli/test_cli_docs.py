"""docs/cli.md says exactly what `--help` says.

After a change of options: UPDATE_DOCS=1 .venv/bin/python -m pytest tests/unit/cli/test_cli_docs.py
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import click
import pytest

from tracer.cli import exit_codes
from tracer.cli.app import COMMANDS, tracer

ROOT = Path(__file__).resolve().parents[3]
DOCUMENT = ROOT / "docs" / "cli.md"

INTRODUCTION = """\
# Commands

Every command takes `--help` and `-C DIR`; with `--json` it prints one JSON document and nothing
else on stdout. Errors are one line on stderr: `tracer: what is wrong. What to do.`

A terminal gets colours, unless `NO_COLOR` is set or `CLICOLOR=0`; a pipe gets plain text, whole
lines and no width, unless `CLICOLOR_FORCE=1` or `COLUMNS` say otherwise. On a terminal answers go
through `$TRACER_PAGER`, `$GIT_PAGER`, `$PAGER` or `less -FRX`, whichever is there first; `cat` or
`tracer --no-pager` writes straight to it.

## Exit codes

`tracer hook` follows its agent's own convention instead.

| code | meaning |
|---|---|
"""


def commands():
    """(full name, command) of every command and subcommand."""
    context = click.Context(tracer, info_name="tracer")
    for name in COMMANDS:
        command = tracer.get_command(context, name)
        assert command is not None
        yield name, command
        if isinstance(command, click.Group):
            for below in command.list_commands(context):
                member = command.get_command(context, below)
                assert member is not None
                yield f"{name} {below}", member


def row(option: click.Option) -> str:
    """One line of a table, the same with every version of click."""
    names = " / ".join([*option.opts, *option.secondary_opts])
    if isinstance(option.type, click.Choice):
        words = [getattr(choice, "name", choice) for choice in option.type.choices]
        names += f" {', '.join(words)}"
    elif option.metavar:
        names += f" {option.metavar}"
    repeated = " Can be repeated." if option.multiple else ""
    return f"| `{names}` | {option.help}{repeated} |"


def expected() -> str:
    """The whole page, made from the commands themselves."""
    lines = [f"| {code} | {text} |" for code, text in exit_codes.MEANINGS.items()]
    parts = [INTRODUCTION + "\n".join(lines) + "\n"]
    for name, command in commands():
        context = click.Context(command, info_name=f"tracer {name}")
        usage = " ".join(
            parameter.make_metavar(context)
            for parameter in command.params
            if isinstance(parameter, click.Argument)
        )
        paragraphs = (command.help or "").split("\n\n")
        text = "\n\n".join(" ".join(part.split()) for part in paragraphs)
        parts.append(f"## `{f'tracer {name} {usage}'.strip()}`\n\n{text}\n")
        rows = [
            row(parameter)
            for parameter in command.params
            if isinstance(parameter, click.Option) and "-C" not in parameter.opts
        ]
        if rows:
            parts.append("| option | meaning |\n|---|---|\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def test_page_equals_help() -> None:
    """No option, command or exit code is undocumented, and none is documented that is gone."""
    text = expected()
    if os.environ.get("UPDATE_DOCS"):
        DOCUMENT.write_text(text, encoding="utf-8")
    assert DOCUMENT.read_text(encoding="utf-8") == text


def test_every_command_can_be_moved_and_helped() -> None:
    """`-C DIR` and `--help` work everywhere, as CONTRACT.md promises."""
    for name, command in commands():
        context = click.Context(command, info_name=name)
        options = {option for parameter in command.get_params(context) for option in parameter.opts}
        assert "-C" in options, name
        assert command.help, name


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("init", {"--agent", "--mode"}),
        ("hook", {"--agent"}),
        ("blame", {"-L", "--rev", "--last", "--porcelain", "--line-porcelain", "--json"}),
        ("blame-by-intent", {"--json"}),
        ("log", {"-L", "--rev", "--json", "--all"}),
        ("diff", {"--exit-code", "--json"}),
        ("classify", {"--open-world", "--closed-world", "--json"}),
        ("fingerprint", {"--rung", "--json"}),
        ("verify", {"--json"}),
        ("intent add", set()),
        ("intent list", {"--json"}),
        ("intent show", {"--json"}),
        ("intent select", {"--json"}),
        ("intent complete", set()),
    ],
)
def test_contract_options_exist(command: str, options: set[str]) -> None:
    """What CONTRACT.md promises to others is there, under its name."""
    found = dict(commands())[command]
    context = click.Context(found, info_name=command)
    known = {
        option
        for parameter in found.get_params(context)
        for option in (*parameter.opts, *parameter.secondary_opts)
    }
    assert options <= known


def test_readme_python_runs(capsys) -> None:
    """The example in the README prints what it says it prints."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    printed = re.findall(r"print\(.*\) +# (.+)", example)
    assert capsys.readouterr().out.split() == printed


def test_readme_commands_exist() -> None:
    """Every `tracer ...` a reader may copy from the README is a command with those options."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    known = dict(commands())
    used = re.findall(r"(?:\$ |`|    )tracer ((?:[a-z-]+ ?)+)((?: ?-{1,2}[\w-]+)*)", text)
    assert len(used) > 5
    for words, options in used:
        names = words.split()
        two = " ".join(names[:2])
        name = two if two in known else names[0]
        assert name in known, f"README names `tracer {words}`"
        context = click.Context(known[name], info_name=name)
        real = {
            option
            for parameter in known[name].get_params(context)
            for option in (*parameter.opts, *parameter.secondary_opts)
        }
        assert set(options.split()) <= real, f"README: tracer {words} {options}"
