def _f(net):
    return net


def g():
    try:
        return _f()
    except TypeError as e:
        return str(e)
