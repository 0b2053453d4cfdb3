def f(make):
    found = make()
    print(found)
    del found
    found = 3
    return found
