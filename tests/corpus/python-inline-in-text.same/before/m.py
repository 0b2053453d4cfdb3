def f(a):
    x = a + 1
    return f"{x}"
