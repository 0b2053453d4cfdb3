class Sack(set):
    pass
