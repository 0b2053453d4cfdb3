"""`tracer index`: the derived look-up tables, brought up to date or built anew."""

from __future__ import annotations

import click

from tracer.cli import output
from tracer.cli.options import directory_option, initialised_workspace, json_option


@click.command()
@click.option("--rebuild", is_flag=True, help="Forget what is there and read the whole ledger.")
@json_option
@directory_option
def index(rebuild: bool, as_json: bool) -> None:
    """Bring the index up to date with the ledger. Every query does this by itself."""
    from tracer.ledger import Index  # noqa: PLC0415 - loaded when needed

    workspace = initialised_workspace()
    with Index.open(workspace) as opened:
        if rebuild:
            opened.refresh(force=True)
        paths, intents = len(opened.paths()), opened.intents()
    if as_json:
        output.print_json({"paths": paths, "intents": intents})
    else:
        output.print_lines([[(f"{paths} files; intents: {', '.join(intents) or 'none'}", "")]])
