"""`tracer verify`, `seal` and `archive`: whether the ledger is what was written, and keeping it."""

from __future__ import annotations

import os
from shutil import which
from typing import TYPE_CHECKING, Any

import click

from tracer.cli import exit_codes, output
from tracer.cli.options import directory_option, initialised_workspace, json_option
from tracer.cli.words import counted
from tracer.model.errors import UsageError, VcsError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.engine.vouching import Vouching
    from tracer.ledger.checkpoint import Checkpoint
    from tracer.ledger.signing import Signers
    from tracer.ledger.streams import Head
    from tracer.model.workspace import Workspace


@click.command()
@click.argument("ledger", required=False, metavar="[LEDGER]")
@click.option(
    "--require-signatures", is_flag=True, help="Also report what no valid signature covers."
)
@click.option(
    "--allowed-signers",
    metavar="FILE",
    help="Who may sign; default: .orchestration/allowed_signers, else git's.",
)
@click.option(
    "--revoked",
    metavar="FILE",
    help="Keys that never count; default: .orchestration/revoked_signers, where there is one.",
)
@json_option
@directory_option
def verify(
    ledger: str | None,
    require_signatures: bool,
    allowed_signers: str | None,
    revoked: str | None,
    as_json: bool,
) -> int:
    """Check every record and every hash chain of the ledger, and name the first bad lines.

    Without LEDGER, that of the workspace, also against the checkpoints that git keeps. Where
    signers are configured, records that another program appended are reported too, as long as
    this clone remembers its own (docs/ledger.md). What could not be seen is said.
    """
    from tracer.ledger import verify as query  # noqa: PLC0415 - loaded when needed

    workspace = None if ledger else initialised_workspace()
    signers, signed_by, vouches, is_configured = None, None, None, False
    if require_signatures:
        signers = _signers(workspace, allowed_signers, revoked)
        signed_by = _judge(signers)
    elif workspace is not None and not (allowed_signers or revoked):
        signed_by, vouches, is_configured = _vouching(workspace)
    elif allowed_signers or revoked:
        raise UsageError(
            "signers were named, but no signatures asked for", fix="Add --require-signatures."
        )
    witnesses = _checkpoints_in_git(workspace) if workspace else []
    known = _dropped(workspace) if workspace else []
    away = _elsewhere(workspace) if workspace else set()
    found = query(
        workspace or str(ledger), known, checkpoints=witnesses, signed_by=signed_by, elsewhere=away,
        vouches=vouches,
    )  # fmt: skip
    document: dict[str, Any] = found.to_json() | {"elsewhere": len(away)}
    document["unseen"] = _unseen(
        signers, vouches, outside=allowed_signers is not None, configured=is_configured
    )
    if signers is not None:
        document["signers"] = signers.found
    if as_json:
        output.print_json(document)
    else:
        from tracer.cli.render_ledger import verification_lines  # noqa: PLC0415

        output.print_lines(verification_lines(document))
    return exit_codes.DONE if document["ok"] else exit_codes.LEDGER


