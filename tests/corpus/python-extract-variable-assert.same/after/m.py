def f(a):
    found = g()
    assert found, a
