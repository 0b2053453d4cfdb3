import home


def run(name, path):
    print(getattr(home, name))
    return home.load(path)
