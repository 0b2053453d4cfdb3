def f(a):
    return "\x7b0\x7d{}".format(a)
