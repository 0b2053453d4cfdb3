def _f(a):
    print(a)
