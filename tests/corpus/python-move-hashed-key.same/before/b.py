X = {("a", 1): 2}


def f(a):
    return a + 1
