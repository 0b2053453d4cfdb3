class _VatError(Exception):
    pass


def run():
    return [_VatError("x")]


print("%r" % run())
