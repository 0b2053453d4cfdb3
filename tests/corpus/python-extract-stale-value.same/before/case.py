def load(names):
    with quiet():
        found = look(names)
    print(found)
    return names
