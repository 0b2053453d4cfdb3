def f(make):
    _part(make)
    found = 3
    del found


def _part(make):
    found = make()
    print(found)
