def source(name):
    with open(name + ".py") as file:
        return file.read()
