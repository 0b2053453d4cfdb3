def f(a):
    return "\t{}{{}}".format(a)
