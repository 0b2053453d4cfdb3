def f(a):
    return f"{a + 1}"
