def f(g):
    x = g()
    assert x
