def load(names):
    _show(names)
    return names


def _show(names):
    with quiet():
        found = look(names)
    print(found)
