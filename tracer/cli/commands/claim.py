"""`tracer claim`: a person attests who wrote lines."""

from __future__ import annotations

import click

from tracer.cli import output
from tracer.cli.options import directory_option, initialised_workspace, json_option


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE[:RANGE]...")
@click.option("--as", "name", metavar="NAME", help="Who wrote them. Default: git's user.name.")
@json_option
@directory_option
def claim(files: tuple[str, ...], name: str | None, as_json: bool) -> None:
    """Attest who wrote lines that no hook observed and no commit tells.

    RANGE is 3-9, 7, or :NAME of a definition. What somebody else is known to have written is
    refused; of a whole FILE it is left out. A later claim takes the place of an earlier one, and
    `--as -` takes it back.
    """
    from tracer.exchange.claims import claim as command  # noqa: PLC0415 - loaded when needed

    document = command(initialised_workspace(), files, name)
    if as_json:
        output.print_json(document)
        return
    for item in document["claimed"]:
        place = f"{item['path']}:{item['start_line']}-{item['end_line']}"
        who = document["name"] or "nobody, as before any claim"
        output.print_lines([[(place, "bold"), (f"  {who}", "")]])
    if not document["claimed"]:
        output.note("nothing to claim: these lines have a writer")
