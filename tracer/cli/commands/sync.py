"""`tracer sync`: the ledger, exchanged with git's ref and with remotes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from tracer.cli import exit_codes, output
from tracer.cli.options import directory_option, initialised_workspace, json_option
from tracer.model.errors import InputError, UsageError

if TYPE_CHECKING:
    from tracer.engine.sharing import Synced

_PUSHED = 4  # words that git tells of each ref: name and commit, here and there


@click.command()
@click.argument("remotes", nargs=-1, metavar="[REMOTE]...")
@click.option(
    "--local",
    is_flag=True,
    help="Only bring the file and git together: the ref, or what a revert took.",
)
@click.option("--pushing", metavar="REMOTE", help="Only send it along, as the hook pre-push does.")
@json_option
@directory_option
def sync(remotes: tuple[str, ...], local: bool, pushing: str | None, as_json: bool) -> int:
    """Exchange the ledger with REMOTEs; without a name, with all of them.

    After `tracer init` git's own push and fetch do this. It is for CI, for a second remote, and for
    when a push could not take the ledger along. Exits 1 when a remote refused or was out of reach.
    """
    from tracer.engine import sharing  # noqa: PLC0415 - loaded when needed
    from tracer.ledger.settings import Storage, storage_of  # noqa: PLC0415
    from tracer.vcs import Git, git_dir, refs  # noqa: PLC0415

    workspace = initialised_workspace()
    if git_dir(workspace.root) is None:
        raise InputError(f"{workspace.root}: no git repository", fix="Run `git init` there")
    if storage_of(workspace) is not Storage.REF and local:
        from tracer.engine.sealing import bring_back  # noqa: PLC0415 - loaded when needed

        taken = bring_back(workspace)
        if as_json:
            output.print_json({"taken_in": taken, "remotes": []})
        return exit_codes.DONE
    if storage_of(workspace) is not Storage.REF and pushing is None:
        raise InputError(
            "the ledger is a tracked file here, which git itself carries",
            fix="`tracer init --ledger ref` moves it to a ref",
        )
    if local:
        taken = sharing.exchange_with_refs(workspace)
        sharing.let_git_fetch(workspace)
        if as_json:
            output.print_json({"taken_in": taken, "remotes": []})
        return exit_codes.DONE
    with Git(workspace.root) as git:
        known = refs.remotes(git)
    unknown = [name for name in remotes if name not in known]
    if unknown:
        raise UsageError(
            f"no remote is called {unknown[0]}", fix=f"Name one of: {', '.join(known) or 'none'}"
        )
    if pushing is not None:
        done = [] if _is_pushed_by_git() else [sharing.push(workspace, pushing)]
    else:
        done = sharing.sync(workspace, remotes or None)
    if as_json:
        taken = sum(one.taken_in for one in done)
        output.print_json({"taken_in": taken, "remotes": [one._asdict() for one in done]})
    else:
        output.print_lines(_line(one) for one in done)
    return exit_codes.FOUND if any(one.problem for one in done) else exit_codes.DONE


def _is_pushed_by_git() -> bool:
    """Whether git itself pushes tracer's refs (`git push --mirror`), as it tells a pre-push hook.

    Git has noted what the remote has: it would refuse to move a ref that moved in the meantime.
    """
    if sys.stdin is None or sys.stdin.isatty():
        return False
    lines = (line.split() for line in sys.stdin.buffer)
    return any(len(words) == _PUSHED and words[2].startswith(b"refs/tracer/") for words in lines)


def _line(one: Synced) -> list[tuple[str, str]]:
    """One remote for a person."""
    if one.problem:
        return [(f"{one.remote}  ", "bold"), (one.problem, "red")]
    sent = "sent" if one.pushed else "nothing to send"
    return [(f"{one.remote}  ", "bold"), (f"{one.taken_in} records taken in, {sent}", "")]
