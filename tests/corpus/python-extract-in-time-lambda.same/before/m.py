def k(a):
    x = a + 1
    return x * 2


h = lambda: k(1)
