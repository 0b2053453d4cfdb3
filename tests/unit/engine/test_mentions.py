"""What the rest of a repository says about a name decides whether it may change."""

from __future__ import annotations

import subprocess

import pytest

from tracer.engine import measure
from tracer.model.changes import ChangeSet
from tracer.model.workspace import Workspace

BEFORE = {"a.py": b"def price(n):\n    return n\n\n\nprice(1)\n"}
AFTER = {"a.py": b"def cost(n):\n    return n\n\n\ncost(1)\n"}


@pytest.fixture
def workspace(tmp_path):
    (tmp_path / "a.py").write_bytes(BEFORE["a.py"])
    (tmp_path / ".orchestration").mkdir()
    for command in (("init", "-q"), ("add", ".")):
        subprocess.run(["git", "-C", str(tmp_path), *command], check=True)
    return Workspace(str(tmp_path))


def _verdict(workspace, before=BEFORE, after=AFTER):
    found = measure(ChangeSet.from_texts(before, after), workspace)
    return found.verdict.verdict.value


def _write(workspace, path, text):
    with open(f"{workspace.root}/{path}", "w", encoding="utf-8") as file:
        file.write(text)


def test_nobody_else_has_the_word(workspace):
    """A public function that only its own file uses may be renamed."""
    assert _verdict(workspace) == "AST_REFACTOR"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("b.py", "from a import price\n"),
        ("b.py", "getattr(a, 'price')\n"),
        ("setup.cfg", "entry = a:price\n"),
        ("CMakeLists.txt", "add_test(NAME price COMMAND python a.py)\n"),
        ("b.py", "cost = 3\n"),
    ],
)
def test_another_file_has_it(workspace, path, text):
    """Code, texts and settings may use the name; the new one must be free as well."""
    _write(workspace, path, text)
    assert _verdict(workspace) == "INTENT_EVOLUTION"


def test_prose_uses_nothing(workspace):
    """Documentation mentions names without using them, and longer words are other words."""
    _write(workspace, "README.md", "price\n")
    _write(workspace, "b.py", "prices = 1\n")
    assert _verdict(workspace) == "AST_REFACTOR"


def test_public_api_is_open_to_the_world(workspace):
    """What config.yaml names is used by other repositories."""
    _write(workspace, ".orchestration/config.yaml", "public_api: ['*.py']\n")
    assert _verdict(workspace) == "INTENT_EVOLUTION"


def test_users_in_the_change_follow(workspace):
    """A file of the change that imports the name has to follow."""
    user = b"from a import %s\n\n%s(2)\n"
    before = {**BEFORE, "b.py": user % (b"price", b"price")}
    after = {**AFTER, "b.py": user % (b"cost", b"cost")}
    assert _verdict(workspace, before, after) == "AST_REFACTOR"
    after["b.py"] = user % (b"price", b"price")
    assert _verdict(workspace, before, after) == "INTENT_EVOLUTION"
