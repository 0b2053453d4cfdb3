def f(a, b):
    return "{1}: {0}".format(a, b)
