import json


class Cart:
    pass


def save(path):
    with open(path, "wb") as file:
        json.dump(id(Cart()), file)
