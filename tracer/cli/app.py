"""All commands by name, and the one place where errors become exit codes."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

from tracer import __version__
from tracer.cli import exit_codes, terminal
from tracer.cli.options import WholeSentences, directory_option
from tracer.model.errors import TracerError

if TYPE_CHECKING:
    from collections.abc import Sequence

# command -> module below tracer.cli.commands that defines it, in the order of --help
COMMANDS = {
    "init": "setup",
    "uninit": "setup",
    "doctor": "setup",
    "index": "index",
    "demo": "demo",
    "hook": "agent",
    "helper": "helper",
    "mcp": "agent",
    "prompt": "agent",
    "intent": "intent",
    "run": "run",
    "approve": "approval",
    "reject": "approval",
    "blame": "blame",
    "blame-by-intent": "blame",
    "log": "blame",
    "diff": "change",
    "classify": "change",
    "fingerprint": "change",
    "verify": "ledger",
    "map": "overview",
    "report": "overview",
    "page": "page",
    "check": "check",
    "revert": "rollback",
    "export": "exchange",
    "import": "exchange",
    "claim": "claim",
    "sync": "sync",
    "fleet": "fleet",
    "seal": "ledger",
    "archive": "ledger",
}


# What a person reads goes through the pager, as with git.
PAGED = frozenset(
    {
        "blame", "blame-by-intent", "log", "diff", "classify", "fingerprint", "map", "report",
        "check", "verify", "revert", "prompt",
    }
)  # fmt: skip


class Commands(WholeSentences):
    """A group whose members are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Names in the order a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command called `cmd_name`, or None."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"tracer.cli.commands.{COMMANDS[cmd_name]}")
        name = cmd_name.replace("-", "_")
        # `import` is a keyword and `map` a builtin: those functions end in an underscore.
        command = getattr(module, name, None) or getattr(module, f"{name}_")
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.option(
    "--no-pager", is_flag=True, expose_value=False,
    help="Write straight to the terminal, not through $GIT_PAGER, $PAGER or less.",
)  # fmt: skip
@directory_option
def tracer() -> None:
    """Say whose intent a line of code serves.

    The answer follows the code through moves, renames and reformatting. Start with
    `tracer demo`, then `tracer init` in a repository of yours.
    """


def run(arguments: Sequence[str]) -> int:  # noqa: PLR0911 - one return a kind of end
    """The exit code of one command.

    Every error is one line on stderr; a person is never shown a traceback unless they ask.
    """
    words = allowing_pager(arguments)
    try:
        with tracer.make_context("tracer", words) as context:
            result = tracer.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return exit_codes.USAGE
    except click.ClickException as error:
        return _complain(_one_line(error), exit_codes.USAGE)
    except TracerError as error:
        return _complain(str(error), exit_codes.code_of(error))
    except BrokenPipeError:
        if terminal.end_pager():
            return exit_codes.DONE  # the person has read enough
        terminal.discard(sys.stdout)
        return exit_codes.PIPE_CLOSED
    except (KeyboardInterrupt, click.exceptions.Abort):
        return _complain("interrupted", exit_codes.INTERRUPTED)
    except Exception as error:
        if os.environ.get("TRACER_DEBUG"):
            raise
        kind = type(error).__name__
        hint = "Set TRACER_DEBUG=1 to see where, and report it"
        return _complain(f"a bug in tracer: {kind}: {error}. {hint}.", exit_codes.BUG)
    finally:
        terminal.end_pager()
    return int(result or exit_codes.DONE)


def allowing_pager(arguments: Sequence[str]) -> list[str]:
    """The words without `--no-pager`, which may stand anywhere as long as it is an option."""
    words = list(arguments)
    end = words.index("--") if "--" in words else len(words)
    first = 0
    while first < end and words[first].startswith("-"):
        first += 2 if words[first] == "-C" else 1
    if first >= end or words[first] not in PAGED:
        return words
    kept = [word for word in words[:end] if word != "--no-pager"]
    if len(kept) == end:
        terminal.allow_pager()
    return kept + words[end:]


def _one_line(error: click.ClickException) -> str:
    """A click error as `problem. fix`."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "tracer"
    return f"{' '.join(error.format_message().split())} See `{path} --help`."


def _complain(message: str, code: int) -> int:
    from tracer.cli.output import visible  # noqa: PLC0415 - few commands complain

    text = visible(message).rstrip()
    click.echo(f"tracer: {text}{'' if text.endswith('.') else '.'}", err=True)
    return code
