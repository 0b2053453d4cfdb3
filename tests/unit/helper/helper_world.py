"""Hooks and helpers with a runtime directory of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from tracer.helper import client, manage

ROOT = Path(__file__).resolve().parents[3]
START = "import sys; sys.path.insert(0, {!r}); from tracer.cli.start import main; main()"
HOOK = [sys.executable, "-c", START.format(str(ROOT)), "hook", "--agent", "generic"]


class Warm:
    """The runtime directory, and a workspace in which hooks are called."""

    def __init__(self, runtime: str, root: Path) -> None:
        self.runtime = runtime
        self.root = root
        self.started: list[int] = []

    @property
    def environment(self) -> dict[str, str]:
        """What a hook's process sees."""
        return dict(os.environ)

    def start(self, *arguments: str) -> manage.Status:
        """A helper that is ready."""
        os.makedirs(os.path.join(self.runtime, "tracer"), mode=0o700, exist_ok=True)
        self.started.append(client.spawn(*arguments))
        until = time.monotonic() + 60
        while time.monotonic() < until:
            found = [one for one in manage.running() if one.is_ours]
            if found:
                return found[0]
            time.sleep(0.05)
        raise AssertionError("no helper answers")

    def hook(
        self, payload: dict[str, object], cwd: Path | None = None, **changed: str
    ) -> subprocess.CompletedProcess[bytes]:
        """What a hook answered, with these variables changed."""
        return subprocess.run(
            HOOK,
            input=json.dumps(payload).encode(),
            cwd=cwd or self.root,
            env=self.environment | changed,
            capture_output=True,
            timeout=120,
            check=False,
        )

    def event(self, phase: str, **more: object) -> dict[str, object]:
        """An event of the generic dialect."""
        return {
            "schema": "tracer.event/1", "phase": phase, "kind": "file_edit", "agent": "acme",
            "session_id": "s", "turn_id": "1", "call_id": "c", "cwd": str(self.root),
            "contributor": {"entity_type": "AI", "model_identifier": "acme-1"},
            "targets": [{"path": "a.py", "op": "edit"}], **more,
        }  # fmt: skip
