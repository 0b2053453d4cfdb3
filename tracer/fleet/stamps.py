"""What answers depend on beside a repository: this version's code and tables, as one hash.

By content, not by time, so that two machines with the same version name their tasks alike.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache

from tracer import resources

_PACKAGES = ("model", "syntax", "fingerprint", "matching", "semantics", "classify", "lineage",
             "ledger", "vcs", "engine", "history", "queries", "fleet")  # fmt: skip


@cache
def code_stamp() -> str:
    """A hash over the sources that rows are made by, and all tables of languages and agents."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    folders = [os.path.join(here, name) for name in _PACKAGES]
    folders += [resources.data_dir(top) for top in ("grammars", "hooks")]
    digest = hashlib.blake2b(digest_size=8)
    for folder in folders:
        for path in sorted(_files(folder)):
            with open(path, "rb") as file:
                content = hashlib.blake2b(file.read(), digest_size=16).digest()
            digest.update(os.path.relpath(path, folder).encode() + b"\0" + content)
    return digest.hexdigest()


def _files(folder: str) -> list[str]:
    return [
        os.path.join(directory, name)
        for directory, _, names in os.walk(folder)
        for name in names
        if name.endswith((".py", ".yaml", ".json", ".scm"))
    ]
