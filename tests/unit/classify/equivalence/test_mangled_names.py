"""A private name of a Python class is another one outside of it."""

import pytest

import tracer

BEFORE = """\
class Account:
    def __init__(self, sum):
        self.{0} = sum

    def close(self):
        rest = self.{0}
        print(rest)
        return rest
"""
AFTER = """\
from b import _settle


class Account:
    def __init__(self, sum):
        self.{0} = sum

    def close(self):
        return _settle(self)
"""
SETTLE = """\
def _settle(account):
    rest = account.{0}
    print(rest)
    return rest
"""


@pytest.mark.parametrize(("name", "is_proved"), [("__sum", False), ("_sum", True)])
def test_a_function_of_another_file_reads_another_name(name, is_proved):
    """Code of a method that becomes a function elsewhere no longer finds a mangled name."""
    before = {"a.py": BEFORE.format(name).encode()}
    after = {"a.py": AFTER.format(name).encode(), "b.py": SETTLE.format(name).encode()}
    change_set = tracer.ChangeSet.from_texts(before, after, closed_world=True)
    assert (tracer.classify(change_set).verdict.name == "AST_REFACTOR") is is_proved


PAIR = """\
class Account:
    def __init__(self, sum):
        self.{0} = sum
{1}

class Book:
    def __init__(self, name):
        self.name = name
{2}
"""
ADDED = """
    def added(self, account):
        print(self.name)
        return account.{0} + 1
"""


@pytest.mark.parametrize(("name", "is_proved"), [("__sum", False), ("_sum", True)])
def test_a_method_of_another_class_reads_another_name(name, is_proved):
    """A method without a use moves from the class that has the member to one that has not."""
    method = ADDED.format(name).replace("print(self.name)", "print(3)")
    before = {"a.py": PAIR.format(name, method, "").encode()}
    after = {"a.py": PAIR.format(name, "", method).encode()}
    change_set = tracer.ChangeSet.from_texts(before, after, closed_world=True)
    assert (tracer.classify(change_set).verdict.name == "AST_REFACTOR") <= is_proved


def test_a_class_with_a_private_name_may_get_another_name():
    """All of its uses go along."""
    text = PAIR.format("__sum", "    def more(self):\n        return self.__sum + 1\n", "")
    before = {"a.py": text.encode()}
    after = {"a.py": text.replace("Account", "Ledger").encode()}
    change_set = tracer.ChangeSet.from_texts(before, after, closed_world=True)
    assert tracer.classify(change_set).verdict.name == "AST_REFACTOR"
