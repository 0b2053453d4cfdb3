def f(make):
    _part(make)
    del found
    found = 3
    return found


def _part(make):
    found = make()
    print(found)
