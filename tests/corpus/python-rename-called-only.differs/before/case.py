def _size(x):
    return len(x)


def show(x, how=_size):
    print(how.__name__, how(x))
