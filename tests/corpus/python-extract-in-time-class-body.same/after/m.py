def k(a):
    return _g(a)


class N:
    @staticmethod
    def s():
        return k(1)

    x = 1


def _g(a):
    x = a + 1
    return x * 2
