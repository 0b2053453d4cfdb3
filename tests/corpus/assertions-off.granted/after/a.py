def f(g):
    assert g()
