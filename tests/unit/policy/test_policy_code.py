"""Code of other languages in a command line: what it deletes, and what it lets a shell run."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tracer.policy.shell import plan

if TYPE_CHECKING:
    from pathlib import Path

_DESTRUCTIVE = [
    """python3 -c "import os; os.system('git reset --hard')" """,
    """python3 -c "import subprocess as s; s.run(['rm', '-rf', 'src'])" """,
    """python3 -c 'import shutil; shutil.rmtree("src")'""",
    "python3 - <<'EOF'\nimport shutil\nshutil.rmtree('src')\nEOF",
    """node -e 'require("child_process").execSync("rm -rf src")'""",
    """node -e 'require("fs").rmSync("src", {recursive: true})'""",
    "perl -e 'system(\"rm -rf src\")'",
    "perl -e '`git clean -fdx`'",
    "perl -e 'unlink glob \"*\"'",
    "ruby -e 'FileUtils.rm_rf \"src\"'",
    "ruby -e 'system \"git clean -fdx\"'",
    """php -r 'exec("git reset --hard");'""",
    """lua -e 'os.execute("rm -rf src")'""",
    "awk 'BEGIN{system(\"rm -rf src\")}'",
    "timeout 9 env A=1 python3 -c 'import shutil; shutil.rmtree(\"src\")'",
    'sqlite3 a.db ".shell rm -rf src"',
    "psql <<< 'DROP DATABASE a'",
    "psql -c '\\! rm -rf src'",
    "flock src/lock -c 'rm -rf src'",
    "psql <<'EOF'\nTRUNCATE a;\nEOF",
    "echo 'DROP TABLE a' | psql",
    "vim -c ':!rm -rf src' -c q",
    "make SHELL='rm -rf src'",
    "alias a='rm -rf src'; a",
    "rsync -a --delete a/ b/",
]
_NOT = [
    """python3 -c "print('rm -rf src')" """,
    "python -m pytest -k run",
    """python3 -c "import subprocess; print(subprocess.run(['git', 'log']))" """,
    """node -e 'console.log("a")'""",
    "make test",
    "deno run -A x.ts",
    "perl -pi -e 's/a/b/' src/a",
    "psql -c 'select 1'",
    "python -c 'service = Service()'",
    "uv run python -c 'su = 3\nprint(su)'",
    "echo 'DROP TABLE a'",
    "echo 'DROP TABLE a' | cat; psql -c 'select 1'",
    "alias ll='ls -l'",
    "rsync -a a/ b/",
]


@pytest.mark.parametrize("line", _DESTRUCTIVE)
def test_what_code_deletes_waits_for_a_person(line: str, tmp_path: Path) -> None:
    """Whole directories, uncommitted work, tables; through a shell or the language's own calls."""
    assert plan(line, str(tmp_path)).command_class == "destructive"


@pytest.mark.parametrize("line", _NOT)
def test_other_code_is_no_danger(line: str, tmp_path: Path) -> None:
    """Words alone are none: somebody has to run them."""
    assert plan(line, str(tmp_path)).dangers == ()


def test_a_pager_with_an_order_is_no_read(tmp_path: Path) -> None:
    """`less +!COMMAND` runs it."""
    assert not plan("less +'!touch x' a", str(tmp_path)).is_safe
    assert plan("less a", str(tmp_path)).is_safe


def test_long_code_takes_no_long_time(tmp_path: Path) -> None:
    """A megabyte of quotes beside a call that runs them."""
    began = time.process_time()
    plan("python3 -c \"run('" + "a'b'" * 40_000 + '")"', str(tmp_path))
    assert time.process_time() - began < 30, "the square of it takes minutes"
