def g(a):
    return a - 1
