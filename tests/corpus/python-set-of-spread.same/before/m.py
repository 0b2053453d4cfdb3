def f(a, b):
    return set([*a, b.c])
