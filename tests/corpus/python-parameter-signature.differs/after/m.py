import inspect


def _scale(number, factor=2):
    return number * factor


def report():
    return [str(inspect.signature(one)) for one in (_scale,)]


print(report(), _scale(3))
