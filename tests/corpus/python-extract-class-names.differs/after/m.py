x = 1


def _p():
    print(x)


class A:
    x = 2
    _p()
