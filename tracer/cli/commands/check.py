"""`tracer check`: the gate for continuous integration."""

from __future__ import annotations

import click

from tracer.cli import exit_codes, output
from tracer.cli.options import current_workspace, directory_option, json_option
from tracer.model.errors import UsageError


@click.command()
@click.option("--base", required=True, metavar="REF", help="The branch this one will be merged to.")
@click.option("--rev", default="HEAD", metavar="REV", help="What to check. Default: HEAD.")
@click.option("--only-ai", is_flag=True, help="Judge only what agents are known to have written.")
@click.option("--sarif", "as_sarif", is_flag=True, help="A SARIF 2.1.0 log on stdout.")
@json_option
@directory_option
def check(base: str, rev: str, only_ai: bool, as_sarif: bool, as_json: bool) -> int:
    """Say whether every line a branch changed has an intent and a contributor, and scopes hold.

    Also that no change measured more than was declared, and that the ledger verifies. Exits 1
    for findings, 4 when the ledger fails.
    """
    from tracer.agents.protection import guard  # noqa: PLC0415 - loaded when needed
    from tracer.policy.gates import governs  # noqa: PLC0415
    from tracer.queries.check import RULES  # noqa: PLC0415
    from tracer.queries.check import check as query  # noqa: PLC0415

    if as_sarif and as_json:
        raise UsageError("--sarif and --json exclude each other", fix="Give one of them")
    protected = guard().protected
    document = query(
        current_workspace(),
        base,
        rev=rev,
        only_ai=only_ai,
        governs=lambda path: governs(path, protected),
    )
    if as_json:
        output.print_json(document)
    else:
        from tracer.cli.render_check import check_lines, sarif  # noqa: PLC0415

        if as_sarif:
            output.print_json(sarif(document, RULES))
        else:
            output.print_lines(check_lines(document))
    if not document["ledger_ok"]:
        return exit_codes.LEDGER
    return exit_codes.DONE if document["ok"] else exit_codes.FOUND
