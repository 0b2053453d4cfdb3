def f(a):
    assert a, g()
