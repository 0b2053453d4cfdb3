"""A change called AST_REFACTOR never changes what a program does: found out by running it."""

from __future__ import annotations

import inspect
import io
import re
import sys
import types
import warnings
from contextlib import redirect_stdout

from hypothesis import HealthCheck, given, settings
from programs import SEEDS, changes, closed_changes
from verdicts import EXAMPLES, is_refactoring


def _calls(function):
    """Argument lists that use every way the signature offers: by position and by keyword."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    keyword = {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}
    by_name = {p.name: 3 for p in parameters if p.kind in keyword}
    by_place = [2] * sum(p.kind is inspect.Parameter.POSITIONAL_ONLY for p in parameters)
    return [((), {}), ((1,), {}), ((1, 2), {}), (tuple(by_place), by_name)]


def _shown(text):
    """Text without addresses, and without the names of functions, which no rule claims to keep."""
    return re.sub(
        r"<(function|bound method|class|module) [^>]*>+", r"<\1>", re.sub(" at 0x.*?>", ">", text)
    )


def _value(value, depth=0):
    """What can be seen of a value; functions are called."""
    if inspect.isfunction(value) and depth < 2:
        return [_outcome(value, args, kwargs, depth + 1) for args, kwargs in _calls(value)]
    if isinstance(value, list | tuple) and depth < 3:
        return [_value(item, depth + 1) for item in value]
    if inspect.isclass(value) and value.__module__ == "case":
        public = sorted(name for name in vars(value) if name[0] != "_")
        return [(name, _value(vars(value)[name], depth + 1)) for name in public]
    if isinstance(value, BaseException):
        return type(value).__name__
    return _shown(repr(value))


def _outcome(function, args, kwargs, depth=0):
    try:
        return _value(function(*args, **kwargs), depth)
    except RecursionError:
        raise
    except UnboundLocalError:
        return "NameError"  # which it is: a local without a value, here or in a function around
    except Exception as error:  # noqa: BLE001 - any exception is an outcome
        return type(error).__name__


def _surface(namespace, calls):
    """Public names of a module, what they are, and what calling them gives."""
    found = {}
    for name, (args_list) in calls.items():
        value = namespace.get(name, "missing")
        if args_list is None:
            found[name] = _value(value)
        else:
            found[name] = [
                _outcome(value, args, kwargs) if callable(value) else "not callable"
                for args, kwargs in args_list
            ]
    return found


def _run(text, calls=None):
    """(outcome of importing, calls that were possible, what they gave, everything printed)."""
    namespace = {"__name__": "case"}
    output = io.StringIO()
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 120)
    try:
        with redirect_stdout(output), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                exec(compile(text, "<case>", "exec", dont_inherit=True), namespace)
                outcome = "done"
            except RecursionError:
                raise
            except Exception as error:  # noqa: BLE001 - any exception is an outcome
                outcome = type(error).__name__
            if calls is None:
                calls = {
                    name: _calls(value) if inspect.isfunction(value) else None
                    for name, value in namespace.items()
                    if name[0] != "_"
                }
            seen = _surface(namespace, calls)
    except RecursionError:
        return None, calls, None, None
    finally:
        sys.setrecursionlimit(limit)
    return outcome, calls, seen, _shown(output.getvalue())


def behave_alike(before, after):
    """Whether both modules print the same, offer the same names, and answer the same calls.

    One whose import fails offers nothing: nobody sees what it had defined until then.
    """
    outcome, calls, seen, printed = _run(before)
    if outcome is None:
        return True
    again = _run(after, calls)
    is_offered = outcome == "done"
    return (outcome, printed) == (again[0], again[3]) and (not is_offered or seen == again[2])


@settings(
    max_examples=2 * EXAMPLES,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(SEEDS)
def test_refactoring_keeps_behaviour(seed):
    """Whatever is called AST_REFACTOR runs the same."""
    before, after = changes(seed)
    if not behave_alike(before, after):
        assert not is_refactoring(before, after), f"{before}\n-----\n{after}"


def _run_main(texts):
    """(outcome, everything printed) of main.py, with m.py as its module."""
    output = io.StringIO()
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 120)
    module = types.ModuleType("m")
    known = sys.modules.get("m")
    sys.modules["m"] = module
    try:
        with redirect_stdout(output), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                exec(compile(texts["m.py"], "m.py", "exec", dont_inherit=True), module.__dict__)
                exec(compile(texts["main.py"], "main.py", "exec", dont_inherit=True), {})
                outcome = "done"
            except RecursionError:
                return None
            except Exception as error:  # noqa: BLE001 - any exception is an outcome
                outcome = type(error).__name__
    finally:
        sys.setrecursionlimit(limit)
        if known is None:
            del sys.modules["m"]
        else:
            sys.modules["m"] = known
    return outcome, _shown(output.getvalue())


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(SEEDS)
def test_closed_world_keeps_behaviour(seed):
    """With all files at hand, a public name may change; what main.py prints may not."""
    before, after = closed_changes(seed)
    shown = _run_main(before)
    if shown is not None and shown != _run_main(after):
        texts = "\n-----\n".join([*before.values(), *after.values()])
        assert not is_refactoring(before, after, closed_world=True), texts


def test_harness_sees_a_difference():
    """The comparison itself can fail: another result, another keyword, another print."""
    base = "def f(a):\n    return a\n"
    for other in (
        "def f(a):\n    return 2\n",
        "def f(b):\n    return b\n",
        "def f(a):\n    print(a)\n    return a\n",
        "def g(a):\n    return a\n",
    ):
        assert not behave_alike(base, other)
