"""Each benchmark can still be started: what it takes from the product is there."""

import importlib
import pkgutil

import benchmarks


def test_each_module_of_the_benchmarks_loads():
    names = [m.name for m in pkgutil.walk_packages(benchmarks.__path__, "benchmarks.")]
    assert len(names) > 40
    for name in names:
        if not name.endswith("__main__"):
            importlib.import_module(name)
