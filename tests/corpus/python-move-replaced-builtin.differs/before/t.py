import a


def test():
    a.open = None
