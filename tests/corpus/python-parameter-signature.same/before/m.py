def _scale(value, factor=2):
    return value * factor


def report():
    return 1


print(report(), _scale(3))
