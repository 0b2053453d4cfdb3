"""`tracer init`, `uninit` and `doctor`: connecting a repository and looking after it."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from tracer.cli import exit_codes, output
from tracer.cli.options import (
    current_workspace,
    directory_option,
    initialised_workspace,
    json_option,
    refuse_bare_repository,
    refuse_left_out,
)
from tracer.cli.people import only_people
from tracer.model.package import install_command
from tracer.model.workspace import Workspace, find_workspace

if TYPE_CHECKING:
    from collections.abc import Iterable


@click.command()
@click.option("--agent", "agents", metavar="NAME", multiple=True, help="Also connect this agent.")
@click.option(
    "--mode",
    type=click.Choice(["observe", "enforce"]),
    help="Record only, or also refuse; default: observe, or what is set already.",
)
@click.option(
    "--ledger",
    "storage",
    type=click.Choice(["file", "ref"]),
    help="Where git keeps the ledger: in the work tree, or in refs/tracer/ledger.",
)
@click.option("--seal", is_flag=True, help="Sign a checkpoint after each commit (a git hook).")
@click.option("--trailers", is_flag=True, help="Name the intents in commit messages (a git hook).")
@click.option("--salted", is_flag=True, help="Key the hashes of lines with .orchestration/salt.")
@json_option
@directory_option
def init(  # noqa: PLR0913, PLR0917 - one parameter an option
    agents: tuple[str, ...],
    mode: str | None,
    storage: str | None,
    seal: bool,
    trailers: bool,
    salted: bool,
    as_json: bool,
) -> None:
    """Make .orchestration/ in this repository and connect agents to it. Safe to repeat.

    Git keeps the ledger in a ref that travels with push and fetch, so that no file of tracer's
    stands in git's way. In a fresh clone the team's ledger is fetched. A repository that tracks
    the ledger moves over with --ledger ref.
    """
    from tracer.agents.git_setup import connect as connect_git  # noqa: PLC0415 - when needed
    from tracer.agents.install import Action  # noqa: PLC0415
    from tracer.agents.setup import init as connect  # noqa: PLC0415
    from tracer.engine.sharing import catch_up, is_elsewhere_only, sync  # noqa: PLC0415

    refuse_bare_repository()
    workspace = _to_set_up(os.getcwd())
    if not workspace.is_initialised:
        refuse_left_out(workspace)
    if os.path.exists(workspace.config):
        only_people(workspace, "sets up tracer")
    is_clone = is_elsewhere_only(workspace)
    actions = connect(workspace, agents, mode=mode)
    actions += connect_git(workspace, storage=storage, seal=seal, salted=salted, trailers=trailers)
    catch_up(workspace)
    if is_clone:
        actions += [
            Action(f"{one.taken_in} records of {one.remote}", "fetched") for one in sync(workspace)
        ]
    _tell(workspace, actions, as_json=as_json)
    for line in [*_warnings(workspace, agents), *_next_steps(workspace, agents)]:
        output.note(line)


def _to_set_up(directory: str) -> Workspace:
    """What `init` sets up: the nearest workspace, repository or directory.

    A submodule, or another repository inside a traced one, gets a ledger of its own. Clones below
    a directory that is no repository share that directory's.
    """
    from tracer.queries.inner import repository_around  # noqa: PLC0415 - loaded when needed

    found = find_workspace(directory)
    if found is None:
        return Workspace(os.path.realpath(directory))
    inner = repository_around(found, directory)
    if inner is None or not os.path.exists(os.path.join(found.root, ".git")):
        return found
    output.note(
        f"tracer: {inner.workspace.root} gets a ledger of its own; that of {found.root} keeps "
        "what it has recorded"
    )
    return inner.workspace


@click.command()
@json_option
@directory_option
def uninit(as_json: bool) -> None:
    """Take tracer's entries out of the agents' configuration; the ledger stays."""
    from tracer.agents import git_setup  # noqa: PLC0415 - loaded when needed
    from tracer.agents.setup import uninit as disconnect  # noqa: PLC0415

    workspace = initialised_workspace()
    only_people(workspace, "takes tracer out")
    actions = git_setup.disconnect(workspace)
    done = [*disconnect(workspace), *actions]
    if not as_json:  # a person need not read the names of files that were never there
        done = [action for action in done if action[1] != "kept"]
    _tell(workspace, done, as_json=as_json)
    if not done:
        output.note("tracer: nothing of tracer's was left to take out")


@click.command()
@json_option
@directory_option
def doctor(as_json: bool) -> int:
    """Say whether hooks, command, intents and ledger are in order, and how fast a hook is."""
    from tracer.cli.doctor import examine  # noqa: PLC0415 - loaded when needed

    workspace = current_workspace()
    checks = examine(workspace)
    failed = any(check["status"] == "fail" for check in checks)
    if as_json:
        output.print_json({"root": workspace.root, "ok": not failed, "checks": checks})
    else:
        from tracer.cli.render_ledger import check_lines  # noqa: PLC0415

        output.print_lines(check_lines(checks, output.columns()))
    return exit_codes.FOUND if failed else exit_codes.DONE


def _warnings(workspace: Workspace, agents: tuple[str, ...]) -> list[str]:
    """What was set up and cannot work yet: there is no git, or no package for an MCP server."""
    from tracer.agents.spec import agents_with_server  # noqa: PLC0415 - when needed
    from tracer.policy import Mode, load_config  # noqa: PLC0415
    from tracer.vcs import git_dir  # noqa: PLC0415

    warnings = []
    if git_dir(workspace.root) is None:
        warnings.append(
            f"{workspace.root} is in no git repository. Agents' changes are recorded, but commits, "
            "branches and sharing need git. Run `git init` there, then `tracer init` again."
        )
    waiting = [name for name in agents if name in agents_with_server()]
    if waiting and find_spec("mcp") is None:
        enforces = load_config(workspace).mode is Mode.ENFORCE
        refused = " Without a selected intent its writes are refused." if enforces else ""
        warnings.append(
            f"{' and '.join(waiting)} cannot call select_active_intent yet: the MCP server is set "
            f"up, but its package is not installed. Run `{install_command('mcp')}`. Until then an "
            f"agent selects an intent with the shell command `tracer intent select ID`.{refused}"
        )
    return [f"tracer: warning: {warning}" for warning in warnings]


def _next_steps(workspace: Workspace, agents: tuple[str, ...]) -> list[str]:
    """What a person does next, for somebody who has never done it."""
    from tracer.agents.spec import load_spec  # noqa: PLC0415 - loaded when needed
    from tracer.intents import load  # noqa: PLC0415
    from tracer.policy import Mode, load_config  # noqa: PLC0415

    steps = [str(note) for name in agents for note in load_spec(name).get("notes", ())]
    if not load(workspace).intents:
        steps.append('tracer intent add INT-001 --name "What for" --scope "src/**"')
        if load_config(workspace).mode is Mode.ENFORCE:
            steps.append("(until there is an intent, agents that write are refused)")
    return [f"next: {step}" for step in [*steps, "tracer doctor"]] if agents else []


def _tell(workspace: Workspace, actions: Iterable[tuple[str, str]], *, as_json: bool) -> None:
    """Say what was done to which file."""
    if as_json:
        files = [{"path": path, "action": what} for path, what in actions]
        output.print_json({"root": workspace.root, "files": files})
        return
    output.print_lines([(what + "  ", "green"), (path, "")] for path, what in actions)
