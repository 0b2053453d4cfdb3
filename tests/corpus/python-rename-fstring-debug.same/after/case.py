def f(a):
    y = a
    return f'{y}'
