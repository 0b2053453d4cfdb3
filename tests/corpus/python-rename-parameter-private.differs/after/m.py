def _f(b):
    print(b)
