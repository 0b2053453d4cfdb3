def f(items, make):
    found = None
    for item in items:
        print(item, found)
        _part(item, make)


def _part(item, make):
    found = make(item)
    print(found)
