X = {(1, 2): 3}


def f(a):
    return a + 1
