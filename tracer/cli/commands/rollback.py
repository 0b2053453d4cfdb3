"""`tracer revert`: undo one record's change where later code allows it."""

from __future__ import annotations

import click

from tracer.cli import exit_codes, output
from tracer.cli.options import directory_option, initialised_workspace, json_option
from tracer.model.errors import UsageError


@click.command()
@click.argument("record")
@click.option("--apply", "applies", is_flag=True, help="Do it, and record that it was done.")
@click.option("--dry-run", is_flag=True, help="Only show it (the default).")
@click.option("--intent", metavar="ID", help="With --apply: the intent the undo serves.")
@click.option("--keep-uses", is_flag=True, help="Do it though later code uses what goes away.")
@json_option
@directory_option
def revert(  # noqa: PLR0913, PLR0917 - one parameter an option
    record: str,
    applies: bool,
    dry_run: bool,
    intent: str | None,
    keep_uses: bool,
    as_json: bool,
) -> int:
    """Show how to undo RECORD's change, wherever its code is now; with --apply, undo it.

    RECORD is an id, or its first or last 6 characters or more. Exits 1 when conflicts would
    prevent it, and 5 when --apply was refused for them.
    """
    from tracer.rollback.revert import preview  # noqa: PLC0415 - loaded when needed
    from tracer.rollback.revert import revert as undo  # noqa: PLC0415

    if applies and dry_run:
        raise UsageError("--apply and --dry-run exclude each other", fix="Give one of them")
    workspace = initialised_workspace()
    if applies:
        document = undo(workspace, record, intent_id=intent, keeps_uses=keep_uses)
    else:
        document = preview(workspace, record, keeps_uses=keep_uses)
    if as_json:
        output.print_json(document)
    else:
        from tracer.cli.render_rollback import revert_lines  # noqa: PLC0415

        output.print_lines(revert_lines(document))
    if document["conflicts"]:
        return exit_codes.REFUSED if applies else exit_codes.FOUND
    return exit_codes.DONE
