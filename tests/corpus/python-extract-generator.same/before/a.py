def f(a):
    for x in a:
        print(x)
    yield a
