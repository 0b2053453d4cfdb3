class _Basket:
    def __repr__(self):
        return "order"


def show():
    return str(_Basket())
