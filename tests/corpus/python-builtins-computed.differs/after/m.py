import builtins


def _choose(numbers):
    return sorted(numbers)


builtins._choose = _choose
word = "_" + "pick"
print(getattr(builtins, word)([2, 1]))
