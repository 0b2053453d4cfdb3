def f(a):
    with open(a) as f:
        print(f.read())
    _show(a)
    return f.closed, f


def _show(a):
    with open(a) as f:
        print(f.name)
