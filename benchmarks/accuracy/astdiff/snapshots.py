"""The stored contents: folders of the files a commit changed, read from a bare or plain clone."""

from __future__ import annotations

import os
import subprocess

OWNER = "tsantalis+RefactoringMiner"
FOLDER = "src/test/resources/oracle/commits"


class Snapshots:
    """Files of the snapshot folders, through one `git cat-file --batch`."""

    def __init__(self, clones: str) -> None:
        clone = os.path.join(clones, OWNER, "repo")
        git_dir = os.path.join(clone, ".git")
        self.git_dir = git_dir if os.path.isdir(git_dir) else clone
        listing = self._git("ls-tree", "-r", "-z", f"HEAD:{FOLDER}").decode()
        self._folders: dict[str, dict[str, str]] = {}
        for entry in filter(None, listing.split("\0")):
            about, _, path = entry.partition("\t")
            folder, _, file = path.partition("/")
            self._folders.setdefault(folder, {})[file] = about.split()[2]
        self._batch = subprocess.Popen(
            ["git", f"--git-dir={self.git_dir}", "cat-file", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def files(self, folder: str) -> dict[str, str]:
        """{path: blob id} of one folder."""
        return self._folders.get(folder, {})

    def texts(self, folder: str) -> dict[str, bytes]:
        """{path: content} of one folder; blobs the clone lacks are left out."""
        found = {path: self._read(blob) for path, blob in self.files(folder).items()}
        return {path: text for path, text in found.items() if text is not None}

    def diff(self, blob_before: str, blob_after: str) -> str:
        """`git diff -U0` of two blobs."""
        return self._git("diff", "-U0", "--no-color", blob_before, blob_after).decode(
            "utf-8", "replace"
        )

    def _git(self, *arguments: str) -> bytes:
        command = ["git", f"--git-dir={self.git_dir}", *arguments]
        return subprocess.run(command, capture_output=True, check=True).stdout

    def _read(self, blob: str) -> bytes | None:
        self._batch.stdin.write(f"{blob}\n".encode())
        self._batch.stdin.flush()
        head = self._batch.stdout.readline().split()
        if len(head) != 3:
            return None
        text = self._batch.stdout.read(int(head[2]))
        self._batch.stdout.read(1)
        return text
