class _Order:
    def __repr__(self):
        return "order"


def show():
    return str(_Order())
