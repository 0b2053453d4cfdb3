def f(items, make):
    for item in items:
        _part(item, make)
        found = make(item, 1)
        print(item, found)


def _part(item, make):
    found = make(item)
    print(found)
