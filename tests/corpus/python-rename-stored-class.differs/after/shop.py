import pickle


class Basket:
    pass


def save(path):
    with open(path, "wb") as file:
        pickle.dump(Basket(), file)
