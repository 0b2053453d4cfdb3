"""Options that several commands share."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from tracer.model.errors import InputError
from tracer.model.workspace import SIDECAR, Workspace, find_workspace

if TYPE_CHECKING:
    from collections.abc import Callable

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class WholeSentences(click.Group):
    """A group whose list of commands says what each does in whole sentences."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with the first paragraph of their help, wrapped and not cut."""
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None and not command.hidden:
                paragraph = (command.help or "").split("\n\n", maxsplit=1)[0]
                rows.append((name, " ".join(paragraph.split())))
        with formatter.section("Commands"):
            formatter.write_dl(rows)


_PATHS = "tracer.paths"  # where a context keeps what stood behind `--`


class WithPaths(click.Command):
    """A command that takes paths behind `--`, as git does."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the paths, and parse what stands before them."""
        if "--" in args:
            at = args.index("--")
            ctx.meta[_PATHS] = args[at + 1 :]
            args = args[:at]
        return super().parse_args(ctx, args)


def paths_behind(context: click.Context) -> list[str] | None:
    """What stood behind `--`; None where that was not there."""
    found: list[str] | None = context.meta.get(_PATHS)
    return found


def _change_directory(_context: click.Context, _option: click.Parameter, value: str | None) -> None:
    if value is not None:
        try:
            os.chdir(value)
        except OSError as error:
            raise InputError(f"{value}: {error.strerror}", fix="Give -C a directory") from error


directory_option: Decorator = click.option(
    "-C",
    "directory",
    metavar="DIR",
    help="Run as if started in DIR.",
    callback=_change_directory,
    expose_value=False,
    is_eager=True,
)

json_option: Decorator = click.option(
    "--json", "as_json", is_flag=True, help="One JSON document on stdout."
)


def current_workspace() -> Workspace:
    """The workspace the command runs in.

    Raises: InputError outside any git repository and any initialised directory.
    """
    workspace = find_workspace(os.getcwd())
    if workspace is None:
        refuse_bare_repository()
        raise InputError(
            f"{os.getcwd()}: neither a git repository nor a workspace of tracer",
            fix="Go to one, name one with -C DIR, or run `tracer init`",
        )
    if workspace.is_initialised:
        _take_in(workspace)
    else:
        refuse_left_out(workspace)
    return workspace


def refuse_left_out(workspace: Workspace) -> None:
    """Raise InputError where the repository has a ledger, but not on disk: no answer is right."""
    from tracer.vcs import is_left_out  # noqa: PLC0415 - only where there is no sidecar

    if is_left_out(workspace.root, SIDECAR):
        raise InputError(
            f"{workspace.root}: the sparse checkout leaves out {SIDECAR}/",
            fix=f"Run `git sparse-checkout add {SIDECAR}`; the ledger comes back by itself",
        )


def current_repository() -> Workspace:
    """The git repository that the command runs in: the workspace, or one inside it.

    Raises: as `current_workspace`.
    """
    from tracer.queries.inner import repository_around  # noqa: PLC0415 - loaded when needed

    workspace = current_workspace()
    inner = repository_around(workspace, os.getcwd())
    return workspace if inner is None else inner.workspace


def _take_in(workspace: Workspace) -> None:
    """Take in records that `git fetch` brought; say where the ledger is, if it is not here."""
    from tracer.agents.late import complete  # noqa: PLC0415 - where tracer is set up
    from tracer.cli import output  # noqa: PLC0415
    from tracer.engine import sharing  # noqa: PLC0415

    complete(workspace)
    sharing.catch_up(workspace)
    if sharing.is_elsewhere_only(workspace):
        output.note("tracer: this clone does not have the team's ledger yet. Run `tracer init`.")


def refuse_bare_repository() -> None:
    """Raise InputError in a repository that has no files, only history."""
    from tracer.vcs import git_dir  # noqa: PLC0415 - only where there is no workspace

    directory = git_dir(os.getcwd())
    if directory is not None and find_workspace(os.getcwd()) is None:
        raise InputError(
            f"{directory}: a bare git repository has no files to trace",
            fix="Clone it, and run tracer in the clone",
        )


def initialised_workspace() -> Workspace:
    """The current workspace, which has a sidecar.

    Raises: InputError where `tracer init` has not run.
    """
    workspace = current_workspace()
    if not workspace.is_initialised:
        raise InputError(
            f"{workspace.root}: no .orchestration/ directory", fix="Run `tracer init` there"
        )
    return workspace
