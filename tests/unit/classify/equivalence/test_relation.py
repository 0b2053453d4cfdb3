"""Terms compared path by path: what is the same however it is decided, and what is not."""

from textwrap import dedent

import pytest

from tests.unit.classify.equivalence.evaluated import evaluated

SAME = {
    "tests in another order": (
        """
        def f(a: int, b: int):
            if a > 3:
                return 1
            if b > 3:
                return 1
            return 0
        """,
        """
        def f(a: int, b: int):
            if b > 3 or a > 3:
                return 1
            return 0
        """,
    ),
    "a test that another one answers": (
        """
        def f(a: int):
            if a > 5:
                g()
            if a > 3:
                h()
        """,
        """
        def f(a: int):
            if a > 5:
                g()
                h()
            elif a > 3:
                h()
        """,
    ),
    "a flag in place of a test": (
        """
        def f(a: int, b: str):
            found = a > 3 and b == 'x'
            g()
            if found:
                return 1
            return 2
        """,
        """
        def f(a: int, b: str):
            if b == 'x':
                g()
                if a > 3:
                    return 1
                return 2
            g()
            return 2
        """,
    ),
    "tests in the rounds of a loop": (
        """
        def f(a: list[int], b: int):
            n = 0
            for c in a:
                if c > b or b > 9:
                    n += 1
            return n
        """,
        """
        def f(a: list[int], b: int):
            n = 0
            for c in a:
                if b > 9:
                    n += 1
                elif c > b:
                    n += 1
            return n
        """,
    ),
    "an object that each way makes": (
        """
        def f(a: int, b: int):
            if a > 1:
                if b > 1:
                    return [a]
            return [b]
        """,
        """
        def f(a: int, b: int):
            if b > 1 and a > 1:
                return [a]
            return [b]
        """,
    ),
    "tests in a function that is made": (
        """
        def f(a: int):
            return lambda b: 1 if a > 2 and b is None else 2
        """,
        """
        def f(a: int):
            return lambda b: 1 if b is None and a > 2 else 2
        """,
    ),
}

DIFFERENT = {
    "a way that does something else": (
        """
        def f(a: int, b: int):
            if a > 3:
                return 1
            if b > 3:
                return 2
            return 0
        """,
        """
        def f(a: int, b: int):
            if b > 3:
                return 2
            if a > 3:
                return 1
            return 0
        """,
    ),
    "a weaker test": (
        """
        def f(a: int):
            if a > 5:
                g()
            if a > 3:
                h()
        """,
        """
        def f(a: int):
            if a > 5:
                g()
                h()
            elif a > 4:
                h()
        """,
    ),
    "a test behind an effect": (
        """
        def f(a, b: int):
            if b > 2 and a.x is None:
                g()
                return 1
            g()
            return 2
        """,
        """
        def f(a, b: int):
            g()
            if b > 2 and a.x is None:
                return 1
            return 2
        """,
    ),
    "what may fail, on one way only": (
        """
        def f(a, b: int):
            if b > 2:
                return 1
            if a.x is None:
                return 2
            return 3
        """,
        """
        def f(a, b: int):
            c = a.x is None
            if b > 2:
                return 1
            if c:
                return 2
            return 3
        """,
    ),
    "another list behind a loop than in it": (
        """
        def f(a: list[int], b: int):
            c, d = [], []
            for e in a:
                if e > b or b > 9:
                    g(c)
            return c
        """,
        """
        def f(a: list[int], b: int):
            c, d = [], []
            for e in a:
                if b > 9 or e > b:
                    g(d)
            return c
        """,
    ),
    "another list in a function than behind it": (
        """
        def f(a: int):
            b, c = [], []
            g(lambda d: b if a > 1 and d is None else 1)
            return b
        """,
        """
        def f(a: int):
            b, c = [], []
            g(lambda d: c if d is None and a > 1 else 1)
            return b
        """,
    ),
    "variables of a loop that change places": (
        """
        def f(a: list[int], t: int):
            b = c = 0
            for d in a:
                if d > 1 or t > 1:
                    b, c = b + 1, c + 2
            return b
        """,
        """
        def f(a: list[int], t: int):
            b = c = 0
            for d in a:
                if t > 1 or d > 1:
                    b, c = b + 1, c + 2
            return c
        """,
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_same(name):
    """On each path both do the same."""
    before, after = (evaluated(dedent(source))[0] for source in SAME[name])
    assert before == after
    assert after == before


@pytest.mark.parametrize("name", DIFFERENT)
def test_different(name):
    """On some path they do not."""
    before, after = (evaluated(dedent(source))[0] for source in DIFFERENT[name])
    assert not before == after  # noqa: SIM201 - equality is what is tested
    assert not after == before  # noqa: SIM201
