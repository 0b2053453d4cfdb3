"""The ledger holds no source text, salted hashes hide short lines, the index stays local."""

from __future__ import annotations

import json
import os
import re

import pytest
from working_agent import Agent

from tracer.agents import git_setup
from tracer.agents.setup import init
from tracer.ledger import append, content_hash, new_id, verify
from tracer.model.workspace import Workspace

# Every word is unusual, so that each of them would be noticed. Names of definitions, which
# evidence may name, are `def_`-something.
CODE = {
    "shop.py": '''\
import zebrafish
DEF_QUOKKA = "marzipan # not a comment"


def def_price(wombat, axolotl=47110815):
    """Pangolin of the house."""
    numbat = wombat * 8675309  # kookaburra
    return numbat + axolotl


class DefCart:
    tamarin = [b"okapi", 'capybara']
''',
    "shop.js": "const defNarwhal = `tapir ${ibex}`; // gharial\nfunction defTotal(kiwi) {}\n",
    "notes.txt": "the secret dugong\nlives in a lagoon\n",
    "data.bin": "fossa\x00\x01aardvark\n",
}
EDITS = {
    "shop.py": CODE["shop.py"].replace("8675309", "901259012").replace("kookaburra", "bandicoot"),
    "shop.js": CODE["shop.js"].replace("tapir", "manatee"),
    "notes.txt": CODE["notes.txt"] + "and a quoll\n",
}
COMMON = {"import", "return", "const", "function", "class", "def", "the", "of", "in", "a", "not",
          "and", "house", "comment", "lives", "b"}  # fmt: skip


def words(texts):
    """Every word of the texts that only source text can hold."""
    found = {word for text in texts for word in re.findall(r"\w+", text)}
    return {word for word in found - COMMON if not word.lower().startswith("def") and len(word) > 2}


def in_ledger(workspace):
    with open(workspace.ledger, encoding="utf-8") as file:
        return file.read()


def story(agent):
    for name, text in [*CODE.items(), *EDITS.items()]:
        agent.edit("edit", name, text)
    agent.shell("move", "mv shop.py moved.py")
    agent.write("shop.js", CODE["shop.js"])  # nobody reports this
    agent.edit("gone", "notes.txt", "gone\n")


def test_no_source_text(tmp_path):
    """Not one word of code, comments, strings or data is in the ledger, whatever was done to it."""
    agent = Agent(str(tmp_path))
    story(agent)
    ledger = in_ledger(agent.workspace)
    assert ledger.count("\n") > 5
    assert verify(agent.workspace).ok
    leaked = {word for word in words([*CODE.values(), *EDITS.values()]) if word in ledger}
    assert leaked == set()


def test_salted_hashes(tmp_path):
    """With a salt no plain hash of any range of lines is there; with it they can be checked."""
    agent = Agent(str(tmp_path))
    git_setup.connect(agent.workspace, salted=True)
    story(agent)
    ledger = in_ledger(agent.workspace)
    with open(os.path.join(agent.workspace.sidecar, "salt"), "rb") as file:
        salt = file.read().strip()
    lines = CODE["notes.txt"].encode().splitlines(keepends=True)
    for first in range(len(lines)):
        for last in range(first, len(lines)):
            # The hash of the whole file stays plain: look-ups are made by it.
            if last - first + 1 < len(lines):
                assert content_hash(b"".join(lines[first : last + 1])) not in ledger
    assert content_hash(b"".join(lines), salt) in ledger
    hashes = set()

    def walk(value):
        if isinstance(value, dict):
            hashes.update(text for key, text in value.items() if key == "content_hash")
            value = list(value.values())
        for item in value if isinstance(value, list) else ():
            walk(item)

    for line in ledger.splitlines():
        walk(json.loads(line))
    assert hashes
    assert all(text.startswith("hmac-sha256:") for text in hashes)
    assert verify(agent.workspace).ok


def test_an_empty_salt_is_no_licence_for_plain_hashes(tmp_path):
    """A salt file that lost its content is an error, not the end of salting."""
    from tracer.ledger import salt_of
    from tracer.model.errors import LedgerError

    workspace = Workspace(str(tmp_path))
    os.makedirs(workspace.sidecar)
    with open(os.path.join(workspace.sidecar, "salt"), "w") as file:
        file.write("\n")
    with pytest.raises(LedgerError, match="salt is empty"):
        salt_of(workspace)


@pytest.mark.parametrize("lost", [[], [".gitignore"], [".index/.gitignore"]])
def test_index_is_never_committed(repo, lost):
    """`git add -A` takes nothing of the index, though one of the two ignore files is lost."""
    workspace = Workspace(os.path.realpath(repo.root))
    init(workspace)
    append(workspace, {"id": new_id(), "event": "note", "text": "x"})
    for name in lost:
        os.unlink(os.path.join(workspace.sidecar, name))
    repo.commit("all")
    tracked = repo.git("ls-files").splitlines()
    assert ".orchestration/config.yaml" in tracked
    assert not [path for path in tracked if ".index" in path]
