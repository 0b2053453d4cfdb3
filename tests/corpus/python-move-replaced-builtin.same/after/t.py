import a


def test():
    a.opened = None
