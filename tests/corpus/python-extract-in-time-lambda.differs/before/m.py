def k(a):
    x = a + 1
    return x * 2


n = sorted([1], key=lambda y: k(y))
