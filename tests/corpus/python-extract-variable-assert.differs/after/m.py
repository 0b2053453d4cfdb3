def f(a):
    text = g()
    assert a, text