@click.command()
@click.option(
    "--key",
    metavar="FILE",
    help="SSH key, or Ed25519 key in PEM; default: git's user.signingkey, else yours.",
)
@click.option("--all", "every", is_flag=True, help="All streams, not only those this clone wrote.")
@click.option("--committed", is_flag=True, help="Only what git has, in a git ref: for git hooks.")
@click.option("--unsigned", is_flag=True, help="Witness without a signature.")
@click.option("--show-key", is_flag=True, help="Seal nothing: print the key for allowed_signers.")
@click.option("--quiet", is_flag=True, help="Say nothing when all went well.")
@json_option
@directory_option
def seal(  # noqa: PLR0913, PLR0917 - one parameter an option
    key: str | None,
    every: bool,
    committed: bool,
    unsigned: bool,
    show_key: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Sign where the ledger ends now, so that nobody can cut or replace it unnoticed.

    Writes a checkpoint into the ledger, and one into refs/tracer/checkpoints for what git has.
    """
    from tracer.engine import sealing  # noqa: PLC0415 - loaded when needed

    workspace = initialised_workspace()
    if unsigned and key:
        raise UsageError("--unsigned takes no --key", fix="Leave one of them out.")
    path = None if unsigned else sealing.signing_key(workspace, key)
    if path is None and not unsigned:
        raise UsageError(
            "there is no SSH key to sign with",
            fix="Name one with --key, make one with `ssh-keygen -t ed25519`, or use --unsigned.",
        )
    if show_key:
        if path is None:
            raise UsageError("--show-key goes without --unsigned", fix="Leave one of them out.")
        from tracer.ledger.signing import public_key  # noqa: PLC0415 - when needed

        public = public_key(path)
        output.print_json({"key": public}) if as_json else click.echo(public)
        return
    done = sealing.seal(workspace, path, every=every, committed=committed)
    if as_json:
        document = {
            "record": done.record,
            "ref": done.ref,
            "streams": [head._asdict() for head in done.heads],
            "committed": [head._asdict() for head in done.committed],
        }
        output.print_json(document)
    elif not quiet:
        from tracer.cli.render_ledger import seal_lines  # noqa: PLC0415

        output.print_lines(seal_lines(done))


@click.command()
@click.option(
    "--keep",
    type=click.IntRange(min=0),
    default=10_000,
    metavar="LINES",
    help="Lines that stay in the live file; default: 10000.",
)
@json_option
@directory_option
def archive(keep: int, as_json: bool) -> None:
    """Compress the oldest lines of the ledger into .orchestration/archive/.

    The ledger reads and verifies as before; any `zcat` reads the files.
    """
    from tracer.ledger.archive import archive as compress  # noqa: PLC0415 - loaded when needed

    made = compress(initialised_workspace(), keep)
    if as_json:
        output.print_json({"segments": [segment._asdict() for segment in made]})
        return
    from tracer.cli.render_ledger import archive_lines  # noqa: PLC0415

    output.print_lines(archive_lines(made))


def _vouching(
    workspace: Workspace,
) -> tuple[Callable[[Checkpoint], str | None] | None, Vouching | None, bool]:
    """Whose seals count, which records somebody speaks for, and whether signers are configured."""
    from tracer.engine import sealing  # noqa: PLC0415 - loaded when needed
    from tracer.engine.vouching import vouching  # noqa: PLC0415

    allowed = sealing.allowed_signers(workspace)
    if allowed is None or not os.path.isfile(allowed) or which("ssh-keygen") is None:
        return None, None, False
    vouches = vouching(workspace)
    signed_by = None if vouches is None else _judge(_signers(workspace, allowed, None))
    return signed_by, vouches, True


def _unseen(
    signers: Signers | None, vouches: Vouching | None, *, outside: bool, configured: bool
) -> list[str]:
    """What this verification could not have found (docs/ledger.md)."""
    if signers is not None and outside:
        return []
    seals = "seals deleted with what they cover"
    if signers is not None:
        return [f"signers are from this work tree: {seals} cannot be seen (--allowed-signers)"]
    if vouches is None:
        why = "this clone remembers no records" if configured else "no signers are configured"
        return [f"{why}: appended records and deleted seals cannot be seen"]
    found = [f"without --require-signatures {seals} cannot be seen"]
    if vouches.unjudged:
        number = counted(vouches.unjudged, "approval")
        found.append(f"{number} by keys of nobody whom this clone's files of signers allow")
    return found


def _signers(workspace: Workspace | None, allowed: str | None, revoked: str | None) -> Signers:
    from tracer.engine import sealing  # noqa: PLC0415 - loaded when needed
    from tracer.ledger.signing import Signers  # noqa: PLC0415

    if allowed is None and workspace is not None:
        allowed = sealing.allowed_signers(workspace)
    if allowed is None:
        raise UsageError(
            "no file says who may sign",
            fix="Name one with --allowed-signers, or write .orchestration/allowed_signers.",
        )
    if revoked is None and workspace is not None:
        default = os.path.join(workspace.sidecar, "revoked_signers")
        revoked = default if os.path.exists(default) else None
    return Signers(allowed, revoked)


def _checkpoints_in_git(workspace: Workspace) -> list[Checkpoint]:
    """The checkpoints git keeps; where it cannot tell, the ledger is still verified by itself."""
    from tracer.engine.sealing import checkpoints_in_git  # noqa: PLC0415 - loaded when needed

    try:
        return checkpoints_in_git(workspace)
    except VcsError as error:
        click.echo(f"tracer: checkpoints in git are not looked at: {error}", err=True)
        return []


def _elsewhere(workspace: Workspace) -> set[str]:
    """Records that stand on another branch; none where git cannot say."""
    from tracer.engine.sealing import elsewhere  # noqa: PLC0415 - loaded when needed

    try:
        return elsewhere(workspace)
    except VcsError:
        return set()


def _dropped(workspace: Workspace) -> list[Head]:
    """What this clone appended and a git command took away; nothing where git cannot tell."""
    from tracer.engine.sealing import dropped  # noqa: PLC0415 - loaded when needed

    try:
        return dropped(workspace)
    except VcsError:
        return []  # said above


def _judge(signers: Signers) -> Callable[[Checkpoint], str | None]:
    return signers.reason_against
