import home


def run(name, path):
    print(getattr(home, "__doc__"))
    return home.fetch(path)
