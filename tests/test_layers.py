"""The layers of ARCHITECTURE.md, held against every import in `tracer/`."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "tracer"

# What a hook may never load: each costs a large part of the whole budget of a call.
FORBIDDEN_ON_HOOK_PATH = {
    "argparse", "click", "dataclasses", "filelock", "inspect", "jsonschema", "mcp", "pathlib",
    "pathspec", "pydantic", "rfc8785", "rich", "ruamel.yaml", "subprocess", "unidiff", "yaml",
    "tree_sitter_language_pack", "pyarrow", "duckdb", "ray",
}  # fmt: skip


Row = tuple[int, ...]

MOST_SIDE_BY_SIDE = 15  # modules right in one package below semantics and classify


# Recursive descents: code of every kind contains code of every kind, so the modules that lower or
# evaluate one kind name those of the others, in functions and annotations
# (ARCHITECTURE.md, Layers).
DESCENTS = ("semantics.lowering.", "classify.equivalence.evaluation.")


@cache
def layer_table() -> tuple[dict[str, Row], dict[str, set[str]]]:
    """The row of every package in ARCHITECTURE.md, and the whole list of those that name one.

    A package is written as its path below `tracer`; `history/*` are the modules right in one.
    """
    rows: dict[str, Row] = {}
    only: dict[str, set[str]] = {}
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| (\d+(?:\.\d+)*) \| (.+?) \| (.+?) \|$", text, re.MULTILINE)
    for number, names, owns in found:
        packages = re.findall(r"`([\w/*]+)`", names)
        for package in packages:
            assert package not in rows, f"{package} stands in two rows of ARCHITECTURE.md"
            rows[package] = tuple(map(int, number.split(".")))
        limit = re.search(r"\(imports (.+?) only\)", owns)
        if limit:
            for package in packages:
                only[package] = set(re.findall(r"`(\w+)`", limit.group(1)))
    return rows, only


def parts_of(path: Path) -> tuple[str, ...]:
    """`tracer/syntax/parse.py` as (`syntax`, `parse`); a package as itself."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def is_package(parts: tuple[str, ...]) -> bool:
    return (PACKAGE.joinpath(*parts) / "__init__.py").exists()


def place_of(parts: tuple[str, ...], rows: dict[str, Row]) -> str | None:
    """The innermost entry of the table that holds a module; None if only an outer one does.

    The face of a package with rows inside (its `__init__`) is no part of any of them.
    """
    entries = ["/".join(parts[: len(parts) - back]) for back in range(len(parts))]
    entries.insert(1, "/".join([*parts[:-1], "*"]))
    found = next((entry for entry in entries if entry in rows), None)
    inner = found is not None and any(row.startswith(f"{found}/") for row in rows)
    return None if inner and "/".join(parts) != found else found


class Imported(NamedTuple):
    """A module of tracer's own that another one imports."""

    line: int
    module: tuple[str, ...]
    is_late: bool  # in a function, or for types only: not run when the importing module is loaded


