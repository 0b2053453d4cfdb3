def _f(sum_):
    return sum_


def g():
    try:
        return _f()
    except TypeError as e:
        return str(e)
