"""The layers of ARCHITECTURE.md, held against every import in `tracer/`."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "tracer"

# What a hook may never load: each costs a large part of the whole budget of a call.
FORBIDDEN_ON_HOOK_PATH = {
    "argparse", "click", "dataclasses", "filelock", "inspect", "jsonschema", "mcp", "pathlib",
    "pathspec", "pydantic", "rfc8785", "rich", "ruamel.yaml", "subprocess", "unidiff", "yaml",
    "tree_sitter_language_pack",
}  # fmt: skip


def layer_table() -> tuple[dict[str, int], dict[str, set[str]]]:
    """The row of every package in ARCHITECTURE.md, and the whole list of those that name one."""
    rows: dict[str, int] = {}
    only: dict[str, set[str]] = {}
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for number, names, owns in re.findall(r"^\| (\d+) \| (.+?) \| (.+?) \|$", text, re.MULTILINE):
        packages = re.findall(r"`(\w+)`", names)
        for package in packages:
            assert package not in rows, f"{package} stands in two rows of ARCHITECTURE.md"
            rows[package] = int(number)
        limit = re.search(r"\(imports (.+?) only\)", owns)
        if limit:
            for package in packages:
                only[package] = set(re.findall(r"`(\w+)`", limit.group(1)))
    return rows, only


def package_of(path: Path) -> str:
    """The layer a file belongs to: `tracer/syntax/parse.py` → `syntax`."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[0]


def tracer_imports(path: Path, source: str) -> list[tuple[int, str]]:
    """(line, package) of every import of tracer's own code, also inside functions."""
    found = []
    inside = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(source, str(path))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(inside[: len(inside) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, [base, node.module or ""]))
            names = [f"{module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and "import_module" in ast.unparse(node.func):
            names = [
                arg.value
                for arg in node.args
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            ]
        else:
            continue
        found += [
            (node.lineno, name.split(".")[1])
            for name in names
            if name.startswith("tracer.") and name != "tracer.__version__"
        ]
    return found


def violations(path: Path, source: str) -> list[str]:
    """What in this file breaks the table, one line each."""
    rows, only = layer_table()
    here = package_of(path)
    problems = []
    for line, there in tracer_imports(path, source):
        where = f"{path.relative_to(ROOT)}:{line}"
        if there == here:
            continue
        if there not in rows:
            problems.append(f"{where}: {here} imports {there}, which is in no row")
        elif rows[there] >= rows[here]:
            problems.append(f"{where}: {here} (row {rows[here]}) imports {there} ({rows[there]})")
        elif here in only and there not in only[here]:
            problems.append(f"{where}: {here} may import {sorted(only[here])} only, not {there}")
    return problems


def sources() -> list[Path]:
    """Every module of the package but its public face, which re-exports from any layer."""
    return sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def test_no_import_points_up() -> None:
    """No module imports a layer at or below its own row of the table."""
    problems = [p for path in sources() for p in violations(path, path.read_text("utf-8"))]
    assert not problems, "\n" + "\n".join(problems)


def test_table_and_packages_agree() -> None:
    """Every package has a row, and every row has its package."""
    rows, _ = layer_table()
    packages = {package_of(path) for path in sources()}
    assert packages - rows.keys() == set(), "packages missing in ARCHITECTURE.md"
    assert rows.keys() - packages == set(), "rows of ARCHITECTURE.md without a package"


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("syntax/parse.py", "from tracer.engine import after_call"),
        ("syntax/parse.py", "def f():\n    import tracer.cli.entry"),
        ("syntax/parse.py", "from ..lineage import carry"),
        ("classify/rules/move.py", "from tracer.lineage import carry"),
        ("lineage/carry.py", "from tracer import classify"),
        ("ledger/append.py", "from tracer.syntax import parse"),
        ("agents/run.py", "import importlib\nimportlib.import_module('tracer.cli.entry')"),
    ],
)
def test_upward_import_is_found(module: str, source: str) -> None:
    """The check itself sees upward, sideways, lazy, relative and dynamic imports."""
    assert violations(PACKAGE / module, source)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine/pipeline.py", "from tracer.syntax import parse"),
        ("classify/rules/move.py", "from tracer.classify.change.change import Context"),
        ("classify/rules/move.py", "from .context import Context\nfrom ..rules import move"),
        ("ledger/append.py", "from tracer.model.errors import LedgerError"),
    ],
)
def test_downward_import_is_allowed(module: str, source: str) -> None:
    """The check lets a module use the rows above its own."""
    assert violations(PACKAGE / module, source) == []


def modules_after(statement: str) -> set[str]:
    """What a fresh interpreter has loaded after `statement`."""
    code = f"{statement}\nimport sys\nprint('\\n'.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "statement", ["import tracer.agents.run", "import tracer.cli.entry", "import tracer"]
)
def test_hook_path_stays_light(statement: str) -> None:
    """Importing what a hook runs loads none of the slow modules."""
    loaded = modules_after(statement)
    before = modules_after("pass")
    assert (loaded - before) & FORBIDDEN_ON_HOOK_PATH == set()
