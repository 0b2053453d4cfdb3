def f(a, b):
    assert (a, b)
