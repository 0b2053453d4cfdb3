def f(n):
    return n + 1
def g(n):
    import b
    return b.h(n) * 2
