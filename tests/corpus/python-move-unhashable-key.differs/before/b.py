X = {(1, []): 3}


def f(a):
    return a + 1
