def f(items, make):
    for item in items:
        found = make(item)
        print(found)
        found = make(item, 1)
        print(item, found)
