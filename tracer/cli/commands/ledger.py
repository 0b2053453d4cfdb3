"""`tracer verify`: whether the ledger is what was written."""

from __future__ import annotations

import click

from tracer.cli import exit_codes, output
from tracer.cli.options import directory_option, initialised_workspace, json_option


@click.command()
@click.argument("ledger", required=False, metavar="[LEDGER]")
@json_option
@directory_option
def verify(ledger: str | None, as_json: bool) -> int:
    """Check every record and every hash chain of the ledger, and name the first bad lines.

    Without LEDGER, that of the workspace.
    """
    from tracer.ledger import verify as query  # noqa: PLC0415 - loaded when needed

    document = query(ledger or initialised_workspace()).to_json()
    if as_json:
        output.print_json(document)
    else:
        from tracer.cli.render_ledger import verification_lines  # noqa: PLC0415

        output.print_lines(verification_lines(document))
    return exit_codes.DONE if document["ok"] else exit_codes.LEDGER
