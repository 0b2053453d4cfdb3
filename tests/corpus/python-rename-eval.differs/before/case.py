def f(a):
    b = a
    return eval('b')
