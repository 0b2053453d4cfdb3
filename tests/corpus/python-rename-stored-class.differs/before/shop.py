import pickle


class Cart:
    pass


def save(path):
    with open(path, "wb") as file:
        pickle.dump(Cart(), file)
