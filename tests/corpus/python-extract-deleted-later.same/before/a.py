def f(make):
    found = make()
    print(found)
    found = 3
    del found
