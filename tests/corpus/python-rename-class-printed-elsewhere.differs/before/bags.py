class Bag(set):
    pass
