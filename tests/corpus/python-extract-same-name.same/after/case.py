def f(a):
    with open(a) as f:
        print(f.read())
    _show(a)
    with open(a) as f:
        return f.read()


def _show(a):
    with open(a) as f:
        print(f.name)
