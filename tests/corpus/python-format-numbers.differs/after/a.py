def f(a, b):
    return "{}: {}".format(a, b)
