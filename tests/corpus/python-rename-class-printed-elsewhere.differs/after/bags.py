class Sack:
    pass
