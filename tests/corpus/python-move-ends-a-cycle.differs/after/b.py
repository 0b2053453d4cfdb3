def f(n):
    return n + 1
def h(n):
    return f(n) * 3
