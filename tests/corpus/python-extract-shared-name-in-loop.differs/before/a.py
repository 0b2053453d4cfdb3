def f(items, make):
    found = None
    for item in items:
        print(item, found)
        found = make(item)
        print(found)
