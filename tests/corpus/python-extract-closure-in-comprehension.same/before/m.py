def f(a):
    return [i + 1 for i in a]
