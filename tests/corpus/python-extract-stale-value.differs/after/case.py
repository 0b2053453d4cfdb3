def load(names):
    for name in names:
        _show(name)


def _show(name):
    with quiet():
        found = look(name)
    print(found)
