def _vat():
    return 1


def gross():
    return _vat()


print(gross.__code__.co_argcount)
