def _scale(number, factor=2):
    return number * factor


def report():
    return 1


print(report(), _scale(3))
