def g(b=2):
    return b


def f(a=1):
    return a
