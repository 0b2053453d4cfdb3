import b
def f(n):
    return n + 1
def g(n):
    return b.h(n) * 2
