def _length(x):
    return len(x)


def show(x, how=_length):
    print(how.__name__, how(x))
