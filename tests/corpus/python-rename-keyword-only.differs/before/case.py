def f(a, *, flag=1):
    return a + flag
