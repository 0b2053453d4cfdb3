def f(a):
    return [lambda: i for i in a]
