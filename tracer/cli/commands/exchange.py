"""`tracer export` and `tracer import`: attribution out to other tools and in from them."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from tracer.cli import exit_codes, output
from tracer.cli.options import directory_option, initialised_workspace, json_option
from tracer.model.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.model.workspace import Workspace

_STANDARD = "-"


@click.command()
@click.option(
    "--format",
    "form",
    type=click.Choice(["agent-trace", "csv", "parquet"]),
    default="agent-trace",
    help="Agent Trace 0.1.0 lines, or rows for analysis. Default: agent-trace.",
)
@click.option(
    "--table",
    type=click.Choice(["ranges", "records"]),
    default="ranges",
    help="Rows of CSV and Parquet: ranges of lines, or records. Default: ranges.",
)
@click.option("--intent", metavar="ID", help="Only what was recorded under this intent.")
@click.option("--output", "target", metavar="FILE", default=_STANDARD, help="Default: stdout.")
@directory_option
def export(form: str, table: str, intent: str | None, target: str) -> None:
    """Write the ledger for other tools: Agent Trace, CSV, or Parquet. No source text leaves.

    Parquet needs --output and the extra `analysis`.
    """
    workspace = initialised_workspace()
    if form == "parquet":
        _export_parquet(workspace, table, intent, target)
        return
    chunks = _lines(workspace, form, table, intent)
    if target == _STANDARD:
        output.print_bytes(chunks)
        return
    try:
        with open(target, "wb") as file:
            file.writelines(chunks)
    except OSError as error:
        raise InputError(f"{target}: {error.strerror}", fix="Name a file in a directory") from error


def _lines(workspace: Workspace, form: str, table: str, intent: str | None) -> Iterator[bytes]:
    if form == "csv":
        from tracer.exchange.tables import rows, write_csv  # noqa: PLC0415 - loaded when needed

        for line in write_csv(table, rows(workspace, table, intent)):
            yield line.encode("utf-8", "replace")
        return
    from tracer.exchange.exporter import export_agent_trace  # noqa: PLC0415 - as said

    for document in export_agent_trace(workspace, intent):
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        yield text.encode("utf-8", "replace") + b"\n"


def _export_parquet(workspace: Workspace, table: str, intent: str | None, target: str) -> None:
    from tracer.exchange.tables import rows, write_parquet  # noqa: PLC0415 - loaded when needed

    if target == _STANDARD:
        raise UsageError("Parquet is no text", fix="Name a file with --output FILE")
    try:
        count = write_parquet(table, rows(workspace, table, intent), target)
    except OSError as error:
        raise InputError(f"{target}: {error.strerror}", fix="Name a file in a directory") from error
    output.note(f"{count} rows")


@click.command("import")
@click.argument("file", required=False, metavar="[FILE]")
@click.option(
    "--format",
    "form",
    type=click.Choice(["agent-trace", "intent-hooks", "git-ai"]),
    help="Default: told from the file; without a file, git-ai's notes.",
)
@click.option("--ref", default="refs/notes/ai", metavar="REF", help="Where git-ai's notes are.")
@click.option("--no-verify", is_flag=True, help="Also take a ledger whose hash chain is broken.")
@click.option(
    "--trust-lines", is_flag=True, help="Believe line numbers that come without a SHA-256."
)
@json_option
@directory_option
def import_(  # noqa: PLR0913, PLR0917 - one parameter an option
    file: str | None,
    form: str | None,
    ref: str,
    no_verify: bool,
    trust_lines: bool,
    as_json: bool,
) -> int:
    """Take in who wrote which lines from Agent Trace, git-ai's notes, or an intent hook's ledger.

    What a hook of tracer observed is never overridden, and nothing is imported twice.
    """
    from tracer.exchange.importer import import_file, import_notes  # noqa: PLC0415 - when needed

    data = _read(file) if file is not None else b""
    workspace = initialised_workspace()
    if file is None:
        if form not in (None, "git-ai"):
            raise UsageError(f"--format {form} needs a FILE", fix="Name one, or - for stdin")
        document = import_notes(workspace, ref)
    elif form == "git-ai":
        raise UsageError("git-ai's notes are in git, not in a file", fix="Leave FILE out")
    else:
        document = import_file(
            workspace,
            file,
            data,
            format_name=form,
            verify=not no_verify,
            trusts_lines=trust_lines,
        )
    if as_json:
        output.print_json(document)
    else:
        output.print_lines([[(line, "")] for line in _told(document)])
    return exit_codes.DONE


def _read(path: str) -> bytes:
    if path == _STANDARD:
        return sys.stdin.buffer.read()
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}", fix="Name an existing file") from error


def _told(document: dict[str, Any]) -> Iterable[str]:
    """What an import did, for people."""
    yield (
        f"{document['records']} records of {document['format']} read, "
        f"{document['imported']} imported with {document['lines']} lines"
    )
    for count, words in (
        (document["already"], "lines were imported before"),
        (document["observed"], "lines left to the hook that observed them"),
        (document["older"], "lines are older than the record and stay what they are"),
        (document.get("other_versions", 0), "notes of another version of the format"),
    ):
        if count:
            yield f"  {count} {words}"
    missing = document["not_found"]
    for item in missing[:_SHOWN]:
        where = f"{item['path']}:{item['start_line']}-{item['end_line']}"
        yield f"  not found: {where}: {item['reason']}"
    if len(missing) > _SHOWN:
        yield f"  not found: {len(missing) - _SHOWN} more (--json tells all)"


_SHOWN = 10
