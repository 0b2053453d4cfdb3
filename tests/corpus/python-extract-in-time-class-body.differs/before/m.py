def k(a):
    x = a + 1
    return x * 2


class N:
    @staticmethod
    def s():
        return k(1)

    x = s()
