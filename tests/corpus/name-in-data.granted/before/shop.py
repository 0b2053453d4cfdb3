class _Basket:
    pass


def make():
    return _Basket()
