"""`tracer run`: a shell command under the limits that the pre-hook of its call wrote down."""

from __future__ import annotations

import click

from tracer.cli.options import directory_option


@click.command()
@click.option("--for", "call", required=True, metavar="CALL", help="The plan of the call.")
@click.argument("command", metavar="COMMAND")
@directory_option
def run(call: str, command: str) -> int:
    """Run the shell COMMAND confined: it may write what the plan of its call says, and no more.

    Hooks rewrite agents' shell calls to this where `confine: true` stands in config.yaml. The
    kernel keeps the limits (Landlock, Linux 5.13). A command that no call was allowed, or that
    cannot be confined, does not run and ends with 126.
    """
    from tracer.model.confined import main  # noqa: PLC0415 - loaded when needed

    return main(["--for", call, "--", command])
