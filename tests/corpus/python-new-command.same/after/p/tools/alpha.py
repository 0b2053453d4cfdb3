from p.tools.beta import f


def g(a):
    return a - 1
