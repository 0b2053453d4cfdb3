def f(a):
    c = a
    return eval('b')
