class K:
    def __hash__(self):
        return 1


K1 = K
X = {K1: 2}


def f(a):
    return a + 1
