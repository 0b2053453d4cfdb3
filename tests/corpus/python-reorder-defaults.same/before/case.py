def f(a=1):
    return a


def g(b=2):
    return b
