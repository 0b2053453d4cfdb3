def f(a):
    return "\t{0}{{}}".format(a)
