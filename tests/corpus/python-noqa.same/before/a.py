def f(a):
    return a.b  # see noqa.md
