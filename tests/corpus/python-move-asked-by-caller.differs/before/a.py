def k():
    try:
        return f()
    except NameError:
        return 0


n = k()


def f():
    return 1
