def _length(x):
    return len(x)


def show(x):
    print(type(x).__name__, _length(x))
