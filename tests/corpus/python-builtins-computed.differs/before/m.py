import builtins


def _pick(numbers):
    return sorted(numbers)


builtins._pick = _pick
word = "_" + "pick"
print(getattr(builtins, word)([2, 1]))
