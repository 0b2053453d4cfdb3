from p.beta import f


def g(a):
    return a - 1
