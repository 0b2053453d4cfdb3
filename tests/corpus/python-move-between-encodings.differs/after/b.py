x = 1


def g():
    return "ä"
