def f(a):
    assert g(), a
