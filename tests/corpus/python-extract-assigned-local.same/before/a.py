def f(a):
    a = a + 1
    print(a)
    return a
