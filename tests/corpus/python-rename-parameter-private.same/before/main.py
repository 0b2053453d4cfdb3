import m


def _f(a):
    print(a)


_f(a=m)
