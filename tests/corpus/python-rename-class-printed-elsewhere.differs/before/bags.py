class Bag:
    pass
