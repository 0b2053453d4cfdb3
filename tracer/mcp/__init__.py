"""The MCP server: `tracer mcp`, started by an agent over stdio.

It answers the handshake and a few questions, and changes nothing: the checkout itself is made
by the agent's hook, which alone knows the session (see `tracer.agents.handshake`).
"""

from __future__ import annotations

from tracer.model.errors import UsageError
from tracer.model.package import install_command


def main() -> None:
    """Serve on stdin and stdout until the client closes them.

    Raises: UsageError where the optional MCP SDK is not installed.
    """
    try:
        import mcp.server  # noqa: F401, PLC0415 - an optional dependency
    except ImportError as error:
        raise UsageError(
            "the MCP server needs the official MCP SDK",
            fix=f"Run `{install_command('mcp')}`",
        ) from error
    from tracer.mcp.server import serve  # noqa: PLC0415 - needs the SDK

    serve()
