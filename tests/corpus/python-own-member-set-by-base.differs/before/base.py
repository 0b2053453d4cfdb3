class Base:
    def __init__(self, **given):
        for key in given:
            setattr(self, "_" + key, given[key])
