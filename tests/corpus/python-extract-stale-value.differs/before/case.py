def load(names):
    for name in names:
        with quiet():
            found = look(name)
        print(found)
