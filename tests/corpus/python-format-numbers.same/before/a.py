def f(a, b):
    return "{0}: {1:>{2}}".format(a, b, 9)
