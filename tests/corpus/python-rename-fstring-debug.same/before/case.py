def f(a):
    x = a
    return f'{x}'
