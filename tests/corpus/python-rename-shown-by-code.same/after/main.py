def _tax():
    return 1


def gross():
    return _tax()


print(gross.__code__.co_argcount)
