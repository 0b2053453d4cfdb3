import builtins


def _choose(numbers):
    return sorted(numbers)


print(_choose([2, 1]))