@cache
def tracer_imports(path: Path, source: str) -> list[Imported]:
    """Every import of tracer's own code, also in functions and for types only."""
    found = []
    inside = path.relative_to(ROOT).parent.parts
    tree = ast.parse(source, str(path))
    for node, late in statements(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(inside[: len(inside) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, [base, node.module or ""]))
            names = [f"{module}.{alias.name}" for alias in node.names]
        else:
            continue
        found += [(node.lineno, name, late) for name in names]
    if "import_module" in source:  # most modules do not ask for any by a text
        found += [
            (node.lineno, arg.value, True)
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and "import_module" in ast.unparse(node.func)
            for arg in node.args
            if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
        ]
    return [
        Imported(line, module_of(tuple(name.split(".")[1:])), late)
        for line, name, late in found
        if name.startswith("tracer.") and name != "tracer.__version__"
    ]


def statements(node: ast.AST, is_late: bool = False) -> Iterator[tuple[ast.stmt, bool]]:
    """Every statement, and whether it does not run when the module is loaded."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, part, None) or ():
            late = is_late or isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)
            late |= isinstance(inner, ast.If) and "TYPE_CHECKING" in ast.unparse(inner.test)
            if isinstance(inner, ast.stmt):
                yield inner, late
            yield from statements(inner, late)


@cache
def module_of(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The module that an imported name is, or is taken from."""
    where = PACKAGE.joinpath(*parts)
    is_module = where.with_suffix(".py").exists() or is_package(parts)
    return parts if is_module or len(parts) == 1 else parts[:-1]


def violations(path: Path, source: str) -> list[str]:
    """What in this file breaks the table, one line each."""
    rows, only = layer_table()
    mine = parts_of(path)
    here = place_of(mine, rows)
    problems = []
    for line, target, late in tracer_imports(path, source):
        where = f"{path.relative_to(ROOT)}:{line}"
        there = place_of(target, rows)
        if there == here and here is not None and is_simple(here, rows):
            continue
        if is_above(mine, target) or is_above(target, mine):
            continue  # a face takes from all that is in it; circles are looked for besides
        if late and any(is_inside(mine, name) and is_inside(target, name) for name in DESCENTS):
            continue
        here_rows, there_rows = rows_of(mine, rows), rows_of(target, rows)
        if not here_rows or not there_rows:
            problems.append(f"{where}: {'.'.join(target if here_rows else mine)}: in no row")
            continue
        here_row, there_row = here_rows[0], there_rows[-1]
        if target[0] != mine[0]:
            here_row, there_row = rows[mine[0]], rows[target[0]]
        if there_row >= here_row or here_row[: len(there_row)] == there_row:
            problems.append(f"{where}: {here} {here_row} imports {there} {there_row}")
        elif mine[0] in only and target[0] not in {mine[0], *only[mine[0]]}:
            problems.append(f"{where}: {here} may import {sorted(only[mine[0]])} only, not {there}")
    return problems


def rows_of(parts: tuple[str, ...], rows: dict[str, Row]) -> list[Row]:
    """The row that a module stands in; of a package's face the rows of all that is in it."""
    if is_face(parts, rows):
        inside = "/".join(parts) + "/"
        return sorted(row for place, row in rows.items() if place.startswith(inside))
    place = place_of(parts, rows)
    return [] if place is None else [rows[place]]


def is_above(package: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    """Whether a module is the face of a package that holds another one."""
    return parts[: len(package)] == package and is_package(package)


def is_inside(parts: tuple[str, ...], package: str) -> bool:
    return f"{'.'.join(parts)}.".startswith(package)


def is_simple(place: str, rows: dict[str, Row]) -> bool:
    return not any(row.startswith(f"{place}/") for row in rows)


def is_face(parts: tuple[str, ...], rows: dict[str, Row]) -> bool:
    """Whether a module is the `__init__` of a package with rows inside."""
    return any(row.startswith("/".join(parts) + "/") for row in rows)


def circles(imports: dict[tuple[str, ...], set[tuple[str, ...]]]) -> list[list[str]]:
    """Modules that import themselves by way of others: strongly connected components.

    Source: Tarjan, "Depth-first search and linear graph algorithms", 1972.
    """
    number: dict[tuple[str, ...], int] = {}
    low: dict[tuple[str, ...], int] = {}
    stack: list[tuple[str, ...]] = []
    found = []

    def visit(module: tuple[str, ...]) -> None:
        number[module] = low[module] = len(number)
        stack.append(module)
        for other in sorted(imports.get(module, ())):
            if other not in number:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], number[other])
        if low[module] == number[module]:
            circle = stack[stack.index(module) :]
            del stack[-len(circle) :]
            if len(circle) > 1:
                found.append(sorted(".".join(parts) for parts in circle))

    for module in sorted(imports):
        if module not in number:
            visit(module)
    return found


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
    modules = [parts_of(path) for path in sources()]
    assert {parts[0] for parts in modules} - rows.keys() == set(), "missing in ARCHITECTURE.md"
    empty = [row for row in rows if not PACKAGE.joinpath(row.removesuffix("/*")).is_dir()
             and not PACKAGE.joinpath(f"{row}.py").is_file()]  # fmt: skip
    assert empty == [], "rows of ARCHITECTURE.md without a package"
    homeless = [p for p in modules if not place_of(p, rows) and not is_face(p, rows)]
    assert homeless == [], "in a package with rows inside, but in none of them"


def test_packages_have_layers_inside() -> None:
    """What is below semantics and classify has no long row of modules side by side."""
    count = Counter(
        path.parent
        for path in sources()
        if path.name != "__init__.py" and parts_of(path)[0] in ("semantics", "classify")
    )
    long = {str(p.relative_to(PACKAGE)): n for p, n in count.items() if n > MOST_SIDE_BY_SIDE}
    assert long == {}


def test_no_circle() -> None:
    """No module imports itself by way of others, in functions and for types included."""
    imports = {
        parts_of(path): {
            imported.module
            for imported in tracer_imports(path, path.read_text("utf-8"))
            if imported.module != parts_of(path)
        }
        for path in sources()
    }
    found = circles(imports)
    assert [c for c in found if not any(all(m.startswith(d) for m in c) for d in DESCENTS)] == []


def test_circle_is_found() -> None:
    """The check sees one of three modules, and none where two are asked by one."""
    a, b, c = ("a",), ("b",), ("c",)
    assert circles({a: {b}, b: {c}, c: {a}}) == [["a", "b", "c"]]
    assert circles({a: {b, c}, b: {c}}) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("syntax/parse.py", "from tracer.engine import after_call"),
        ("syntax/parse.py", "def f():\n    import tracer.cli.entry"),
        ("syntax/parse.py", "from ..lineage import carry"),
        ("classify/rules/control_flow.py", "from tracer.lineage import carry"),
        ("semantics/names/scopes.py", "from tracer.semantics.effects import commutativity"),
        ("semantics/lowering/nodes/opaque.py", "from tracer.semantics.lowering.world import uses"),
        ("classify/inlining/one.py", "from tracer.classify.method_equivalence.code import terms"),
        ("classify/method_equivalence/judge.py", "from tracer.classify.detection import naming"),
        ("semantics/model.py", "if T:\n    from tracer.semantics.dispatch import is_reached"),
        ("semantics/types/tables.py", "def f():\n    from tracer.semantics.values import texts"),
        ("semantics/model.py", "from tracer.classify.change import edits"),
        ("classify/rules/move/users.py", "from tracer.classify.rules.imports import import_order"),
        ("classify/equality/one.py", "from ..change.edits import Edit"),
        ("history/blame.py", "from tracer.history.elements.log import log_history"),
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
        ("classify/rules/control_flow.py", "from tracer.classify.change.change import Context"),
        ("classify/rules/move/users.py", "from .moved import Moved\nfrom ...change import edits"),
        ("history/elements/log.py", "from tracer.history.blame import blame_history"),
        ("semantics/effects/one.py", "from tracer.semantics.names.imports import Import"),
        (
            "semantics/lowering/nodes/opaque.py",
            "if TYPE_CHECKING:\n    from tracer.semantics.lowering.world import uses",
        ),
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
