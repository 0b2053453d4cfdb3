x = 1


def _p():
    print(x)


class A:
    y = 2
    _p()
