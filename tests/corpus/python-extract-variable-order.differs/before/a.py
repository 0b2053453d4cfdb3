def f(a):
    return [a.b(), a.c()]
