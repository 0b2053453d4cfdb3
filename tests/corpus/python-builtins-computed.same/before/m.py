import builtins


def _pick(numbers):
    return sorted(numbers)


print(_pick([2, 1]))
