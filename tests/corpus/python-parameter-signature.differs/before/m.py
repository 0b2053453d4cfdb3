import inspect


def _scale(value, factor=2):
    return value * factor


def report():
    return [str(inspect.signature(one)) for one in (_scale,)]


print(report(), _scale(3))
