def _measure(text):
    return 2 * len(text)


def report(text):
    return _measure(text)
