def _size(x):
    return len(x)


def show(x):
    print(type(x).__name__, _size(x))
