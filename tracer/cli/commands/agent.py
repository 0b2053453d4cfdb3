"""`tracer hook`, `mcp` and `prompt`: what agents talk to."""

from __future__ import annotations

import os

import click

from tracer.cli import output
from tracer.cli.options import current_workspace, directory_option, json_option


@click.command()
@click.option("--agent", required=True, metavar="NAME", help="claude-code, generic, ...")
@directory_option
def hook(agent: str) -> int:
    """Answer one event of an agent: JSON on stdin, the agent's own kind of answer on stdout.

    The exit code follows the agent's convention. Agents call this; `tracer init` tells them to.
    """
    from tracer.cli.entry import hook as run  # noqa: PLC0415 - the short way itself

    return run(["--agent", agent])


@click.command()
@directory_option
def mcp() -> None:
    """Serve select_active_intent and the queries to an agent over MCP (stdin and stdout)."""
    from tracer.mcp import main  # noqa: PLC0415 - needs the extra [mcp]

    main()


@click.command()
@click.option(
    "--write", metavar="FILE", help="Keep it as a section of FILE (AGENTS.md, CLAUDE.md)."
)
@json_option
@directory_option
def prompt(write: str | None, as_json: bool) -> None:
    """Print what an agent is told: the protocol, the mode, the open intents."""
    from tracer.agents.protocol import protocol_text, standing_text  # noqa: PLC0415 - when needed

    workspace = current_workspace()
    if write is not None:
        from tracer.agents.sections import keep  # noqa: PLC0415

        what = keep(os.path.join(workspace.root, write), standing_text(workspace))
        if as_json:
            output.print_json({"file": write, "action": what})
        else:
            output.print_lines([[(f"{what}  ", "green"), (write, "")]])
        return
    text = protocol_text(workspace)
    if as_json:
        output.print_json({"text": text})
    else:
        output.print_lines([[(line, "")] for line in text.splitlines()])
